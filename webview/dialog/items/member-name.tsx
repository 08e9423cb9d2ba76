// Names of those who take part, and links to their dialogs.
import type { ComponentChildren, JSX } from 'preact';
import { Avatar } from '../../shared/avatar.tsx';
import { Icon } from '../../shared/icons.tsx';
import { Time } from '../../shared/time.tsx';
import { useMember, usePanel } from '../panel-context.ts';

/** The responder's line above what it does. */
export function Responder({ at }: { readonly at: string }): JSX.Element {
  const { view } = usePanel();
  const { icon, name } = useMember(view.value?.state.identity.agentId ?? '');
  return (
    <div class="responder">
      <Avatar icon={icon} name={name} />
      <span class="name">{name}</span>
      <Time at={at} />
    </div>
  );
}

/** A member by name, or who is meant by a name that every tellask may use; the name itself as a tooltip. */
export function Mention({ id }: { readonly id: string }): JSX.Element {
  return (
    <bdi class="mention" title={`@${id}`}>
      {useMentioned(id)}
    </bdi>
  );
}

/** The name of who is mentioned. */
export function useMentioned(id: string): string {
  const { name } = useMember(id);
  const { tellaskerName, selfName } = usePanel().words.value;
  return id === 'tellasker' ? tellaskerName : id === 'self' ? selfName : name;
}

interface DialogLinkProps {
  readonly selfId: string;
  readonly callId?: string;
  readonly children: ComponentChildren;
}

/** Opens another dialog of the tree, at a call if one is given. */
export function DialogLink({ selfId, callId, children }: DialogLinkProps): JSX.Element {
  const { intents } = usePanel();
  const open = () => intents.post({ kind: 'openDialog', selfId, ...(callId !== undefined && { callId }) });
  return (
    <button type="button" class="text-button" onClick={open}>
      <Icon name="open" />
      {children}
    </button>
  );
}
