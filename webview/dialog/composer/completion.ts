// What `@` and `/` in the composer can stand for: teammates, files and resources of MCP servers; commands of the
// dialog, and prompts of files and of MCP servers. Pure.

import type { ServerOffer } from '../../../src/core/team/server-offer.ts';
import { rankPaths } from '../../../src/core/text/rank-paths.ts';
import type { MemberLabel } from '../../../src/protocol/messages.ts';
import { isPath } from '../../shared/text/paths.ts';

/** A mention that is being typed: its sign at `start`, then `query` up to the caret. */
export interface OpenMention {
  readonly sign: '@' | '/';
  readonly start: number;
  readonly query: string;
}

/** Something that can take its place; `insert` is what comes after the sign. */
export interface Candidate {
  readonly kind: 'member' | 'file' | 'command' | ServerOffer['kind'];
  readonly insert: string;
  readonly label: string;
  /** A second, fainter text. */
  readonly detail: string;
}

/** What the host suggests. */
export interface Suggested {
  readonly files: readonly string[];
  readonly prompts?: readonly ServerOffer[];
  readonly offers?: readonly ServerOffer[];
}

/** Shown at once; of commands and prompts, which are few, the list is scrolled. */
const CANDIDATES_MAX = 12;
const COMMANDS_MAX = 60;

/** The mention before the caret, if one is being typed there. A prompt stands at the beginning of a message alone. */
export function mentionAt(text: string, caret: number): OpenMention | undefined {
  const typed = text.slice(0, caret);
  const prompt = /^\/([\w./-]*)$/.exec(typed)?.[1];
  if (prompt !== undefined) return { sign: '/', start: 0, query: prompt };
  const match = /(?:^|[\s(])@([\w./\\:-]*)$/.exec(typed);
  return match ? { sign: '@', start: caret - (match[1]?.length ?? 0) - 1, query: match[1] ?? '' } : undefined;
}

/** Whether a mention stands in a text: that may have been sent meanwhile, or changed elsewhere than in its field. */
export function standsIn(text: string, { sign, start, query }: OpenMention): boolean {
  return text.startsWith(`${sign}${query}`, start);
}

/**
 * Members whose id or name begins so, then those of the files that fit what is typed, the best first. The files may
 * have been suggested for what was typed a moment ago: what comes later then only adds to the list.
 */
export function candidatesFor(
  { sign, query }: OpenMention,
  members: readonly MemberLabel[],
  { files, prompts = [], offers = [] }: Suggested,
  commands: readonly Candidate[] = [],
): readonly Candidate[] {
  const wanted = query.toLowerCase();
  const has = ({ kind, insert, label }: ServerOffer) =>
    (kind === 'prompt') === (sign === '/') && `${insert} ${label}`.toLowerCase().includes(wanted);
  const offered = [...prompts, ...offers].filter(has);
  if (sign === '/')
    return [...commands.filter(({ insert }) => insert.startsWith(wanted)), ...offered].slice(0, COMMANDS_MAX);
  const fits = ({ id, name }: MemberLabel) =>
    id.toLowerCase().startsWith(wanted) || name.toLowerCase().startsWith(wanted);
  const people = members.filter(fits).map(({ id, name, icon = '', description }): Candidate => {
    const who = `${icon} ${name}`.trim();
    return {
      kind: 'member',
      insert: id,
      label: `@${id}`,
      detail: description === undefined ? who : `${who} · ${description}`,
    };
  });
  const found = rankPaths(files, query, CANDIDATES_MAX).map(fileCandidate);
  return [...people, ...found, ...offered].slice(0, CANDIDATES_MAX);
}

/** Tells candidates apart: a command and a prompt may have the same name. */
export function candidateKey({ kind, insert }: Candidate): string {
  return `${kind} ${insert}`;
}

/** The text with the mention completed, and where the caret goes. */
export function complete(
  text: string,
  { sign, start, query }: OpenMention,
  { insert }: Candidate,
): { readonly text: string; readonly caret: number } {
  const after = text.slice(start + 1 + query.length);
  const mention = `${sign}${insert}${after.startsWith(' ') ? '' : ' '}`;
  const caret = start + mention.length + (after.startsWith(' ') ? 1 : 0);
  return { text: text.slice(0, start) + mention + after, caret };
}

/** The text with these files mentioned at its end. */
export function withFiles(text: string, paths: readonly string[]): string {
  return paths.length === 0 ? text : withWords(text, `${paths.map(path => `@${path}`).join(' ')} `);
}

/** A mention in a text, with the space behind it. */
const mention = /(?<=^|[\s(])@(\S+?)(?=[\s),;]|$) ?/g;

/** The files that a text mentions; at its very end one is still being typed. */
export function mentionedFiles(text: string): readonly string[] {
  const found = Array.from(text.matchAll(mention), ({ 1: path = '', index }) =>
    index + path.length + 1 < text.length && isPath(path) ? path : '',
  );
  return [...new Set(found)].filter(path => path !== '');
}

/** The text without its mentions of a file. */
export function withoutFile(text: string, path: string): string {
  return text.replaceAll(mention, (all, found) => (found === path ? '' : all));
}

/** The text with these words at its end. */
export function withWords(text: string, words: string): string {
  return `${text}${text === '' || /\s$/.test(text) ? '' : ' '}${words}`;
}

function fileCandidate(path: string): Candidate {
  const slash = path.lastIndexOf('/');
  return { kind: 'file', insert: path, label: path.slice(slash + 1), detail: path.slice(0, Math.max(slash, 0)) };
}
