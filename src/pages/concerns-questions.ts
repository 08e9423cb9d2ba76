// Which events change what the inbox holds.
import type { PendingQuestion } from '../core/dialog/projection.ts';
import type { FeedEvent } from '../core/feed-event.ts';

/** Whether the questions that wait may differ from `pending` after an event. */
export function concernsQuestions(event: FeedEvent, pending: readonly Pick<PendingQuestion, 'rootId'>[]): boolean {
  switch (event.type) {
    case 'questions_count_update':
      return true;
    case 'root_changed':
      return (
        event.summary?.status !== 'running' ||
        event.summary.questions > 0 ||
        pending.some(({ rootId }) => rootId === event.rootId)
      );
    default:
      return false;
  }
}
