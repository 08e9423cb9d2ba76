// One tree that another process drives, kept as that process stores it: new records are folded into it and published,
// each once and in the order in which they were made. Sequence numbers alone say what is new (SPEC 9.4).
import { assertNever } from '../../core/base/assert.ts';
import type { DialogId, DialogRef, RootId } from '../../core/base/ids.ts';
import { applyRecord, passed } from '../../core/dialog/fold/apply.ts';
import { openCourse } from '../../core/dialog/fold/open-course.ts';
import type { CourseRecord } from '../../core/dialog/record.ts';
import type { DialogState } from '../../core/dialog/state.ts';
import { publishQuestionCount } from '../../driver/commit.ts';
import type { Dialog, DriverContext, Tree } from '../../driver/driver-context.ts';
import type { Feed } from '../../driver/feed.ts';
import { addDialog, createTree, setState } from '../../driver/tree.ts';
import type { TreeTail } from '../../store/storage.ts';

/**
 * What counts as news at the first look: records of the tree with a higher number (`n`), or records of each dialog with
 * a higher sequence number (`seq`) and all records of other dialogs.
 */
export type Since =
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'told'; readonly told: ReadonlyMap<DialogId, number> };

/** Everything is news. */
export const fromTheBeginning: Since = { kind: 'told', told: new Map() };

/** Records of one dialog that were read and not published yet. */
interface Queue {
  readonly ref: DialogRef;
  readonly records: CourseRecord[];
  /** Index of the first that is not published. */
  next: number;
}

export class FollowedTree {
  readonly #tail: TreeTail;
  readonly #feed: Feed;
  readonly #tree: Tree;
  #since: Since;
  readonly #queues = new Map<DialogId, Queue>();

  constructor(
    rootId: RootId,
    options: { readonly ctx: DriverContext; readonly tail: TreeTail; readonly feed: Feed; readonly since: Since },
  ) {
    this.#tail = options.tail;
    this.#feed = options.feed;
    this.#since = options.since;
    this.#tree = createTree(options.ctx, rootId, []);
  }

  /** Absent while the root's first record is not there. */
  get tree(): Tree | undefined {
    return this.#tree.dialogs.has(this.#tree.rootId as string as DialogId) ? this.#tree : undefined;
  }

