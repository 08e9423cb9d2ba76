// Above a long inbox: which questions are shown, in which order, and one answer for all of them.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { QuestionKind } from '../../src/core/dialog/record-parts.ts';
import { tellaskTitle } from '../../src/core/tellask/title.ts';
import type { InboxQuestion } from '../../src/protocol/overview.ts';
import { Button } from '../shared/controls.tsx';
import { plainTitleOf } from '../shared/text/headline.ts';
import { useOverview, useOverviewMember } from './context.ts';
import { type InboxOrder, inboxOrders, kindsIn, type LikeQuestions, likeQuestions } from './inbox-filter.ts';

/** As many questions are seen at once. */
const FEW = 5;

/** The filter above a long inbox, and above any the answers for like questions. */
export function InboxTools({ shown }: { readonly shown: readonly InboxQuestion[] }): JSX.Element | null {
  const { questions, questionCount, inboxFilter, words, outbox } = useOverview();
  const { overview, question: own } = words.value;
  const filter = inboxFilter.value;
  const waiting = shown.filter(({ id }) => !outbox.value.some(({ questionId }) => questionId === id));
  const groups = likeQuestions(waiting).map(group => <AnswerLike key={group.key} group={group} />);
  if (questionCount.value <= FEW) return groups.length > 0 ? <div class="inbox-tools">{groups}</div> : null;
  return (
    <div class="inbox-tools">
      <input
        type="search"
        value={filter.words}
        placeholder={overview.filter}
        aria-label={overview.filter}
        onInput={event => {
          inboxFilter.value = { ...filter, words: event.currentTarget.value };
        }}
      />
      <select
        aria-label={overview.kinds}
        value={filter.kind}
        onChange={event => {
          inboxFilter.value = { ...filter, kind: event.currentTarget.value as QuestionKind | '' };
        }}
      >
        <option value="">{overview.allKinds}</option>
        {kindsIn(questions.value).map(kind => (
          <option key={kind} value={kind}>
            {own.heading(kind)}
          </option>
        ))}
      </select>
      <select
        aria-label={overview.order}
        value={filter.order}
        onChange={event => {
          inboxFilter.value = { ...filter, order: event.currentTarget.value as InboxOrder };
        }}
      >
        {inboxOrders.map(order => (
          <option key={order} value={order}>
            {overview.orders[order]}
          </option>
        ))}
      </select>
      {groups}
    </div>
  );
}

/** For each group of like questions, in two steps, since there is no way back: first what is answered, then how. */
function AnswerLike({ group }: { readonly group: LikeQuestions }): JSX.Element {
  const { frame, words, answer } = useOverview();
  const [isOpen, open] = useState(false);
  const [isLeft, left] = useState(false);
  const { overview, question: own, cancel } = words.value;
  const { questions, options } = group;
  const label = overview.answerAll(questions.length);
  if (!isOpen)
    return (
      <div class="answer-like">
        <Button disabled={frame.value?.readOnly !== undefined} hasFocus={isLeft} onPress={() => open(true)}>
          {label}
        </Button>
        <span class="preview">{own.heading(questions[0]?.kind ?? 'ask')}</span>
      </div>
    );
  const answerAll = (option: string) => {
    for (const question of questions) answer(question, option);
    open(false);
  };
  return (
    <fieldset class="choices" aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keyboard */}
      <ul class="like-questions" tabIndex={0}>
        {questions.map(question => (
          <LikeQuestion key={question.id} question={question} />
        ))}
      </ul>
      {options.map(option => (
        <Button key={option} onPress={() => answerAll(option)}>
          {overview.allOf(own.option(option), questions.length)}
        </Button>
      ))}
      {/* A second press of the key that opened this answers nothing. */}
      <Button
        hasFocus
        onPress={() => {
          left(true);
          open(false);
        }}
      >
        {cancel}
      </Button>
    </fieldset>
  );
}

function LikeQuestion({ question }: { readonly question: InboxQuestion }): JSX.Element {
  const { words } = useOverview();
  const { name } = useOverviewMember(question.agentId);
  const root = plainTitleOf(question.rootHeadline);
  return (
    <li dir="auto">
      <strong>{name}</strong> {tellaskTitle(question.tellaskHead)}
      {root !== '' && <span class="faint"> · {words.value.overview.inRoot(root)}</span>}
    </li>
  );
}
