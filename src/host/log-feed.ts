// What happens in the rtws, in the log: who did what and why it stopped, never what was said (SPEC 7.5, 14.2).
import type { Disposable, LogOutputChannel } from 'vscode';
import { formatRef } from '../core/dialog/ids.ts';
import type { CourseRecord } from '../core/dialog/record.ts';
import type { OpenRtws } from './open-rtws.ts';

/** Follows the feed until disposed. Records that say little are logged at level `debug`. */
export function logFeed(rtws: OpenRtws, log: LogOutputChannel): Disposable {
  return rtws.onEvent(event => {
    if (event.type === 'stream_error_evt') log.error(`${formatRef(event)} stream error: ${event.message}`);
    if (event.type !== 'recorded') return;
    const told = describe(event.record);
    if (told === undefined) log.debug(`${formatRef(event)} ${event.record.kind}`);
    else log.info(`${formatRef(event)} ${told}`);
  });
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
