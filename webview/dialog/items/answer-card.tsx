// Answers that arrived, answers that were given, and the assignment that is to be answered, each with its link to the
// other end of the call.
import type { JSX } from 'preact';
import { isDismissal } from '../../../src/core/dialog/dismissal.ts';
import { Icon } from '../../shared/icons.tsx';
import { plainTitleOf } from '../../shared/text/headline.ts';
import { Prose } from '../../shared/text/prose.tsx';
import { Time } from '../../shared/time.tsx';
import { useAgentOf, useMember, usePanel } from '../panel-context.ts';
import { Facts } from './facts.tsx';
import { Clamp } from './fold.tsx';
import type { AnswerItem, Item } from './item.ts';
import { DialogLink } from './member-name.tsx';
import { TellaskText } from './tellask-text.tsx';

type Of<K extends Item['kind']> = Extract<Item, { kind: K }>;

/** An answer to a tellask of this dialog, with a link to its call site. */
export function AnswerCard({ item }: { readonly item: AnswerItem }): JSX.Element {
  const { words, intents } = usePanel();
  const { callId, callKind, agentId, from, ok, content, facts, headline } = item;
  const { name } = useMember(agentId);
  const isDismissed = isDismissal(item);
  const { answerFrom, failedAnswerFrom, dismissedFrom } = words.value;
  const label = (isDismissed ? dismissedFrom : ok ? answerFrom : failedAnswerFrom)(name);
  return (
    <article class={`card answer ${isDismissed ? '' : ok ? 'good' : 'bad'}`} aria-label={label}>
      <div class="line">
        <Icon name={isDismissed ? 'cross' : ok ? 'reply' : 'warning'} />
        <strong>{label}</strong>
        {headline !== undefined && (
          <span class="preview" dir="auto">
            {plainTitleOf(headline)}
          </span>
        )}
        <Time at={item.at} />
      </div>
      {!isDismissed && (
        <Clamp id={item.key} text={content}>
          <Prose text={content} />
        </Clamp>
      )}
      {facts && !isDismissed && <Facts facts={facts} />}
      <div class="targets">
        <button type="button" class="text-button" onClick={() => intents.show({ kind: 'call', callId })}>
          <Icon name="up" />
          {words.value.callSite}
        </button>
        <DialogLink selfId={from} callId={callId}>
          {callKind === 'A' ? words.value.openCaller : words.value.openSubdialog}
        </DialogLink>
      </div>
    </article>
  );
}

/** The dialog's assignment or TellaskBack, with a link to its caller. */
export function AssignmentCard({ item }: { readonly item: Of<'assignment'> }): JSX.Element {
  const words = usePanel().words.value;
  const { callKind, callerDialogId, callerAgentId, callId, headline, body } = item.call;
  const { name: who } = useMember(callerAgentId);
  const label = callKind === 'A' ? words.asksBack(who) : words.assignmentFrom(who);
  return (
    <article class="card assignment" aria-label={label}>
      <div class="line">
        <Icon name={callKind === 'A' ? 'question' : 'flag'} />
        <strong>{label}</strong>
        <Time at={item.at} />
      </div>
      <TellaskText id={item.key} headline={headline} body={body} />
      <div class="targets">
        <DialogLink selfId={callerDialogId} callId={callId}>
          {words.openCaller}
        </DialogLink>
      </div>
    </article>
  );
}

/** That the words just said went to the caller as the answer. */
export function GivenLine({ item }: { readonly item: Of<'given'> }): JSX.Element {
  const words = usePanel().words.value;
  const { name: who } = useMember(useAgentOf(item.to));
  return (
    <div class={`mark ${item.failed === undefined ? 'good' : 'bad'}`}>
      <Icon name={item.failed === undefined ? 'check' : 'warning'} />
      <span>{item.failed === undefined ? words.gaveAnswer(who) : words.gaveFailure(who)}</span>
      {item.failed !== undefined && <span class="preview">{item.failed}</span>}
      <DialogLink selfId={item.to} callId={item.callId}>
        {words.openCaller}
      </DialogLink>
    </div>
  );
}
