// The exit codes of the command-line contract, and which one an ending gets.
import type { RefusalCode } from '../core/facts/refusals.ts';
import type { Settled } from '../runtime.ts';

export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  questionOpen: 3,
  interrupted: 4,
  drivenElsewhere: 5,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The exit code of a tree that cannot go on: an open question counts more than an interrupted dialog. */
export function settledExitCode({ questions, interrupted }: Settled): ExitCode {
  if (questions.length > 0) return exitCodes.questionOpen;
  return interrupted.length > 0 ? exitCodes.interrupted : exitCodes.ok;
}

/** The exit code of several trees together: the one that asks most of the person. */
export function worstExitCode(codes: readonly ExitCode[]): ExitCode {
  if (codes.includes(exitCodes.questionOpen)) return exitCodes.questionOpen;
  return codes.find(code => code !== exitCodes.ok) ?? exitCodes.ok;
}

/** The exit code of a refused action. In a store each dialog has its own driver, so that no process drives a folder. */
export function refusalExitCode(code: RefusalCode, isShared: boolean): ExitCode {
  return code === 'driven-elsewhere' && !isShared ? exitCodes.drivenElsewhere : exitCodes.failed;
}
