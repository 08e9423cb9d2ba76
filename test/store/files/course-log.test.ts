import assert from 'node:assert/strict';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { diskFiles } from '../../../src/store/disk-files.ts';
import { mendCourse, readCourseBytes } from '../../../src/store/files/courses/course-log.ts';
import { makeTempWorkspace, type TempWorkspace } from '../../support/temp-workspace.ts';
import { created, said } from './store-support.ts';

const line = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`);

describe('a course file', () => {
  let workspace: TempWorkspace;
  beforeEach(async () => {
    workspace = await makeTempWorkspace();
  });
  afterEach(() => workspace.remove());

  const mended = (...pieces: readonly Uint8Array[]) => {
    const file = path.join(workspace.folder, 'course-001.jsonl');
    writeFileSync(file, Buffer.concat(pieces));
    const content = readCourseBytes(readFileSync(file));
    mendCourse(diskFiles, file, content);
    return { content, bytes: readFileSync(file) };
  };

  it('is cut at the right byte when a line before the torn one holds broken UTF-8', () => {
    const whole = [
      line(created),
      Buffer.from('{"v":1,"at":"2026","kind":"userSaid","content":"\xff\xfe"}\n', 'latin1'),
    ];
    const { content, bytes } = mended(...whole, Buffer.from('{"v":1'));
    assert.equal(content.records.length, 2);
    assert.deepEqual(bytes, Buffer.concat(whole));
  });

  it('loses what a power cut left as zeros at its end, and nothing else', () => {
    const file = path.join(workspace.folder, 'course-001.jsonl');
    const whole = Buffer.concat([line(created), line(said('a'))]);
    writeFileSync(file, whole);
    truncateSync(file, whole.length + 100);
    mendCourse(diskFiles, file, readCourseBytes(readFileSync(file)));
    assert.deepEqual(readFileSync(file), whole);
  });

  it('is left alone when nothing is wrong with it', () => {
    const whole = Buffer.concat([line(created), Buffer.from('\n'), line(said('a'))]);
    const { content, bytes } = mended(whole);
    assert.deepEqual(content.records, [created, said('a')]);
    assert.deepEqual(bytes, whole);
  });

  it('is empty, one line, or huge in one line', () => {
    assert.deepEqual(readCourseBytes(new Uint8Array()), {
      records: [],
      bad: [],
      skipped: [],
      wholeBytes: 0,
      torn: false,
    });
    const huge = said('x'.repeat(1_000_000));
    assert.deepEqual(readCourseBytes(line(huge)).records, [huge]);
  });
});
