// How a dialog stands, in a column of `list` and a line of `tree`.
import { assertNever } from '../core/assert.ts';
import { clockTime } from '../core/clock-time.ts';
import type { DisplayState } from '../core/dialog/display-state.ts';
import type { Pause } from '../core/dialog/state.ts';

/** Its states, or what keeps it from going on. */
export function stateText(states: readonly DisplayState[], pause: Pause | null | undefined): string {
  if (!pause) return states.join(', ');
  switch (pause.kind) {
    case 'left':
      return 'left at work';
    case 'retry':
      return `tries again at ${clockTime(pause.at)}`;
    case 'inLine':
      return 'in line for its model';
    default:
      return assertNever(pause);
  }
}
