// How components reach the panel's state and intents, and the few things that many of them look up there.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type Interruption, isTrouble } from '../../src/core/facts/interruption.ts';
import type { MemberLabel, RelatedDialog } from '../../src/protocol/messages.ts';
import { type Asking, dialogsBelow } from './composer/aim.ts';
import type { Panel } from './state.ts';

/** Provided once by `main.tsx`. */
export const PanelContext = createContext<Panel | undefined>(undefined);

/** The panel of the component. Throws outside of `PanelContext`, which is a bug. */
export function usePanel(): Panel {
  const panel = useContext(PanelContext);
  if (!panel) throw new Error('No panel around this component');
  return panel;
}

/** How a member is shown: its name, with the id as a fallback for one that left the team. */
export function useMember(id: string): MemberLabel {
  return usePanel().members.value.find(member => member.id === id) ?? { id, name: id };
}

/** The names of these members, each once. */
export function useNames(agentIds: readonly string[]): string {
  const { members } = usePanel();
  return [...new Set(agentIds)].map(id => members.value.find(member => member.id === id)?.name ?? id).join(', ');
}

/** The names of the members who ask these questions, each once. */
export function useAskers(questions: readonly Asking[]): string {
  const own = usePanel().view.value?.state.identity.agentId ?? '';
  return useNames(questions.map(({ from }) => from?.agentId ?? own));
}

/** A subdialog that cannot go on until the person acts. */
export type TroubledDialog = RelatedDialog & { readonly interruption: Interruption };

/** Those below the shown dialog, in the order of the tree. */
export function useTroubledBelow(): readonly TroubledDialog[] {
  const { view, related } = usePanel();
  return dialogsBelow(view.value?.state.identity.selfId ?? '', related.value).filter(
    (dialog): dialog is TroubledDialog => dialog.interruption !== undefined && isTrouble(dialog.interruption.code),
  );
}

/** The agent of a dialog of this tree; '' when it is not known. */
export function useAgentOf(selfId: string): string {
  return usePanel().related.value.find(dialog => dialog.selfId === selfId)?.agentId ?? '';
}
