// Finds programs of the machine.
import { access, constants } from 'node:fs/promises';
import path from 'node:path';

/** Where a program of that name is on the PATH. */
export async function findOnPath(name: string): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const file = path.join(folder, name);
    if (folder !== '' && (await isExecutable(file))) return file;
  }
  return undefined;
}

/** Whether there is a program at a path. */
export function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
