// What the mind reads at one step (SPEC 15.7): YAML in a fixed order, every text exactly as it was said. Pure.
import { quoted, scalarLines } from './scalar.ts';
import type { Cluster, Draft, DraftState, HistoryItem, Thought, Utterance } from './state.ts';

export interface MindInput {
  /** Who the mind is. */
  readonly self: string;
  /** The person's local time, ISO with its offset. */
  readonly userTime: string;
  /** The sample of the thinking pool, in the order in which it is shown. */
  readonly sample: readonly Thought[];
}

/** The whole document. */
export function renderMindInput(state: DraftState, { self, userTime, sample }: MindInput): string {
  return [
    'meta:\n',
    `  self: ${nameScalar(self)}\n`,
    `  iter: ${state.iteration}\n`,
    `  user_time: ${userTime}\n`,
    '\n',
    ...poolLines(state, sample),
    '\n',
    'dialogue:\n',
    ...historyLines(state),
    ...(state.awaiting ? [...awaitingLines(state, state.awaiting), ...draftsLines(state)] : []),
  ].join('');
}

function poolLines(state: DraftState, sample: readonly Thought[]): string[] {
  if (sample.length === 0) return ['thinking_pool: []\n'];
  const items = sample.map(thought => {
    const comment = `age: ${ageOf(state, thought)}, cluster: ${clusterText(state.clusters, thought)}`;
    return `  - ${scalarLines(thought.text, { indent: 4, comment })}`;
  });
  return ['thinking_pool:\n', ...items];
}

function clusterText(clusters: readonly Cluster[], { cluster }: Thought): string {
  const found = clusters.find(({ id }) => id === cluster);
  return found ? `{id: ${found.id}, size: ${found.size}}` : '{~}';
}

function historyLines(state: DraftState): string[] {
  if (state.history.length === 0) return ['  history: []\n'];
  const item = (each: HistoryItem) =>
    [
      `    - from: ${each.role === 'user' ? 'user' : 'self'}\n`,
      `      age: ${ageOf(state, each)}\n`,
      `      text: ${scalarLines(each.text, { indent: 8 })}`,
    ].join('');
  return ['  history:\n', ...state.history.map(item)];
}

function awaitingLines(state: DraftState, awaiting: Utterance): string[] {
  return [
    '  awaiting:\n',
    `    age: ${ageOf(state, awaiting)}\n`,
    `    text: ${scalarLines(awaiting.text, { indent: 6 })}`,
  ];
}

function draftsLines(state: DraftState): string[] {
  if (state.drafts.length === 0) return ['  drafts: []\n'];
  const item = (draft: Draft) => {
    const comment = `age: ${ageOf(state, draft)}, user_seen: ${draft.seen}`;
    return `    - ${scalarLines(draft.text, { indent: 6, comment })}`;
  };
  return ['  drafts:\n', ...state.drafts.map(item)];
}

function ageOf({ iteration }: DraftState, { iter }: { readonly iter: number }): number {
  return iteration - iter;
}

/** Ids may look like other values. */
function nameScalar(name: string): string {
  return /^[a-z][\w-]*$/i.test(name) && !/^(null|true|false)$/i.test(name) ? name : quoted(name);
}

/** `2026-01-15T14:30:00+11:00`: an instant (epoch ms) as clocks show it that are `offset` minutes ahead of UTC. */
export function localTime(instant: number, offset: number): string {
  const local = new Date(instant + offset * 60_000).toISOString().slice(0, 19);
  const two = (value: number) => String(value).padStart(2, '0');
  const ahead = Math.abs(offset);
  return `${local}${offset < 0 ? '-' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
}
