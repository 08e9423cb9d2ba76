// The browsers in which a person turned notices of an rtws on, in the person's own folder:
// `push/<rtws>/<browser>.json`, a file each, so that several processes add and remove them. Beside them is the key by
// which push services know this machine (SPEC 21.2).
import { createHash } from 'node:crypto';
import * as path from 'node:path';
import { once } from '../../core/base/once.ts';
import type { Seals } from '../../core/dialog/seals.ts';
import type { PushTransport } from '../../core/notices/notify.ts';
import { keepFirst, keepPersonal, listPersonal, readPersonal, removePersonal } from '../folder/personal-folder.ts';

/** A browser as its push service gave it to its page. */
export interface PushBrowser extends Pick<PushTransport, 'target' | 'keys'> {
  /** Until when it has access to the pages (epoch milliseconds): no notice is sent to it later. */
  readonly until: number;
}

/** Several processes may hold one of these for the same rtws. */
export interface PushBrowsers {
  /** Where they are kept; undefined when they cannot be. */
  folder(): string | undefined;
  /** The present ones, as transports. */
  list(): readonly PushTransport[];
  /** Adds one, or keeps that it is there longer; undefined when the person's own folder cannot be written. */
  add(browser: PushBrowser): { readonly transport: PushTransport; readonly isNew: boolean } | undefined;
  /** Removes the one with this address, if it is there. */
  remove(target: string): void;
}

/** More are not kept: the oldest goes. */
const MOST_BROWSERS = 20;
const FOLDER = 'push';
const KEYS_FILE = 'keys.json';

/** The browsers of an rtws. `folder` is the person's own; `now` gives epoch milliseconds. */
export function createPushBrowsers(
  folder: string | undefined,
  { seals, now }: { readonly seals: Seals; readonly now: () => number },
): PushBrowsers {
  const own = once(() => folder && path.join(folder, FOLDER, seals.seal(['browsers']).slice(0, 16)));
  const read = (file: string) => browserIn(readPersonal(own(), file));
  return {
    folder: own,
    list() {
      const browsers = listPersonal(own()).flatMap(file => read(file) ?? []);
      return browsers.filter(({ until }) => until > now()).map(transportOf);
    },
    add({ target, keys, until }) {
      const known = read(fileOf(target));
      const browser = { target, keys, until, since: known?.since ?? new Date(now()).toISOString() };
      if (!keepPersonal(own(), fileOf(target), `${JSON.stringify(browser)}\n`)) return undefined;
      const bySince = listPersonal(own())
        .map(file => ({ file, since: read(file)?.since ?? '' }))
        .sort((a, b) => (a.since < b.since ? 1 : -1));
      for (const { file } of bySince.slice(MOST_BROWSERS)) removePersonal(own(), file);
      return { transport: transportOf(browser), isNew: known === undefined };
    },
    remove: target => removePersonal(own(), fileOf(target)),
  };
}

/** The file of the keys of this machine; `make` is asked when there is none. Undefined when it cannot be kept. */
export function readPushKeys<Keys>(folder: string | undefined, make: () => Keys): Keys | undefined {
  const own = folder && path.join(folder, FOLDER);
  const read = () => parsed(readPersonal(own, KEYS_FILE)) as Keys | undefined;
  const known = read();
  if (known) return known;
  const text = `${JSON.stringify(make())}\n`;
  const isBroken = readPersonal(own, KEYS_FILE) !== undefined;
  // Another process may have been first; or the disk knows no links.
  const isKept = !isBroken && keepFirst(own, KEYS_FILE, text);
  if (!isKept && read() === undefined) keepPersonal(own, KEYS_FILE, text);
  return read();
}

type Stored = PushBrowser & Pick<PushTransport, 'since'>;

function transportOf({ target, keys, since }: Stored): PushTransport {
  return { kind: 'push', name: `browser ${hashOf(target).slice(0, 8)}`, target, keys, since };
}

function fileOf(target: string): string {
  return `${hashOf(target)}.json`;
}

/** The address of a browser is a secret: whoever has it can use it up. */
function hashOf(target: string): string {
  return createHash('sha256').update(target).digest('hex').slice(0, 32);
}

function browserIn(text: string | undefined): Stored | undefined {
  const stored = parsed(text) as Partial<Stored> | undefined;
  const isWhole =
    typeof stored?.target === 'string' &&
    typeof stored.keys?.p256dh === 'string' &&
    typeof stored.keys.auth === 'string' &&
    typeof stored.until === 'number' &&
    typeof stored.since === 'string';
  return isWhole ? (stored as Stored) : undefined;
}

function parsed(text: string | undefined): object | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
