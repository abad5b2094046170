import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A home and a folder to work in, for one run of an agent. Both are empty at first. */
export class Workplace implements AsyncDisposable {
  readonly home: string;
  readonly folder: string;
  readonly #root: string;

  private constructor(root: string) {
    this.#root = root;
    this.home = join(root, 'home');
    this.folder = join(root, 'work');
  }

  static async create(): Promise<Workplace> {
    const place = new Workplace(await mkdtemp(join(tmpdir(), 'plainwire-agent-')));
    await mkdir(place.home);
    await mkdir(place.folder);
    return place;
  }

  /** Absolute path of a file in the folder to work in. */
  path(name: string): string {
    return join(this.folder, name);
  }

  /** Undefined when there is no such file. */
  textOf(name: string): string | undefined {
    return existsSync(this.path(name)) ? readFileSync(this.path(name), 'utf8') : undefined;
  }

  /** What is in the folder to work in. */
  get files(): readonly string[] {
    return readdirSync(this.folder).sort();
  }

  writeHome(name: string, document: object): Promise<void> {
    return writeJson(join(this.home, name), document);
  }

  writeFolder(name: string, document: object): Promise<void> {
    return writeJson(this.path(name), document);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // An agent that was killed may have left a child that is still writing.
    await rm(this.#root, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function writeJson(path: string, document: object): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify(document));
}
