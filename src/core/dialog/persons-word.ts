// Tells which records are a word of the person: after one, work is no longer unattended (SPEC 7.4). Pure.
import type { Fact } from './record.ts';

/** True if a person said or did something that lets the work continue. */
export function isPersonsWord(fact: Fact): boolean {
  switch (fact.kind) {
    case 'userSaid':
    case 'draftMessageSent':
    case 'rolledBack':
      return true;
    case 'questionAnswered':
      return fact.by?.kind !== 'policy';
    case 'draftAccepted':
    case 'courseStarted':
    case 'asideCleared':
    case 'calleeTold':
    case 'wasTold':
      return fact.by === 'person';
    case 'draftRunAsked':
      return fact.by !== 'quiet';
    case 'turnBegan':
    case 'beliefChanged':
      // Words are taken in as a turn, too; those were heard when they were said.
      return fact.by === 'person' && fact.note !== undefined;
    default:
      return false;
  }
}
