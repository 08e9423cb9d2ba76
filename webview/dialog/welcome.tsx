// An empty dialog: the member, and the first steps.
import type { JSX } from 'preact';
import { Avatar } from '../shared/avatar.tsx';
import { Mention } from './items/member-name.tsx';
import { useMember, usePanel } from './panel-context.ts';

/** Teammates that are named; of the others the number is said. */
const SHOWN = 12;

/** A greeting until the first message. */
export function Welcome(): JSX.Element | null {
  const { view, words, members, outbox, live } = usePanel();
  const agentId = view.value?.state.identity.agentId ?? '';
  const { icon, name } = useMember(agentId);
  if (view.value?.rootStatus !== 'running' || view.value.state.queued.length + outbox.value.length > 0) return null;
  if (live.value) return null;
  const { taskDocPath, domain } = view.value.unbegun ?? {};
  const others = members.value.filter(member => member.id !== agentId);
  return (
    <div class="welcome">
      <Avatar icon={icon} name={name} />
      <h2>{words.value.welcome.title(name)}</h2>
      <p>{words.value.welcome.text}</p>
      {taskDocPath !== undefined && <p class="faint">{words.value.welcome.taskdoc(taskDocPath)}</p>}
      {domain !== undefined && <p class="faint">{words.value.welcome.domain(domain)}</p>}
      {others.length > 0 && (
        <ul aria-label={words.value.welcome.team}>
          {others.slice(0, SHOWN).map(member => (
            <li key={member.id} class="tag" title={member.description}>
              {member.icon} <Mention id={member.id} />
            </li>
          ))}
          {others.length > SHOWN && <li class="faint">{words.value.welcome.more(others.length - SHOWN)}</li>}
        </ul>
      )}
    </div>
  );
}
