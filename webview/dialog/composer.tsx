// Where the person writes: messages, or in answer mode the answer to one question; what cannot be sent says why.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { OpenQuestion } from '../../src/core/dialog/state.ts';
import { Button } from '../shared/controls.tsx';
import { titleOf } from '../shared/headline.ts';
import { Icon } from '../shared/icons.tsx';
import { Prose } from '../shared/prose.tsx';
import { AttachedList } from './attached-list.tsx';
import { ComposerField } from './composer-field.tsx';
import { DiligenceChip } from './diligence-chip.tsx';
import { DraftingFooter } from './draft-footer.tsx';
import { isBusy } from './live.ts';
import { useMember, usePanel } from './panel-context.ts';
import { Reminders } from './reminders.tsx';
import { SendButtons } from './send-buttons.tsx';
import { isNewest, isSteered, type View } from './transcript.ts';

/** The composer, or the reason why there is none. */
export function Composer({ view }: { readonly view: View }): JSX.Element {
  const { words, intents } = usePanel();
  const { state, rootStatus, readOnly, course } = view;
  if (!isNewest(view)) {
    const back = () => intents.post({ kind: 'showCourse', course: state.course });
    return (
      <Closed reason={words.value.olderCourse(course)} action={words.value.backToCourse(state.course)} onAct={back} />
    );
  }
  if (readOnly !== undefined) return <Closed reason={readOnly} />;
  if (rootStatus !== 'running') {
    const reopen = () => intents.post({ kind: 'reopen' });
    const action = isSteered(view) ? { action: words.value.reopen, onAct: reopen } : {};
    return <Closed reason={words.value.composer[rootStatus]} {...action} />;
  }
  if (state.draft?.awaiting && state.questions.length === 0) return <DraftingFooter view={view} draft={state.draft} />;
  return <OpenComposer view={view} />;
}

function Closed(props: { reason: string; action?: string; onAct?: () => void }): JSX.Element {
  const { reason, action, onAct } = props;
  return (
    <div class="composer closed" role="status">
      <span>{reason}</span>
      {action !== undefined && onAct && <Button onPress={onAct}>{action}</Button>}
    </div>
  );
}

function OpenComposer({ view }: { readonly view: View }): JSX.Element {
  const { words, intents, question, drafts, attached, composerFocus } = usePanel();
  const [hint, showHint] = useState(false);
  const answering = question.value;
  const draft = drafts.value[answering?.questionId ?? ''] ?? '';
  // Images go with messages: the mind of a draft dialogue reads text only, and so do answers.
  const takesImages = !answering && !view.state.draft;
  const isEmpty = draft.trim() === '' && !(takesImages && attached.value.length > 0);
  const send = () => {
    showHint(intents.send() === 'empty');
    composerFocus.value += 1;
  };
  return (
    <div class={`composer ${answering ? 'answering' : ''}`}>
      {answering && <AnswerBanner question={answering} />}
      <ComposerField
        draft={draft}
        label={answering ? words.value.composer.answerLabel : words.value.composer.label}
        placeholder={usePlaceholder(view, answering)}
        onType={text => {
          showHint(false);
          intents.type(text);
        }}
        onSend={send}
        onLeave={() => answering && intents.leaveAnswer()}
        onDropFiles={uris => intents.post({ kind: 'dropped', uris, attach: takesImages })}
        onImages={intents.attachFiles}
      />
      {takesImages && <AttachedList />}
      <div class="composer-row">
        {takesImages && (
          <Button look="icon" label={words.value.images.attach} onPress={() => intents.post({ kind: 'pickImages' })}>
            <Icon name="image" />
          </Button>
        )}
        {!view.state.draft && <Reminders view={view} />}
        {!view.state.draft && <DiligenceChip view={view} />}
        <span class={hint ? 'hint bad' : 'hint'} role={hint ? 'alert' : undefined}>
          {hint ? words.value.composer.empty : words.value.composer.hint}
        </span>
        <SendButtons state={view.state} isEmpty={isEmpty} answering={answering !== undefined} onSend={send} />
      </div>
    </div>
  );
}

function usePlaceholder({ state }: View, answering: OpenQuestion | undefined): string {
  const { words } = usePanel();
  const { composer, question } = words.value;
  const { name } = useMember(state.identity.agentId);
  if (answering?.questionKind === 'permission') return question.denyPlaceholder;
  if (answering) return composer.answerPlaceholder;
  return isBusy(state) || state.questions.length > 0 ? composer.queuePlaceholder : composer.placeholder(name);
}

/** Which of several questions is being answered, and the way to the next. */
function NextQuestion({ question }: { readonly question: OpenQuestion }): JSX.Element | null {
  const { view, words, intents } = usePanel();
  const all = view.value?.state.questions ?? [];
  if (all.length < 2) return null;
  return (
    <>
      <span class="faint">{`${all.indexOf(question) + 1} / ${all.length}`}</span>
      <button type="button" class="text-button" title="F8" onClick={intents.nextQuestion}>
        {words.value.question.next}
      </button>
    </>
  );
}

function AnswerBanner({ question }: { readonly question: OpenQuestion }): JSX.Element {
  const { words, intents } = usePanel();
  const title = titleOf(question.headline);
  return (
    <div class="answer-banner">
      <div class="line">
        <Icon name="question" />
        <strong>{words.value.question.answering}</strong>
        <NextQuestion question={question} />
        <Button look="icon" label={words.value.question.leave} onPress={intents.leaveAnswer}>
          <Icon name="cross" />
        </Button>
      </div>
      {question.questionKind === 'permission' ? <div>{question.headline}</div> : <Prose text={title} />}
    </div>
  );
}
