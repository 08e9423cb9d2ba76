// New subdialogs begin in one file of their tree. Nobody sees the difference, and no crash does.
import assert from 'node:assert/strict';
import type { Files } from '../../../src/store/disk-files.ts';
import { holdArrivals } from '../../../src/store/files/arrivals/arrivals.ts';
import { showArrivals } from '../../../src/store/files/arrivals/show-arrivals.ts';
import { seeded } from '../../chaos/seeded.ts';
import { createFaultyFiles } from '../../support/faulty-files.ts';
import { createMemoryFiles } from '../../support/memory-files.ts';
import { nextTurn } from '../../support/next-turn.ts';

const root = '/rtws/.dialogs/run/root-1';
const folderOf = (dialog: string) => `${root}/subdialogs/${dialog}`;
const courseOf = (dialog: string) => `${folderOf(dialog)}/course-001.jsonl`;
const arrivalsFile = `${root}/arrivals-aaaa.txt`;

/** A root on a disk in memory, and the files of the process that drives it. */
function openTree(disk = createMemoryFiles(), under: Files = disk) {
  disk.texts.set(`${root}/course-001.jsonl`, '{}\n');
  const outruns: string[] = [];
  return { disk, outruns, files: holdArrivals(under, 'aaaa', () => void outruns.push('outrun')) };
}

/** Begins a subdialog and appends these lines. */
function begin(files: Files, dialog: string, ...lines: readonly string[]) {
  files.makeFolder(folderOf(dialog));
  const handle = files.openAppend(courseOf(dialog));
  for (const line of lines) handle.append(`${line}\n`);
  return handle;
}

describe('a new subdialog', () => {
  it('begins in the arrivals file of its tree, and is read as if it had a folder', () => {
    const { disk, files } = openTree();
    begin(files, 'sub-1', '{"a":1}', '{"b":"ü"}');
    assert.equal(disk.texts.get(arrivalsFile), 'sub-1 {"a":1}\nsub-1 {"b":"ü"}\n');
    assert.deepEqual(
      [...disk.texts.keys()].filter(file => file.includes('subdialogs')),
      [],
    );
    for (const seen of [files, showArrivals<Files>(disk)]) {
      assert.deepEqual(seen.list(`${root}/subdialogs`), ['sub-1']);
      assert.deepEqual([...seen.names(`${root}/subdialogs`)], ['sub-1']);
      assert.deepEqual(seen.list(folderOf('sub-1')), ['course-001.jsonl']);
      assert.ok(seen.exists(folderOf('sub-1')) && seen.exists(courseOf('sub-1')));
      assert.equal(seen.read(courseOf('sub-1')), '{"a":1}\n{"b":"ü"}\n');
      assert.equal(seen.stat(courseOf('sub-1'))?.bytes, 19);
      assert.equal(Buffer.from(seen.readBytes(courseOf('sub-1'), 8, 4) ?? []).toString(), '{"b"');
      assert.equal(seen.read(`${folderOf('sub-1')}/latest.yaml`), undefined);
    }
  });

  it('gets its folder when something else is written into it', async () => {
    const { disk, files } = openTree();
    const handle = begin(files, 'sub-1', 'one');
    files.remove(`${folderOf('sub-1')}/q4h.yaml`);
    assert.ok(handle.isInPlace());
    files.replace(`${folderOf('sub-1')}/latest.yaml`, 'x: 1\n');
    assert.ok(!handle.isInPlace());
    assert.equal(disk.texts.get(courseOf('sub-1')), 'one\n');
    files.openAppend(courseOf('sub-1')).append('two\n');
    assert.equal(files.read(courseOf('sub-1')), 'one\ntwo\n');
    for (let turns = 0; disk.texts.has(arrivalsFile) && turns < 50; turns++) await nextTurn();
    assert.ok(!disk.texts.has(arrivalsFile));
  });

  it('gets its folder for a file two levels down, too', () => {
    const { disk, files } = openTree();
    begin(files, 'sub-1', 'one');
    files.makeFolder(`${folderOf('sub-1')}/before`);
    files.replace(`${folderOf('sub-1')}/before/abc`, 'old');
    assert.equal(disk.texts.get(courseOf('sub-1')), 'one\n');
  });

  it('keeps its arrivals file until the disk holds the folder', async () => {
    const disk = createMemoryFiles();
    const syncs: PromiseWithResolvers<void>[] = [];
    const synced = () => {
      const sync = Promise.withResolvers<void>();
      syncs.push(sync);
      return sync.promise;
    };
    const { files } = openTree(disk, { ...disk, synced });
    begin(files, 'sub-1', 'one');
    files.replace(`${folderOf('sub-1')}/latest.yaml`, 'x: 1\n');
    for (let done = 0; done < 4; done++) {
      assert.ok(disk.texts.has(arrivalsFile));
      syncs[done]?.resolve();
      await nextTurn();
    }
    assert.ok(!disk.texts.has(arrivalsFile));
  });

  it('is moved with its root only after its folder was made', () => {
    const { disk, files } = openTree();
    begin(files, 'sub-1', 'one');
    files.rename(root, '/rtws/.dialogs/done/root-1');
    assert.equal(disk.texts.get('/rtws/.dialogs/done/root-1/subdialogs/sub-1/course-001.jsonl'), 'one\n');
    assert.deepEqual(
      [...disk.texts.keys()].filter(file => file.includes('arrivals')),
      [],
    );
  });

  it('has its folder when the process closes its files', () => {
    const { disk, files } = openTree();
    begin(files, 'sub-1', 'one');
    files.close();
    assert.equal(disk.texts.get(courseOf('sub-1')), 'one\n');
    assert.ok(!disk.texts.has(arrivalsFile));
  });

  it('does not come back when the process closes its files after somebody removed the root', () => {
    const { disk, files } = openTree();
    begin(files, 'sub-1', 'one');
    disk.remove(root);
    files.close();
    assert.deepEqual([...disk.texts.keys()], []);
  });

  it('loses nothing to a disk that was full for a moment', () => {
    const disk = createMemoryFiles();
    const faulty = createFaultyFiles(disk);
    const { files } = openTree(disk, faulty);
    const handle = begin(files, 'sub-1', 'one');
    faulty.room = 9;
    assert.throws(() => handle.append('two words\n'), /ENOSPC/);
    faulty.room = Number.POSITIVE_INFINITY;
    begin(files, 'sub-2', 'other');
    handle.append('three\n');
    assert.equal(disk.texts.get(arrivalsFile), 'sub-1 one\nsub-2 other\nsub-1 three\n');
    faulty.room = 0;
    assert.throws(() => files.replace(`${folderOf('sub-1')}/latest.yaml`, 'x: 1\n'), /ENOSPC/);
    faulty.room = Number.POSITIVE_INFINITY;
    assert.equal(files.read(courseOf('sub-1')), 'one\nthree\n');
    files.close();
    assert.equal(disk.texts.get(courseOf('sub-1')), 'one\nthree\n');
  });
});

