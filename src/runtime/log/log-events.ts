// What happens in an rtws as lines of the log: who did what and why it stopped, never what was said (SPEC 7.5, 14.2).
// Lines about a registered subdialog name its entry in the registry, `agent!session`.
import { type DialogRef, formatRef, registryKey } from '../../core/base/ids.ts';
import type { CourseRecord } from '../../core/dialog/record.ts';
import type { FeedEvent } from '../../core/dialog/view/feed-event.ts';
import type { Log } from './log.ts';

/** The registry key of a dialog that is in memory; undefined for one that is not registered. */
export type SessionOf = (ref: DialogRef) => string | undefined;

/** Logs one event. Records that say little are for level `debug`; passing events are not logged. */
export function logEvent(log: Log, event: FeedEvent, sessionOf: SessionOf): void {
  if (event.type === 'stream_error_evt') log.error(`${formatRef(event)} stream error: ${event.message}`);
  if (event.type === 'retrying')
    log.warn(`${formatRef(event)} tries again in ${event.inMs} ms (attempt ${event.attempt}): ${event.reason}`);
  if (event.type !== 'recorded') return;
  const { record } = event;
  const told = describe(record) ?? describeRegistered(record, () => sessionOf(event));
  if (record.kind === 'interrupted' && record.code !== 'stopped') log.warn(`${formatRef(event)} ${told}`);
  else if (told === undefined) log.debug(`${formatRef(event)} ${record.kind}`);
  else log.info(`${formatRef(event)} ${told}`);
}

function describe(record: CourseRecord): string | undefined {
  switch (record.kind) {
    case 'dialogCreated':
      return describeCreated(record);
    case 'generationEnded':
      return `generation ${record.genseq} ${record.outcome}, model ${record.model ?? 'unknown'}, ${record.ms ?? '?'} ms`;
    case 'draftStepped':
      return `draft step ${record.genseq}, draft ${record.draft?.id ?? 'none'}, model ${record.model ?? 'unknown'}`;
    case 'turnBegan':
      return `turn ${record.turn} of the dialogue state, by the ${record.by}`;
    case 'predictionUnread':
      return `prediction ${record.genseq} could not be read`;
    case 'tellaskMade':
      return `tellask ${record.callId} of kind ${record.callKind} to ${record.agentId}, targets ${record.targets.join(', ')}`;
    case 'tellaskRefused':
      return `tellask ${record.callId} refused: ${record.reason}`;
    case 'responseSupplied':
      return `answer to ${record.callId} supplied by ${record.agentId}, ${record.from}${record.ok ? '' : ', failed'}`;
    case 'assignmentDropped':
      return `call ${record.callId} dropped`;
    case 'questionAsked':
      return `question ${record.questionId} (${record.questionKind})`;
    case 'questionAnswered':
      return `question ${record.questionId} answered`;
    case 'diligencePushed':
      return `diligence push, language ${record.language}, from ${record.source}, ${record.left} left`;
    case 'interrupted':
      return `interrupted: ${record.code}`;
    case 'dialogCompleted':
      return `completed by ${record.by}${record.forced ? ', forced' : ''}; moves to done/`;
    case 'dialogArchived':
      return 'archived; moves to archive/';
    case 'dialogReopened':
      return 'reopened; moves to run/';
    default:
      return undefined;
  }
}

function describeCreated({ identity, call }: Extract<CourseRecord, { kind: 'dialogCreated' }>): string {
  if (identity.kind === 'root' || identity.tellaskSession === undefined) return `created for ${identity.agentId}`;
  const key = registryKey(identity.agentId, identity.tellaskSession);
  return `registered as ${key}${call ? `, call ${call.callId} of ${call.callerDialogId}` : ''}`;
}

/** The registry entry of a subdialog; `session` is read only where it matters. */
function describeRegistered(record: CourseRecord, session: () => string | undefined): string | undefined {
  switch (record.kind) {
    case 'callReceived': {
      const { callId, callKind, callerDialogId } = record.call;
      const key = callKind === 'B' ? session() : undefined;
      return `${key === undefined ? 'called' : `resumed as ${key}`}, call ${callId} of ${callerDialogId}`;
    }
    case 'responseGiven': {
      const key = session();
      const unlocked = key === undefined ? '' : `, ${key} unlocked`;
      return `answer to ${record.callId} given to ${record.to}${record.ok ? '' : ', failed'}${unlocked}`;
    }
    case 'generationStarted': {
      const key = session();
      return key && `${key} locked, generation ${record.genseq}`;
    }
    default:
      return undefined;
  }
}
