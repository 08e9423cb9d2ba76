// What a runtime is at the moment: a process that drives dialogs of its rtws, or one that reads them beside another
// (SPEC 9.4).
import type { RootId } from '../../core/base/ids.ts';
import type { FileProblem } from '../../core/team/team.ts';
import type { DialogQueries, DrivenBy, PerformAny } from '../api.ts';
import type { Engine } from '../engine.ts';

export interface Role {
  readonly perform: PerformAny;
  readonly queries: DialogQueries;
  readonly engine: Engine;
  drivenBy(): DrivenBy;
  /** Begins to tell of what other processes do. Nothing to do where no other one can drive meanwhile. */
  follow(): void;
  /**
   * True if a tree has work that this process requested from a driver that is gone, so that this one should take over.
   */
  isLeftUndone(rootId: RootId): boolean;
  /** True if this process drives that tree: at a store, the ones that it has claimed. */
  drives(rootId: RootId): boolean;
  /** True if a tree is active now. */
  isBusy(rootId: RootId): boolean;
  /** A tree was started here without a waiting caller: a worker releases it when it rests. */
  keep(rootId: RootId): void;
  problems(): readonly FileProblem[];
  close(): Promise<void>;
}
