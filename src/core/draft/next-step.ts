// Decides a draft dialogue's next step, and why it pauses (SPEC 15.10). The same facts always give the same decision,
// so a restart continues, or rests, where the process ended.
import type { DraftRun, DraftState } from './state.ts';

/** Why the mind does not continue. `not-asked` and `idle`: it was not asked to, with and without a pending message. */
export type DraftPause = 'not-asked' | 'idle' | 'drafted' | 'steps-made' | 'limit' | 'quiet';

export type DraftDecision =
  | { readonly kind: 'refine' }
  | { readonly kind: 'accept'; readonly draftId: string }
  | { readonly kind: 'pause'; readonly why: DraftPause };

/** Decides on the state alone; whether the dialog runs at all, and whether something interrupts it, comes before. */
export function decideDraft(state: DraftState): DraftDecision {
  const { run, drafts, quiet } = state;
  const latest = drafts.at(-1);
  if (run && run.autoAccept > 0 && latest && quiet >= run.autoAccept) return { kind: 'accept', draftId: latest.id };
  const why = run ? endOf(run, state) : state.awaiting ? 'not-asked' : 'idle';
  return why === undefined ? { kind: 'refine' } : { kind: 'pause', why };
}

/** True if steps without news end the loop. */
export function pausesForQuiet({ run, drafts, awaiting }: DraftState): boolean {
  if (run === null || run.until === 'steps') return true;
  const canBeQuiet = drafts.length > 0 || awaiting === null;
  return canBeQuiet && (run.quietSteps > 0 || run.autoAccept > 0 || run.maxSteps > 0);
}

function endOf(run: DraftRun, { quiet, drafts, awaiting }: DraftState): DraftPause | undefined {
  if (run.until === 'draft' && run.hasDrafted) return 'drafted';
  if (run.maxSteps > 0 && run.steps >= run.maxSteps) return run.until === 'steps' ? 'steps-made' : 'limit';
  const canBeQuiet = run.until !== 'steps' && (drafts.length > 0 || awaiting === null);
  // If the latest draft will be accepted automatically, the loop does not pause before that.
  const isQuiet = run.quietSteps > 0 && quiet >= Math.max(run.quietSteps, run.autoAccept);
  return canBeQuiet && isQuiet ? 'quiet' : undefined;
}
