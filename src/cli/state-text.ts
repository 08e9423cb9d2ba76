// How a dialog stands, in a column of `list` and a line of `tree`.
import { clockTime } from '../core/clock-time.ts';
import type { DisplayState } from '../core/dialog/display-state.ts';

/** Its states, or when it tries again by itself (`retryAt`, ISO). */
export function stateText(states: readonly DisplayState[], retryAt: string | null | undefined): string {
  return retryAt ? `tries again at ${clockTime(retryAt)}` : states.join(', ');
}
