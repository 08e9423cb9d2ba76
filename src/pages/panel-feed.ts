// Follows one dialog for one panel: a snapshot whenever the panel asks, then every record after it in order, no gap and
// no repeat (SPEC 8.3). While the panel is not there nothing is sent and nothing piles up: the next `ready` starts
// over.
import type { DialogRef } from '../core/base/ids.ts';
import { type FeedEvent, isPassing } from '../core/dialog/view/feed-event.ts';
import type { Outcome, Refusal } from '../core/facts/trouble.ts';
import type { Focus, Snapshot, ToWebview } from '../protocol/messages.ts';
import type { Timer } from './coalesce.ts';
import { createPassingBatch, type PassingBatch } from './passing-batch.ts';
import type { Relations } from './snapshot.ts';

/** What a feed is given. `takeSnapshot` may take its time; events are held meanwhile. */
export interface PanelFeedPorts {
  readonly dialog: DialogRef;
  readonly post: (message: ToWebview) => void;
  /** What happened and what to do, in the person's language. */
  readonly words: (refusal: Refusal) => { readonly message: string; readonly remedy: string };
  readonly takeSnapshot: (course?: number) => Promise<Outcome<{ snapshot: Snapshot }>>;
  /** Taking a snapshot threw: the panel is to be told. */
  readonly onError: (error: unknown) => void;
  readonly timer: Timer;
}

type Recorded = Extract<FeedEvent, { type: 'recorded' }>;

export class PanelFeed {
  readonly #ports: PanelFeedPorts;
  readonly #passing: PassingBatch;
  /** `refused`: the page asked, and there was no snapshot to be had. */
  #phase: 'closed' | 'loading' | 'live' | 'refused' = 'closed';
  /** The snapshot that is on its way, and the course it was asked of. */
  #loading: { readonly course: number | undefined; readonly ended: Promise<void> } | undefined;
  /** Of the last record sent. */
  #seq = 0;
  #held: Recorded[] = [];
  /** Counts openings, so that a snapshot that comes too late is dropped. */
  #opening = 0;
  #focus: Focus | undefined;
  /** The course that is shown; in one that has ended no question is open. */
  #shown = { course: 0, isNewest: true };

  constructor(ports: PanelFeedPorts) {
    this.#ports = ports;
    this.#passing = createPassingBatch(events => ports.post({ kind: 'passing', events }), ports.timer);
  }

  /** The page asks, maybe again because nothing came: a snapshot that is on its way is not taken a second time. */
  ask(course?: number): Promise<void> {
    const isOnItsWay = this.#phase === 'loading' && this.#loading?.course === course;
    return isOnItsWay && this.#loading ? this.#loading.ended : this.open(course);
  }

  /** Sends a snapshot of a course (absent: the newest), and goes on from there. Never rejects. */
  open(course?: number): Promise<void> {
    const ended = this.#open(course);
    this.#loading = { course, ended };
    return ended;
  }

  async #open(course?: number): Promise<void> {
    const opening = ++this.#opening;
    this.#phase = 'loading';
    this.#held = [];
    this.#passing.drop();
    let taken: Awaited<ReturnType<PanelFeedPorts['takeSnapshot']>>;
    try {
      taken = await this.#ports.takeSnapshot(courseOf(this.#focus, course));
    } catch (error) {
      if (opening === this.#opening) this.#refuse();
      return this.#ports.onError(error);
    }
    if (opening !== this.#opening) return;
    if (taken.ok) return this.#goLive(taken.snapshot);
    this.#refuse();
    this.#ports.post({ kind: 'refused', ...this.#ports.words(taken) });
  }

  #refuse(): void {
    this.#phase = 'refused';
    this.#held = [];
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
    if (!this.#isFollowing() || event.selfId !== this.#ports.dialog.selfId) return;
    if (event.rootId !== this.#ports.dialog.rootId) return;
    if (event.type === 'recorded') this.#record(event);
    else if (this.#phase === 'live' && isPassing(event)) this.#passing.add(event);
  }

  /** Brings something into view, now or with the next snapshot. */
  focus(focus: Focus): void {
    if (this.#phase === 'live' && this.#isShown(focus)) {
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

  /** Whether the page asked and was not hidden since: with another runtime it gets another snapshot. */
  get isAskedFor(): boolean {
    return this.#phase !== 'closed';
  }

  get isLive(): boolean {
    return this.#phase === 'live';
  }

  #isShown(focus: Focus): boolean {
    switch (focus.kind) {
      case 'question':
      case 'composer':
      case 'restore':
        return this.#shown.isNewest;
      case 'words':
        return this.#shown.course === focus.course;
      case 'call':
        return true;
    }
  }

  #isFollowing(): boolean {
    return this.#phase === 'loading' || this.#phase === 'live';
  }

  #goLive(snapshot: Snapshot): void {
    this.#phase = 'live';
    this.#seq = snapshot.state.seq;
    this.#shown = { course: snapshot.course, isNewest: snapshot.course === snapshot.state.course };
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

/** The course in which something is to be brought into view, else the one that was asked for. */
function courseOf(focus: Focus | undefined, asked: number | undefined): number | undefined {
  if (focus?.kind === 'words') return focus.course;
  return focus?.kind === 'question' || focus?.kind === 'composer' ? undefined : asked;
}
