// A folder that the system lets nobody write to, for the tests of what people are told then.
import { execFileSync } from 'node:child_process';
import { accessSync, chmodSync, constants } from 'node:fs';

/**
 * Takes the right to write away from a folder: by its mode, or by a read-only mount for root, whom modes do not bind.
 * Returns the function that gives it back, or undefined where neither is allowed.
 */
export function makeUnwritable(folder: string): (() => void) | undefined {
  chmodSync(folder, 0o555);
  const giveBack = () => chmodSync(folder, 0o755);
  if (!isWritable(folder)) return giveBack;
  try {
    execFileSync('mount', ['--bind', folder, folder], { stdio: 'ignore' });
  } catch {
    giveBack();
    return undefined;
  }
  execFileSync('mount', ['-o', 'remount,bind,ro', folder], { stdio: 'ignore' });
  return () => {
    execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' });
    giveBack();
  };
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
