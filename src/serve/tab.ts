// One page in a browser across its connections: it numbers its messages and keeps the newest, so that a page whose
// connection broke continues where it was (SPEC 21.1). A page that missed more than that is greeted again, and asks for
// everything.
import { assertNever } from '../core/base/assert.ts';
import type { Timer } from '../pages/coalesce.ts';
import { type FromBrowser, parseFromBrowser, type ToBrowser } from '../protocol/socket.ts';
import { TAB_TAKEN } from '../protocol/tab-taken.ts';

/** A tab's use of a WebSocket. */
export interface TabWire {
  send(text: string): void;
  /** Bytes on their way. */
  readonly bufferedAmount: number;
  /** Ends the connection without a word; the page connects again. */
  terminate(): void;
  close(code: number): void;
  /** Asks the browser for a sign of life, which it gives by itself. */
  ping(): void;
}

/** The session of `src/pages/` that answers the page. */
export interface TabSession {
  receive(message: unknown): Promise<void>;
  hide(): void;
  dispose(): void;
}

export interface TabPorts {
  readonly createSession: (tab: Tab) => TabSession;
  readonly timer: Timer;
  /** The page has been gone for good. */
  readonly onGone: () => void;
  /** The page came in front of the person, or went. */
  readonly onLooking: (isLooking: boolean) => void;
  /** A text was not understood and dropped. */
  readonly onDropped: () => void;
  /** Characters of messages that are kept for the page while it is away; absent: as many as for a person who works. */
  readonly mostKept?: number;
}

/** Messages, and characters of them, that are kept for a page that is away. */
const MOST_KEPT = 2_000;
const MOST_KEPT_CHARACTERS = 8_000_000;
/** Bytes that may be on their way to a page that does not take them. */
const MOST_UNSENT = 16_000_000;
/** Milliseconds after which a page that is away is gone. */
const GONE_AFTER = 120_000;
/**
 * Milliseconds between signs of life. A connection without one is over: a lid was closed, a network left. It is also
 * the longest silence, since proxies end a connection that was silent for a minute.
 */
const BEAT = 20_000;

export class Tab {
  readonly #ports: TabPorts;
  readonly #session: TabSession;
  readonly #questions = new Map<number, (yes: boolean) => void>();
  #kept: { readonly n: number; readonly text: string }[] = [];
  #characters = 0;
  #n = 0;
  /** The number of the newest message that came from the page. */
  #got = 0;
  #asked = 0;
  #wire: TabWire | undefined;
  #leaving: { dispose(): void } | undefined;
  #beat: { dispose(): void } | undefined;
  #isHeard = false;

  constructor(ports: TabPorts) {
    this.#ports = ports;
    this.#session = ports.createSession(this);
  }

  /** Its page has no connection now. */
  get isAway(): boolean {
    return this.#wire === undefined;
  }

  /** The page is connected, and has everything up to message `after`. */
  attach(wire: TabWire, after: number): void {
    this.#leaving?.dispose();
    // A page connects again only after its connection is over, so this one belongs to another page, or to nobody.
    this.#wire?.close(TAB_TAKEN);
    this.#wire = wire;
    this.#expectLife(wire);
    // The page was loaded anew and counts from the beginning, or has hardly said anything.
    if (after <= 0) this.#got = 0;
    const missed = this.#kept.filter(({ n }) => n > after);
    const hasAll = after <= this.#n && missed.length === this.#n - after;
    if (hasAll) for (const { text } of missed) wire.send(text);
    else this.post({ kind: 'hello' });
  }

  /** That connection is over; the page may come back, unless it has another one already. */
  detach(wire: TabWire): void {
    if (this.#wire !== wire) return;
    this.#wire = undefined;
    this.#beat?.dispose();
    this.#ports.onLooking(false);
    this.#leaving = this.#ports.timer(GONE_AFTER, () => this.dispose());
  }

  /** A message of the panel's own protocol: it reaches the page once, in order, or the page starts over. */
  post(message: { readonly kind: string }): void {
    const n = ++this.#n;
    const text = JSON.stringify({ kind: 'message', n, message } satisfies ToBrowser);
    this.#keep(n, text);
    this.#send(text);
  }

  /** Something that only a page that is there needs. */
  tell(message: Exclude<ToBrowser, { kind: 'message' }>): void {
    this.#send(JSON.stringify(message));
  }

  /** The person's answer to a question; false when the page goes away. */
  confirm(question: string): Promise<boolean> {
    const id = ++this.#asked;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#questions.set(id, resolve);
    this.tell({ kind: 'confirm', id, question });
    return promise;
  }

  /** The browser gave a sign of life. */
  heard(wire: TabWire): void {
    if (this.#wire === wire) this.#isHeard = true;
  }

  /**
   * Takes a text of the page. What still comes from a page whose tab was taken is numbered by that page, which says it
   * again in a tab of its own.
   */
  receive(wire: TabWire, text: string): void {
    if (this.#wire !== wire) return;
    const message = parseFromBrowser(text);
    if (message) this.#take(message);
    else this.#ports.onDropped();
  }

  dispose(): void {
    this.#leaving?.dispose();
    this.#beat?.dispose();
    this.#wire?.terminate();
    for (const answer of this.#questions.values()) answer(false);
    this.#questions.clear();
    this.#session.dispose();
    this.#ports.onGone();
  }

  #expectLife(wire: TabWire): void {
    this.#isHeard = false;
    wire.ping();
    this.#beat?.dispose();
    this.#beat = this.#ports.timer(BEAT, () => {
      if (this.#isHeard) this.#expectLife(wire);
      else wire.terminate();
    });
  }

  /** False for a message that came before: its confirmation was lost with a connection. */
  #isNew(n: number | undefined): boolean {
    if (n === undefined) return true;
    const isNew = n > this.#got;
    if (isNew) this.#got = n;
    this.tell({ kind: 'got', n });
    return isNew;
  }

  #take(message: FromBrowser): void {
    if (message.kind !== 'looking' && !this.#isNew(message.n)) return;
    switch (message.kind) {
      case 'message':
        void this.#session.receive(message.message);
        return;
      case 'confirmed':
        this.#questions.get(message.id)?.(message.yes);
        this.#questions.delete(message.id);
        return;
      case 'looking':
        this.#ports.onLooking(message.isLooking);
        return;
      default:
        assertNever(message);
    }
  }

  #keep(n: number, text: string): void {
    this.#kept.push({ n, text });
    this.#characters += text.length;
    if (this.#kept.length <= MOST_KEPT && this.#characters <= (this.#ports.mostKept ?? MOST_KEPT_CHARACTERS)) return;
    // A disconnected page has missed something: sending more to it is useless.
    if (!this.#wire) this.#session.hide();
    const half = this.#kept.slice(Math.ceil(this.#kept.length / 2));
    this.#kept = half;
    this.#characters = half.reduce((sum, { text: { length } }) => sum + length, 0);
  }

  #send(text: string): void {
    const wire = this.#wire;
    if (!wire) return;
    wire.send(text);
    if (wire.bufferedAmount > MOST_UNSENT) wire.terminate();
  }
}
