// The store that the dialogs of this window are in: where it is comes from the person's own settings of this machine,
// never from a folder, and its password from the secret storage (SPEC 20.1).
import { type ExtensionContext, workspace } from 'vscode';
import type { OpenStore } from '../../runtime.ts';
import type { SecretsToRead } from './kept-secrets.ts';
import { SECTION } from './settings.ts';

const PREFIX = 'dominds.storePassword ';

type Secrets = Pick<ExtensionContext, 'secrets'>;

/** The address of the store; undefined: files. */
export function storeAddress(): string | undefined {
  return ofMachine('store') || undefined;
}

/**
 * What the runtime is told of the store. Its password is asked for at once: a workbench that starts is slow to answer.
 */
export function readStore(secrets: SecretsToRead): OpenStore | undefined {
  const url = storeAddress();
  if (url === undefined) return undefined;
  const password = async () => (await secrets.get(keyOf(url))) || undefined;
  // Who connects is told.
  password().catch(() => {});
  return { url, drive: ofMachine('drive') === 'here' ? 'here' : 'workers', password };
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
