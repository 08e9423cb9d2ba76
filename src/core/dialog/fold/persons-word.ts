// Tells which records are a word or an act of the person (SPEC 5.6, 7.4). Pure.
import type { Fact } from '../record.ts';

/** True if a person said or did something that lets the work continue: after it, work is no longer unattended. */
export function isPersonsWord(fact: Fact): boolean {
  switch (fact.kind) {
    case 'userSaid':
    case 'draftMessageSent':
    case 'draftMessageAdded':
    case 'draftTaken':
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

/**
 * True if a person may have done this, and the fact does not name the place itself as messages and answers do. Whether
 * it was a person is known by whoever records it.
 */
export function mayBePersonsAct(fact: Fact): boolean {
  switch (fact.kind) {
    case 'interrupted':
      return fact.code === 'stopped';
    case 'clearMindRequested':
    case 'dialogCompleted':
      return fact.by === 'person';
    case 'remindersSet':
      return fact.returns === undefined;
    case 'resumed':
    case 'dialogArchived':
    case 'dialogReopened':
    case 'dialogForked':
    case 'queuedChanged':
    case 'queuedRemoved':
    case 'diligenceSet':
    case 'permissionRevoked':
    case 'permissionModeSet':
    case 'editsUndone':
    case 'editsRedone':
    case 'editsKept':
    case 'revertBegan':
    case 'exchangesPruned':
    case 'responseSupplied':
      return true;
    case 'userSaid':
    case 'questionAnswered':
      return false;
    default:
      return isPersonsWord(fact);
  }
}
