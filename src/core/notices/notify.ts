// Who is told of what waits, and how much (SPEC 21.2): the ways to people, and what several places say of them. Pure.
import type { QuietHours } from './quiet-hours.ts';

/** A way to a person. `name` tells it from others, without its secrets. */
export type Transport = AddressTransport | PushTransport;

/** A transport that a file or a setting names. */
export interface AddressTransport {
  readonly kind: 'webhook' | 'ntfy' | 'slack' | 'command';
  readonly name: string;
  /** An address; of `command`, what the shell runs. Absent: its variable is not set. */
  readonly target?: string;
  /** Signs what a webhook gets. Null: its variable is not set. */
  readonly secret?: string | null;
}

/** A browser in which a person turned notices on (Web Push). */
export interface PushTransport {
  readonly kind: 'push';
  readonly name: string;
  /** Its address at the push service of the browser's maker. */
  readonly target: string;
  /** Base64url: the browser's public key, and the secret by which it knows senders. */
  readonly keys: { readonly p256dh: string; readonly auth: string };
  /** When it was turned on (ISO): ends before are no news to it, and questions wait anew from then on. */
  readonly since: string;
}

/** What of a dialog leaves the machine, the least first. */
export const contents = ['none', 'headline', 'full'] as const;
export type NoticeContent = (typeof contents)[number];

/** What one place says; absent: it says nothing of it. */
export interface NotifySaid {
  readonly afterS?: number;
  readonly content?: NoticeContent;
  readonly quiet?: QuietHours;
  readonly baseUrl?: string;
  readonly transports: readonly Transport[];
}

export interface NotifySettings extends NotifySaid {
  /** How long a question waits first, in seconds. */
  readonly afterS: number;
}

/** How long a question waits where nobody says it, in seconds. */
const DEFAULT_AFTER_S = 60;

/**
 * What several places say together, the nearest to the person last: all their transports, each under a name of its own.
 * Of `content` the least counts, so that a file of the folder never sends more than the person allows; of all else what
 * the last says of it.
 */
export function joinNotify(places: readonly NotifySaid[]): NotifySettings {
  const said: Omit<NotifySaid, 'transports'> = Object.assign({}, ...places);
  const allowed = places.flatMap(({ content }) => content ?? []);
  const content = contents.find(each => allowed.includes(each));
  const taken = new Map<string, number>();
  const transports = places
    .flatMap(each => each.transports)
    .map(transport => {
      const count = (taken.get(transport.name) ?? 0) + 1;
      taken.set(transport.name, count);
      return count === 1 ? transport : { ...transport, name: `${transport.name} #${count}` };
    });
  return { ...said, afterS: said.afterS ?? DEFAULT_AFTER_S, ...(content && { content }), transports };
}

/**
 * What a transport may say of a dialog. Where no place allows anything it is nothing (SPEC 21.2), but in a browser: the
 * person turned notices on there, and nobody else can read them.
 */
export function contentFor({ kind }: Transport, { content }: Pick<NotifySettings, 'content'>): NoticeContent {
  return content ?? (kind === 'push' ? 'headline' : 'none');
}
