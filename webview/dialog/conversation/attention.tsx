// The strip above the composer: what needs the person, or why the dialog waits. Empty when nothing does.
import type { JSX } from 'preact';
import type { DialogState } from '../../../src/core/dialog/state.ts';
import { currentAssignment, openCalls } from '../../../src/core/dialog/state.ts';
import { pauseOf } from '../../../src/core/dialog/view/display-state.ts';
import { type Interruption, isTrouble } from '../../../src/core/facts/interruption.ts';
import { recoveryCommandsFor } from '../../../src/core/facts/recovery-commands.ts';
import { Button } from '../../shared/controls.tsx';
import { Icon } from '../../shared/icons.tsx';
import { NoticeLine } from '../../shared/notice-strip.tsx';
import { plainTitleOf } from '../../shared/text/headline.ts';
import { modelEn } from '../../shared/words/en/dialog.ts';
import { useWords } from '../../shared/words/use-words.ts';
import { DialogLink, Mention } from '../items/member-name.tsx';
import { useAskers, useMember, useNames, usePanel, useTroubledBelow } from '../panel-context.ts';
import { isNewest, isSteered, type View } from './transcript.ts';

/** Notices, the interruption with Continue, questions that wait, and calls that are waited for. */
export function AttentionLine({ view }: { readonly view: View }): JSX.Element {
  const { state } = view;
  const live = view.rootStatus === 'running' && isNewest(view);
  return (
    <div class="attention">
      <NoticeStrip />
      {live && view.drivenElsewhere !== undefined && <ElsewhereStrip words={view.drivenElsewhere} />}
      {live && state.interruption && <InterruptionStrip why={state.interruption} view={view} />}
      {live && pauseOf(state, view.rootStatus)?.kind === 'left' && <LeftStrip view={view} />}
      {live && view.readOnly === undefined && <QuestionStrip />}
      {live && view.readOnly === undefined && <BelowStrip />}
      {live && <TroubleBelowStrip />}
      {live && !state.interruption && state.questions.length === 0 && <WaitingStrip state={state} />}
    </div>
  );
}

function NoticeStrip(): JSX.Element | null {
  const { notice, intents } = usePanel();
  return notice.value ? <NoticeLine notice={notice.value} onDismiss={intents.dismissNotice} /> : null;
}

function ElsewhereStrip({ words }: { readonly words: string }): JSX.Element {
  return (
    <div class="strip" role="status">
      <Icon name="layers" />
      <div class="strip-text">{words}</div>
    </div>
  );
}

function InterruptionStrip({ why, view }: { readonly why: Interruption; readonly view: View }): JSX.Element {
  const { words, intents } = usePanel();
  const modelWords = useWords(modelEn);
  if (view.otherModel && view.model !== undefined && isTrouble(why.code))
    return <ReadyStrip words={modelWords.isReady(view.model)} view={view} />;
  const { heading, detail, remedy } = words.value.interruption(why);
  const disabled = !isSteered(view);
  const isPaused = !isTrouble(why.code);
  const ways = disabled ? [] : recoveryCommandsFor(why.code);
  return (
    <div class={`strip ${isPaused ? '' : 'warn'}`} role="status">
      <Icon name={isPaused ? 'pause' : 'warning'} />
      <div class="strip-text">
        <strong>{heading}</strong> {remedy}
        {detail !== '' && <div class="faint detail">{detail}</div>}
      </div>
      <div class="strip-buttons">
        {ways.map((command, at) => (
          <Button
            key={command}
            look={at === 0 ? 'primary' : 'secondary'}
            onPress={() => intents.post({ kind: 'mend', command })}
          >
            {words.value.mend[command]}
          </Button>
        ))}
        <Button
          look={ways.length === 0 ? 'primary' : 'secondary'}
          disabled={disabled}
          onPress={() => intents.post({ kind: 'continue' })}
        >
          {words.value.continue}
        </Button>
        {currentAssignment(view.state) && (
          <Button disabled={disabled} onPress={() => intents.post({ kind: 'answerAsFailed' })}>
            {words.value.answerAsFailed}
          </Button>
        )}
      </div>
    </div>
  );
}

