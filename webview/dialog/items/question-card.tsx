// A question for the person, with its options as buttons and, once given, its answer.
import { Fragment, type JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { QuestionId } from '../../../src/core/base/ids.ts';
import { readPermission } from '../../../src/core/dialog/permission.ts';
import { questionBeside } from '../../../src/core/dialog/view/answer-options.ts';
import { messageIn } from '../../../src/core/prompt/form-message.ts';
import { tellaskTitle } from '../../../src/core/tellask/title.ts';
import { Button } from '../../shared/controls.tsx';
import { takeFocus } from '../../shared/focus.ts';
import { answerLines, formKey, isAnsweredInFields } from '../../shared/form-draft.ts';
import { FormFields } from '../../shared/form-fields.tsx';
import { Icon } from '../../shared/icons.tsx';
import { Prose } from '../../shared/text/prose.tsx';
import { WorkFiles } from '../../shared/work-files.tsx';
import { useKeptText } from '../draft-text.ts';
import { usePanel } from '../panel-context.ts';
import { Clamp, Fold } from './fold.tsx';
import type { QuestionItem } from './item.ts';
import { TellaskText } from './tellask-text.tsx';

/** One question, from any member. */
export function QuestionCard({ item }: { readonly item: QuestionItem }): JSX.Element {
  const { words, question } = usePanel();
  const { questionKind, questionId, state } = item;
  const current = question.value?.questionId === questionId;
  const together = useTogether();
  if (state.kind !== 'open') return <SettledQuestion item={item} />;
  const place = together.indexOf(questionId);
  const isJoined = place > 0;
  return (
    <article
      class={`card question asking ${current ? 'current' : ''} ${isJoined ? 'joined' : ''}`}
      aria-label={words.value.question.heading(questionKind)}
    >
      {place === 0 && together.length > 1 && <ForAll questionIds={together} />}
      {!isJoined && (
        <div class="line">
          <Icon name="question" />
          <strong>{words.value.question.heading(questionKind)}</strong>
          <span class="state">
            <Icon name="clock" />
            {words.value.question.open}
          </span>
        </div>
      )}
      <Asked item={item} />
      <Outcome item={item} />
    </article>
  );
}

/** The id of the fold of a settled question. */
export function settledKey({ key }: Pick<QuestionItem, 'key'>): string {
  return `${key} settled`;
}

/** A question that is settled takes one line; the whole of it and the answer unfold. */
function SettledQuestion({ item }: { readonly item: QuestionItem }): JSX.Element {
  const { words } = usePanel();
  const { headline, questionKind, state } = item;
  const standing = standingOf(item);
  const own = words.value.question;
  const answer = state.kind === 'answered' && questionKind !== 'permission' && !item.form && own.option(state.content);
  const summary = (
    <>
      <Icon name={isGood(standing) ? 'check' : 'cross'} />
      <span>{own[standing]}</span>
      <span class="preview" dir="auto">
        {tellaskTitle(headline)}
      </span>
      {answer && (
        <span class="preview answer-preview" dir="auto">
          {answer}
        </span>
      )}
      {state.kind === 'answered' && state.by && state.by.surface !== 'panel' && (
        <span class="faint">{own.givenAnswer(state.by)}</span>
      )}
    </>
  );
  return (
    <Fold id={settledKey(item)} class="question settled" summary={summary}>
      {() => (
        <>
          <Asked item={item} />
          <Outcome item={item} />
        </>
      )}
    </Fold>
  );
}

/** What is asked: a call in full, or a question in its own words. */
function Asked({ item }: { readonly item: QuestionItem }): JSX.Element {
  const { questionKind, headline, body, key } = item;
  if (questionKind === 'permission') return <WholeCall headline={headline} body={body} />;
  if (item.work && item.state.kind === 'open') return <OpenWork headline={headline} body={body} />;
  return <TellaskText id={key} headline={headline} body={bodyOf(item)} />;
}

/** The actions of this dialog that wait for permission: all that one reply asks. */
function useTogether(): readonly QuestionId[] {
  const { open } = usePanel();
  return open.value.own.flatMap(({ questionId, questionKind }) => (questionKind === 'permission' ? [questionId] : []));
}

/** One answer for all of them; each has its own below. */
function ForAll({ questionIds }: { readonly questionIds: readonly QuestionId[] }): JSX.Element {
  const { words, intents, view } = usePanel();
  const own = words.value.question;
  const locked = view.value?.readOnly !== undefined;
  const answer = (option: string) => {
    for (const questionId of questionIds) intents.choose(questionId, option);
  };
  return (
    <div class="for-all">
      <strong>{own.actions(questionIds.length)}</strong>
      <Button look="primary" disabled={locked} onPress={() => answer('allow once')}>
        {own.allowAll}
      </Button>
      <Button disabled={locked} onPress={() => answer('deny')}>
        {own.denyAll}
      </Button>
    </div>
  );
}

/** Without what stands below it as buttons or fields, or as the values of the answer. */
function bodyOf({ body, options, form, state }: QuestionItem): string {
  if (isAnsweredInFields(form, options)) return messageIn(form, body);
  return state.kind === 'open' ? questionBeside(options, body).text : body;
}

/** The state of a question; permission for a call was given or not. */
type Standing = QuestionItem['state']['kind'] | 'allowed' | 'denied';

function standingOf(item: QuestionItem): Standing {
  const { state, questionKind } = item;
  if (state.kind !== 'answered' || questionKind !== 'permission') return state.kind;
  return readPermission(item, state.content).kind === 'refused' ? 'denied' : 'allowed';
}

function isGood(standing: Standing): boolean {
  return standing === 'answered' || standing === 'allowed';
}

/** The action of a call, in full and never folded: it runs exactly as shown. */
function WholeCall({ headline, body }: { readonly headline: string; readonly body: string }): JSX.Element {
  return (
    <>
      <div class="headline">{headline}</div>
      <div class="whole-call">
        <Prose text={body} />
      </div>
    </>
  );
}

/** The difference, in a box of its own: what is chosen stands below it, in view. */
function OpenWork({ headline, body }: { readonly headline: string; readonly body: string }): JSX.Element {
  return (
    <>
      <div class="headline">{headline}</div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keyboard */}
      <div class="question-body" tabIndex={0}>
        <Prose text={body} />
      </div>
    </>
  );
}

