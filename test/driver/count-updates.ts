// The events that tell views how many questions a dialog has (SPEC 5.2).
import type { FeedEvent } from '../../src/core/dialog/view/feed-event.ts';
import type { TestDriver } from '../support/test-driver.ts';

type CountEvent = Extract<FeedEvent, { type: 'questions_count_update' }>;
export type QuestionsCountUpdate = Pick<CountEvent, 'previousCount' | 'questionCount' | 'dialog' | 'course'>;

/** What was published of them, oldest first. */
export function countUpdates({ events }: TestDriver): QuestionsCountUpdate[] {
  return events
    .filter((event): event is CountEvent => event.type === 'questions_count_update')
    .map(({ previousCount, questionCount, dialog, course }) => ({ previousCount, questionCount, dialog, course }));
}
