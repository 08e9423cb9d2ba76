// How a dialog stands, in a column of `list` and a line of `tree`.

import type { DisplayState } from '../core/dialog/display-state.ts';
import { saySleep } from '../core/dialog/sleep.ts';
import type { Pause } from '../core/dialog/state.ts';
import { clockTime } from '../core/text/clock-time.ts';
import type { Output } from './output.ts';

/** Its states, or what keeps it from going on. */
export function stateText({ words }: Output, states: readonly DisplayState[], pause: Pause | null | undefined): string {
  if (!pause) return states.map(state => words.states[state]).join(', ');
  if (pause.kind === 'asleep') return saySleep(pause, words.asleep);
  return words.pause(pause.kind === 'retry' ? { kind: 'retry', clock: clockTime(pause.at) } : pause);
}
