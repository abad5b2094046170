import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A home folder and a project folder of a test, which go with it. */
export interface ConfigFolders extends Disposable {
  readonly home: string;
  readonly cwd: string;
  /** Writes a file below the home folder; what is no text is written as JSON. Returns its path. */
  user(path: string, content: unknown): string;
  /** The same below the project folder. */
  project(path: string, content: unknown): string;
}

export function configFolders(): ConfigFolders {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'plainwire-config-')));
  const home = join(root, 'home');
  const cwd = join(root, 'project');
  for (const folder of [home, cwd]) mkdirSync(folder);
  const write = (folder: string, path: string, content: unknown): string => {
    const whole = join(folder, path);
    mkdirSync(dirname(whole), { recursive: true });
    const isText = typeof content === 'string' || content instanceof Uint8Array;
    writeFileSync(whole, isText ? content : JSON.stringify(content, undefined, 2));
    return whole;
  };
  return {
    home,
    cwd,
    user: (path, content) => write(home, path, content),
    project: (path, content) => write(cwd, path, content),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}
