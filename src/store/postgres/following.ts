// News from other processes of a workspace: the doorbell says when to look, `catchUp` reads, and tails and lists
// publish the result. It also polls at intervals, since a notification may be lost.
import type { DialogId, DialogRef, RootId } from '../../core/base/ids.ts';
import { openCourse } from '../../core/dialog/fold/open-course.ts';
import type { CourseRecord } from '../../core/dialog/record.ts';
import type { DialogNews, Following, IsNews, TreeTail } from '../storage.ts';
import type { PgMailbox } from './mailbox.ts';
import { courseLines, linesAfter, newestStoredLines, recordsOf, type StoredLine } from './read-trees.ts';
import type { PgRoots } from './roots.ts';
import type { Session } from './session.ts';

export interface FollowingOptions {
  readonly session: Session;
  readonly roots: PgRoots;
  readonly mailbox: PgMailbox;
  /** Something may be new. */
  readonly onEvent: () => void;
  /** Looks at what else a follower has to know. */
  readonly beforeLook: () => Promise<void>;
}

/** Looks that take in what a bell did not tell. */
const THOROUGH_EVERY_MS = 10_000;
/** An interest in a tree's passing events is renewed. */
const RENEW_EVERY_MS = 10_000;

export class PgFollowing implements Following {
  readonly #options: FollowingOptions;
  readonly #tails = new Map<RootId, PgTail>();
  #watched = new Set<RootId>();
  #thoroughAt = Number.NEGATIVE_INFINITY;
  #renewedAt = Number.NEGATIVE_INFINITY;
  /** Watched from now on, which nobody was told yet. */
  readonly #joined = new Set<RootId>();
  readonly #unsubscribe: readonly (() => void)[];

  constructor(options: FollowingOptions) {
    this.#options = options;
    const { session, onEvent } = options;
    this.#unsubscribe = [
      session.onBell(bell => {
        if (bell.kind === 'stored') onEvent();
      }),
      session.onConnected(() => {
        this.#thoroughAt = Number.NEGATIVE_INFINITY;
        onEvent();
      }),
    ];
  }

  readonly catchUp = async (): Promise<void> => {
    const { session, roots, mailbox, beforeLook } = this.#options;
    await beforeLook();
    const now = session.options.elapsed();
    const isThorough = now - this.#thoroughAt >= THOROUGH_EVERY_MS;
    // First what became of words, so that the records which they led to are read after that.
    await mailbox.lookAfterGiven();
    await roots.look(isThorough ? 'thorough' : 'usual');
    if (isThorough) await roots.lookForGone();
    if (isThorough) this.#thoroughAt = now;
    const cursors = new Map<RootId, number>();
    for (const [root, tail] of this.#tails) {
      const cursor = await tail.prepare();
      if (cursor !== undefined) cursors.set(root, cursor);
    }
    for (const line of await linesAfter(session.query, cursors)) this.#tails.get(line.root)?.add(line);
    this.#renewInterest(now);
  };

  watch(rootIds: Iterable<RootId>): boolean {
    const before = this.#watched;
    this.#watched = new Set(rootIds);
    const joined = [...this.#watched].filter(rootId => !before.has(rootId));
    for (const rootId of joined) this.#joined.add(rootId);
    const isNew = joined.length > 0;
    if (isNew) this.#renewedAt = Number.NEGATIVE_INFINITY;
    for (const rootId of this.#tails.keys()) if (!this.#watched.has(rootId)) this.#tails.delete(rootId);
    return isNew || [...this.#tails.values()].some(tail => tail.wantsEarlier);
  }

  tail(rootId: RootId): TreeTail {
    const tail = new PgTail(this.#options.session, rootId);
    this.#tails.set(rootId, tail);
    return tail;
  }

  close(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#tails.clear();
  }

  #renewInterest(now: number): void {
    if (now - this.#renewedAt < RENEW_EVERY_MS) return;
    this.#renewedAt = now;
    const { bell } = this.#options.session;
    for (const root of this.#watched) bell.ring({ kind: 'watched', root });
    for (const root of this.#joined) bell.ring({ kind: 'joined', root });
    this.#joined.clear();
  }
}

/** Records of one dialog that were read and not given out yet. */
interface Read {
  readonly ref: DialogRef;
  readonly lines: StoredLine[];
}

class PgTail implements TreeTail {
  readonly #session: Session;
  readonly #root: RootId;
  readonly #read = new Map<DialogId, Read>();
  /** Dialogs of which something was given out. */
  readonly #told = new Set<DialogId>();
  /** Dialogs that are news from before their newest course on. */
  readonly #wanted = new Set<DialogId>();
  /** Dialogs without an earlier course. */
  readonly #complete = new Set<DialogId>();
  /** Of the newest line that was read; none before the first look. */
  #cursor: number | undefined;

  constructor(session: Session, root: RootId) {
    this.#session = session;
    this.#root = root;
  }

  /** True if the next `prepare` reads earlier courses. */
  get wantsEarlier(): boolean {
    return this.#wanted.size > 0;
  }

  /** Reads what has to be read in its own way, and gives the number after which the rest is. */
  async prepare(): Promise<number | undefined> {
    if (this.#cursor === undefined) {
      const lines = await newestStoredLines(this.#session.query, this.#root);
      for (const line of lines) this.add(line);
    }
    for (const selfId of [...this.#wanted]) await this.#prepend(selfId);
    return this.#cursor;
  }

  add(line: StoredLine): void {
    // Two looks may have read it.
    if (this.#cursor !== undefined && line.seq <= this.#cursor) return;
    this.#cursor = line.seq;
    const { root, dialog } = line;
    const read = this.#read.get(dialog);
    if (read) read.lines.push(line);
    else this.#read.set(dialog, { ref: { rootId: root, selfId: dialog }, lines: [line] });
  }

  look(isNews: IsNews): readonly DialogNews[] {
    const news = [...this.#read].flatMap(([selfId, { ref, lines }]): DialogNews[] => {
      const records = recordsOf(lines);
      const [first, ...others] = records;
      if (!first) return [];
      const anew = !this.#told.has(selfId);
      if (anew && this.#isEarlierNews(ref, first, isNews)) return [];
      this.#told.add(selfId);
      this.#read.delete(selfId);
      return [{ ref, anew, records: [first, ...others] }];
    });
    return news;
  }

  /** True if the previous course has news too: then it is read first. */
  #isEarlierNews(ref: DialogRef, first: CourseRecord, isNews: IsNews): boolean {
    const course = openCourse(first)?.course ?? 1;
    if (course === 1 || this.#complete.has(ref.selfId) || !isNews(ref, first)) return false;
    this.#wanted.add(ref.selfId);
    return true;
  }

  async #prepend(selfId: DialogId): Promise<void> {
    const read = this.#read.get(selfId);
    const [first] = read?.lines ?? [];
    this.#wanted.delete(selfId);
    if (!read || !first) return;
    const earlier = await courseLines(this.#session.query, read.ref, first.course - 1);
    if (earlier.length === 0) this.#complete.add(selfId);
    read.lines.unshift(...earlier);
  }
}
