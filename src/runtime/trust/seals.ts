// Seals with a secret of this machine in the person's own folder (SPEC 18.6). Without it, seals last as long as the
// process: permissions are asked for again.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from '../../core/base/once.ts';
import type { Seals } from '../../core/dialog/seals.ts';
import { keepFirst, keepPersonal, personalFolder, readPersonal } from '../folder/personal-folder.ts';
import { realPath } from './real-path.ts';

const FILE = 'machine.key';
const KEY_BYTES = 32;

/** The seals of an rtws; reads or makes the secret when the first one is asked for. `folder` is the person's own. */
export function createSeals(rtws: string, folder: string | undefined): Seals {
  // Bound to the place: a copy of the folder brings no permission with it.
  return sealsWith(once(() => hmac(machineKey(folder), realPath(rtws))));
}

/** The seals that everybody makes who has this key, asked for when the first one is made. */
export function sealsWith(key: () => Buffer): Seals {
  const sealOf: Seals['seal'] = what => hmac(key(), JSON.stringify(what)).toString('base64url');
  return {
    seal: sealOf,
    holds(seal, what) {
      if (seal === undefined) return false;
      const [given, made] = [Buffer.from(seal), Buffer.from(sealOf(what))];
      return given.length === made.length && timingSafeEqual(given, made);
    },
  };
}

/** The seals of an rtws with the secret in the person's own folder, as the environment names it. */
export function createPersonalSeals(rtws: string, env: NodeJS.ProcessEnv): Seals {
  return createSeals(rtws, personalFolder(env));
}

function machineKey(folder: string | undefined): Buffer {
  const found = readKey(folder);
  if (found) return found;
  const text = `${randomBytes(KEY_BYTES).toString('hex')}\n`;
  const isBroken = readPersonal(folder, FILE) !== undefined;
  const isKept = isBroken
    ? keepPersonal(folder, FILE, text)
    : keepFirst(folder, FILE, text) || keptByOther(folder, text);
  return (isKept ? readKey(folder) : undefined) ?? passingKey();
}

/** Another process was first; or the disk knows no links. */
function keptByOther(folder: string | undefined, text: string): boolean {
  return readKey(folder) !== undefined || keepPersonal(folder, FILE, text);
}

function readKey(folder: string | undefined): Buffer | undefined {
  const text = readPersonal(folder, FILE)?.trim() ?? '';
  return new RegExp(`^[0-9a-f]{${KEY_BYTES * 2}}$`).test(text) ? Buffer.from(text, 'hex') : undefined;
}

const passingKey = once(() => randomBytes(KEY_BYTES));

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
