// Folding looks at what was said once, whatever stands in a course file.
import assert from 'node:assert/strict';
import { applyRecord, foldCourse } from '../../../src/core/dialog/fold/apply.ts';
import type { CourseRecord } from '../../../src/core/dialog/record.ts';
import { charactersLookedAt } from '../../support/text-work.ts';

const at = '2026-01-01T00:00:00.000Z';
const record = (fields: object): CourseRecord => ({ v: 1, at, ...fields }) as unknown as CourseRecord;
const identity = {
  kind: 'root',
  ...{ rootId: 'r', selfId: 'r', agentId: 'lead', taskDocPath: 't', createdAt: at, dialect: 'tellask', mode: 'chat' },
};

describe('the work of folding', () => {
  it('does not grow with the number of ends of one generation', () => {
    const text = 'x'.repeat(100_000);
    const ended = record({ kind: 'generationEnded', genseq: 1, outcome: 'complete', ms: 1 });
    const records = [
      record({ kind: 'dialogCreated', identity }),
      record({ kind: 'generationStarted', genseq: 1 }),
      record({ kind: 'assistantSaid', genseq: 1, parts: [{ kind: 'prose', text }] }),
      ...Array.from({ length: 200 }, () => ended),
    ];
    let generations: number | undefined;
    const looks = charactersLookedAt(() => {
      generations = foldCourse(records)?.generations;
    });
    assert.equal(generations, 1);
    assert.ok(looks < 10 * text.length, String(looks));
  });

  it('looks at each open question once when they are answered in their order, and at no other than the oldest', () => {
    const count = 1_000;
    const ids = Array.from({ length: count }, (_, index) => `q-${index}`);
    const kinds = { questionKind: 'permission', headline: 'May it?', body: '', genseq: 1 };
    const asked = foldCourse([
      record({ kind: 'dialogCreated', identity }),
      ...ids.map(questionId => record({ kind: 'questionAsked', questionId, ...kinds })),
    ]);
    assert.ok(asked);
    let looks = 0;
    const watched = asked.questions.map(question => {
      return new Proxy(question, {
        get(target, key, receiver) {
          if (key === 'questionId') looks += 1;
          return Reflect.get(target, key, receiver);
        },
      });
    });
    const answers = ids.map((questionId, index) =>
      index % 2 === 0
        ? record({ kind: 'questionAnswered', questionId, msgId: questionId, content: 'allow' })
        : record({ kind: 'questionClosed', questionId, reason: 'gone' }),
    );
    const end = answers.reduce(applyRecord, { ...asked, questions: watched });
    assert.equal(end.questions.length, 0);
    assert.equal(looks, count);
  });
});
