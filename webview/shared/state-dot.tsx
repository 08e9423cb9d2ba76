// A dialog's state as a small mark; its colour never says it alone.
import type { JSX } from 'preact';
import type { DisplayState } from '../../src/core/dialog/display-state.ts';
import { useWords } from './words-context.ts';

/** A dot and the state's name. */
export function StateDot({ state }: { readonly state: DisplayState }): JSX.Element {
  return (
    <span class={`state-dot ${state}`}>
      <span class="dot" aria-hidden="true" />
      {useWords().state(state)}
    </span>
  );
}
