// The folder of a person's own data, outside of every workspace: the secret of this machine, and the trusted folders
// (SPEC 18.6). If it cannot be written, that data ends with the process.
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';

/**
 * `$XDG_CONFIG_HOME/dominds`, else `%APPDATA%\dominds`, else `~/.config/dominds`; undefined when the environment names
 * none.
 */
export function personalFolder({ XDG_CONFIG_HOME, APPDATA, HOME }: NodeJS.ProcessEnv): string | undefined {
  const base = [XDG_CONFIG_HOME, APPDATA, HOME && path.join(HOME, '.config')].find(
    folder => folder !== undefined && path.isAbsolute(folder),
  );
  return base && path.join(base, 'dominds');
}

/** The text of a file there; undefined when it is not there or cannot be read. */
export function readPersonal(folder: string | undefined, name: string): string | undefined {
  try {
    return folder && fs.readFileSync(path.join(folder, name), 'utf8');
  } catch {
    return undefined;
  }
}

/** Writes a file whole, for this person's eyes only. False when it cannot be kept. */
export function keepPersonal(folder: string | undefined, name: string, text: string): boolean {
  return folder !== undefined && writeWhole(folder, name, text, fs.renameSync);
}

/** The same, unless the file is there already: of several processes one writes it. */
export function keepFirst(folder: string | undefined, name: string, text: string): boolean {
  return folder !== undefined && writeWhole(folder, name, text, fs.linkSync);
}

/** The files there. */
export function listPersonal(folder: string | undefined): readonly string[] {
  try {
    return folder === undefined ? [] : fs.readdirSync(folder).filter(name => name.endsWith('.json'));
  } catch {
    return [];
  }
}

/** Removes a file there, if there is one. */
export function removePersonal(folder: string | undefined, name: string): void {
  try {
    if (folder !== undefined) fs.rmSync(path.join(folder, name), { force: true });
  } catch {
    // It stays; whoever reads it looks at what it says.
  }
}

function writeWhole(folder: string, name: string, text: string, place: (from: string, to: string) => void): boolean {
  const temporary = path.join(folder, `${name}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    fs.writeFileSync(temporary, text, { flag: 'wx', mode: 0o600 });
    place(temporary, path.join(folder, name));
    return true;
  } catch {
    return false;
  } finally {
    try {
      fs.rmSync(temporary, { force: true });
    } catch {
      // Nothing in it stays secret for long: the next key differs.
    }
  }
}
