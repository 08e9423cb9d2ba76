// The roots that ended and were not opened since (SPEC 13.12): noticed as they end, kept until the person opens them.

import { type DialogRef, isRootRef, type RootId, rootRef } from '../core/base/ids.ts';
import { Listeners } from '../core/base/listeners.ts';
import { isPersonsWord } from '../core/dialog/fold/persons-word.ts';
import type { CourseRecord } from '../core/dialog/record.ts';
import type { FeedEvent } from '../core/dialog/view/feed-event.ts';
import type { RootSummary } from '../core/dialog/view/projection.ts';
import { type RootRow, standingOfRoot } from '../core/dialog/view/standing.ts';

/** `done`: marked done by the agent; `replied`: nothing is left to do; `drafted`: a draft waits to be accepted. */
export type End = 'done' | 'replied' | 'drafted';

export interface EndedPorts {
  /** True if the dialog is visible. */
  readonly isVisible: (dialog: DialogRef) => boolean;
  /** Roots that were noticed in an earlier session and not looked at since; stored again whenever they change. */
  readonly load: () => readonly string[];
  readonly store: (rootIds: readonly string[]) => void;
  /** A root ended, and it is not in front of the person. */
  readonly onEnd: (root: RootSummary, end: End) => void;
}

/** As many are remembered; the oldest are forgotten first. */
const MOST = 500;

export class Ended {
  readonly #ports: EndedPorts;
  readonly #unseen: Set<RootId>;
  /** Roots in which something was done since the person last spoke there. */
  readonly #busy = new Set<RootId>();
  readonly #listeners = new Listeners<[RootId]>();

  constructor(ports: EndedPorts) {
    this.#ports = ports;
    this.#unseen = new Set(ports.load() as readonly RootId[]);
  }

  /** Calls `listener` when a root ended unseen, or was looked at. */
  onChange(listener: (rootId: RootId) => void): { dispose(): void } {
    return this.#listeners.add(listener);
  }

  /** Roots with the mark of those that ended and were not looked at since. */
  marked(roots: readonly RootSummary[]): readonly RootRow[] {
    return this.#unseen.size === 0
      ? roots
      : roots.map(root => (this.#unseen.has(root.rootId) ? { ...root, unseen: true } : root));
  }

  /** True if a root ended and was not opened since. */
  isUnseen(rootId: RootId): boolean {
    return this.#unseen.has(rootId);
  }

  /** The person looks at a dialog. */
  lookAt(dialog: DialogRef): void {
    if (isRootRef(dialog)) this.#see(dialog.rootId);
  }

  /** Takes an event of the rtws. */
  receive(event: FeedEvent): void {
    if (event.type === 'root_changed') {
      if (event.summary) this.#follow(event.summary);
      else this.#forget(event.rootId);
      return;
    }
    if (event.type !== 'recorded' || !isRootRef(event)) return;
    const { record, rootId } = event;
    if (isPersonsWord(record) || isClosedByPerson(record) || isFork(record)) this.#forget(rootId);
    else if (isWorkOf(record)) this.#busy.add(rootId);
  }

  #follow(root: RootSummary): void {
    const end = this.#busy.has(root.rootId) ? endOf(root) : undefined;
    if (!end) return;
    this.#busy.delete(root.rootId);
    if (this.#ports.isVisible(rootRef(root.rootId))) return;
    // Drafts are in the inbox until one of them is accepted, looked at or not.
    if (end !== 'drafted') this.#note(root.rootId);
    this.#ports.onEnd(root, end);
  }

  #note(rootId: RootId): void {
    this.#unseen.delete(rootId);
    this.#unseen.add(rootId);
    for (const oldest of this.#unseen) if (this.#unseen.size > MOST) this.#unseen.delete(oldest);
    this.#changed(rootId);
  }

  #see(rootId: RootId): void {
    if (this.#unseen.delete(rootId)) this.#changed(rootId);
  }

  #forget(rootId: RootId): void {
    this.#busy.delete(rootId);
    this.#see(rootId);
  }

  #changed(rootId: RootId): void {
    this.#ports.store([...this.#unseen]);
    this.#listeners.tell(rootId);
  }
}

/** Actions of the agent that the person may want to read about. */
function isWorkOf(record: CourseRecord): boolean {
  if (record.kind === 'generationEnded') return record.outcome === 'complete';
  return record.kind === 'draftStepped' || (record.kind === 'dialogCompleted' && record.by === 'agent');
}

function isClosedByPerson(record: CourseRecord): boolean {
  return record.kind === 'dialogArchived' || (record.kind === 'dialogCompleted' && record.by === 'person');
}

/** The records before it are copies: their work ended in another dialog. */
function isFork(record: CourseRecord): boolean {
  return record.kind === 'dialogForked';
}

function endOf(root: RootSummary): End | undefined {
  const standing = standingOfRoot(root);
  if (standing === 'completed') return 'done';
  if (root.toAccept) return 'drafted';
  return standing === 'idle' && !root.needsDrive ? 'replied' : undefined;
}
