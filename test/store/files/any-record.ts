// Random records of every shape that a course may hold: text of any kind, lists, options, and kinds that nobody knows
// yet.
import fc from 'fast-check';
import type { CallId, DialogId, QuestionId } from '../../../src/core/base/ids.ts';
import type { CourseRecord, Fact } from '../../../src/core/dialog/record.ts';
import { record } from './store-support.ts';

const text = fc.string({ unit: 'binary', maxLength: 40 });
const genseq = fc.nat(5);
const callId = fc.constantFrom('call-1', 'call-2').map(id => id as CallId);
const questionId = fc.constantFrom('q-1', 'q-2').map(id => id as QuestionId);
const selfId = fc.constantFrom('root-1', 'sub-1').map(id => id as DialogId);

const anyFact: fc.Arbitrary<Fact> = fc.oneof(
  fc.record({ kind: fc.constant('userSaid' as const), msgId: text, content: text }),
  fc.record({ kind: fc.constant('messageQueued' as const), msgId: text, content: text }),
  fc.record({ kind: fc.constant('queuedChanged' as const), msgId: text, content: text }),
  fc.record({ kind: fc.constant('queuedRemoved' as const), msgId: text }),
  fc.record({ kind: fc.constant('generationStarted' as const), genseq }),
  fc.record({ kind: fc.constant('assistantThought' as const), genseq, text }),
  fc.record({
    kind: fc.constant('assistantSaid' as const),
    genseq,
    parts: fc.array(fc.record({ kind: fc.constant('prose' as const), text }), { maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('toolCalled' as const), genseq, callId, name: text, args: text }),
  fc.record({ kind: fc.constant('toolReturned' as const), callId, ok: fc.boolean(), content: text }),
  fc.record({
    kind: fc.constant('generationEnded' as const),
    genseq,
    outcome: fc.constantFrom('complete' as const, 'cut' as const, 'stopped' as const),
  }),
  fc.record({
    kind: fc.constant('questionAsked' as const),
    questionId,
    questionKind: fc.constantFrom('ask' as const, 'diligence' as const),
    headline: text,
    body: text,
    genseq,
  }),
  fc.record({ kind: fc.constant('questionAnswered' as const), questionId, msgId: text, content: text }),
  fc.record({ kind: fc.constant('responseGiven' as const), callId, to: selfId, ok: fc.boolean(), content: text }),
  fc.record({ kind: fc.constant('remindersSet' as const), reminders: fc.array(text, { maxLength: 3 }) }),
  fc.record({ kind: fc.constant('interrupted' as const), code: fc.constant('disk' as const), message: text }),
);

const unknown = fc
  .record({ kind: text.map(kind => `x-${kind}`), value: fc.jsonValue() })
  .map(fact => record(fact as unknown as Fact));

export const anyRecord: fc.Arbitrary<CourseRecord> = fc.oneof(
  { weight: 5, arbitrary: anyFact.map(record) },
  { weight: 1, arbitrary: unknown },
);
