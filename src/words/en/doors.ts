// The English words at doors.

import { sayFactsEn } from '../../core/prompt/words/en/work.ts';
import type { DoorWords } from '../door-words.ts';
import { permissionModeNamesEn } from './dialogs.ts';

export const doorsEn: DoorWords = {
  asks: (member, headline) => `${member} asks: ${headline}`,
  answer: 'Answer',
  choose: 'Choose',
  ownWords: 'Or answer in your own words',
  oneOf: options => `One of: ${options.join(' | ')}. Any other text is an answer too.`,
  proposed: answer => `Answer: ${answer}`,
  giveAnswer: 'Give this answer',
  allowOnce: 'Allow once',
  allowAlways: 'Always allow',
  allowHere: 'Always allow in this workspace',
  deny: 'Deny',
  permissionModes: permissionModeNamesEn,
  commands: { continue: 'Continue what was interrupted', done: 'Mark the dialog done' },
  finishOrEnd: 'finish it, or end it: `/done force`',
  answerNext: 'Your next message answers this question.',
  stillOpen: 'This question is still open. You are asked again with your next message.',
  interrupted: (member, message, remedy) =>
    `${member} was interrupted: ${message}${remedy === undefined ? '' : ` — ${remedy}`}\n\n\`/continue\` continues it.`,
  asksPerson: headline => `Asks the person: ${headline}`,
  interruptedBy: message => `Interrupted: ${message}`,
  checked: (line, passed) => `Check ${passed ? 'passed' : 'failed'}: \`${line}\``,
  done: facts => `Done${facts ? ` · ${sayFactsEn(facts)}` : ''}`,
};
