// How components reach the panel's state and intents, and the few things that many of them look up there.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { MemberLabel } from '../../src/protocol/messages.ts';
import type { Asking } from './composer/aim.ts';
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

/** The names of the members who ask these questions, each once. */
export function useAskers(questions: readonly Asking[]): string {
  const { view, members } = usePanel();
  const own = view.value?.state.identity.agentId ?? '';
  const ids = new Set(questions.map(({ from }) => from?.agentId ?? own));
  return [...ids].map(id => members.value.find(member => member.id === id)?.name ?? id).join(', ');
}

/** The agent of a dialog of this tree; '' when it is not known. */
export function useAgentOf(selfId: string): string {
  return usePanel().related.value.find(dialog => dialog.selfId === selfId)?.agentId ?? '';
}
