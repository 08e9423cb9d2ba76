// One question: who asks, for which root, since when, who waits behind it; its options as buttons, and a field for
// words.

import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { bodyBeside } from '../../src/core/dialog/view/answer-options.ts';
import { hasWaitedLong } from '../../src/core/dialog/view/waiting.ts';
import { messageIn } from '../../src/core/prompt/form-message.ts';
import { tellaskTitle } from '../../src/core/tellask/title.ts';
import type { InboxQuestion } from '../../src/protocol/overview.ts';
import { Avatar } from '../shared/avatar.tsx';
import { Button } from '../shared/controls.tsx';
import { focusOnOpen } from '../shared/focus.ts';
import { formKey, isAnsweredInFields } from '../shared/form-draft.ts';
import { FormFields } from '../shared/form-fields.tsx';
import { Icon } from '../shared/icons.tsx';
import { isComposing, isSendKey } from '../shared/keys.ts';
import { plainTitleOf } from '../shared/text/headline.ts';
import { Prose } from '../shared/text/prose.tsx';
import { Age } from '../shared/time.tsx';
import { WorkFiles } from '../shared/work-files.tsx';
import { useOverview, useOverviewMember } from './context.ts';

export function InboxCard({ question }: { readonly question: InboxQuestion }): JSX.Element {
  const { words, now, outbox, post } = useOverview();
  const card = useRef<HTMLElement>(null);
  const { overview, question: own } = words.value;
  const { icon, name } = useOverviewMember(question.agentId);
  const { id, rootId, selfId, tellaskHead, bodyContent, rootHeadline, askedAt, kind, options = [], form } = question;
  const stale = hasWaitedLong(question, now.value);
  const sent = outbox.value.find(({ questionId }) => questionId === id);
  const root = plainTitleOf(rootHeadline);
  const body = (
    isAnsweredInFields(form, options) ? messageIn(form, bodyContent) : bodyBeside(options, bodyContent)
  ).trim();
  return (
    <article ref={card} class={`card asking ${stale ? 'stale' : ''}`} aria-labelledby={`question-${id}`} tabIndex={-1}>
      <div class="line">
        <Avatar icon={icon} name={name} />
        <strong>{overview.asks(name)}</strong>
        {kind !== 'ask' && <span class="tag">{own.heading(kind)}</span>}
        {stale && <span class="tag late">{overview.stale}</span>}
        <span class="row-age">
          <Age at={askedAt} now={now.value} />
        </span>
      </div>
      {root !== '' && (
        <div class="preview" dir="auto">
          {overview.inRoot(root)}
        </div>
      )}
      <h3 class="headline" id={`question-${id}`} dir="auto">
        {kind === 'permission' ? tellaskHead : tellaskTitle(tellaskHead) || own.heading(kind)}
      </h3>
      {body !== '' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keyboard
        <div class={`question-body ${kind === 'permission' ? 'whole-call' : ''}`} tabIndex={0}>
          <Prose text={body} />
        </div>
      )}
      <Blocked question={question} />
      {sent ? (
        <div class="note">
          {words.value.sending} <bdi>{form ? '' : sent.content}</bdi>
        </div>
      ) : (
        <Reply question={question} onAnswered={() => focusNext(card.current)} />
      )}
      <button
        type="button"
        class="text-button"
        onClick={() => post({ kind: 'openQuestion', rootId, selfId, questionId: id })}
      >
        <Icon name="open" />
        {overview.openQuestion}
      </button>
    </article>
  );
}

/**
 * The focus goes on with the list, to a card as a whole: a second press of the key must not answer the next question.
 */
function focusNext(card: HTMLElement | null): void {
  const cards = cardsIn(card?.parentElement);
  const at = card ? cards.indexOf(card) : -1;
  const next = cards[at + 1] ?? cards[at - 1] ?? card?.parentElement?.querySelector<HTMLElement>('h2');
  next?.focus();
}

