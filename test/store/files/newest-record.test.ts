// The newest record of a tree is told by the ends of its course files (SPEC 9.7, 17).
import assert from 'node:assert/strict';
import path from 'node:path';
import { newestIn } from '../../../src/store/files/courses/newest-record.ts';
import { createMemoryFiles } from '../../support/memory-files.ts';

const line = (n: number, at: string, more = '') =>
  `${JSON.stringify({ v: 1, at, n, kind: 'userSaid', msgId: `m${n}`, content: more })}\n`;

describe('the newest record of a tree', () => {
  const told = (texts: Readonly<Record<string, string>>) => {
    const files = createMemoryFiles();
    for (const [name, text] of Object.entries(texts)) files.replace(path.join('/r', name), text);
    return newestIn(files, [...new Set(Object.keys(texts).map(name => path.join('/r', path.dirname(name))))]);
  };

  it('is the newest of all its dialogs, in their newest courses', () => {
    assert.deepEqual(
      told({
        'a/course-001.jsonl': line(9, '2026-01-01T00:00:09Z'),
        'a/course-002.jsonl': line(5, '2026-01-01T00:00:05Z'),
        'b/course-001.jsonl': line(1, '2026-01-01T00:00:01Z') + line(6, '2026-01-01T00:00:04Z'),
      }),
      { lastNumber: 6, lastModified: '2026-01-01T00:00:05Z' },
    );
  });

  it('is found behind a long file, and not told by a record that is longer than the end that is read', () => {
    const long = line(1, '2026-01-01T00:00:01Z', 'x'.repeat(9_000));
    assert.equal(told({ 'a/course-001.jsonl': long + line(2, '2026-01-01T00:00:02Z') })?.lastNumber, 2);
    assert.equal(told({ 'a/course-001.jsonl': line(1, '2026-01-01T00:00:01Z') + long }), undefined);
  });

  it('is not told by a torn end, a conflict of a merge, new subdialogs, or a dialog without courses', () => {
    const whole = line(1, '2026-01-01T00:00:01Z');
    assert.equal(told({ 'a/course-001.jsonl': `${whole}{"v":1` }), undefined);
    assert.equal(told({ 'a/course-001.jsonl': `<<<<<<< HEAD\n${whole}=======\n${whole}>>>>>>> ci\n` }), undefined);
    assert.equal(told({ 'a/course-001.jsonl': whole, 'a/arrivals-0a.txt': '' }), undefined);
    assert.equal(told({ 'a/dialog.yaml': '' }), undefined);
  });
});
