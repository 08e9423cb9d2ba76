// How components reach the Overview's state.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { MemberLabel } from '../../src/protocol/messages.ts';
import type { Overview } from './state.ts';

/** Provided once by `main.tsx`. */
export const OverviewContext = createContext<Overview | undefined>(undefined);

/** The Overview around the component. Throws outside of `OverviewContext`, which is a bug. */
export function useOverview(): Overview {
  const overview = useContext(OverviewContext);
  if (!overview) throw new Error('No Overview around this component');
  return overview;
}

/** How a member is shown: its name, with the id as a fallback for one that left the team. */
export function useOverviewMember(id: string): MemberLabel {
  return useOverview().members.value.get(id) ?? { id, name: id };
}
