// Above the composer while questions are open: whether it writes an answer or a message, and to which question (SPEC
// 13.11).
import type { JSX } from 'preact';
import { tellaskTitle } from '../../../src/core/tellask/title.ts';
import { Switch } from '../../shared/controls.tsx';
import { Icon } from '../../shared/icons.tsx';
import { Prose } from '../../shared/text/prose.tsx';
import { useAskers, usePanel } from '../panel-context.ts';
import type { Asking } from './aim.ts';

/** Undefined while no question is open. `answering` is the question that the composer answers. */
export function AimBar({ answering }: { readonly answering: Asking | undefined }): JSX.Element | null {
  const { open, words, intents, inView } = usePanel();
  const own = words.value.question;
  const shown = answering ?? open.value.own[0];
  const asker = useAskers(shown ? [shown] : []);
  if (!shown) return null;
  const { questionId } = shown;
  const isElsewhere = shown.from !== undefined || !inView.value.has(questionId);
  return (
    <div class="answer-banner">
      <div class="line">
        <Icon name="question" />
        <Switch
          label={own.aim}
          choices={[
            { value: 'question', words: own.answer },
            { value: 'message', words: words.value.composer.label },
          ]}
          value={answering ? 'question' : 'message'}
          onChoose={value => (value === 'question' ? intents.startAnswer(questionId) : intents.writeMessage())}
        />
        {answering && <span class="faint">{own.answering(asker)}</span>}
        {answering && <Count questionId={questionId} />}
        {answering && isElsewhere && (
          <button type="button" class="text-button" onClick={() => showQuestion(shown, intents)}>
            {own.show}
          </button>
        )}
      </div>
      {answering && <Title question={answering} />}
    </div>
  );
}

function showQuestion({ questionId, from }: Asking, intents: ReturnType<typeof usePanel>['intents']): void {
  if (from) intents.post({ kind: 'openDialog', selfId: from.selfId, questionId });
  else intents.startAnswer(questionId);
}

function Title({ question }: { readonly question: Asking }): JSX.Element {
  const { headline, questionKind } = question;
  return questionKind === 'permission' ? <div>{headline}</div> : <Prose text={tellaskTitle(headline)} />;
}

/** The answered question among several of the dialog, and the way to the next. */
function Count({ questionId }: { readonly questionId: string }): JSX.Element | null {
  const { open, words, intents } = usePanel();
  const { own } = open.value;
  const at = own.findIndex(each => each.questionId === questionId);
  if (own.length < 2 || at < 0) return null;
  const next = own[(at + 1) % own.length]?.questionId ?? '';
  return (
    <>
      <span class="faint">{`${at + 1} / ${own.length}`}</span>
      <button type="button" class="text-button" title="F8" onClick={() => intents.startAnswer(next)}>
        {words.value.question.next}
      </button>
    </>
  );
}
