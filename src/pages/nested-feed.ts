// The dialogs within a dialog that are unfolded in its page: their newest records, sent again after some were added, and
// what streams in them.
import { type FeedEvent, isPassing } from '../core/dialog/view/feed-event.ts';
import type { Outcome } from '../core/facts/trouble.ts';
import type { ToWebview } from '../protocol/messages.ts';
import type { DialogView } from '../runtime.ts';
import { coalesce, type Timer } from './coalesce.ts';
import { createPassingBatch, type PassingBatch } from './passing-batch.ts';

/** Milliseconds. */
const GROWN_EVERY = 100;
/** Records of a dialog that is unfolded in place; all of it is one click away. */
const NESTED_TAIL = 100;

export interface NestedFeedPorts {
  readonly view: (selfId: string, tail: number) => Promise<Outcome<{ readonly view: DialogView }> | undefined>;
  readonly post: (message: ToWebview) => void;
  readonly timer: Timer;
}

export class NestedFeed {
  readonly #ports: NestedFeedPorts;
  readonly #unfolded = new Set<string>();
  /** Those in which something was recorded since they were sent. */
  readonly #grown = new Set<string>();
  readonly #sendSoon: ReturnType<typeof coalesce>;
  readonly #passing: PassingBatch;

  constructor(ports: NestedFeedPorts) {
    this.#ports = ports;
    this.#sendSoon = coalesce(GROWN_EVERY, () => this.#sendGrown(), ports.timer);
    this.#passing = createPassingBatch(events => ports.post({ kind: 'passing', events }), ports.timer);
  }

  get unfolded(): ReadonlySet<string> {
    return this.#unfolded;
  }

  /** An event of the tree. */
  observe(event: FeedEvent): void {
    if (!this.#unfolded.has(event.selfId)) return;
    if (isPassing(event)) this.#passing.add(event);
    if (event.type !== 'recorded') return;
    this.#grown.add(event.selfId);
    this.#sendSoon();
  }

  unfold(selfId: string): Promise<void> {
    this.#unfolded.add(selfId);
    return this.#send(selfId);
  }

  fold(selfId: string): void {
    this.#unfolded.delete(selfId);
  }

  /** The page begins anew, with nothing unfolded. */
  foldAll(): void {
    this.#unfolded.clear();
  }

  dispose(): void {
    this.#sendSoon.dispose();
    this.#passing.drop();
  }

  #sendGrown(): void {
    for (const selfId of this.#grown) void this.#send(selfId);
    this.#grown.clear();
  }

  async #send(selfId: string): Promise<void> {
    const viewed = await this.#ports.view(selfId, NESTED_TAIL);
    if (!viewed?.ok || !this.#unfolded.has(selfId)) return;
    const { state, records, earlier, live } = viewed.view;
    // Text streamed until now is in the view.
    this.#passing.flush();
    this.#ports.post({ kind: 'nested', selfId, state, records, earlier, ...(live && { live }) });
  }
}
