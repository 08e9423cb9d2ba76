// Access control of the pages (SPEC 21.1). The printed address contains a token that counts once; the browser that
// brings it gets a signed cookie. A cookie is valid for one folder and 30 days, across restarts of the server, and
// cannot be made without the secret.
import { randomBytes } from 'node:crypto';
import type { Seals } from '../core/seals.ts';

/** `view`: everything is shown, nothing can be changed. */
export type Access = 'full' | 'view';

/** A browser that was let in; `id` tells its pages from those of others. */
export interface Visitor {
  readonly access: Access;
  readonly id: string;
  /** Epoch milliseconds. */
  readonly until: number;
}

export interface Doorkeeper {
  /** A new token for one visit. */
  issue(access: Access): string;
  /** The access that a token grants, once; `undefined` for a wrong or used one. */
  redeem(token: string): Access | undefined;
  /** True if too many wrong tokens came within a minute; then none is checked. */
  isBesieged(): boolean;
  /** The name of the cookie: one for each folder, since browsers share cookies among the ports of a host. */
  readonly cookieName: string;
  /** A cookie's value for a new visitor. */
  admit(access: Access): string;
  /** The owner of this value; `undefined` for a forged or expired one. */
  recognise(value: string | undefined): Visitor | undefined;
}

export interface DoorkeeperPorts {
  /** Of this folder on this machine. */
  readonly seals: Seals;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** How long a cookie lets in. */
export const COOKIE_DAYS = 30;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Wrong tokens within a minute before none is looked at any more. */
const MOST_WRONG = 10;
/** Tokens that were given out and not used. */
const MOST_OPEN = 20;

/** Lets nobody in but by the tokens that it gives out, and by cookies under its seal. */
export function createDoorkeeper({ seals, now }: DoorkeeperPorts): Doorkeeper {
  const open = new Map<string, Access>();
  let wrong: readonly number[] = [];
  const recent = () => {
    wrong = wrong.filter(at => now() - at < MINUTE_MS);
    return wrong.length;
  };
  return {
    issue(access) {
      const token = randomBytes(24).toString('base64url');
      open.set(token, access);
      const [oldest] = open.keys();
      if (open.size > MOST_OPEN && oldest !== undefined) open.delete(oldest);
      return token;
    },
    redeem(token) {
      const access = recent() < MOST_WRONG ? open.get(token) : undefined;
      if (access === undefined) wrong = [...wrong, now()].slice(-MOST_WRONG);
      open.delete(token);
      return access;
    },
    isBesieged: () => recent() >= MOST_WRONG,
    cookieName: `dominds-${seals.seal(['visitor']).slice(0, 12)}`,
    admit(access) {
      const body = `${access}.${now() + COOKIE_DAYS * DAY_MS}.${randomBytes(9).toString('base64url')}`;
      return `${body}.${seals.seal(['visitor', body])}`;
    },
    recognise(value) {
      const [, body = '', access = '', until = '', id = '', signature = ''] =
        /^(([a-z]+)\.(\d+)\.([\w-]+))\.([\w-]+)$/.exec(value ?? '') ?? [];
      if (!seals.holds(signature, ['visitor', body])) return undefined;
      if (Number(until) < now() || (access !== 'full' && access !== 'view')) return undefined;
      return { access, id, until: Number(until) };
    },
  };
}

/** The value of one cookie in a `Cookie` header. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}
