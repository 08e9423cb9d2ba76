// Suggests files that a message can mention while somebody types, wherever the page stands.
import { rankPaths } from '../core/text/rank-paths.ts';
import type { ToHost, ToWebview } from '../protocol/messages.ts';
import type { Runtime } from '../runtime.ts';

/** Files that a list holds at most. */
export const MOST_SUGGESTIONS = 20_000;
/** Names of folders whose files nobody mentions. */
export const unmentioned: readonly string[] = ['node_modules', '.git', '.dialogs'];

/** How many are suggested, and for how long (milliseconds) a list is good. */
const SUGGESTED = 20;
const GOOD_FOR = 15_000;

/** Gives the paths that fit what was typed, the best first. */
export type SuggestFiles = (query: string) => Promise<readonly string[]>;

/** Suggests of the paths that `list` gives, which is asked anew now and then. `now`: epoch milliseconds. */
export function createFileSuggestions(list: () => Promise<readonly string[]>, now: () => number): SuggestFiles {
  let listed: { readonly at: number; readonly paths: Promise<readonly string[]> } | undefined;
  return async query => {
    if (!listed || now() - listed.at > GOOD_FOR) listed = { at: now(), paths: list() };
    return rankPaths(await listed.paths, query, SUGGESTED);
  };
}

/**
 * Suggests for a word of a message: files and resources after `@`, prompts after `/`. First what is at hand; what
 * servers offer comes when they have told.
 */
export async function suggest(
  { nth, query, sign = '@' }: Extract<ToHost, { kind: 'suggest' }>,
  { files: suggestFiles, runtime, post }: SuggestPorts,
): Promise<void> {
  const files = sign === '@' ? await suggestFiles(query) : [];
  const prompts = sign === '/' ? (runtime?.promptFiles() ?? []) : [];
  post({ kind: 'suggestions', nth, files, prompts });
  const offers = (await runtime?.serverOffers(sign)) ?? [];
  post({ kind: 'suggestions', nth, files, prompts, offers });
}

export interface SuggestPorts {
  readonly files: SuggestFiles;
  readonly runtime: Pick<Runtime, 'serverOffers' | 'promptFiles'> | undefined;
  readonly post: (message: Extract<ToWebview, { kind: 'suggestions' }>) => void;
}
