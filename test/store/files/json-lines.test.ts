// Files of one JSON object a line, which a crash may cut off anywhere.
import assert from 'node:assert/strict';
import { jsonLines } from '../../../src/store/files/json-lines.ts';
import { createMemoryFiles } from '../../support/memory-files.ts';

const FILE = '/rtws/.dialogs/schedules.jsonl';

describe('a file of JSON lines', () => {
  it('goes on after a line that was cut off anywhere', () => {
    const whole = '{"name":"a"}\n{"name":"ü"}\n';
    const bytes = Buffer.from(whole);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const files = createMemoryFiles(new Map([[FILE, bytes.subarray(0, cut).toString()]]));
      const lines = jsonLines(FILE, () => files);
      const before = lines.read();
      lines.append([{ name: 'b' }]);
      assert.deepEqual(lines.read(), [...before, { name: 'b' }], `cut at ${cut}`);
    }
  });

  it('is empty before its first line, and leaves out what is no object', () => {
    const files = createMemoryFiles();
    const lines = jsonLines(FILE, () => files);
    assert.deepEqual(lines.read(), []);
    lines.append([{ a: 1 }]);
    files.openAppend(FILE).append('no\nnull\n5\n');
    lines.append([{ b: 2 }]);
    assert.deepEqual(lines.read(), [{ a: 1 }, { b: 2 }]);
    lines.replace([{ c: 3 }]);
    assert.deepEqual(lines.read(), [{ c: 3 }]);
  });

  it('has both sides of a merge, each line once, and not what both had before', () => {
    const text =
      '{"a":0}\n<<<<<<< HEAD\n{"a":1}\n||||||| 12ab\n{"a":9}\n=======\n{"a":1}\n{"a":2}\n>>>>>>> other\n{"a":3}\n';
    for (const end of ['\n', '\r\n']) {
      const files = createMemoryFiles(new Map([[FILE, text.replaceAll('\n', end)]]));
      assert.deepEqual(jsonLines(FILE, () => files).read(), [{ a: 0 }, { a: 1 }, { a: 2 }, { a: 3 }]);
    }
  });
});
