// What a page said and the server has not confirmed: a connection may break with it on its way (SPEC 21.1). Pure.
import type { FromBrowser } from '../../src/protocol/socket.ts';

/** What is said once, in order, over connections that break. */
export type OutgoingText = Exclude<FromBrowser, { kind: 'looking' }>;

export interface Outgoing {
  /** Numbers a message and keeps it; its text. */
  add(message: OutgoingText): string;
  /** The server has everything up to this number. */
  got(n: number): void;
  /** The texts to send again on a new connection. */
  left(): readonly string[];
}

/** Nothing said yet. */
export function createOutgoing(): Outgoing {
  let kept: { readonly n: number; readonly text: string }[] = [];
  let last = 0;
  return {
    add(message) {
      const n = ++last;
      const text = JSON.stringify({ ...message, n } satisfies FromBrowser);
      kept.push({ n, text });
      return text;
    },
    got(n) {
      kept = kept.filter(each => each.n > n);
    },
    left: () => kept.map(({ text }) => text),
  };
}
