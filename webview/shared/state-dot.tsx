// A dialog's state as a small mark; its colour never says it alone.
import type { JSX } from 'preact';
import type { DisplayState } from '../../src/core/dialog/display-state.ts';
import { useWords } from './words-context.ts';

/** A dot and the state's name, or other words for it. */
export function StateDot({ state, words }: { readonly state: DisplayState; readonly words?: string }): JSX.Element {
  const { state: nameOf } = useWords();
  return (
    <span class={`state-dot ${state}`}>
      <span class="dot" aria-hidden="true" />
      {words ?? nameOf(state)}
    </span>
  );
}