/** The focus goes to the question after the one that it is in, from the last one and from elsewhere to the first. */
export function focusCardAfter(focused: Element | null, inbox: HTMLElement): void {
  const cards = cardsIn(inbox);
  const at = cards.findIndex(card => card.contains(focused));
  cards[(at + 1) % cards.length]?.focus();
}

function cardsIn(inbox: HTMLElement | null | undefined): readonly HTMLElement[] {
  return [...(inbox?.querySelectorAll<HTMLElement>(':scope > .card') ?? [])];
}

function Blocked({ question: { blocked } }: { readonly question: InboxQuestion }): JSX.Element | null {
  const { words, members } = useOverview();
  if (blocked.length === 0) return null;
  const names = [...new Set(blocked)].map(id => members.value.get(id)?.name ?? id);
  return (
    <div class="note">
      <Icon name="clock" />
      {words.value.overview.blocked(names.join(', '))}
    </div>
  );
}

interface ReplyProps {
  readonly question: InboxQuestion;
  readonly onAnswered: () => void;
}

function Reply({ question, onAnswered }: ReplyProps): JSX.Element {
  const { words, frame, answer, answering, drafts } = useOverview();
  const [isLeft, left] = useState(false);
  const { options = [], id, form, work } = question;
  const locked = frame.value?.readOnly !== undefined;
  const send = (content: string) => {
    const outcome = answer(question, content);
    if (outcome === 'sent') onAnswered();
    return outcome;
  };
  const keep = (kept: string | undefined) => {
    const { [formKey(id)]: _, ...others } = drafts.value;
    drafts.value = kept === undefined ? others : { ...others, [formKey(id)]: kept };
  };
  if (isAnsweredInFields(form, options))
    return (
      <FormFields
        id={id}
        fields={form.fields}
        kept={drafts.value[formKey(id)]}
        locked={locked}
        onChange={keep}
        onAnswer={send}
      />
    );
  const open = answering.value === id && !locked;
  return (
    <>
      {work && <WorkFiles work={work} kept={drafts.value[formKey(id)]} locked={locked} onKeep={keep} onAnswer={send} />}
      <fieldset class="choices" aria-label={words.value.question.options}>
        {options.map(option => (
          <Button key={option} disabled={locked} onPress={() => send(option)}>
            <bdi>{words.value.question.option(option)}</bdi>
          </Button>
        ))}
        {!open && (
          <Button
            look={options.length === 0 ? 'primary' : 'secondary'}
            disabled={locked}
            hasFocus={isLeft}
            onPress={() => {
              left(false);
              answering.value = id;
            }}
          >
            {options.length === 0 ? words.value.question.answer : `${words.value.question.answer}…`}
          </Button>
        )}
      </fieldset>
      {open && <AnswerField question={question} onSend={send} onLeave={() => left(true)} />}
    </>
  );
}

interface AnswerFieldProps {
  readonly question: InboxQuestion;
  readonly onSend: (content: string) => 'sent' | 'empty';
  readonly onLeave: () => void;
}

function AnswerField({ question, onSend, onLeave }: AnswerFieldProps): JSX.Element {
  const { words, drafts, answering } = useOverview();
  const { composer, question: own, cancel } = words.value;
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = drafts.value[question.id] ?? '';
  const { name } = useOverviewMember(question.agentId);
  useLayoutEffect(() => focusOnOpen(field.current), []);
  const leave = () => {
    onLeave();
    answering.value = '';
  };
  const send = () => {
    if (onSend(draft) === 'empty') field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Escape') leave();
    if (!isSendKey(event)) return;
    event.preventDefault();
    send();
  };
  return (
    <div class="answer-field">
      <textarea
        dir="auto"
        ref={field}
        rows={1}
        value={draft}
        aria-label={own.givenAnswer(undefined)}
        placeholder={composer.answerPlaceholder(name)}
        onInput={event => {
          drafts.value = { ...drafts.value, [question.id]: event.currentTarget.value };
        }}
        onKeyDown={onKeyDown}
      />
      <div class="answer-buttons">
        <Button onPress={leave}>{cancel}</Button>
        <Button look="primary" onPress={send}>
          {composer.sendAnswer}
        </Button>
      </div>
    </div>
  );
}
