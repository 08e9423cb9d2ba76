// Checks the types of the whole project with one file changed, in a copy of its folders that is made of links.
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface ChangedFile {
  /** Relative to the root, with slashes. */
  readonly file: string;
  readonly source: string;
  /** A folder to be made for the copy. */
  readonly temp: string;
}

/** The first problem, if any. What is merely not used any more is none. */
export function checkTypes(root: string, { file, source, temp }: ChangedFile): Promise<string | undefined> {
  linkAround(root, temp, file.split('/'));
  writeFileSync(path.join(temp, file), source);
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const project = ['--noEmit', '-p', path.join(temp, 'tsconfig.json'), '--preserveSymlinks', '--pretty', 'false'];
  const unused = ['--noUnusedLocals', 'false', '--noUnusedParameters', 'false'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [tsc, ...project, ...unused], { cwd: temp }, (error, output) => {
      const problem = output.split('\n').find(line => line.includes('error TS'));
      if (error && problem === undefined) reject(error);
      else resolve(problem);
    });
  });
}

/** Links everything in a folder but the path that the steps lead along. */
function linkAround(from: string, to: string, [step, ...further]: readonly string[]): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (name === step && further.length > 0) linkAround(path.join(from, name), path.join(to, name), further);
    else if (name !== step) symlinkSync(path.join(from, name), path.join(to, name));
  }
}
