// The English words at doors.

import type { WorkFacts } from '../../core/dialog/work-shape.ts';
import { sayFactsEn } from '../../core/prompt/words/en/work.ts';
import { permissionModeNamesEn } from './dialogs.ts';

/** What people read at the other end of a door: in an editor that speaks ACP, or in a form of an MCP client (SPEC 22). */
export const doorsEn = {
  /** A question of a member; `headline` is its own. */
  asks: (member: string, headline: string) => `${member} asks: ${headline}`,
  // Forms
  answer: 'Answer',
  choose: 'Choose',
  ownWords: 'Or answer in your own words',
  oneOf: (options: readonly string[]) => `One of: ${options.join(' | ')}. Any other text is an answer too.`,
  /** Beside a model's answer that counts only once the person gives it. */
  proposed: (answer: string) => `Answer: ${answer}`,
  giveAnswer: 'Give this answer',
  // Permission
  allowOnce: 'Allow once',
  allowAlways: 'Always allow',
  allowHere: 'Always allow in this workspace',
  deny: 'Deny',
  permissionModes: permissionModeNamesEn,
  // A session
  commands: { continue: 'Continue what was interrupted', done: 'Mark the dialog done' },
  /** What to do about work that is pending when the dialog is to be done. */
  finishOrEnd: 'finish it, or end it: `/done force`',
  answerNext: 'Your next message answers this question.',
  stillOpen: 'This question is still open. You are asked again with your next message.',
  interrupted: (member: string, message: string, remedy: string | undefined) =>
    `${member} was interrupted: ${message}${remedy === undefined ? '' : ` — ${remedy}`}\n\n\`/continue\` continues it.`,
  // Of a subdialog
  asksPerson: (headline: string) => `Asks the person: ${headline}`,
  interruptedBy: (message: string) => `Interrupted: ${message}`,
  /** What the check of an acceptance line found. */
  checked: (line: string, passed: boolean) => `Check ${passed ? 'passed' : 'failed'}: \`${line}\``,
  /** The dialog is done; `facts`: what the runtime knows of its work. */
  done: (facts: WorkFacts | undefined) => `Done${facts ? ` · ${sayFactsEn(facts)}` : ''}`,
};

export type DoorWords = typeof doorsEn;
