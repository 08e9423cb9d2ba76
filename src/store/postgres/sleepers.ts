// Trees that wait for a file or for the end of another root (SPEC 20.3, 21.4). A time is in `due_at`; these have to be
// looked at.
import type { RootId } from '../../core/base/ids.ts';
import type { Status } from '../../core/dialog/state.ts';
import type { Sleep } from '../../core/dialog/tool-call.ts';
import type { SharedSleepers } from '../shared-storage.ts';
import type { Session } from './session.ts';
import { treesLocked } from './tree-locks.ts';

/** What a store knows of the dialogs of a workspace that sleep. */
export function sleepersOf({ query, bell }: Session, rtws: string): SharedSleepers {
  return {
    async sleeping(among) {
      const rows = await query<{ root: RootId; watches: string; held: boolean }>(
        `select root, watches, owner is not null as held from tree
         where rtws = $1 and watches is not null and ($2::text[] is null or root = any($2))`,
        [rtws, among ?? null],
      );
      return rows.map(({ root, watches, held }) => ({
        rootId: root,
        sleeps: JSON.parse(watches) as readonly Sleep[],
        isHeld: held,
      }));
    },
    async statusesOf(rootIds) {
      const rows = await query<{ root: RootId; status: Status }>(
        'select root, status from tree where root = any($1) and rtws = $2',
        [rootIds, rtws],
      );
      return new Map(rows.map(({ root, status }) => [root, status]));
    },
    async callDue(rootIds) {
      await query(
        `with locked as (${treesLocked('t.root = any($1) and t.watches is not null and t.owner is null')})
         update tree t set due_at = least(t.due_at, now()), changed = clock_timestamp()
         from locked where t.root = locked.root`,
        [rootIds],
      );
      bell.ring({ kind: 'due' });
    },
  };
}
