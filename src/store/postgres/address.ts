// The address of a store: `postgres://user@host:port/database?schema=name` (SPEC 20.1). Pure.
import { isIPv4 } from 'node:net';
import { type Outcome, refuse } from '../../core/facts/trouble.ts';

/** The address of a store. Several hosts are servers of which one is the primary at a time. */
export interface StoreAddress {
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  readonly database: string;
  /** Absent: as the system and `PGUSER` say. */
  readonly user?: string;
  readonly schema: string;
  /** None on the loopback address and unix sockets; everywhere else the server's certificate is verified. */
  readonly tls: 'none' | 'verify';
  /** Files of certificates, as libpq names them. */
  readonly files: { readonly sslrootcert?: string; readonly sslcert?: string; readonly sslkey?: string };
}

const DEFAULT_PORT = 5432;
/** The schema that is created when the address names none. */
const DEFAULT_SCHEMA = 'dominds';
const fileKeys = ['sslrootcert', 'sslcert', 'sslkey'] as const;
const otherKeys = ['schema', 'host', 'sslmode', 'application_name'];

/** Reads an address. An address with a password is refused: it would lie in settings, histories and process lists. */
export function parseStoreAddress(text: string): Outcome<{ address: StoreAddress }> {
  const parts = /^postgres(?:ql)?:\/\/(?:([^@/]*)@)?([^/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(text.trim());
  if (!parts) return refuse('store-address', { fault: 'form' });
  const [, credentials = '', authority = '', path = '', query = ''] = parts;
  if (credentials.includes(':')) return refuse('store-password');
  const keys = new URLSearchParams(query);
  if (keys.has('password')) return refuse('store-password');
  const unknown = [...keys.keys()].find(key => !otherKeys.includes(key) && !fileKeys.some(file => file === key));
  if (unknown !== undefined) return refuse('store-key', { key: unknown });
  const schema = keys.get('schema') ?? DEFAULT_SCHEMA;
  if (!/^[a-z_][a-z0-9_]{0,47}$/.test(schema)) return refuse('store-address', { fault: 'schema' });
  const hosts = hostsOf(keys.get('host') ?? authority);
  if (!hosts) return refuse('store-address', { fault: 'port' });
  const isLocal = hosts.every(({ host }) => isLoopback(host));
  if (keys.get('sslmode') === 'disable' && !isLocal) return refuse('store-address', { fault: 'unencrypted' });
  const user = decode(credentials);
  const database = decode(path);
  if (user === undefined || database === undefined) return refuse('store-address', { fault: 'escape' });
  const files = Object.fromEntries(fileKeys.flatMap(key => (keys.get(key) ? [[key, keys.get(key)]] : [])));
  return {
    ok: true,
    address: {
      hosts,
      database: database || 'postgres',
      ...(user !== '' && { user }),
      schema,
      tls: isLocal && keys.get('sslmode') !== 'verify-full' ? 'none' : 'verify',
      files,
    },
  };
}

/** The name of a schema as an identifier of SQL: it may be a word like `user`. Names of addresses hold no quotes. */
export function quotedSchema(schema: string): string {
  return `"${schema}"`;
}

/** An address for people: without anything that they do not need to see. */
export function shownAddress({ hosts, database, schema }: StoreAddress): string {
  const named = hosts.map(({ host, port }) => {
    const name = host.includes(':') && !host.startsWith('/') ? `[${host}]` : host;
    return port === DEFAULT_PORT ? name : `${name}:${port}`;
  });
  return `postgres://${named.join(',')}/${database}?schema=${schema}`;
}

function hostsOf(authority: string): StoreAddress['hosts'] | undefined {
  const hosts = (authority === '' ? 'localhost' : authority).split(',').map(each => {
    // A port follows the last colon; one within brackets belongs to an IPv6 address.
    const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]*))(?::(\d{1,5}))?$/.exec(each) ?? [];
    const host = decode(bracketed ?? plain ?? '');
    const number = port === undefined ? DEFAULT_PORT : Number(port);
    return host && number > 0 && number < 65_536 ? { host, port: number } : undefined;
  });
  return hosts.every(host => host !== undefined) ? hosts : undefined;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('/') || (isIPv4(host) && host.startsWith('127.'));
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