  /** Where to continue when the tree is followed again. */
  get reached(): Since {
    if (!this.tree) return this.#since;
    const before = this.#since.kind === 'told' ? this.#since.told : [];
    const told = [...this.#tree.dialogs].map(([selfId, { state }]) => [selfId, state.seq] as const);
    return { kind: 'told', told: new Map([...before, ...told]) };
  }

  /** True if records were read that only the next `takeIn` publishes. */
  get hasMore(): boolean {
    return this.#queues.size > 0;
  }

  /**
   * Folds and publishes the records stored before the call; false when there were none. The files are read one after
   * another while the driver writes them, so a record may be read before its cause. A second reading finds all records
   * older than the newest record of the first; later ones are left to the next call.
   */
  takeIn(): boolean {
    const hadMore = this.hasMore;
    const found = this.#read();
    if (this.#since.kind !== 'told' && this.tree) this.#since = fromTheBeginning;
    if (this.hasMore) {
      const newest = this.#newest();
      this.#read();
      this.#publishUpTo(newest);
    }
    return found || hadMore;
  }

  #read(): boolean {
    const found = this.#tail.look((ref, first) => this.#isNews(ref, first, openCourse(first)?.seq ?? 0));
    for (const { ref, anew, records } of found) {
      if (anew) this.#begin(ref, records);
      else this.#enqueue(ref, records);
    }
    return found.length > 0;
  }

  #isNews({ selfId }: DialogRef, record: CourseRecord, seq: number): boolean {
    const known = this.#tree.dialogs.get(selfId);
    if (known) return seq > known.state.seq;
    switch (this.#since.kind) {
      case 'number':
        return numberOf(record) > this.#since.number;
      case 'told':
        return seq > (this.#since.told.get(selfId) ?? 0);
      default:
        return assertNever(this.#since);
    }
  }

  /** Folds records that are not news; the rest is in the queue. */
  #begin(ref: DialogRef, records: readonly CourseRecord[]): void {
    let state: DialogState | undefined;
    let course: CourseRecord[] = [];
    const first = records.findIndex(record => {
      const next = state ? applyStored(state, record) : openCourse(record);
      if (!next || this.#isNews(ref, record, next.seq)) return true;
      state = next;
      course = record.kind === 'courseStarted' ? [record] : [...course, record];
      return false;
    });
    if (state) this.#put(ref, state, course);
    this.#queues.delete(ref.selfId);
    if (first >= 0) this.#enqueue(ref, records.slice(first));
  }

  #put({ selfId }: DialogRef, state: DialogState, records: CourseRecord[]): void {
    const known = this.#tree.dialogs.get(selfId);
    if (known) {
      setState(known, state);
      known.records = records;
    } else addDialog(this.#tree, state, records);
  }

  #enqueue(ref: DialogRef, records: readonly CourseRecord[]): void {
    const queue = this.#queues.get(ref.selfId);
    if (queue) queue.records.push(...records);
    else this.#queues.set(ref.selfId, { ref, records: [...records], next: 0 });
  }

  #newest(): number {
    const numbers = [...this.#queues.values()].map(({ records }) => numberOf(records.at(-1)));
    return Math.max(...numbers);
  }

  /** Publishes the queued records with a number up to `newest`, in the order of the tree. */
  #publishUpTo(newest: number): void {
    for (;;) {
      const queue = this.#first(newest);
      const record = queue?.records[queue.next];
      if (!queue || !record) return;
      queue.next += 1;
      if (queue.next === queue.records.length) this.#queues.delete(queue.ref.selfId);
      this.#publish(queue.ref, record);
    }
  }

  /** The queue whose first record comes before those of the others. */
  #first(newest: number): Queue | undefined {
    let first: { readonly queue: Queue; readonly record: CourseRecord } | undefined;
    for (const queue of this.#queues.values()) {
      const record = queue.records[queue.next];
      if (!record || numberOf(record) > newest) continue;
      if (!first || comesBefore(record, first.record)) first = { queue, record };
    }
    return first?.queue;
  }

  #publish(ref: DialogRef, record: CourseRecord): void {
    const known = this.#tree.dialogs.get(ref.selfId);
    const before = known?.state.questions.length ?? 0;
    const dialog = known ? extend(known, record) : this.#open(record);
    if (!dialog) return;
    this.#tree.lastNumber = Math.max(this.#tree.lastNumber, numberOf(record));
    this.#feed.publish({ type: 'recorded', ...ref, seq: dialog.state.seq, record });
    publishQuestionCount(this.#feed, dialog, before);
  }

  #open(record: CourseRecord): Dialog | undefined {
    const state = openCourse(record);
    if (!state) return undefined;
    return addDialog(this.#tree, state, [record]);
  }
}

function extend(dialog: Dialog, record: CourseRecord): Dialog {
  setState(dialog, applyStored(dialog.state, record));
  if (record.kind === 'courseStarted') dialog.records = [];
  dialog.records.push(record);
  return dialog;
}

/** 0 for a record of an earlier version. */
function numberOf(record: CourseRecord | undefined): number {
  return record?.n ?? 0;
}

/**
 * True if the driver made `a` before `b`, a record of another dialog. Times decide only between records without
 * numbers.
 */
function comesBefore(a: CourseRecord, b: CourseRecord): boolean {
  return a.n !== undefined && b.n !== undefined ? a.n < b.n : a.at < b.at;
}

/** A record whose fields are not what its kind has changes nothing, as when a course is loaded. */
function applyStored(state: DialogState, record: CourseRecord): DialogState {
  try {
    return applyRecord(state, record);
  } catch {
    return passed(state, record);
  }
}
