// Should two processes ever write at once, it is noticed, both are named, and nothing of either is lost (SPEC 9.4).
import assert from 'node:assert/strict';
import { openCourseFiles } from '../../../src/store/files/courses/course-files.ts';
import type { CourseFiles } from '../../../src/store/files/courses/course-files-api.ts';
import { markLine, splitLine } from '../../../src/store/files/courses/writer-mark.ts';
import { createLayout } from '../../../src/store/files/layout.ts';
import { toldProblem } from '../../support/told.ts';
import { created, type Place, places, reopen, root, rootId, said } from './store-support.ts';

for (const [name, make] of places) {
  describe(`two processes that both write a course ${name}`, () => {
    const [A, B, C] = ['aaaaaaaa', 'bbbbbbbb', 'cccccccc'];
    let place: Place;
    beforeEach(async () => {
      place = await make();
    });
    afterEach(() => place.remove());

    const opened = (writer: string): CourseFiles => {
      const store = openCourseFiles({ rtws: place.rtws, files: place.files, readOnly: false, writer });
      store.loadTree(rootId);
      return store;
    };
    const file = () => `${createLayout(place.rtws).rootFolder(rootId, 'running')}/course-001.jsonl`;
    const aside = () => {
      const bytes = place.files.readBytes(`${file()}.corrupt-1`);
      return bytes && Buffer.from(bytes).toString();
    };
    const lines = (text = '') => text.split('\n').filter(line => line !== '');
    const marks = () => lines(place.files.read(file())).map(line => splitLine(line).mark);
    const loaded = (store = reopen(place)) => store.loadTree(rootId)?.root.records;
    const write = (store: CourseFiles, ...records: Parameters<typeof said>[0][]) =>
      store.append(
        { ...root, course: 1 },
        records.map(text => said(text)),
      );

    it('marks each line with who wrote it, and readers do not see the marks', () => {
      const first = opened(A);
      first.append({ ...root, course: 1 }, [created]);
      write(first, 'one');
      first.close();
      const second = opened(B);
      write(second, 'two', 'three');
      second.release(root);
      write(second, 'four');
      second.close();
      assert.deepEqual(
        marks().map(mark => mark && `${mark.epoch}-${mark.writer}`),
        [`1-${A}`, `1-${A}`, `2-${B}`, `2-${B}`, `2-${B}`],
      );
      assert.deepEqual(loaded(), [created, said('one'), said('two'), said('three'), said('four')]);
      assert.deepEqual(loaded(opened(C)), loaded());
    });

    it('reads nothing of a file again that is as it was loaded or left, and looks at its end when it is longer', () => {
      const first = opened(A);
      first.append({ ...root, course: 1 }, [created]);
      first.close();
      const read: string[] = [];
      const files: typeof place.files = {
        ...place.files,
        readBytes: (path, ...part) => {
          read.push(path);
          return place.files.readBytes(path, ...part);
        },
      };
      const second = openCourseFiles({ rtws: place.rtws, files, readOnly: false, writer: B });
      second.loadTree(rootId);
      read.length = 0;
      write(second, 'one');
      second.release(root);
      write(second, 'two');
      second.release(root);
      assert.deepEqual(read, []);
      place.files.replace(file(), `${place.files.read(file())}torn`);
      write(second, 'three');
      assert.notDeepEqual(read, []);
      assert.deepEqual(loaded(), [created, said('one'), said('two'), said('three')]);
    });

    it('stops the older one before it writes, and nothing is lost', () => {
      const older = opened(A);
      older.append({ ...root, course: 1 }, [created]);
      const newer = opened(B);
      write(newer, 'of the newer');
      assert.throws(() => write(older, 'of the older'), { code: 'lock-lost', message: /another process \(bbbbbbbb\)/ });
      write(newer, 'more');
      assert.deepEqual(loaded(), [created, said('of the newer'), said('more')]);
      assert.equal(aside(), undefined);
    });

    it('stops the older one too that mended the file before, by however little the newer one wrote', () => {
      opened(C).append({ ...root, course: 1 }, [created]);
      const bad = `nonsense that is longer than any record of the newer one: ${'x'.repeat(1_000)}`;
      place.files.replace(file(), `${place.files.read(file())}${bad}\n`);
      const older = opened(A);
      assert.equal(aside(), `${bad}\n`);
      const newer = opened(B);
      write(newer, 'of the newer');
      assert.throws(() => write(older, 'of the older'), { code: 'lock-lost' });
      assert.deepEqual(loaded(), [created, said('of the newer')]);
    });

    it('stops the second of two that loaded the same records', () => {
      opened(C).append({ ...root, course: 1 }, [created]);
      const [first, second] = [opened(A), opened(B)];
      write(first, 'one');
      assert.throws(() => write(second, 'two'), { code: 'lock-lost' });
      write(first, 'three');
      assert.deepEqual(loaded(), [created, said('one'), said('three')]);
    });

    it('puts aside what the older one wrote after the newer one had loaded, and names both', () => {
      const older = opened(A);
      older.append({ ...root, course: 1 }, [created]);
      const newer = opened(B);
      write(older, 'too late');
      write(newer, 'of the newer');
      assert.deepEqual(loaded(), [created, said('of the newer')]);
      assert.deepEqual(lines(aside()), [markLine(JSON.stringify(said('too late')), { epoch: 1, writer: A })]);
      assert.deepEqual(
        newer.problems.map(toldProblem).map(({ file: at, message }) => [at, message]),
        [[`.dialogs/run/${rootId}/course-001.jsonl`, `another process (${A}) wrote this while ${B} drove this folder`]],
      );
    });

    it('finds at the next start what was written in between, keeps all of it, and the later epoch counts', () => {
      const texts = [
        markLine(JSON.stringify(created), { epoch: 1, writer: A }),
        markLine(JSON.stringify(said('newer')), { epoch: 2, writer: B }),
        markLine(JSON.stringify(said('older')), { epoch: 1, writer: A }),
        markLine(JSON.stringify(said('equal')), { epoch: 2, writer: C }),
        JSON.stringify(said('without a mark')),
        markLine(JSON.stringify(said('newer again')), { epoch: 2, writer: B }),
      ];
      place.files.makeFolder(createLayout(place.rtws).rootFolder(rootId, 'running'));
      place.files.replace(file(), texts.map(line => `${line}\n`).join(''));
      const kept = [created, said('newer'), said('without a mark'), said('newer again')];
      assert.deepEqual(loaded(reopen(place, true)), kept);
      const store = reopen(place);
      assert.deepEqual(loaded(store), kept);
      assert.deepEqual(lines(aside()), [texts[2], texts[3]]);
      assert.deepEqual(
        store.problems.map(toldProblem).map(({ line, message }) => [line, message]),
        [
          [3, `another process (${A}) wrote this while ${B} drove this folder`],
          [4, `another process (${C}) wrote this while ${B} drove this folder`],
        ],
      );
      assert.deepEqual(loaded(), kept);
    });

    it('goes on where a person put another file, or moved the folder', () => {
      const store = opened(A);
      store.append({ ...root, course: 1 }, [created]);
      write(store, 'one');
      store.release(root);
      place.files.replace(
        file(),
        [created, said('one'), said('by hand')].map(each => `${JSON.stringify(each)}\n`).join(''),
      );
      write(store, 'two');
      store.moveRoot(rootId, 'completed');
      store.append({ ...root, course: 1 }, [said('three')]);
      store.moveRoot(rootId, 'running');
      write(store, 'four');
      const texts = ['one', 'by hand', 'two', 'three', 'four'].map(text => said(text));
      assert.deepEqual(loaded(), [created, ...texts]);
      assert.deepEqual(store.problems, []);
    });
  });
}
