// What happens in an rtws as lines of the log: who did what and why it stopped, never what was said (SPEC 7.5, 14.2).
import { formatRef } from '../core/dialog/ids.ts';
import type { CourseRecord } from '../core/dialog/record.ts';
import type { FeedEvent } from '../core/feed-event.ts';
import type { Log } from './log.ts';

/** Logs one event. Records that say little are for level `debug`; passing events are not logged. */
export function logEvent(log: Log, event: FeedEvent): void {
  if (event.type === 'stream_error_evt') log.error(`${formatRef(event)} stream error: ${event.message}`);
  if (event.type === 'retrying')
    log.warn(`${formatRef(event)} tries again in ${event.inMs} ms (attempt ${event.attempt}): ${event.reason}`);
  if (event.type !== 'recorded') return;
  const { record } = event;
  const told = describe(record);
  if (record.kind === 'interrupted' && record.code !== 'stopped') log.warn(`${formatRef(event)} ${told}`);
  else if (told === undefined) log.debug(`${formatRef(event)} ${record.kind}`);
  else log.info(`${formatRef(event)} ${told}`);
}

function describe(record: CourseRecord): string | undefined {
  switch (record.kind) {
    case 'dialogCreated':
      return `created for ${record.identity.agentId}`;
    case 'generationEnded':
      return `generation ${record.genseq} ${record.outcome}, model ${record.model ?? 'unknown'}, ${record.ms ?? '?'} ms`;
    case 'draftStepped':
      return `draft step ${record.genseq}, draft ${record.draft?.id ?? 'none'}, model ${record.model ?? 'unknown'}`;
    case 'turnBegan':
      return `turn ${record.turn} of the dialogue state, by the ${record.by}`;
    case 'predictionUnread':
      return `prediction ${record.genseq} could not be read`;
    case 'tellaskMade':
      return `tellask ${record.callId} of kind ${record.callKind} to ${record.agentId}`;
    case 'questionAsked':
      return `question ${record.questionId} (${record.questionKind})`;
    case 'questionAnswered':
      return `question ${record.questionId} answered`;
    case 'diligencePushed':
      return `diligence push, language ${record.language}, from ${record.source}, ${record.left} left`;
    case 'interrupted':
      return `interrupted: ${record.code}`;
    case 'dialogCompleted':
      return `completed by ${record.by}${record.forced ? ', forced' : ''}`;
    default:
      return undefined;
  }
}
