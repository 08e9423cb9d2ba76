// The commands of a dialog that `/` offers in its composer (SPEC 25.10): chosen, they run at once.
import { isBusy } from '../conversation/live.ts';
import { isSteered, type View } from '../conversation/transcript.ts';
import type { Intents } from '../intents.ts';

const runs = {
  // The first one is chosen by Enter alone: those that end something come last.
  changes: ({ post }) => post({ kind: 'showChanges' }),
  find: ({ openFind }) => openFind(),
  model: ({ post }) => post({ kind: 'mend', command: 'chooseModel' }),
  reminders: ({ toggle }) => toggle('reminders'),
  continue: ({ post }) => post({ kind: 'continue' }),
  stop: ({ post }) => post({ kind: 'stop' }),
  clear: ({ post }) => post({ kind: 'clearMind' }),
  done: ({ post }) => post({ kind: 'markDone' }),
} as const satisfies Readonly<Record<string, (intents: Pick<Intents, 'post' | 'toggle' | 'openFind'>) => void>>;

export type DialogCommand = keyof typeof runs;

/** Those that can work now. */
export function commandsFor(view: View): readonly DialogCommand[] {
  const { state, rootStatus, related, scripted, isAgent, unbegun } = view;
  const { draft } = state;
  const isOpen = !unbegun && rootStatus === 'running';
  const fits: Readonly<Record<DialogCommand, boolean>> = {
    stop: isOpen && isBusy(state),
    continue: isOpen && state.interruption !== null,
    done: isOpen && isSteered(view) && state.identity.kind === 'root',
    clear: isOpen && isSteered(view) && !draft,
    changes: related.some(({ changes }) => changes),
    model: rootStatus === 'running' && isSteered(view) && scripted === undefined && !isAgent,
    reminders: isOpen && !draft,
    find: !unbegun,
  };
  return (Object.keys(runs) as DialogCommand[]).filter(command => fits[command]);
}

export function runCommand(command: string, intents: Parameters<(typeof runs)[DialogCommand]>[0]): void {
  if (Object.hasOwn(runs, command)) runs[command as DialogCommand](intents);
}
