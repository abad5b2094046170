import type { JsonObject } from '../../protocol/index.js';
import { Fault } from '../../protocol/index.js';
import { killOnOwnExit, nodeBuiltin } from '../../transport/index.js';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** What a mode says of everybody but the owner. */
const OTHERS = 0o077;
const FOLDER_PREFIX = 'plainwire-';
const FILE_NAME = 'mcp.json';

/**
 * A JSON file with secrets in it, for this user alone: mode 0600, written to a temporary file beside it and renamed, so
 * that no reader sees half of it or the wide mode of an older one. Without a path of the caller it lives in a folder of
 * its own with mode 0700, which goes with it: on `remove`, and when this process ends.
 *
 * Windows has no such modes; there the folder of the user's temporary files has to do.
 */
export class ConfigFile {
  /** Absolute. Stays the same when the file is removed and written again. */
  readonly path: string;
  /** The folder that is ours; undefined for a path of the caller, which is kept. */
  readonly #folder: string | undefined;
  #isFolderThere: boolean;
  #forgetExit: (() => void) | undefined;

  private constructor(path: string, folder: string | undefined) {
    this.path = path;
    this.#folder = folder;
    this.#isFolderThere = folder !== undefined;
    this.#removeOnExit();
  }

  /**
   * Chooses where the file goes. Nothing is in it yet.
   *
   * @throws Fault (as a rejection) `invalid_argument`, `config_unwritable`, `platform_missing`
   */
  static async at(path: string | undefined): Promise<ConfigFile> {
    if (path !== undefined && (typeof path !== 'string' || path === '')) {
      throw new Fault('invalid_argument', '`configPath` must be the path of a file.');
    }
    const { join, resolve } = nodeBuiltin('node:path');
    if (path !== undefined) return new ConfigFile(resolve(path), undefined);
    const { mkdtemp } = nodeBuiltin('node:fs/promises');
    const prefix = join(nodeBuiltin('node:os').tmpdir(), FOLDER_PREFIX);
    try {
      // 0700, and a name that nobody can foresee.
      const folder = await mkdtemp(prefix);
      return new ConfigFile(join(folder, FILE_NAME), folder);
    } catch (cause) {
      throw unwritable(`${prefix}XXXXXX`, cause);
    }
  }

  /** @throws Fault (as a rejection) `config_unwritable` */
  async write(document: JsonObject): Promise<void> {
    try {
      await this.#makeFolder();
      await this.#replace(`${JSON.stringify(document, undefined, 2)}\n`);
    } catch (cause) {
      throw unwritable(this.path, cause);
    }
  }

  /** Removes the file with its folder. A file at a path of the caller stays. Idempotent. */
  async remove(): Promise<void> {
    if (this.#folder === undefined || !this.#isFolderThere) return;
    await nodeBuiltin('node:fs/promises').rm(this.#folder, { recursive: true, force: true });
    this.#isFolderThere = false;
    this.#forgetExit?.();
    this.#forgetExit = undefined;
  }

  async #makeFolder(): Promise<void> {
    if (this.#folder === undefined) return;
    // Who tidies up the folder of temporary files may have taken it.
    if (this.#isFolderThere && (await isForThisUserAlone(this.#folder))) return;
    // Not recursive: a folder that somebody else made under this name meanwhile is not to be trusted.
    await nodeBuiltin('node:fs/promises').mkdir(this.#folder, { mode: FOLDER_MODE });
    this.#isFolderThere = true;
    this.#removeOnExit();
  }

  async #replace(text: string): Promise<void> {
    const { open, rename, rm } = nodeBuiltin('node:fs/promises');
    const suffix = nodeBuiltin('node:crypto').randomBytes(6).toString('hex');
    const temporary = `${this.path}.${suffix}.tmp`;
    // Exclusive: a link that waits under this name is not followed.
    const file = await open(temporary, 'wx', FILE_MODE);
    try {
      try {
        await file.writeFile(text);
      } finally {
        await file.close();
      }
      await rename(temporary, this.path);
    } catch (cause) {
      await rm(temporary, { force: true });
      throw cause;
    }
  }

  #removeOnExit(): void {
    const folder = this.#folder;
    if (folder === undefined || this.#forgetExit !== undefined) return;
    const { rmSync } = nodeBuiltin('node:fs');
    this.#forgetExit = killOnOwnExit(() => {
      try {
        rmSync(folder, { recursive: true, force: true });
      } catch {
        // The process is ending: nobody is left to be told.
      }
    });
  }
}

/** False for a folder that is gone, or not the one that was made. */
async function isForThisUserAlone(folder: string): Promise<boolean> {
  try {
    const found = await nodeBuiltin('node:fs/promises').lstat(folder);
    if (!found.isDirectory()) return false;
    const user = process.getuid?.();
    return user === undefined || (found.uid === user && (found.mode & OTHERS) === 0);
  } catch {
    return false;
  }
}

function unwritable(path: string, cause: unknown): Fault {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Fault(
    'config_unwritable',
    `The config file ${path} cannot be written: ${reason}. Name a file in a folder that is there and that this user may ` +
      'write to.',
    { cause, details: { path } },
  );
}
