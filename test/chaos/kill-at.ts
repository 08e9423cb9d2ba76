// Loaded before a program (`node --import`): kills it, as `kill -9` does, at a chosen step of the disk within
// `.dialogs/`. KILL_AT=<n>:<before|within|after>; without it the steps are counted into the file that KILL_COUNT names.
// KILL_IN=<folder>: steps anywhere below that folder count, those that copy and remove files too.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

type Fn = (...args: never[]) => unknown;
const [nth = '', when = ''] = (process.env.KILL_AT ?? '').split(':');
const at = nth === '' ? Number.POSITIVE_INFINITY : Number(nth);
const ours = new Set<unknown>();
let steps = 0;

const die = () => process.kill(process.pid, 'SIGKILL');
const { KILL_IN: everywhere } = process.env;
const isOurPath = (file: string) => (everywhere ? file.startsWith(everywhere) : file.includes('.dialogs'));
const isOurs = (what: unknown) => (typeof what === 'string' ? isOurPath(what) : ours.has(what));

function around<F extends Fn>(name: string, real: F, within?: (...args: Parameters<F>) => void): F {
  return ((...args: Parameters<F>) => {
    if (!isOurs(args[0])) return real(...args);
    steps += 1;
    if (steps === at && when === 'before') die();
    if (steps === at && when === 'within') {
      within?.(...args);
      die();
    }
    const result = real(...args);
    if (name === 'openSync') ours.add(result);
    if (steps === at) die();
    return result;
  }) as F;
}

const { writeSync } = fs;
const patched = fs as unknown as Record<string, Fn>;
for (const name of [
  'openSync',
  'renameSync',
  'linkSync',
  'rmSync',
  'truncateSync',
  'ftruncateSync',
  'fdatasyncSync',
  'fdatasync',
  'fsyncSync',
  'fsync',
  'mkdirSync',
  'mkdir',
  'open',
  'writeFileSync',
  ...(everywhere ? ['copyFileSync', 'chmodSync', 'symlinkSync', 'unlinkSync', 'rmdirSync'] : []),
]) {
  const real = patched[name];
  if (real) patched[name] = around(name, real);
}
patched.writeSync = around('writeSync', writeSync as Fn, (fd: number, bytes: Buffer, offset = 0) => {
  writeSync(fd, bytes, offset, (bytes.length - offset) >> 1);
}) as Fn;
syncBuiltinESMExports();

if (process.env.KILL_COUNT) {
  const file = process.env.KILL_COUNT;
  process.on('exit', () => fs.appendFileSync(file, `${steps}\n`));
}
