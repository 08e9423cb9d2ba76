// A draft dialogue as people read it in a terminal: the message that waits, its drafts newest first, and why the mind does
// not go on.
import { assertNever } from '../core/assert.ts';
import { type DraftPause, decideDraft } from '../core/draft/next-step.ts';
import { type DraftState, type HistoryItem, numberedDrafts } from '../core/draft/state.ts';
import { type Output, shorten } from './output.ts';

/** Prints message and drafts. `root` is named in the commands that are offered. */
export function printDrafts(output: Output, draft: DraftState, root: string): void {
  if (draft.awaiting) printText(output, output.paint('green', '▸ you'), draft.awaiting.text);
  for (const { n, id, seen, text, note } of numberedDrafts(draft)) {
    const marks = [id, ...(seen ? [] : ['unseen']), ...(note === undefined ? [] : [note])].join(' · ');
    printText(output, `${output.paint('cyan', `▸ draft ${n}`)} ${output.paint('dim', marks)}`, text);
  }
  if (draft.warning !== undefined) output.note(`the newest step: ${draft.warning}`);
  if (draft.rest !== undefined) output.note(`left over of the newest step: ${shorten(draft.rest, 200)}`);
  output.note(output.paint('dim', whatNow(draft, root)));
}

/** Prints the accepted exchanges, oldest first. */
export function printHistory(output: Output, history: readonly HistoryItem[]): void {
  for (const { role, text } of history) {
    printText(output, role === 'user' ? output.paint('green', '▸ you') : output.paint('cyan', '▸ mind'), text);
  }
  if (history.length === 0) output.note('no accepted exchange yet');
}

function printText(output: Output, heading: string, text: string): void {
  output.line(heading);
  output.line(text.replace(/^(?=.)/gm, '  ').trimEnd());
  output.line();
}

function whatNow(draft: DraftState, root: string): string {
  const decision = decideDraft(draft);
  const state = decision.kind === 'pause' ? pauseText(decision.why) : 'the mind has more to do';
  const [message, run, accept] = ['message', 'run', 'accept'].map(action => `dominds mind ${action} ${root}`);
  if (!draft.awaiting) return `iteration ${draft.iteration} · ${state} · ${message} "…"`;
  return `iteration ${draft.iteration} · ${state} · ${run}${draft.drafts.length > 0 ? ` · ${accept}` : ''}`;
}

function pauseText(why: DraftPause): string {
  switch (why) {
    case 'not-asked':
      return 'the mind was not asked to go on';
    case 'idle':
      return 'no message waits';
    case 'drafted':
      return 'there is a new draft';
    case 'steps-made':
      return 'the steps are made';
    case 'limit':
      return 'the limit of iterations is reached';
    case 'quiet':
      return 'the mind has nothing new to say';
    default:
      return assertNever(why);
  }
}
