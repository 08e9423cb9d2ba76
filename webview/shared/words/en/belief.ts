// English words of the dialogue state's view.
import type { SlotSpec } from '../../../../src/core/belief/domain/domain.ts';
import type { Difference } from '../../../../src/core/belief/history/changes-in-words.ts';
import type { Awaited } from '../../../../src/core/belief/missing.ts';
import type { Flags } from '../../../../src/core/belief/state.ts';
import type { FlowStatus } from '../../../../src/core/belief/values/flow-status.ts';
import { lineOf } from '../../../../src/core/belief/values/json.ts';
import { type Reason, reasonText } from '../../../../src/core/belief/values/reasons.ts';
import { formOf } from '../../../../src/core/belief/values/slot-form.ts';
import { type DifferenceWords, differenceText } from '../figures.ts';

/** The words of one language. */
export type BeliefWords = typeof beliefsEn;

const statuses: Record<FlowStatus, string> = {
  Pending: 'Pending',
  Active: 'Active',
  Completed: 'Completed',
  Invalid: 'Invalid',
};

const flags: Record<keyof Flags, string> = {
  keep_going: 'keeps going',
  has_issues: 'has issues',
  has_plan: 'has a plan',
  natural_birth: 'from your message',
};

const awaited: Readonly<Record<Awaited, string>> = {
  approval: 'waits for approval',
  resume: 'waits to go on',
  confirm: 'waits for confirmation',
};

const differences: DifferenceWords = {
  intent: ({ from, to }) => `Intent: ${from} → ${to}`,
  flowAdded: ({ flow }) => `${flow} begins`,
  flowGone: ({ flow }) => `${flow} removed`,
  status: ({ flow, from, to }) => `${flow}: ${statuses[from]} → ${statuses[to]}`,
  slot: ({ flow, slot, from, to }) =>
    `${flow} · ${slot}: ${from === null ? '—' : lineOf(from)} → ${to === null ? '—' : lineOf(to)}`,
  flag: ({ flag, to }) => `${flags[flag]}: ${to ? 'yes' : 'no'}`,
  awaits: ({ flow, from, to }) => `${flow}: ${from ? awaited[from] : '—'} → ${to ? awaited[to] : '—'}`,
  again: ({ flow, from, to }) => `${flow}: further results: ${from} → ${to}`,
  requested: ({ flow, slot }) => `Asked for: ${flow} · ${slot}`,
  requestedGone: ({ flow, slot }) => `No longer asked for: ${flow} · ${slot}`,
  finding: ({ text }) => `Found out: ${text}`,
  findingGone: ({ text }) => `Finding removed: ${text}`,
};

export const beliefsEn = {
  part: 'beliefs' as const,
  title: 'Dialogue state',
  turn: (turn: number): string => (turn === 0 ? 'Before the first turn' : `Turn ${turn}`),
  open: 'under way',
  noFlow: 'No active flow. Say what you want, or start a flow.',
  status: (status: FlowStatus): string => statuses[status],
  flag: (flag: keyof Flags): string => flags[flag],
  missing: (names: readonly string[]): string => `missing: ${names.join(', ')}`,
  oneOf: (names: readonly string[]): string => `missing: at least one of ${names.join(', ')}`,
  ready: 'complete',
  required: 'required',
  elective: 'at least one',
  optional: 'optional',
  unset: 'not set',
  byDefault: 'default',
  noPreference: 'No preference',
  carriedOver: (from: string): string => `from ${from}`,
  hidden: 'not used',
  asked: 'always asked',
  setByAgent: 'set by the agent',
  agentSets: 'the agent sets it',
  again: 'another result',
  awaited,
  requested: 'Asked for',
  verified: 'exists',
  set: (slot: string): string => `Set ${slot}`,
  save: 'Save',
  clear: 'Clear',
  cancel: 'Cancel',
  cancelFlow: (flow: string): string => `Cancel ${flow}`,
  startFlow: 'Start a flow…',
  startChosen: 'Start',
  fields: { start: 'from', stop: 'to', unit: 'unit', length: 'length', type: 'type' } as Readonly<
    Record<string, string>
  >,
  choose: '(choose)',
  hint: (spec: SlotSpec): string => formOf(spec),
  plan: 'Plan',
  ofPlan: 'step of the plan',
  predictions: 'Understood as',
  predictionsHint: 'How the model read your message. Nothing is done by this alone.',
  refused: (why: Reason): string => `Refused: ${reasonText(why)}`,
  lacks: reasonText,
  scratchpad: (count: number): string => `Findings (${count})`,
  background: 'In the background',
  turns: 'Turns',
  newest: 'Back to now',
  earlier: 'Earlier turn',
  later: 'Later turn',
  byPerson: 'by hand',
  byAgent: 'continued automatically',
  branch: 'on an abandoned branch',
  whatChanged: 'What changed',
  compared: 'compared with',
  same: 'Nothing changed.',
  ended: (flow: string, status: FlowStatus): string => `${flow}: ${statuses[status]}`,
  rollBack: 'Roll back to here',
  rollBackNote: 'Only the dialogue state is rolled back. The conversation and files stay as they are.',
  rolledBack: (from: number, to: number): string => `Rolled back from turn ${from} to turn ${to}`,
  difference: (difference: Difference): string => differenceText(differences, difference),
};