describe('the next process', () => {
  const recovered = (texts: Readonly<Record<string, string>>) => {
    const disk = createMemoryFiles(new Map(Object.entries(texts)));
    disk.texts.set(`${root}/course-001.jsonl`, '{}\n');
    holdArrivals(disk, 'bbbb', () => {}).recover(root);
    disk.texts.delete(`${root}/course-001.jsonl`);
    return Object.fromEntries(disk.texts);
  };

  it('makes the folders that a killed one held, without a torn last line', () => {
    assert.deepEqual(recovered({ [arrivalsFile]: 'sub-1 one\nsub-2 other\nsub-1 two\nsub-2 to' }), {
      [courseOf('sub-1')]: 'one\ntwo\n',
      [courseOf('sub-2')]: 'other\n',
    });
  });

  it('leaves a course alone that says more, and completes one that says less', () => {
    const more = { [courseOf('sub-1')]: 'one\ntwo\nthree\n', [courseOf('sub-2')]: 'other\n' };
    assert.deepEqual(recovered({ ...more, [arrivalsFile]: 'sub-1 one\nsub-2 other\nsub-2 last\n' }), {
      [courseOf('sub-1')]: 'one\ntwo\nthree\n',
      [courseOf('sub-2')]: 'other\nlast\n',
    });
  });

  it('keeps aside what a power cut left in the place of a course', () => {
    const after = recovered({ [courseOf('sub-1')]: '\0\0\0\0two\n', [arrivalsFile]: 'sub-1 one\n' });
    assert.deepEqual(after, { [courseOf('sub-1')]: 'one\n', [`${courseOf('sub-1')}.corrupt-1`]: '\0\0\0\0two\n' });
  });

  it('stops the one before it, should that still write', () => {
    const { disk, files, outruns } = openTree();
    const handle = begin(files, 'sub-1', 'one');
    const next = holdArrivals(disk, 'bbbb', () => {});
    next.recover(root);
    next.openAppend(courseOf('sub-1')).append('two\n');
    assert.ok(!handle.isInPlace());
    files.openAppend(courseOf('sub-1'));
    assert.deepEqual(outruns, ['outrun']);
    assert.equal(disk.texts.get(courseOf('sub-1')), 'one\ntwo\n');
  });
});

describe('any order of writing into subdialogs', () => {
  it('leaves the course files that it would leave without arrivals, whenever the process is killed', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = seeded(seed);
      const pick = (count: number) => Math.floor(random() * count);
      const { disk, files } = openTree();
      const expected = new Map<string, string>();
      for (let step = pick(40); step >= 0; step--) {
        const dialog = `sub-${pick(4)}`;
        const known = expected.get(dialog);
        const kind = pick(6);
        if (known === undefined) files.makeFolder(folderOf(dialog));
        if (known !== undefined && kind === 0) files.replace(`${folderOf(dialog)}/latest.yaml`, `${step}`);
        else if (known !== undefined && kind === 1) files.sync(courseOf(dialog));
        else if (kind === 2 && pick(4) === 0) files.close();
        else {
          const line = `${dialog} says ${step}\n`;
          files.openAppend(courseOf(dialog)).append(line);
          expected.set(dialog, (known ?? '') + line);
          continue;
        }
        if (known === undefined) expected.delete(dialog);
      }
      for (const [dialog, text] of expected) {
        assert.equal(files.read(courseOf(dialog)), text, `seed ${seed}`);
        assert.equal(showArrivals<Files>(disk).read(courseOf(dialog)), text, `seed ${seed}`);
      }
      holdArrivals(disk, 'bbbb', () => {}).recover(root);
      for (const [dialog, text] of expected) assert.equal(disk.texts.get(courseOf(dialog)), text, `seed ${seed}`);
    }
  });
});
