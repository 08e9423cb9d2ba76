// All pending questions of all dialogs, the one that waits longest first, answered where they stand.
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ClosedQuestion } from '../../src/protocol/overview.ts';
import { Icon } from '../shared/icons.tsx';
import { Age } from '../shared/time.tsx';
import { AllowedList } from './allowed-list.tsx';
import { useOverview, useOverviewMember } from './context.ts';
import { focusCardAfter, InboxCard } from './inbox-card.tsx';
import { filterInbox } from './inbox-filter.ts';
import { InboxTools } from './inbox-tools.tsx';

/** The inbox with its heading; questions that were closed are named below. */
export function InboxView(): JSX.Element {
  const { questions, questionCount, inboxFilter, members, closed, words, post, showMore } = useOverview();
  const hidden = questionCount.value - questions.value.length;
  const shown = filterInbox(questions.value, inboxFilter.value, id => members.value.get(id)?.name ?? id);
  const { overview } = words.value;
  const inbox = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F8' || !inbox.current) return;
      event.preventDefault();
      focusCardAfter(document.activeElement, inbox.current);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <section ref={inbox} class="region inbox" aria-labelledby="inbox-heading">
      <h2 id="inbox-heading" tabIndex={-1}>
        {overview.inbox} {questionCount.value > 0 && <span class="asks">{questionCount.value}</span>}
      </h2>
      {questions.value.length === 0 && <p class="nothing">{overview.noQuestions}</p>}
      <InboxTools shown={shown} />
      {questions.value.length > 0 && shown.length === 0 && <p class="nothing">{overview.noMatch}</p>}
      {shown.map(question => (
        <InboxCard key={question.id} question={question} />
      ))}
      {hidden > 0 && (
        <button type="button" class="text-button" onClick={() => showMore('questions')}>
          {overview.more(hidden)}
        </button>
      )}
      {closed.value.length > 0 && (
        <div class="closed-list">
          <h3>
            {overview.closed}
            <button type="button" class="text-button" onClick={() => post({ kind: 'forgetClosed' })}>
              {overview.forget}
            </button>
          </h3>
          <ul class="rows">
            {closed.value.map(question => (
              <Closed key={question.id} question={question} />
            ))}
          </ul>
        </div>
      )}
      <AllowedList />
    </section>
  );
}

function Closed({ question }: { readonly question: ClosedQuestion }): JSX.Element {
  const { now, post, words } = useOverview();
  const { name } = useOverviewMember(question.agentId);
  const { rootId, selfId, headline, closing, closedAt } = question;
  return (
    <li>
      <button type="button" class="registry-row" onClick={() => post({ kind: 'openDialog', rootId, selfId })}>
        <Icon name="cross" />
        <span class="face">
          <span class="face-title" dir="auto">
            {headline}
          </span>
          <span class="face-detail">
            {name}
            {closing && ` · ${words.value.questionClosing(closing)}`}
          </span>
        </span>
        <span class="row-age">
          <Age at={closedAt} now={now.value} />
        </span>
      </button>
    </li>
  );
}
