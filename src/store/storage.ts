// The port to everything stored of one workspace folder: dialogs, the list of roots, the lease to write, intents handed
// from one process to another, and news of other processes. An engine implements it: files (`store/files/`) or a
// database (`store/postgres/`). Engines store and read. They never publish, decide or render. `append` is synchronous
// in every engine: a fact is stored (or queued), folded and published in one tick. An engine that only queues in
// `append` has `stored`, and the driver awaits it before anything leaves the process.
import type { DialogRef, RootId } from '../core/base/ids.ts';
import type { CourseRecord } from '../core/dialog/record.ts';
import type { Status } from '../core/dialog/state.ts';
import type { RootSummary } from '../core/dialog/view/projection.ts';
import type { DriveError, Outcome, Refusal } from '../core/facts/trouble.ts';
import type { AddressedIntent } from '../core/intents/wire.ts';
import type { LogLine, SentLog } from '../core/notices/notice.ts';
import type { ScheduleLine } from '../core/notices/schedule-log.ts';
import type { FileProblem } from '../core/team/team.ts';
import type { DialogStore } from './dialog-store.ts';
import type { Fault, TreesToCheck } from './health.ts';
import type { HeldDialogs } from './held-dialogs.ts';
import type { Shared } from './shared-storage.ts';

/** One workspace folder's storage. Open it once per process and folder. */
export interface Storage {
  /**
   * Takes the lease to write. `token` must be unique. Refused with `driven-elsewhere` while another process holds it
   * (an engine with several writers does not refuse that), `broken-file` or `disk` when it cannot be stored.
   */
  acquire(token: string): Promise<Outcome<{ lease: Lease }>>;
  /** A process that holds a lease now, as far as this process knows. Never throws. */
  holder(): LeaseHolder | undefined;
  /**
   * True if nothing was ever stored here, so that a reader need not create anything. Absent if that makes no
   * difference.
   */
  readonly isUntouched?: () => boolean;
  /** Opens the dialogs for a writer under its lease, or for a reader. The list of roots is loaded when it resolves. */
  open(as: StorageRole): Promise<OpenStorage>;
  /** Dialogs in which these words occur, as they are found: running roots first, the newest first. */
  search(query: string, signal: AbortSignal): AsyncIterable<FoundDialog>;
  /** Bytes that each of these roots takes; 0 for one that is gone. */
  sizes(roots: readonly Pick<RootSummary, 'rootId' | 'status'>[]): Promise<ReadonlyMap<RootId, number>>;
  /** Faults found outside of any opening, each once. */
  readonly problems: readonly FileProblem[];
  /** For engines where trees are claimed one by one: the coordination of several writing processes. */
  readonly shared?: Shared;
  /** The log of the process that holds the lease. Absent: none. */
  readonly log?: LogFile;
  /** What was sent to people who were not looking (SPEC 21.2). Absent: nothing is sent. */
  readonly notices?: NoticeLog;
  /** What is known of schedules besides the roots that they began (SPEC 21.4). */
  readonly schedules: ScheduleLog;
  /**
   * The secret (hex) with which every process of this storage signs the addresses of notices, on whatever machine;
   * undefined for a user who may not have it. Rejects with the engine's errors. Absent: one machine, whose own secret
   * does.
   */
  readonly noticeSecret?: () => Promise<string | undefined>;
  /** Looks for faults of what is stored, and changes nothing (SPEC 14.2). */
  readonly check: (trees: TreesToCheck) => Promise<readonly Fault[]>;
  close(): Promise<void>;
}

/** A storage in which trees are claimed one by one. */
export interface SharedStorage extends Storage {
  readonly shared: Shared;
}

/** One line for each step of sending a notice, the oldest first. Each method rejects with the engine's errors. */
export interface NoticeLog {
  /** Broken lines are left out. */
  read(): Promise<SentLog>;
  /**
   * Stores lines; gives those that are stored. The others are of notices that another process has gone on with since
   * the last `read`.
   */
  append(lines: readonly LogLine[]): Promise<readonly LogLine[]>;
  /** Drops the lines of the last `read` that are not in this log. */
  replace(log: SentLog): Promise<void>;
}

/** Lines on schedules, the oldest first. Each method rejects with the engine's errors. */
export interface ScheduleLog {
  /** The time (epoch milliseconds) that all processes go by, which may start the same; absent: that of the machine. */
  readonly now?: () => Promise<number>;
  /** Broken lines are left out. */
  read(): Promise<readonly ScheduleLine[]>;
  /** Stores lines, so that they survive a power cut. Only a process that drives may. */
  append(lines: readonly ScheduleLine[]): Promise<void>;
  /** Drops the lines of the last `read` that are not among these. */
  keepOnly(lines: readonly ScheduleLine[]): Promise<void>;
}

/** One dialog in which the words occur, at their first place in the newest course that has them. */
export interface FoundDialog {
  readonly dialog: DialogRef;
  /** The owner of a dialog, if the course names it. */
  readonly agentId?: string;
  readonly status: Status;
  readonly course: number;
  /** ISO instant of the record. */
  readonly at: string;
  readonly excerpt: string;
}

export interface LogFile {
  /** Appends whole lines. Never throws. */
  append(text: string): void;
  close(): void;
}

