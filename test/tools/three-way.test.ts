// The merge of two texts, beside that of Git itself.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { makeTempFolder, removeTempFolder } from '../../scripts/temp-folder.ts';
import { hasConflictMarks, mergeTexts } from '../../src/tools/files/three-way.ts';
import { runs } from '../support/properties.ts';

const names = { ours: 'yours', theirs: 'others' };

/** Lines of a text, each once, so that there is one way only to say what changed. */
const base = Array.from({ length: 12 }, (_, at) => `line ${at}`);

interface Edit {
  readonly at: number;
  readonly removed: number;
  readonly added: readonly string[];
}

const edits = (side: string) =>
  fc.array(
    fc.record({
      at: fc.nat(12),
      removed: fc.nat(3),
      added: fc.array(
        fc.nat(5).map(number => `${side} ${number}`),
        { maxLength: 2 },
      ),
    }),
    { maxLength: 3 },
  );
const ending = fc.constantFrom('\n', '');

function edited(lines: readonly string[], changes: readonly Edit[], end: string): string {
  const out = [...lines];
  for (const { at, removed, added } of changes) out.splice(at, removed, ...added);
  return out.length === 0 ? '' : out.join('\n') + end;
}

describe('the merge of two texts', () => {
  it('takes changes of both sides, and marks where both changed the same lines', () => {
    const old = 'a\nb\nc\nd\ne\n';
    assert.deepEqual(mergeTexts(old, 'A\nb\nc\nd\ne\n', 'a\nb\nc\nd\nE\n', names), {
      kind: 'merged',
      text: 'A\nb\nc\nd\nE\n',
    });
    const conflict = mergeTexts(old, 'a\nb\nX\nd\ne\n', 'a\nb\nY\nd\ne\n', names);
    assert.deepEqual(conflict, {
      kind: 'conflict',
      text: 'a\nb\n<<<<<<< yours\nX\n=======\nY\n>>>>>>> others\nd\ne\n',
    });
    assert.ok(hasConflictMarks(conflict.text));
    assert.ok(!hasConflictMarks(old));
  });

  it('is that of git merge-file for any edits', async () => {
    const folder = await makeTempFolder('merge');
    const file = (name: string, text: string) => {
      writeFileSync(path.join(folder, name), text);
      return path.join(folder, name);
    };
    try {
      fc.assert(
        fc.property(edits('x'), edits('y'), ending, ending, (mine, yours, one, other) => {
          const [old, ours, theirs] = [edited(base, [], '\n'), edited(base, mine, one), edited(base, yours, other)];
          const files = [file('ours', ours), file('base', old), file('theirs', theirs)];
          const git = spawnSync('git', ['merge-file', '-p', ...files], { encoding: 'utf8' });
          const merged = mergeTexts(old, ours, theirs, names);
          assert.equal(merged.kind, git.status === 0 ? 'merged' : 'conflict', git.stdout);
          if (merged.kind === 'merged') assert.equal(merged.text, git.stdout);
        }),
        runs(150),
      );
    } finally {
      await removeTempFolder(folder);
    }
  });
});
