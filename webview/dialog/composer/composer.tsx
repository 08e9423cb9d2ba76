// The composer: messages, or in answer mode the answer to one question; it says why something cannot be sent.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { openCalls } from '../../../src/core/dialog/state.ts';
import { Button } from '../../shared/controls.tsx';
import { Icon } from '../../shared/icons.tsx';
import { asidesEn } from '../../shared/words/en/dialog.ts';
import { useWords } from '../../shared/words/use-words.ts';
import { ContextMeter } from '../context-meter.tsx';
import { isBusy } from '../conversation/live.ts';
import { isNewest, isSteered, type View } from '../conversation/transcript.ts';
import { DraftingFooter } from '../draft/draft-footer.tsx';
import { answerTakesImages } from '../intents.ts';
import { ModelName } from '../model-name.tsx';
import { useAskers, useMember, usePanel } from '../panel-context.ts';
import { Reminders } from '../reminders.tsx';
import type { Asking } from './aim.ts';
import { AimBar } from './aim-bar.tsx';
import { AttachedList, MentionedFiles } from './attached-list.tsx';
import { ComposerField } from './composer-field.tsx';
import { bringsFiles, takeDropped, takeFiles } from './dropped.ts';
import { MemberMenu } from './member-menu.tsx';
import { PermissionMenu } from './permissions.tsx';
import { SendButtons } from './send-buttons.tsx';

/** Why there is nothing to write into; undefined where there is. */
function closedBy(view: View): 'older' | 'readOnly' | 'archived' | 'draft' | undefined {
  if (!isNewest(view)) return 'older';
  if (view.readOnly !== undefined) return 'readOnly';
  if (view.rootStatus === 'archived') return 'archived';
  return view.state.draft?.awaiting && view.state.questions.length === 0 ? 'draft' : undefined;
}

/** Whether the view has a field to write into, with what belongs beside it: model, permissions, context. */
export function isComposerOpen(view: View): boolean {
  return closedBy(view) === undefined;
}

/** The composer, or the reason why there is none. */
export function Composer({ view }: { readonly view: View }): JSX.Element {
  const { words, intents } = usePanel();
  const { state, readOnly = '', course } = view;
  const closed = closedBy(view);
  if (closed === 'older') {
    const back = () => intents.post({ kind: 'showCourse', course: state.course });
    return (
      <Closed reason={words.value.olderCourse(course)} action={words.value.backToCourse(state.course)} onAct={back} />
    );
  }
  if (closed === 'readOnly') return <Closed reason={readOnly} />;
  if (closed === 'archived') {
    const reopen = () => intents.post({ kind: 'reopen' });
    const action = isSteered(view) ? { action: words.value.reopen, onAct: reopen } : {};
    return <Closed reason={words.value.composer.archived} {...action} />;
  }
  if (closed === 'draft' && state.draft) return <DraftingFooter view={view} draft={state.draft} />;
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
  const panel = usePanel();
  const { words, intents, question, drafts, attached, composerFocus } = panel;
  const [hint, showHint] = useState(false);
  const answering = question.value;
  const draft = drafts.value[answering?.questionId ?? ''] ?? '';
  // The mind of a draft dialogue reads text only, and so do permissions and forms.
  const canAttach = answerTakesImages(panel, answering?.questionId ?? '') && !view.state.draft;
  const isEmpty = draft.trim() === '' && !(canAttach && attached.value.length > 0);
  const send = () => {
    showHint(intents.send() === 'empty');
    composerFocus.value += 1;
  };
  const nothingTyped = answering ? words.value.composer.emptyAnswer : words.value.composer.empty;
  const dropFiles = (uris: string[]) => intents.post({ kind: 'dropped', uris, attach: canAttach });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are attached by a button, too
    <div
      class={`composer ${answering ? 'answering' : ''} ${view.unbegun ? 'unbegun' : ''}`}
      onDragOver={event => bringsFiles(event) && event.preventDefault()}
      onDrop={event => takeDropped(event, dropFiles) || takeFiles(event, event.dataTransfer, intents.attachFiles)}
    >
      <AimBar answering={answering} />
      <ComposerField
        draft={draft}
        label={answering ? words.value.composer.answerLabel : words.value.composer.label}
        placeholder={usePlaceholder(view, answering)}
        onType={text => {
          showHint(false);
          intents.type(text);
        }}
        onSend={send}
        onLeave={() => answering && intents.writeMessage()}
        onFiles={intents.attachFiles}
      />
      <MentionedFiles draft={draft} />
      {canAttach && <AttachedList view={view} />}
      <div class="composer-row">
        {canAttach && (
          <Button look="icon" label={words.value.images.attach} onPress={() => intents.post({ kind: 'pickImages' })}>
            <Icon name="image" />
          </Button>
        )}
        {view.unbegun && <MemberMenu view={view} />}
        <ModelName view={view} />
        <PermissionMenu view={view} />
        <ContextMeter view={view} />
        {!view.unbegun && !view.state.draft && <Reminders view={view} />}
        <span class={hint ? 'hint bad' : 'hint'} role={hint ? 'alert' : undefined}>
          {hint ? nothingTyped : words.value.composer.hint}
        </span>
        <SendButtons state={view.state} isEmpty={isEmpty} answering={answering !== undefined} onSend={send} />
      </div>
    </div>
  );
}

function usePlaceholder({ state, rootStatus }: View, answering: Asking | undefined): string {
  const { words } = usePanel();
  const aside = useWords(asidesEn);
  const { composer, question } = words.value;
  const { name } = useMember(state.identity.agentId);
  const asker = useAskers(answering ? [answering] : []);
  if (answering?.questionKind === 'permission') return question.denyPlaceholder;
  if (answering?.questionKind === 'merge') return question.backPlaceholder;
  if (answering) return composer.answerPlaceholder(asker);
  if (rootStatus === 'completed') return composer.completed;
  if (state.questions.length > 0) return composer.afterAnswerPlaceholder(name);
  if (isBusy(state)) return composer.queuePlaceholder(name);
  return openCalls(state).length > 0 ? aside.answersAtOnce(name) : composer.placeholder(name);
}
