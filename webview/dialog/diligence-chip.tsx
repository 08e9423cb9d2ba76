// Whether a root dialog is reminded when it stops, how often still, and a way to reset that (SPEC 7).
import type { JSX } from 'preact';
import { Checkbox } from '../shared/controls.tsx';
import type { View } from './conversation/transcript.ts';
import { usePanel } from './panel-context.ts';

/** Null for subdialogs, for members that are never reminded, and once the root is done. */
export function DiligenceChip({ view }: { readonly view: View }): JSX.Element | null {
  const { words, intents } = usePanel();
  const { state, rootStatus, pushMax = 0 } = view;
  if (state.identity.kind !== 'root' || pushMax < 1 || rootStatus !== 'running') return null;
  const { on, pushed } = state.diligence;
  // Asked about it, all pushes are spent; a fresh budget comes with the answer.
  const isAsked = state.questions.some(({ questionKind }) => questionKind === 'diligence');
  const { label, left, hint, refill } = words.value.diligence;
  return (
    <span class="diligence" title={hint}>
      <Checkbox checked={on} onToggle={next => intents.post({ kind: 'setDiligence', on: next })}>
        {label}
      </Checkbox>
      {on && !isAsked && <span class="faint">{left(Math.max(pushMax - pushed, 0))}</span>}
      {on && !isAsked && pushed > 0 && (
        <button type="button" class="text-button" onClick={() => intents.post({ kind: 'setDiligence', refill: true })}>
          {refill}
        </button>
      )}
    </span>
  );
}
