// Follows one dialog for one panel: a snapshot when the panel is ready, then every record after it in order, no gap and
// no repeat (SPEC 8.3). While the panel is not there nothing is sent and nothing piles up: the next `ready` starts over.
import type { DialogRef } from '../../core/dialog/ids.ts';
import type { FeedEvent } from '../../core/feed-event.ts';
import type { Outcome } from '../../core/trouble.ts';
import type { Focus, Snapshot, ToWebview } from '../../protocol/messages.ts';
import type { Timer } from '../coalesce.ts';
import { createPassingBatch, type PassingBatch } from './passing-batch.ts';
import type { Relations } from './snapshot.ts';

/** What a feed is given. `takeSnapshot` may take its time; events are held meanwhile. */
export interface PanelFeedPorts {
  readonly dialog: DialogRef;
  readonly post: (message: ToWebview) => void;
  readonly takeSnapshot: (course?: number) => Promise<Outcome<{ snapshot: Snapshot }>>;
  readonly timer: Timer;
}

type Recorded = Extract<FeedEvent, { type: 'recorded' }>;

export class PanelFeed {
  readonly #ports: PanelFeedPorts;
  readonly #passing: PassingBatch;
  #phase: 'closed' | 'loading' | 'live' = 'closed';
  /** Of the last record sent. */
  #seq = 0;
  #held: Recorded[] = [];
  /** Counts openings, so that a snapshot that comes too late is dropped. */
  #opening = 0;
  #focus: Focus | undefined;
  /** A course that has ended is shown: open questions are not in it. */
  #isOlder = false;

  constructor(ports: PanelFeedPorts) {
    this.#ports = ports;
    this.#passing = createPassingBatch(events => ports.post({ kind: 'passing', events }), ports.timer);
  }

  /** Sends a snapshot of a course (absent: the newest), and goes on from there. */
  async open(course?: number): Promise<void> {
    const opening = ++this.#opening;
    this.#phase = 'loading';
    this.#held = [];
    this.#passing.drop();
    const taken = await this.#ports.takeSnapshot(this.#focus?.kind === 'question' ? undefined : course);
    if (opening !== this.#opening) return;
    if (taken.ok) return this.#goLive(taken.snapshot);
    this.#phase = 'closed';
    this.#ports.post({ kind: 'refused', message: taken.message, remedy: taken.remedy });
  }

  /** The panel is not there any more; it will say when it is back. */
  close(): void {
    this.#opening++;
    this.#phase = 'closed';
    this.#held = [];
    this.#passing.drop();
  }

  /** Takes an event of the whole rtws; those of other dialogs are ignored. */
  receive(event: FeedEvent): void {
    if (this.#phase === 'closed' || event.selfId !== this.#ports.dialog.selfId) return;
    if (event.rootId !== this.#ports.dialog.rootId) return;
    if (event.type === 'recorded') this.#record(event);
    else if (this.#phase === 'live' && isPassing(event)) this.#passing.add(event);
  }

  /** Brings something into view, now or with the next snapshot. */
  focus(focus: Focus): void {
    if (this.#phase === 'live' && !(this.#isOlder && focus.kind === 'question')) {
      this.#ports.post({ kind: 'focus', focus });
      return;
    }
    this.#focus = focus;
    if (this.#phase === 'live') void this.open();
  }

  /** Sends the other dialogs of the tree anew. */
  relate(relations: Relations): void {
    if (this.#phase === 'live') this.#ports.post({ kind: 'related', ...relations });
  }

  get isLive(): boolean {
    return this.#phase === 'live';
  }

  #goLive(snapshot: Snapshot): void {
    this.#phase = 'live';
    this.#seq = snapshot.state.seq;
    this.#isOlder = snapshot.course < snapshot.state.course;
    this.#ports.post(this.#focus ? { ...snapshot, focus: this.#focus } : snapshot);
    this.#focus = undefined;
    const held = this.#held;
    this.#held = [];
    for (const event of held) this.#record(event);
  }

  #record(event: Recorded): void {
    if (this.#phase === 'loading') {
      this.#held.push(event);
      return;
    }
    const { seq, record } = event;
    if (seq <= this.#seq) return;
    if (seq > this.#seq + 1) {
      void this.open();
      return;
    }
    this.#passing.flush();
    this.#seq = seq;
    this.#ports.post({ kind: 'recorded', seq, record });
  }
}

/** Whether an event belongs to a running generation alone. */
export function isPassing(event: FeedEvent): event is Parameters<PassingBatch['add']>[0] {
  switch (event.type) {
    case 'segment_start':
    case 'chunk':
    case 'segment_finish':
    case 'tool_output':
    case 'retrying':
      return true;
    default:
      return false;
  }
}
