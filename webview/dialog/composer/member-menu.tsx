// Who is to respond in a dialog that is not begun yet (SPEC 25.6).
import type { JSX } from 'preact';
import type { View } from '../conversation/transcript.ts';
import { useMember, usePanel } from '../panel-context.ts';

/** A menu of the members; nothing where there is no choice. */
export function MemberMenu({ view }: { readonly view: View }): JSX.Element | null {
  const { words, intents, members } = usePanel();
  const own = useMember(view.state.identity.agentId);
  const choice = [own, ...members.value.filter(({ id }) => id !== own.id)];
  const label = words.value.composer.member;
  if (choice.length < 2) return null;
  return (
    <span class="row-menu on" title={own.description ?? label}>
      <select
        aria-label={label}
        value={own.id}
        onChange={event => intents.post({ kind: 'chooseMember', agentId: event.currentTarget.value })}
      >
        {choice.map(({ id, name, icon = '' }) => (
          <option key={id} value={id} selected={id === own.id}>
            {`${icon} ${name}`.trim()}
          </option>
        ))}
      </select>
    </span>
  );
}
