// Refusals in words, for tests of what a person reads.
import type { HealthProblem } from '../../src/core/facts/health.ts';
import type { RefusalCode } from '../../src/core/facts/refusals.ts';
import type { Outcome, Refusal } from '../../src/core/facts/trouble.ts';
import type { FileProblem } from '../../src/core/team/team.ts';
import { type MessageAndRemedy, sayFault, sayFinding, sayRefusal } from '../../src/words/say.ts';

/** An outcome; of a refusal its code and its English words. */
export function told<T>(
  outcome: ({ readonly ok: true } & T) | Refusal,
): (Outcome<T> & { ok: true }) | ({ readonly ok: false; readonly code: RefusalCode } & MessageAndRemedy) {
  return outcome.ok ? outcome : { ok: false, code: outcome.code, ...sayRefusal(outcome, 'en') };
}

/** A problem of a file with its English words. */
export function toldProblem(problem: FileProblem): FileProblem & MessageAndRemedy {
  return { ...problem, ...sayFault(problem.fault, 'en') };
}

/** What a health check found, in English. */
export function toldFinding(problem: HealthProblem): HealthProblem & { readonly message: string } {
  return { ...problem, message: sayFinding(problem, 'en') };
}
