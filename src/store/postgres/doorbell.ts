// Notifies other processes at once about stored records, by LISTEN and NOTIFY on a connection of its own. Only an
// optimisation: a process that hears nothing polls after a while. News of one tick are sent together, as is what comes
// soon after a notification; NOTIFY is never part of a storing transaction, since it would make commits wait for each
// other; and its own transaction does not wait for the disk: nothing is lost with it, and appends would wait for that
// sync.
import type { After } from '../../core/base/after.ts';
import type { RootId } from '../../core/base/ids.ts';
import { throttle } from '../../core/notices/throttle.ts';
import { type LinkOptions, openLink } from './link.ts';

/** The notifications of a process. */
export type Bell =
  /** Records of a tree, its line in the list, or both. */
  | { readonly kind: 'stored'; readonly root: RootId }
  /** An intent waits for the owner of a tree. */
  | { readonly kind: 'said'; readonly root: RootId }
  /** A tree was released and has work left. */
  | { readonly kind: 'due' }
  /** A process watches a tree and wants its passing events. */
  | { readonly kind: 'watched'; readonly root: RootId }
  /** It begins to, and does not know what passed. */
  | { readonly kind: 'joined'; readonly root: RootId }
  /** A model provider asked to be left alone. */
  | { readonly kind: 'paused' }
  /** Passing events of a tree, as JSON. */
  | { readonly kind: 'passing'; readonly json: string };

export interface Doorbell {
  ring(bell: Bell): void;
  /** Sends pending notifications. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export interface DoorbellOptions {
  readonly link: Omit<LinkOptions, 'purpose' | 'prepare' | 'onNotice' | 'onLost'>;
  /** Distinguishes this process: its own bells are not for itself. */
  readonly sender: string;
  readonly onBell: (bell: Bell) => void;
  /** The connection is there (again): what came meanwhile was not heard. */
  readonly onConnected: () => void;
  readonly after: After;
}

/** Between two notifications of a process: those of busy workers would wait for each other. */
const SPACE_MS = 15;
/** PostgreSQL takes less than 8,000 bytes. */
const MAX_PAYLOAD_BYTES = 7_900;
const RECONNECT_MS = 1_000;

/** The channel of a schema: notifications are for a whole database. */
function channelOf(schema: string): string {
  return `dominds_${schema}`;
}

/** Connects at once, and again after each loss. Never throws: without it processes poll. */
export function openDoorbell(options: DoorbellOptions): Doorbell {
  const { link: linkOptions, sender, onBell, onConnected, after } = options;
  const channel = channelOf(linkOptions.address.schema);
  let isClosed = false;
  const waiting = new Set<string>();
  const link = openLink({
    ...linkOptions,
    purpose: 'news',
    prepare: async query => {
      await query(`listen ${channel}`);
      onConnected();
    },
    onNotice: (_, payload) => {
      const [from, ...bells] = payload.split('\n');
      if (from !== sender) for (const bell of bells) readBell(bell, onBell);
    },
    onLost: () => connect(),
  });
  const connect = () => {
    if (isClosed) return;
    link.query('select 1').catch(() => {
      if (!isClosed) after(RECONNECT_MS, connect);
    });
  };
  const flush = async () => {
    const texts = [...waiting];
    waiting.clear();
    // A process that misses it polls.
    for (const payload of payloadsOf(sender, texts))
      await link.query('select pg_notify($1, $2)', [channel, payload]).catch(() => {});
  };
  // At the end of the tick, which may store records of many trees.
  const soon = throttle(SPACE_MS, () => queueMicrotask(() => void flush()), after);
  connect();
  return {
    ring(bell) {
      if (isClosed) return;
      waiting.add(writeBell(bell));
      // A person waits for what comes of it.
      if (bell.kind === 'said') return void flush();
      soon.ask();
    },
    flush,
    async close() {
      soon.stop();
      await flush();
      isClosed = true;
      await link.close();
    },
  };
}

function writeBell(bell: Bell): string {
  switch (bell.kind) {
    case 'due':
    case 'paused':
      return bell.kind;
    case 'passing':
      return `passing ${bell.json}`;
    default:
      return `${bell.kind} ${bell.root}`;
  }
}

function readBell(text: string, tell: (bell: Bell) => void): void {
  const space = text.indexOf(' ');
  const [kind, rest] = space === -1 ? [text, ''] : [text.slice(0, space), text.slice(space + 1)];
  if (kind === 'due' || kind === 'paused') tell({ kind });
  else if (kind === 'stored' || kind === 'said' || kind === 'watched' || kind === 'joined')
    tell({ kind, root: rest as RootId });
  else if (kind === 'passing') tell({ kind, json: rest });
}

/** Several notifications where one cannot hold all; a bell that is too long by itself is left out. */
function payloadsOf(sender: string, bells: readonly string[]): readonly string[] {
  const payloads: string[] = [];
  let payload = sender;
  for (const bell of bells) {
    const isTooLong = Buffer.byteLength(sender) + 1 + Buffer.byteLength(bell) > MAX_PAYLOAD_BYTES;
    if (isTooLong) continue;
    if (Buffer.byteLength(payload) + 1 + Buffer.byteLength(bell) > MAX_PAYLOAD_BYTES) {
      payloads.push(payload);
      payload = sender;
    }
    payload += `\n${bell}`;
  }
  return payload === sender ? payloads : [...payloads, payload];
}
