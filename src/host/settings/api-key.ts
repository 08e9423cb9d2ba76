// API keys, stored only in the editor's secret storage (SPEC 10.1). Each belongs to one server and is read for that
// server only, so no file of a folder can send it elsewhere.
import type { ExtensionContext } from 'vscode';
import { originOf } from '../../core/text/origin-of.ts';
import type { SecretsToRead } from './kept-secrets.ts';

const PREFIX = 'dominds.apiKey ';

/** The key that was stored for the server at this address, if any. */
export async function readApiKey({ secrets }: ToRead, baseUrl: string): Promise<string | undefined> {
  const server = originOf(baseUrl);
  return server === undefined ? undefined : (await secrets.get(PREFIX + server)) || undefined;
}

/** All keys that are stored: what no command may see. */
export async function storedKeys({ secrets }: ToRead): Promise<readonly string[]> {
  const names = (await secrets.keys()).filter(name => name.startsWith(PREFIX));
  const keys = await Promise.all(names.map(name => secrets.get(name)));
  return keys.flatMap(key => key || []);
}

/** Stores a key for the server at this address; an empty one removes the stored key. */
export async function storeApiKey({ secrets }: Secrets, baseUrl: string, key: string): Promise<'stored' | 'removed'> {
  const server = originOf(baseUrl);
  if (server === undefined || key.trim() === '') {
    if (server !== undefined) await secrets.delete(PREFIX + server);
    return 'removed';
  }
  await secrets.store(PREFIX + server, key.trim());
  return 'stored';
}

/**
 * Completes a typed address: `localhost:1234` is `http://localhost:1234`, another host without a scheme gets `https`.
 * Undefined for a text that is not a web address.
 */
export function wholeAddress(text: string): string | undefined {
  const typed = text.trim();
  const host = /^\[?[^/?#\s\]]*\]?/.exec(typed)?.[0] ?? '';
  const isNear = /^(?:localhost|\[|\d+\.\d+\.\d+\.\d+|[^.]*$|[^.]*:\d+$)/i.test(host);
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `${isNear ? 'http' : 'https'}://${typed}`;
  return typed === '' || /[{}\s]/.test(typed) || originOf(whole) === undefined ? undefined : whole;
}

type Secrets = Pick<ExtensionContext, 'secrets'>;
type ToRead = { readonly secrets: SecretsToRead };
