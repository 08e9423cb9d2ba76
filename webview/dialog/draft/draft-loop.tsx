// The state of the loop: the iteration, whether the mind works, and if not why it paused (SPEC 15.10, 15.11).
import type { JSX } from 'preact';
import { decideDraft } from '../../../src/core/draft/next-step.ts';
import type { DraftState } from '../../../src/core/draft/state.ts';
import { Button, ProgressRing } from '../../shared/controls.tsx';
import { Icon } from '../../shared/icons.tsx';
import { draftsEn } from '../../shared/words/en/draft.ts';
import { useWords } from '../../shared/words/use-words.ts';
import type { View } from '../conversation/transcript.ts';
import { usePanel } from '../panel-context.ts';
import { isDrafting } from './is-drafting.ts';

interface DraftLoopProps {
  readonly view: View;
  readonly draft: DraftState;
  readonly mayAct: boolean;
}

/** The line above the drafts; nothing before the first message. */
export function DraftLoop({ view, draft, mayAct }: DraftLoopProps): JSX.Element | null {
  const { intents } = usePanel();
  const words = useWords(draftsEn);
  if (draft.iteration === 0) return null;
  return (
    <div class="loop">
      <div class="strip">
        <Work view={view} draft={draft} mayAct={mayAct} />
        <Counter draft={draft} />
      </div>
      {draft.warning !== undefined && (
        <div class="note bad" role="status">
          <Icon name="warning" />
          {words.warning(draft.warning)}
        </div>
      )}
      {draft.rest !== undefined && (
        <div class="note" role="status">
          <Icon name="warning" />
          <span>
            {words.rest} <span class="preview">{draft.rest}</span>
          </span>
          {mayAct && draft.awaiting && (
            <Button onPress={() => intents.post({ kind: 'draft', intent: { kind: 'take' } })}>{words.takeRest}</Button>
          )}
        </div>
      )}
      {draft.note !== undefined && (
        <div class="note">
          <Icon name="spark" />
          {words.note(draft.note)}
        </div>
      )}
    </div>
  );
}

function Work({ view, draft, mayAct }: DraftLoopProps): JSX.Element {
  const { intents } = usePanel();
  const words = useWords(draftsEn);
  const { state } = view;
  const decision = decideDraft(draft);
  if (isDrafting(state)) {
    return (
      <>
        <ProgressRing label={words.drafting} />
        <span class="strip-text">{words.drafting}</span>
      </>
    );
  }
  const asks = state.questions.length > 0;
  const isPaused = decision.kind === 'pause' && !asks;
  const canGoOn = isPaused && mayAct && !state.interruption && draft.awaiting !== null;
  return (
    <>
      <Icon name="clock" />
      <span class="strip-text" role="status">
        {asks ? words.asks : decision.kind === 'pause' ? words.pause(decision.why) : words.interrupted}
      </span>
      {canGoOn && (
        <Button onPress={() => intents.post({ kind: 'draft', intent: { kind: 'run', until: 'paused' } })}>
          <Icon name="play" />
          {words.goOn}
        </Button>
      )}
    </>
  );
}

function Counter({ draft: { iteration, run } }: { readonly draft: DraftState }): JSX.Element {
  const words = useWords(draftsEn);
  const step = run && run.steps > 0 ? words.step(run.steps, run.maxSteps) : '';
  return (
    <span class="faint counter">{[words.iteration(iteration), step].filter(part => part !== '').join(' · ')}</span>
  );
}
