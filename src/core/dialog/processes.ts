// Background commands of a dialog (SPEC 21.5): which run, and which have ended without the model knowing. Pure.
import { copying, type Lists } from '../base/fold-lists.ts';

/** A command that runs in the background. */
export interface RunningProcess {
  /** The id of the call that started it. */
  readonly processId: string;
  readonly command: string;
  readonly since: string;
}

/**
 * How a background command ended. `stopped`: by the dialog, or with it; `lost`: with the process that drove it, or by
 * it when that lost its store.
 */
export type ProcessOutcome = 'exited' | 'killed' | 'stopped' | 'lost';

/** A command that ended, as the model is to be told. */
export interface ProcessEnd {
  readonly processId: string;
  readonly command: string;
  readonly outcome: Exclude<ProcessOutcome, 'stopped'>;
  /** Of one that exited. */
  readonly code?: number;
}

/** The commands in the state of a dialog. */
interface Part {
  readonly processes?: readonly RunningProcess[];
  readonly processEnds?: readonly ProcessEnd[];
}

/** The end of a command, as recorded. */
interface EndRecord {
  readonly processId: string;
  readonly outcome: ProcessOutcome;
  readonly code?: number;
}

/** The id of a command. */
export const processIdOf = ({ processId }: RunningProcess): string => processId;

/** A command was started. */
export function processStarted(
  { processes = [] }: Part,
  { processId, command, at }: { readonly processId: string; readonly command: string; readonly at: string },
  lists: Lists = copying,
): Part {
  return { processes: lists.added(processes, { processId, command, since: at }) };
}

/** A command ended; one that the dialog stopped itself is no news. */
export function processEnded(
  { processes = [], processEnds = [] }: Part,
  { processId, outcome, code }: EndRecord,
  lists: Lists = copying,
): Part {
  const at = lists.find(processes, processIdOf, processId);
  const ended = processes[at];
  if (!ended) return {};
  const { command } = ended;
  const end = outcome !== 'stopped' && { processId, command, outcome, ...(code !== undefined && { code }) };
  return {
    processes: lists.without(processes, at),
    ...(end && { processEnds: lists.added(processEnds, end) }),
  };
}

/** Nothing runs in the background any more, and nothing is told of it. */
export function withoutProcesses({ processes, processEnds }: Part): Part {
  return { ...(processes && { processes: [] }), ...(processEnds && { processEnds: [] }) };
}
