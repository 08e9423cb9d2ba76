// Folding looks at what was said once, whatever stands in a course file.
import assert from 'node:assert/strict';
import { foldCourse } from '../../../src/core/dialog/apply.ts';
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
});
