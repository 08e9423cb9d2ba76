// The events that change the inbox.

import type { FeedEvent } from '../core/dialog/view/feed-event.ts';
import type { PendingQuestion } from '../core/dialog/view/projection.ts';

/** True if an event may change the open questions from `pending`. */
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
