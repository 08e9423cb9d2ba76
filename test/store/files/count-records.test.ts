import assert from 'node:assert/strict';
import type { CallId } from '../../../src/core/base/ids.ts';
import type { CourseRecord } from '../../../src/core/dialog/record.ts';
import { countRecords } from '../../../src/store/files/health/count-records.ts';
import { createMemoryFiles } from '../../support/memory-files.ts';
import { asked, created, record, root, said } from './store-support.ts';

function countOf(...courses: readonly (readonly (CourseRecord | string)[])[]) {
  const files = createMemoryFiles();
  for (const [index, lines] of courses.entries()) {
    const text = lines.map(line => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
    files.texts.set(`/root-1/course-00${index + 1}.jsonl`, text);
  }
  const { bytes, ...counts } = countRecords(files, '/root-1');
  return counts;
}

const started = record({ kind: 'generationStarted', genseq: 1 });
const failed = record({ kind: 'generationEnded', genseq: 1, outcome: 'failed' });
const cut = record({ kind: 'generationEnded', genseq: 1, outcome: 'cut', ms: 100 });
const usage = { promptTokens: 100, completionTokens: 7 };
const complete = record({ kind: 'generationEnded', genseq: 1, outcome: 'complete', usage, cost: 0.5, ms: 1200 });
const interrupted = record({ kind: 'interrupted', code: 'server-error', message: 'busy' });

describe('counting the records of a dialog', () => {
  it('counts over all courses, and what a message merely says does not count', () => {
    const pushed = record({ kind: 'diligencePushed', content: 'Go on.', left: 0, language: 'en', source: 'built-in' });
    const given = record({ kind: 'responseGiven', callId: 'c' as CallId, to: root.selfId, ok: true, content: '' });
    const quoting = said('"kind":"generationEnded" "kind":"diligencePushed"');
    assert.deepEqual(
      countOf([created, quoting, started, complete, pushed, 'x "kind":"generationEnded"'], [started, complete, given]),
      {
        isRegistered: false,
        answersGiven: 1,
        questionsAnswered: 0,
        generations: 2,
        tokens: { prompt: 200, completion: 14, cached: 0 },
        cost: 1,
        generationMs: 2400,
        retries: 0,
        diligencePushes: 1,
      },
    );
  });

  it('counts no record without the fields of its kind', () => {
    const odd = JSON.stringify({ v: 1, at: 'never', kind: 'dialogCreated' });
    assert.equal(countOf([odd, started, complete]).generations, 1);
  });

  it('counts a retry when a generation follows a failed one by itself', () => {
    assert.equal(countOf([created, started, failed, started, cut, started, complete]).retries, 2);
    assert.equal(countOf([created, started, failed, interrupted, started, complete]).retries, 0);
    assert.equal(countOf([created, started, failed, asked('q-1'), started, complete]).retries, 0);
  });
});
