// Above a long inbox: which questions are shown, in which order, and one answer for all of them.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { QuestionKind } from '../../src/core/dialog/record-parts.ts';
import type { InboxQuestion } from '../../src/protocol/overview.ts';
import { Button } from '../shared/controls.tsx';
import { useOverview } from './context.ts';
import { commonOptions, type InboxOrder, inboxOrders, kindsIn } from './inbox-filter.ts';

/** As many questions are seen at once. */
const FEW = 5;

/**
 * The filter and, where the shown questions have options in common, the answer for all. Nothing above a short inbox.
 */
export function InboxTools({ shown }: { readonly shown: readonly InboxQuestion[] }): JSX.Element | null {
  const { questions, questionCount, inboxFilter, words } = useOverview();
  const { overview, question: own } = words.value;
  const filter = inboxFilter.value;
  if (questionCount.value <= FEW) return null;
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
      <AnswerAll questions={shown} />
    </div>
  );
}

/** In two steps, since there is no way back. */
function AnswerAll({ questions }: { readonly questions: readonly InboxQuestion[] }): JSX.Element | null {
  const { frame, words, answer, outbox } = useOverview();
  const [isOpen, open] = useState(false);
  const [isLeft, left] = useState(false);
  const { overview, question: own, cancel } = words.value;
  const waiting = questions.filter(({ id }) => !outbox.value.some(({ questionId }) => questionId === id));
  const options = commonOptions(waiting);
  if (options.length === 0) return null;
  if (!isOpen)
    return (
      <Button disabled={frame.value?.readOnly !== undefined} hasFocus={isLeft} onPress={() => open(true)}>
        {overview.answerAll(waiting.length)}
      </Button>
    );
  const answerAll = (option: string) => {
    for (const question of waiting) answer(question, option);
    open(false);
  };
  return (
    <fieldset class="choices" aria-label={overview.answerAll(waiting.length)}>
      {options.map(option => (
        <Button key={option} onPress={() => answerAll(option)}>
          {overview.allOf(own.option(option), waiting.length)}
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