function LeftStrip({ view }: { readonly view: View }): JSX.Element {
  return <ReadyStrip words={usePanel().words.value.left} view={view} />;
}

/** The trouble is over: the dialog continues when the person says so. */
function ReadyStrip({ words: said, view }: { readonly words: string; readonly view: View }): JSX.Element {
  const { words, intents } = usePanel();
  return (
    <div class="strip" role="status">
      <Icon name="pause" />
      <div class="strip-text">{said}</div>
      <Button look="primary" disabled={!isSteered(view)} onPress={() => intents.post({ kind: 'continue' })}>
        {words.value.continue}
      </Button>
    </div>
  );
}

/** The asking member of a subdialog: the answer is given from here (SPEC 13.11). */
function BelowStrip(): JSX.Element | null {
  const { words, intents, question, open } = usePanel();
  const { below } = open.value;
  const first = below.find(each => each.questionId !== question.value?.questionId);
  const asker = useAskers(first ? [first] : []);
  if (!first?.from) return null;
  const { questionId, questionKind, headline, from } = first;
  // A call is read before it is allowed, work before it is taken.
  const isShownFirst = questionKind === 'permission' || questionKind === 'merge';
  const show = () => intents.post({ kind: 'openDialog', selfId: from.selfId, questionId });
  return (
    <div class="strip ask" role="status">
      <Icon name="question" />
      <div class="strip-text">
        <strong>{words.value.question.asksYou(asker)}</strong> <bdi>{plainTitleOf(headline)}</bdi>
        {below.length > 1 && <span class="faint"> {words.value.question.pending(below.length)}</span>}
      </div>
      <Button look="primary" onPress={isShownFirst ? show : () => intents.startAnswer(questionId)}>
        {isShownFirst ? words.value.question.show : words.value.question.answer}
      </Button>
    </div>
  );
}

/** The trouble of a subdialog is put right in that dialog: nothing goes on here before. */
function TroubleBelowStrip(): JSX.Element | null {
  const { words, intents } = usePanel();
  const [first] = useTroubledBelow();
  const who = useNames(first ? [first.agentId] : []);
  if (!first) return null;
  const { selfId, interruption } = first;
  return (
    <div class="strip warn" role="status">
      <Icon name="warning" />
      <div class="strip-text">
        <strong>{words.value.wait.interrupted(who, words.value.interruption(interruption).heading)}</strong>
      </div>
      <Button look="primary" onPress={() => intents.post({ kind: 'openDialog', selfId })}>
        {words.value.openSubdialog}
      </Button>
    </div>
  );
}

function QuestionStrip(): JSX.Element | null {
  const { words, intents, question, open, inView } = usePanel();
  const waiting = open.value.own;
  const [first] = waiting;
  // Said twice, one of the two is in the way.
  if (!first || question.value || inView.value.has(first.questionId)) return null;
  return (
    <div class="strip ask" role="status">
      <Icon name="question" />
      <div class="strip-text">
        <strong>{words.value.question.pending(waiting.length)}</strong>
        <div class="preview" dir="auto">
          {plainTitleOf(first.headline)}
        </div>
      </div>
      <Button look="primary" onPress={() => intents.startAnswer(first.questionId)}>
        {words.value.question.answer}
      </Button>
    </div>
  );
}

function WaitingStrip({ state }: { readonly state: DialogState }): JSX.Element | null {
  const { words: spoken, open } = usePanel();
  const words = spoken.value;
  const calls = openCalls(state);
  const [first] = calls;
  const { name } = useMember(first?.agentId ?? '');
  const isSaidAbove = useTroubledBelow().length + open.value.below.length > 0;
  const [target] = first?.targets ?? [];
  // The bar above says for whom the work waits in truth.
  if (!first || target === undefined || state.generating || isSaidAbove) return null;
  return (
    <div class="strip" role="status">
      <Icon name="clock" />
      <div class="strip-text">
        <span title={name}>{words.waitingFor('')}</span>
        {calls.map(({ callId, agentId }) => (
          <span key={callId}>
            {' '}
            <Mention id={agentId} />
          </span>
        ))}
      </div>
      <DialogLink selfId={target} callId={first.callId}>
        {words.openSubdialog}
      </DialogLink>
    </div>
  );
}
