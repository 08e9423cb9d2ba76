// The model that answers next, and the way to another one.
import type { JSX } from 'preact';
import { modelEn } from '../shared/words/en/dialog.ts';
import { useWords } from '../shared/words/use-words.ts';
import { isSteered, type View } from './conversation/transcript.ts';
import type { Item } from './items/item.ts';
import { usePanel } from './panel-context.ts';

/** Nothing for a scripted model, and where nothing is said any more. */
export function ModelName({ view }: { readonly view: View }): JSX.Element | null {
  const { intents, items } = usePanel();
  const words = useWords(modelEn);
  const { isAgent, scripted, rootStatus } = view;
  if (scripted !== undefined || rootStatus !== 'running') return null;
  const model = view.model ?? modelOfLastAnswer(items.value);
  if (isAgent || !isSteered(view)) return model === undefined ? null : <span class="model-name">{model}</span>;
  return (
    <button
      type="button"
      class="text-button model-name"
      title={model === undefined ? words.hintNone : words.hint(model)}
      onClick={() => intents.post({ kind: 'mend', command: 'chooseModel' })}
    >
      {model ?? words.none}
    </button>
  );
}

/** A server that was found on this machine is asked for its first model, which is not configured. */
function modelOfLastAnswer(items: readonly Item[]): string | undefined {
  const answered = items.findLast(item => item.kind === 'meta' && item.model !== undefined);
  return answered?.kind === 'meta' ? answered.model : undefined;
}
