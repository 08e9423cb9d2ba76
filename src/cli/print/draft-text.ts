// A draft dialogue as people read it in a terminal: the message that waits, its drafts newest first, and why the mind
// does not go on.
import type { Status } from '../../core/dialog/state.ts';
import { decideDraft } from '../../core/draft/next-step.ts';
import { type DraftState, type HistoryItem, numberedDrafts, wholeMessage } from '../../core/draft/state.ts';
import { type Output, shorten } from './output.ts';

/** What the commands that are offered depend on. */
interface Offered {
  /** Named in them. */
  readonly root: string;
  /** True while a question waits, without whose answer the mind does not go on. */
  readonly asks?: boolean;
  /** Only a running one goes on; absent: it is. */
  readonly status?: Status;
}

/** Prints message and drafts. */
export function printDrafts(output: Output, draft: DraftState, offered: Offered): void {
  if (draft.awaiting) printText(output, output.paint('green', `▸ ${output.words.you}`), wholeMessage(draft.awaiting));
  for (const { n, id, seen, text, note } of numberedDrafts(draft)) {
    const marks = [id, ...(seen ? [] : [output.words.unseen]), ...(note === undefined ? [] : [note])].join(' · ');
    printText(output, `${output.paint('cyan', `▸ ${output.words.draft(n)}`)} ${output.paint('dim', marks)}`, text);
  }
  if (draft.warning !== undefined) output.note(output.words.newestStep(draft.warning));
  if (draft.rest !== undefined) output.note(output.words.leftOver(shorten(draft.rest, 200)));
  const { iteration } = output.words;
  output.note(output.paint('dim', `${iteration(draft.iteration)} · ${whatNow(output, draft, offered)}`));
}

/** Prints the accepted exchanges, oldest first. */
export function printHistory(output: Output, history: readonly HistoryItem[]): void {
  for (const { role, text } of history) {
    printText(
      output,
      role === 'user' ? output.paint('green', `▸ ${output.words.you}`) : output.paint('cyan', `▸ ${output.words.mind}`),
      text,
    );
  }
  if (history.length === 0) output.note(output.words.noExchange);
}

function printText(output: Output, heading: string, text: string): void {
  output.line(heading);
  output.line(text.replace(/^(?=.)/gm, '  ').trimEnd());
  output.line();
}

function whatNow({ words }: Output, draft: DraftState, { root, asks = false, status = 'running' }: Offered): string {
  if (status !== 'running') return `${words.ended[status]} · dominds reopen ${root}`;
  if (asks) return words.waitsForAnswer;
  const decision = decideDraft(draft);
  const state = decision.kind === 'pause' ? words.draftPauses[decision.why] : words.moreToDo;
  const [message, run, accept] = ['message', 'run', 'accept'].map(action => `dominds mind ${action} ${root}`);
  if (!draft.awaiting) return `${state} · ${message} "…"`;
  return `${state} · ${run}${draft.drafts.length > 0 ? ` · ${accept}` : ''}`;
}