function Outcome({ item }: { readonly item: QuestionItem }): JSX.Element | null {
  const { state } = item;
  const words = usePanel().words.value;
  if (state.kind === 'open') return <Choices item={item} />;
  if (state.kind === 'closed') return <div class="note">{words.questionClosing(state.closing)}</div>;
  return (
    <div class="given-answer">
      <div class="part-title">{words.question.givenAnswer(state.by)}</div>
      <GivenAnswer item={item} content={state.content} />
    </div>
  );
}

function GivenAnswer({ item, content }: { readonly item: QuestionItem; readonly content: string }): JSX.Element {
  const { question } = usePanel().words.value;
  const lines = item.form && answerLines(item.form.fields, content, question.yesOrNo);
  if (!lines)
    return (
      <Clamp id={`${item.key} answer`} text={content}>
        <Prose text={question.option(content)} typed />
      </Clamp>
    );
  return (
    <dl class="filled-in">
      {lines.map(({ title, value }) => (
        <div key={title}>
          <dt dir="auto">{title}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Choices({ item }: { readonly item: QuestionItem }): JSX.Element {
  const { questionId, options, body, questionKind, about, form, work } = item;
  const { words, intents, outbox, question, view } = usePanel();
  const [kept, keep] = useKeptText(formKey(questionId));
  const own = words.value.question;
  const place = useInView(questionId);
  useFormFocus(questionId, place);
  const sent = outbox.value.find(each => each.questionId === questionId);
  if (sent)
    return (
      <div class="note">
        {words.value.sending} <bdi>{form ? '' : own.option(sent.content)}</bdi>
      </div>
    );
  const locked = view.value?.readOnly !== undefined;
  if (isAnsweredInFields(form, options))
    return (
      <fieldset class="form-place" ref={place} aria-label={own.options}>
        <FormFields
          id={questionId}
          fields={form.fields}
          kept={kept}
          locked={locked}
          onChange={keep}
          onAnswer={answer => {
            keep(undefined);
            intents.choose(questionId, answer);
          }}
        />
      </fieldset>
    );
  const { descriptions } = questionBeside(options, body);
  const current = question.value?.questionId === questionId;
  const inWords = options.length === 0 ? own.answer : `${own.answer}…`;
  return (
    <fieldset class={descriptions ? 'choices with-descriptions' : 'choices'} ref={place} aria-label={own.options}>
      {work && (
        <WorkFiles
          work={work}
          kept={kept}
          locked={locked}
          onKeep={keep}
          onAnswer={answer => intents.choose(questionId, answer)}
          onShow={path => intents.post({ kind: 'showDiff', questionId, path })}
        />
      )}
      {questionKind === 'provider' && (
        <Button disabled={locked} onPress={() => intents.post({ kind: 'mend', command: 'chooseModel' })}>
          {words.value.mend.chooseModel}
        </Button>
      )}
      {options.map((option, at) => (
        <Fragment key={option}>
          <Button disabled={locked} onPress={() => intents.choose(questionId, option)}>
            <bdi>{own.option(option)}</bdi>
          </Button>
          {descriptions && (
            <div class="described">
              <Prose text={descriptions[at] ?? ''} />
            </div>
          )}
        </Fragment>
      ))}
      {!current && (
        <Button
          look={options.length === 0 ? 'primary' : 'secondary'}
          disabled={locked}
          onPress={() => intents.startAnswer(questionId)}
        >
          {questionKind === 'permission' ? own.denyWithWord : inWords}
        </Button>
      )}
      {about?.kind === 'text' && (
        <button type="button" class="text-button" onClick={() => intents.post({ kind: 'showDiff', questionId })}>
          {own.showDiff}
        </button>
      )}
    </fieldset>
  );
}

type Place = { readonly current: HTMLFieldSetElement | null };

/**
 * Gives the first field of the form the focus when that is asked for. In the task that asks, so that no key goes
 * elsewhere.
 */
function useFormFocus(questionId: string, place: Place): void {
  const { formFocus, intents } = usePanel();
  const isAsked = formFocus.value === questionId;
  useLayoutEffect(() => {
    if (!isAsked) return;
    formFocus.value = undefined;
    const field = place.current?.querySelector<HTMLElement>(FIELD);
    if (field) takeFocus(field, () => intents.post({ kind: 'focusWanted' }));
  }, [isAsked]);
}

const FIELD = ':is(input, select, textarea):enabled';

/** Notes whether the whole of an element, the buttons of a question, is in view. */
function useInView(questionId: string): Place {
  const { inView } = usePanel();
  const place = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const note = (seen: boolean) => {
      if (inView.value.has(questionId) === seen) return;
      const others = [...inView.value].filter(id => id !== questionId);
      inView.value = new Set(seen ? [...others, questionId] : others);
    };
    const observer = new IntersectionObserver(entries => note(entries.at(-1)?.isIntersecting === true), {
      threshold: 1,
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      note(false);
    };
  }, [questionId]);
  return place;
}
