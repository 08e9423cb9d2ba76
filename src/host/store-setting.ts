// The store that the dialogs of this window are in: where it is comes from the person's own settings of this machine, never from a
// folder, and its password from the secret storage (SPEC 20.1).
import { type ExtensionContext, workspace } from 'vscode';
import type { OpenStore } from '../runtime.ts';
import { SECTION } from './settings.ts';

const PREFIX = 'dominds.storePassword ';

type Secrets = Pick<ExtensionContext, 'secrets'>;

/** The address of the store; undefined: files. */
export function storeAddress(): string | undefined {
  return ofMachine('store') || undefined;
}

/** The store of a window that opens it. */
interface StoreToOpen extends OpenStore {
  /** From now on each connection asks for the password anew: it may have changed. */
  opened(): void;
}

/** What the runtime is told of the store. The password is read once for the opening, and at once: a workbench that starts is slow to answer. */
export function readStore({ secrets }: Secrets): StoreToOpen | undefined {
  const url = storeAddress();
  if (url === undefined) return undefined;
  const read = async () => (await secrets.get(keyOf(url))) || undefined;
  let early: Promise<string | undefined> | undefined = read();
  // Who connects is told.
  early.catch(() => {});
  return {
    url,
    drive: ofMachine('drive') === 'here' ? 'here' : 'workers',
    password: () => early ?? read(),
    opened: () => {
      early = undefined;
    },
  };
}

/** Stores the password of the store at this address; an empty one removes what is stored. */
export async function storePassword(
  { secrets }: Secrets,
  url: string,
  password: string,
): Promise<'stored' | 'removed'> {
  if (password === '') {
    await secrets.delete(keyOf(url));
    return 'removed';
  }
  await secrets.store(keyOf(url), password);
  return 'stored';
}

/** A password belongs to a server, a user and a database; schemas share it. */
function keyOf(url: string): string {
  return PREFIX + url.replace(/\?.*$/s, '');
}

/** A setting of the machine's user: what a folder or workspace says does not count. */
function ofMachine(key: string): string {
  const value = workspace.getConfiguration(SECTION).inspect<string>(key)?.globalValue;
  return typeof value === 'string' ? value.trim() : '';
}
