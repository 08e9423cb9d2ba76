// The mind's input at one step (SPEC 15.7, 15.15): YAML in a fixed order, every text exactly as it was written. The
// pool, which is another sample each time, stands behind history and drafts. Pure.
import { beginningOf, byteLength } from '../text/bytes.ts';
import { quoted, scalarLines } from './scalar.ts';
import type { Awaiting, Cluster, Draft, DraftState, HistoryItem, Thought } from './state.ts';

export interface MindInput {
  /** The mind's persona. */
  readonly self: string;
  /** The person's local time, ISO with its offset. */
  readonly userTime: string;
  /** The sample of the thinking pool, in the order in which it is shown. */
  readonly sample: readonly Thought[];
}

/** The whole document. */
export function renderMindInput(state: DraftState, { self, userTime, sample }: MindInput): string {
  return [
    'dialogue:\n',
    ...historyLines(state),
    ...(state.awaiting ? [...awaitingLines(state, state.awaiting), ...draftsLines(state)] : []),
    '\n',
    ...poolLines(state, sample),
    '\n',
    'meta:\n',
    `  self: ${nameScalar(self)}\n`,
    `  iter: ${state.iteration}\n`,
    `  user_time: ${userTime}\n`,
    ...leftOverLines(state),
  ].join('');
}

/** The part of the newest step's output that matched no key: the mind may write it again in its place. */
function leftOverLines({ rest }: DraftState): string[] {
  if (rest === undefined) return [];
  const { text, comment } = shortenedText(rest, LEFT_OVER);
  return [`  not_understood: ${scalarLines(text, { indent: 4, ...(comment !== undefined && { comment }) })}`];
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
      `      text: ${scalarLines(...said(each, 8))}`,
    ].join('');
  return ['  history:\n', ...state.history.map(item)];
}

function awaitingLines(state: DraftState, awaiting: Awaiting): string[] {
  const { added = [] } = awaiting;
  return [
    '  awaiting:\n',
    `    age: ${ageOf(state, awaiting)}\n`,
    `    text: ${scalarLines(awaiting.text, { indent: 6 })}`,
    ...(added.length > 0 ? ['    added:\n'] : []),
    ...added.flatMap(each => [
      `      - age: ${ageOf(state, each)}\n`,
      `        text: ${scalarLines(each.text, { indent: 10 })}`,
    ]),
  ];
}

function draftsLines(state: DraftState): string[] {
  if (state.drafts.length === 0) return ['  drafts: []\n'];
  const item = (draft: Draft) => {
    const { text, comment } = shortenedText(draft.text, LONGEST);
    const told = [`age: ${ageOf(state, draft)}, user_seen: ${draft.seen}`, ...(comment === undefined ? [] : [comment])];
    return `    - ${scalarLines(text, { indent: 6, comment: told.join(', ') })}`;
  };
  return ['  drafts:\n', ...state.drafts.map(item)];
}

/** An accepted draft is shortened in the same way as while it was offered; the person's words never are. */
function said({ role, text: whole }: HistoryItem, indent: number): Parameters<typeof scalarLines> {
  if (role === 'user') return [whole, { indent }];
  const { text, comment } = shortenedText(whole, LONGEST);
  return [text, { indent, ...(comment !== undefined && { comment }) }];
}

/**
 * Bytes of a draft, and of output that was not understood, that the mind gets back; all of it stays in the records
 * (SPEC 15.14).
 */
const LONGEST = 64 * 1024;
const LEFT_OVER = 4 * 1024;

/** The beginning of a text that is too long, with a comment that says so. */
function shortenedText(text: string, longest: number): { readonly text: string; readonly comment?: string } {
  const bytes = byteLength(text);
  if (bytes <= longest) return { text };
  return { text: `${beginningOf(text, longest)}…`, comment: `shortened: the first ${longest} of ${bytes} bytes` };
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
