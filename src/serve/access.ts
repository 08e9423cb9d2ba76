// Access control of the pages (SPEC 21.1). The printed address contains a token that counts once; the browser that
// brings it gets a signed cookie. A cookie is valid for one folder and 30 days, across restarts of the server, and
// cannot be made without the secret. Programs get a token of another kind: neither is taken for the other.
import { randomBytes } from 'node:crypto';
import type { Seals } from '../core/dialog/seals.ts';

/** `view`: everything is shown, nothing can be changed. */
export type Access = 'full' | 'view';

/** A browser that was let in; `id` tells its pages from those of others. */
export interface Visitor {
  readonly access: Access;
  readonly id: string;
  /** Epoch milliseconds. */
  readonly until: number;
}

/** What brings a value. */
export type Bearer = 'browser' | 'program';

export interface Doorkeeper {
  /**
   * A new token for one visit; of those that the same visitor asked for, or the server itself, only the newest hold.
   */
  issue(access: Access, inviter?: Visitor): string;
  /**
   * The access that a token grants, once; `undefined` for a wrong or used one. `isPassing`: a wrong one does not count.
   */
  redeem(token: string, how?: { readonly isPassing: boolean }): Access | undefined;
  /** True if too many wrong tokens came within a minute; then none is checked. */
  isBesieged(): boolean;
  /** The name of the cookie: one for each folder, since browsers share cookies among the ports of a host. */
  readonly cookieName: string;
  /**
   * The first step of the paths to which browsers send the cookie: they share it among ports, and no other server knows
   * this path.
   */
  readonly cookieFolder: string;
  /** A new value: a browser's cookie, or the token of a program. */
  admit(access: Access, bearer?: Bearer): string;
  /** The owner of this value; `undefined` for a forged or expired one, and for one of the other kind. */
  recognise(value: string | undefined, bearer?: Bearer): Visitor | undefined;
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
/** Tokens that were given out to one inviter and not used. */
const MOST_OPEN = 20;
/** Those of all visitors together. */
const MOST_OF_VISITORS = 400;

/** Lets nobody in but by the tokens that it gives out, and by cookies under its seal. */
export function createDoorkeeper({ seals, now }: DoorkeeperPorts): Doorkeeper {
  const open = new Map<string, { readonly access: Access; readonly inviter: string | undefined }>();
  let wrong: readonly number[] = [];
  const recent = () => {
    wrong = wrong.filter(at => now() - at < MINUTE_MS);
    return wrong.length;
  };
  const dropOldest = (belongs: (each: { readonly inviter: string | undefined }) => boolean, most: number) => {
    const tokens = [...open].flatMap(([token, each]) => (belongs(each) ? [token] : []));
    for (const token of tokens.slice(0, -most)) open.delete(token);
  };
  return {
    issue(access, visitor) {
      const token = randomBytes(24).toString('base64url');
      const inviter = visitor?.id;
      open.set(token, { access, inviter });
      dropOldest(each => each.inviter === inviter, MOST_OPEN);
      dropOldest(each => each.inviter !== undefined, MOST_OF_VISITORS);
      return token;
    },
    redeem(token, { isPassing } = { isPassing: false }) {
      const found = recent() < MOST_WRONG ? open.get(token) : undefined;
      if (!found && !isPassing) wrong = [...wrong, now()].slice(-MOST_WRONG);
      open.delete(token);
      return found?.access;
    },
    isBesieged: () => recent() >= MOST_WRONG,
    cookieName: `dominds-${seals.seal(['browser']).slice(0, 12)}`,
    cookieFolder: seals.seal(['browser-path']).slice(0, 22),
    admit(access, bearer = 'browser') {
      const body = `${access}.${now() + COOKIE_DAYS * DAY_MS}.${randomBytes(9).toString('base64url')}`;
      return `${body}.${seals.seal([bearer, body])}`;
    },
    recognise(value, bearer = 'browser') {
      const [, body = '', access = '', until = '', id = '', signature = ''] =
        /^(([a-z]+)\.(\d+)\.([\w-]+))\.([\w-]+)$/.exec(value ?? '') ?? [];
      if (!seals.holds(signature, [bearer, body])) return undefined;
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
