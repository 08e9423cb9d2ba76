// How a dialog stands, in a column of `list` and a line of `tree`.

import type { RootId } from '../../core/base/ids.ts';
import { saySleep } from '../../core/dialog/sleep.ts';
import type { Pause } from '../../core/dialog/state.ts';
import type { DisplayState } from '../../core/dialog/view/display-state.ts';
import type { RootSummary } from '../../core/dialog/view/projection.ts';
import { clockTime } from '../../core/text/clock-time.ts';
import type { Runtime } from '../../runtime.ts';
import type { Output } from './output.ts';

/** Its states, or what keeps it from going on. */
export function stateText({ words }: Output, states: readonly DisplayState[], pause: Pause | null | undefined): string {
  if (!pause) return states.map(state => words.states[state]).join(', ');
  if (pause.kind === 'asleep') return saySleep(pause, words.asleep);
  return words.pause(pause.kind === 'retry' ? { kind: 'retry', clock: clockTime(pause.at) } : pause);
}

/**
 * What a root with work to do says at a store where nobody serves its workspace (SPEC 20.3); undefined for any other.
 */
export function unservedText(
  { words }: Output,
  runtime: Pick<Runtime, 'unserved'>,
  root: Pick<RootSummary, 'needsDrive' | 'status'> | undefined,
): string | undefined {
  const workspace = root?.needsDrive && root.status === 'running' ? runtime.unserved() : undefined;
  return workspace === undefined ? undefined : words.waitsForWorker(workspace);
}

/** The line of a root in the list. */
export function summaryOf(runtime: Pick<Runtime, 'listRoots'>, rootId: RootId): RootSummary | undefined {
  return runtime.listRoots().find(root => root.rootId === rootId);
}
