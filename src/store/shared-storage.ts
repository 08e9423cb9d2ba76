// A storage with several writing processes: each drives the trees that it has claimed (SPEC 20.3, 20.5).
import type { DialogId, RootId } from '../core/base/ids.ts';
import type { Pauses } from '../core/dialog/pauses.ts';
import type { Status } from '../core/dialog/state.ts';
import type { Sleep } from '../core/dialog/tool-call.ts';
import type { PassingEvent, StreamSegmentKind } from '../core/dialog/view/feed-event.ts';

/** A tree in which dialogs sleep. */
export interface SleepingTree {
  readonly rootId: RootId;
  readonly sleeps: readonly Sleep[];
  /** A process drives it. */
  readonly isHeld: boolean;
}

/** Dialogs of a store that sleep until something comes which has to be looked at. */
export interface SharedSleepers {
  /** Trees that wait for a file or for another root, with what they wait for: all, or those among these. */
  sleeping(among?: readonly RootId[]): Promise<readonly SleepingTree[]>;
  /** How these roots stand now; those that are not there are left out. */
  statusesOf(rootIds: readonly RootId[]): Promise<ReadonlyMap<RootId, Status>>;
  /** What these trees wait for has come: a worker claims them. */
  callDue(rootIds: readonly RootId[]): Promise<void>;
}

export interface Shared extends SharedSleepers {
  /**
   * Claims trees that have something to do or were spoken to; gives them with how often in a row they were taken over.
   */
  claimDue(room: number): Promise<readonly { readonly rootId: RootId; readonly takeovers: number }[]>;
  /** Roots of the trees that this process drives. */
  held(): readonly RootId[];
  /** True if another process drives a tree now. Rejects when the store is away. */
  isDrivenByOther(rootId: RootId): Promise<boolean>;
  /**
   * Lets a claimed tree go that nothing is loaded of. `dueInMs`: it has work then, whatever its line says. Resolves
   * when others may claim it, or when the store is away: then they may once it is back.
   */
  letGo(rootId: RootId, how?: { readonly dueInMs?: number }): Promise<void>;
  /**
   * This process is about to let go of everything: records that are not stored within a few seconds are given up, so
   * that no end waits for a store that is away. Gives what takes that back.
   */
  giveUpSoon(): () => void;
  /** True if intents for a tree wait here. */
  hasIntents(rootId: RootId): boolean;
  /** Something may wait for a worker. */
  onDue(listener: () => void): () => void;
  /** Told why the store cannot be reached, and `undefined` when it can be again. */
  onAway(listener: (why: Error | undefined) => void): () => void;
  /**
   * Told when this process can no longer be sure that its trees are its own, since the store has confirmed it for too
   * long by no heartbeat: whatever acts in the world is to end now. It keeps its trees until the store says that they
   * are lost.
   */
  onLapsed(listener: () => void): () => void;
  /** Model providers that asked a worker of this store to be left alone. */
  readonly pauses: Pauses;
  /** True if other workers serve this workspace, as of the last look. */
  isServed(): boolean;
  /** Sends a passing event of a tree to its watchers, soon. */
  pass(rootId: RootId, event: Passed): void;
  /** Told of passing events of other processes. */
  onPassing(listener: (event: Passed) => void): () => void;
  /** Told when another process begins to watch a tree. */
  onWatched(listener: (rootId: RootId) => void): () => void;
}

/**
 * What passes from the process that drives a tree to its watchers, in its order. Earlier versions ignore types that
 * they do not know.
 */
export type Passed = PassingEvent | LivePiece;

/** A piece of the reply that a dialog is at, for those who began to watch in its middle. */
export interface LivePiece {
  readonly type: 'live_piece';
  readonly rootId: RootId;
  readonly selfId: DialogId;
  readonly genseq: number;
  readonly segment: StreamSegmentKind;
  readonly text: string;
  /** Of its segment, this is the first piece. */
  readonly opens: boolean;
  /** Of the reply so far. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
}
