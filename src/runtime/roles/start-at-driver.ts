// Starting a dialog in a process that reads: the one that drives the folder begins it (SPEC 9.4).
import { type RootId, rootRef } from '../../core/dialog/ids.ts';
import { refuse } from '../../core/trouble.ts';
import type { DialogApi } from '../api.ts';
import type { FollowerApiOptions } from './follower-api.ts';
import { inNameOf } from './hand-over.ts';

type StartPorts = Pick<FollowerApiOptions, 'api' | 'by' | 'follower' | 'handOver' | 'newId'>;

/** Makes the intent. A driver of an earlier version does not know how; a demo or a schedule is this process's own: `api` gets both. */
export function startAtDriver({ api, by, follower, handOver: given, newId }: StartPorts): DialogApi['start'] {
  const handOver = inNameOf(by, given);
  return async input => {
    const { msgId = newId(), demo, schedule, rootId = newId() as RootId, ...begun } = input;
    if (demo || schedule) return api.start(input);
    const handed = await handOver.give({ kind: 'start', msgId, dialog: rootRef(rootId), start: begun }, rootId);
    if (!handed.ok) return handed;
    const done = await handOver.outcome(msgId);
    if (!done.ok) return done;
    if (done.by === 'nobody') {
      handOver.takeBack(msgId);
      return refuse('no-driver');
    }
    await follower.look();
    return (await api.tree(rootId)).ok ? { ok: true, rootId } : api.start(input);
  };
}
