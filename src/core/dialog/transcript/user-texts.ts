// What a record says to the model as a message of the user's side, and answers that are none of its business. Pure.
import type { PromptTexts } from '../../prompt/words/words.ts';
import { ownOption } from '../own-options.ts';
import type { CourseRecord, Fact, RecordOf } from '../record.ts';
import type { InboundCall } from '../record-parts.ts';

/** Texts that a new course replaces, and what the runtime says by itself. */
const ofTheCourse: ReadonlySet<CourseRecord['kind']> = new Set([
  'dialogCreated',
  'callReceived',
  'courseStarted',
  'diligencePushed',
  'autoSaid',
  'keptGoing',
]);

/** True for a record that a new course need not repeat. Nobody tells a second time that a command has ended. */
export function isOfTheCourse(record: CourseRecord): boolean {
  return ofTheCourse.has(record.kind) && !(record.kind === 'autoSaid' && record.reason === 'process-ended');
}

/** The text of a record that is said to the model; undefined for all others. */
export function userTextOf(record: Fact, texts: PromptTexts): string | undefined {
  switch (record.kind) {
    case 'dialogCreated':
      return record.call && arrivingText(record.call, texts);
    case 'callReceived':
      return arrivingText(record.call, texts);
    case 'courseStarted':
      return record.prompt;
    case 'dialogForked':
    case 'editsUndone':
    case 'editsRedone':
    case 'workplaceMade':
    case 'workSettled':
    case 'workSentBack':
      return record.note;
    case 'turnBegan':
    case 'beliefChanged':
    case 'rolledBack':
      return record.note;
    case 'userSaid':
    case 'diligencePushed':
    case 'autoSaid':
    case 'keptGoing':
      return record.content;
    default:
      return undefined;
  }
}

function arrivingText(call: InboundCall, texts: PromptTexts): string {
  const { callKind, callerAgentId: caller, headline, body } = call;
  const text = { caller, headline, body };
  return callKind === 'A' ? texts.arrivingTellaskBack(text) : texts.arrivingTellask(text);
}

/** The model did not ask: the answer is a word of the person (SPEC 23.8). */
export function isAskedByRuntime({ questionKind }: RecordOf<'questionAsked'>): boolean {
  return (
    questionKind === 'diligence' || questionKind === 'repeat' || questionKind === 'provider' || questionKind === 'cap'
  );
}

/**
 * True if an answer is between the person and the product: the model is not concerned, unless the person wrote more
 * than an option.
 */
export function isBetweenUs({ questionKind }: RecordOf<'questionAsked'>, answer: string): boolean {
  // What becomes of work is said when it is done.
  if (questionKind === 'permission' || questionKind === 'acceptance' || questionKind === 'merge') return true;
  return (questionKind === 'provider' || questionKind === 'cap') && ownOption(answer) !== undefined;
}
