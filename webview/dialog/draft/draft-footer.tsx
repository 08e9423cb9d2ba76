// Replaces the composer while a message waits for a draft: one message at a time (SPEC 15.2).
import type { JSX } from 'preact';
import type { DraftState } from '../../../src/core/draft/state.ts';
import { Button } from '../../shared/controls.tsx';
import { Icon } from '../../shared/icons.tsx';
import { isSteered, type View } from '../conversation/transcript.ts';
import { usePanel } from '../panel-context.ts';
import { useDraftWords } from './draft-words.ts';
import { isDrafting } from './is-drafting.ts';

/** Says what to do first, and stops the mind. */
export function DraftingFooter({ view, draft }: { readonly view: View; readonly draft: DraftState }): JSX.Element {
  const { intents, words: panelWords } = usePanel();
  const words = useDraftWords();
  if (view.rootStatus === 'completed') {
    return (
      <div class="composer closed" role="status">
        <span>{words.reopenFirst}</span>
        {isSteered(view) && <Button onPress={() => intents.post({ kind: 'reopen' })}>{panelWords.value.reopen}</Button>}
      </div>
    );
  }
  const isAtWork = isDrafting(view.state);
  const idle = draft.drafts.length > 0 ? words.acceptFirst : words.noDraftYet;
  return (
    <div class="composer closed" role="status">
      <span>{isAtWork && draft.drafts.length === 0 ? words.waitFirst : idle}</span>
      {isAtWork && (
        <Button onPress={() => intents.post({ kind: 'stop' })}>
          <Icon name="stop" />
          {words.stop}
        </Button>
      )}
    </div>
  );
}
