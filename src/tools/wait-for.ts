// `wait_for`: the dialog sleeps until a time, a file or another root dialog wakes it, without a token and without a
// process (SPEC 21.4).
import { statSync } from 'node:fs';
import * as path from 'node:path';
import * as z from 'zod';
import type { RootId } from '../core/base/ids.ts';
import { circleOf, markOf, type SleepsIn } from '../core/dialog/sleep.ts';
import type { Status } from '../core/dialog/state.ts';
import type { Sleep } from '../core/dialog/tool-call.ts';
import { locate, realRelative } from './files/guarded-files.ts';
import { defineTool, failed, type Tool, type ToolContext } from './tool.ts';

type Awaitable<T> = T | Promise<T>;

/** What `wait_for` must know of the world. */
export interface WaitPorts {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** The root of that id and how it stands; undefined when there is none. */
  readonly root: (id: string) => Awaitable<{ readonly rootId: RootId; readonly status: Status } | undefined>;
  /** What the dialogs of a root's tree sleep until now. */
  readonly sleepsIn: SleepsIn;
}

/** A year: longer waits are schedules. */
const MAX_MINUTES = 527_040;
const MINUTE = 60_000;

const args = () =>
  z.object({
    minutes: z.number().positive().max(MAX_MINUTES).optional(),
    until: z.string().optional(),
    file: z.string().optional(),
    root: z.string().optional(),
  });

export const waitForTool = ({ now, root: rootOf, sleepsIn }: WaitPorts): Tool =>
  defineTool({
    name: 'wait_for',
    description: words => words.wait_for,
    args,
    isRepeatable: true,
    async run({ minutes, until, file, root }, context) {
      const others = otherCalls(context);
      if (others > 0) return failed(w => w.waitAlone);
      const dueBy = [
        ...(minutes === undefined ? [] : [now() + minutes * MINUTE]),
        ...(until === undefined ? [] : [Date.parse(until)]),
      ];
      if (dueBy.some(Number.isNaN)) return failed(w => w.noTime(until));
      const due = dueBy.length === 0 ? undefined : Math.min(...dueBy);
      if (due !== undefined && due <= now()) return failed(w => w.timeOver(until, new Date(now()).toISOString()));
      if (due !== undefined && due > now() + MAX_MINUTES * MINUTE) return failed(w => w.waitTooLong);
      const watched = file === undefined ? undefined : watchedFile(file, context);
      if (watched?.kind === 'refused') return failed(watched.message);
      const target = root === undefined ? undefined : await rootOf(root);
      if (root !== undefined && !target) return failed(w => w.noRoot(root));
      if (target?.rootId === context.state.identity.rootId) return failed(w => w.ownTree);
      const { status = 'running', rootId = '' } = target ?? {};
      if (status !== 'running') return failed(w => w.rootOver(rootId, status));
      const sleep: Sleep = {
        ...(due !== undefined && { until: new Date(due).toISOString() }),
        ...(watched && { file: watched.file }),
        ...(target && { root: target.rootId }),
      };
      if (Object.keys(sleep).length === 0) return failed(w => w.nothingToWaitFor);
      const own = context.state.identity.rootId;
      return {
        ok: true,
        content: '',
        sleep,
        // Another dialog may begin to wait for this one until then.
        orElse: () =>
          circleOf(sleep, own, sleepsIn).length > 0 ? failed(w => w.waitsInCircle(sleep.root)) : undefined,
      };
    },
  });

/** Tools are performed in order, tellasks after them. */
function otherCalls({ state: { toolCalls, tellasks }, callId }: ToolContext): number {
  return toolCalls.filter(call => call.callId !== callId).length + tellasks.length;
}

function watchedFile(file: string, { rtws, member }: ToolContext) {
  const located = locate({ rtws, member, path: file, access: 'read' });
  if (located.kind === 'refused') return located;
  const relative = realRelative(located.place);
  return { kind: 'watched' as const, file: { path: relative, mark: markOfFile(rtws, relative) } };
}

/** How a file of the rtws is now. */
export function markOfFile(rtws: string, relative: string): string {
  try {
    return markOf(statSync(path.join(rtws, relative), { throwIfNoEntry: false }));
  } catch {
    // No way into its folder, now.
    return markOf(undefined);
  }
}
