// Makes a root dialog (SPEC 1.2).

import type { AgentId, DialogId, RootId } from '../../core/base/ids.ts';
import type { CourseRecord } from '../../core/dialog/record.ts';
import type { RootIdentity } from '../../core/dialog/record-parts.ts';
import { sealedRoot } from '../../core/dialog/seals.ts';
import type { Dialect } from '../../core/team/dialect.ts';
import { storeDialog } from '../commit.ts';
import type { Driver } from '../driver.ts';
import type { Tree } from '../driver-context.ts';
import { createTree } from '../tree.ts';

export interface NewRoot {
  /** Absent: a new one. */
  readonly rootId?: RootId;
  readonly agentId: AgentId;
  readonly dialect: Dialect;
  readonly mode: 'chat' | 'draft';
  /** Absent: `tasks/<root-id>.tsk`. */
  readonly taskDocPath?: string;
  readonly domain?: string;
  readonly noDiligence?: boolean;
  readonly demo?: boolean;
  readonly schedule?: RootIdentity['schedule'];
}

/** Creates and stores a root dialog; it is driven only after the first message. */
export function createRoot(driver: Driver, options: NewRoot): Tree {
  const { agentId, dialect, mode, taskDocPath, domain, noDiligence, demo, schedule } = options;
  const id = options.rootId ?? driver.ctx.newId();
  const createdAt = new Date(driver.ctx.now()).toISOString();
  const identity: RootIdentity = {
    kind: 'root',
    rootId: id as RootId,
    selfId: id as DialogId,
    agentId,
    taskDocPath: taskDocPath ?? `tasks/${id}.tsk`,
    createdAt,
    dialect,
    mode,
    ...(domain !== undefined && { domain }),
    ...(noDiligence && { noDiligence: true as const }),
    ...(demo && { demo: true as const }),
    ...(schedule && { schedule }),
    seal: driver.ctx.seals.seal(sealedRoot(id as RootId)),
  };
  return storeRoot(driver, { v: 1, at: createdAt, kind: 'dialogCreated', identity });
}

/** Stores the first record of a root, and keeps its tree in memory. */
export function storeRoot(driver: Driver, first: CourseRecord & { identity: RootIdentity }): Tree {
  const tree = createTree(driver.ctx, first.identity.rootId, []);
  storeDialog(tree, first);
  driver.adopt(tree);
  return tree;
}