export type StorageRole =
  | { readonly kind: 'reader' }
  | {
      readonly kind: 'writer';
      readonly lease: Lease;
      /**
       * Another process owns a tree now (`lock-lost`), or the store refused or lost records of it (`store`): records
       * appended to it and not `stored` are lost. Called at most once per tree and opening. Files never call it: there
       * the lease itself is lost.
       */
      readonly onTreeLost?: (rootId: RootId, why: DriveError) => void;
      /** Another process wrote although this one holds the lease: what is in memory is not what is stored any more. */
      readonly onOutrun?: () => void;
      /** What this process holds in memory, for an engine whose records others can remove. */
      readonly held?: HeldDialogs;
    };

/** The right to write. */
export interface Lease {
  readonly token: string;
  /** Call `beat` as often, in milliseconds. */
  readonly beatMs: number;
  /** True if this process may write now. Checks clocks and files only. Never throws. */
  isHeld(): boolean;
  /**
   * Renews it. False once another process has it: this one must not write any more, ever. Rejects with the
   * engine's errors while it cannot be renewed; it may still be held then.
   */
  beat(): Promise<boolean>;
  release(): Promise<void>;
}

/** The owner of a lease. */
export interface LeaseHolder {
  readonly pid: number;
  readonly host: string;
  /** Of its lease: an intent is addressed to it. */
  readonly token: string;
}

/** What a role works with. A reader's engine writes to the mailbox only. */
export interface OpenStorage {
  readonly dialogs: DialogStore;
  readonly roots: RootsIndex;
  readonly handover: StoredInbox;
  /** Begins to follow what other processes store. `onEvent` says "look", and may say it too often. */
  follow(onEvent: () => void): Following;
  /**
   * Calls `onEvent` when intents may have been handed over. `renew` it with every beat: what is watched may be another
   * by then.
   */
  watchHandover(onEvent: () => void): { renew(): void; close(): void };
  /**
   * For engines that store a root's line after its records, where it may be lost: drops the lines without a root, and
   * returns the roots without a line, or with a line of another status. Until these are read, the list is incomplete.
   */
  readonly unlisted?: () => readonly RootId[];
  /** How its records name this writer, for the log. */
  readonly writer?: string;
  /** Deletes an archived root for good. Rejects with `DriveError`: `disk` or `store`. */
  remove(rootId: RootId): Promise<void>;
  /** Faults met since it was opened. */
  readonly problems: readonly FileProblem[];
  /** Stores queued records and frees all handles. `isOrderly`: every line of the list of roots is current. */
  close(isOrderly: boolean): Promise<void>;
}

/** One line a root, so that a list of 10,000 roots is read at once (SPEC 9, 17). Derived from the records. */
export interface RootsIndex {
  readonly summaries: ReadonlyMap<RootId, RootSummary>;
  /** Stores the newest lines of roots, soon. Never throws: lines that are refused are stored with the next. */
  put(...summaries: readonly RootSummary[]): void;
  /** Forgets a root that is gone. */
  drop(rootId: RootId): void;
  /** Takes in what another process stored since the last look. Gives each changed root with its line before that. */
  refresh(): ReadonlyMap<RootId, RootSummary | undefined>;
  /** A process begins to write. False when any line may be older than its dialog. Never throws. */
  begin(): boolean;
  /** Stores the whole list again, if lines of it can be wrong. Throws the engine's errors. */
  readonly rewrite?: () => void;
}

/** Intents on their way to the process that drives (SPEC 9.4). */
export interface StoredInbox {
  /** Hands an intent over. Rejects with the engine's errors. */
  put(intent: AddressedIntent): Promise<void>;
  /**
   * Intents that wait to be applied, in the order in which they were said. Yields now and then when there are many.
   * Never throws on content.
   */
  look(): Generator<void, readonly AddressedIntent[]>;
  isPending(msgId: string): boolean;
  /** Takes an intent out after it was applied, or back. */
  remove(msgId: string): void;
  /**
   * Takes an intent out that may not be applied, and leaves the reason for the process that handed it over: as a fact,
   * and in words.
   */
  refuse(msgId: string, refusal: Refusal, told: { readonly message: string; readonly remedy: string }): void;
  /** The refusal of an intent, if any; returned once. */
  takeRefusal(msgId: string): Promise<Refusal | undefined>;
}

/** News of what other processes store. */
export interface Following {
  /**
   * Reads what others stored up to this call, so that `tail`, `roots.refresh` and `handover.isPending` see it. Absent
   * where these read the store themselves.
   */
  readonly catchUp?: () => Promise<void>;
  /**
   * From now on tells of these trees, and of no others besides the list of roots. True when there is more to be looked
   * at: a tree or a part of one that nothing was told of before.
   */
  watch(rootIds: Iterable<RootId>): boolean;
  /** The records of one tree, wherever its root is moved to. */
  tail(rootId: RootId): TreeTail;
  close(): void;
}

/**
 * New records of one dialog. `anew`: they begin with the first record of a course and end with the newest record;
 * otherwise they follow the records of the last look.
 */
export interface DialogNews {
  readonly ref: DialogRef;
  readonly anew: boolean;
  readonly records: readonly [CourseRecord, ...CourseRecord[]];
}

/** True if a record is news to the reader; `first` opens a course. */
export type IsNews = (ref: DialogRef, first: CourseRecord) => boolean;

/** Reads what another process appends to one tree; each record once. Changes nothing. */
export interface TreeTail {
  /**
   * News since the last look. A dialog that was not read yet starts from its newest course, or from an earlier one:
   * courses are added in front as long as their first record is news.
   */
  look(isNews: IsNews): readonly DialogNews[];
}
