import assert from 'node:assert/strict';
import path from 'node:path';
import { foldCourse } from '../../../src/core/dialog/fold/apply.ts';
import type { CourseRecord } from '../../../src/core/dialog/record.ts';
import type { DialogState } from '../../../src/core/dialog/state.ts';
import type { CourseFiles } from '../../../src/store/files/courses/course-files-api.ts';
import { type FileTreeTail, openTreeTail } from '../../../src/store/files/courses/tree-tail.ts';
import {
  created,
  nextCourse,
  type Place,
  places,
  reopen,
  root,
  rootId,
  said,
  sub,
  subCreated,
} from './store-support.ts';

for (const [name, make] of places) {
  describe(`following a tree ${name}`, () => {
    let place: Place;
    let store: CourseFiles;
    let tail: FileTreeTail;
    beforeEach(async () => {
      place = await make();
      store = reopen(place);
      tail = openTreeTail(place.rtws, place.files, rootId);
    });
    afterEach(async () => {
      store.close();
      await place.remove();
    });

    const course = (number: number) => path.join(place.rtws, `.dialogs/run/root-1/course-00${number}.jsonl`);
    const append = (...records: readonly CourseRecord[]) => store.append({ ...root, course: 1 }, records);
    const appendText = (file: string, text: string) => {
      const handle = place.files.openAppend(file);
      handle.append(text);
      handle.close();
    };
    const checkNews = (...expected: readonly (readonly [id: string, anew: boolean, ...records: CourseRecord[]])[]) =>
      assert.deepEqual(
        tail.look(() => false).map(({ ref, anew, records }) => [ref.selfId, anew, ...records]),
        expected,
      );

    it('gives nothing while there is no such root', () => {
      checkNews();
      assert.deepEqual(tail.folders(), []);
    });

    it('gives what is there at first, then what comes, each once', () => {
      append(created, said('a'));
      checkNews(['root-1', true, created, said('a')]);
      checkNews();
      append(said('b'), said('c'));
      append(said('d'));
      checkNews(['root-1', false, said('b'), said('c'), said('d')]);
      checkNews();
    });

    it('waits for the end of a line', () => {
      append(created);
      checkNews(['root-1', true, created]);
      const line = `${JSON.stringify(said('Grüße ✓'))}\n`;
      appendText(course(1), line.slice(0, 80));
      checkNews();
      appendText(course(1), line.slice(80));
      checkNews(['root-1', false, said('Grüße ✓')]);
    });

    it('sees a new subdialog, and what comes into it', () => {
      append(created);
      checkNews(['root-1', true, created]);
      store.append({ ...sub, course: 1 }, [subCreated]);
      append(said('a'));
      checkNews(['root-1', false, said('a')], ['sub-1', true, subCreated]);
      assert.deepEqual(
        tail.folders().map(folder => path.relative(path.join(place.rtws, '.dialogs/run'), folder)),
        ['root-1', 'root-1/subdialogs/sub-1', 'root-1/subdialogs'],
      );
      store.append({ ...sub, course: 1 }, [said('b')]);
      checkNews(['sub-1', false, said('b')]);
    });

    it('goes from one course to the next and misses nothing in between', () => {
      append(created);
      checkNews(['root-1', true, created]);
      const second = nextCourse(foldCourse([created, said('a')]) as DialogState);
      const third = nextCourse(foldCourse([second]) as DialogState);
      append(said('a'));
      store.append({ ...root, course: 2 }, [second, said('b')]);
      store.append({ ...root, course: 3 }, [third]);
      checkNews(['root-1', false, said('a'), second, said('b'), third]);
      store.append({ ...root, course: 3 }, [said('c')]);
      checkNews(['root-1', false, said('c')]);
    });

    it('begins with the earliest course whose first record is news', () => {
      append(created, said('a'));
      const second = nextCourse(foldCourse([created, said('a')]) as DialogState);
      const third = nextCourse(foldCourse([second, said('b')]) as DialogState);
      store.append({ ...root, course: 2 }, [second, said('b')]);
      store.append({ ...root, course: 3 }, [third]);
      const first = (kinds: readonly string[]) =>
        openTreeTail(place.rtws, place.files, rootId)
          .look((_, { kind, ...record }) => kinds.includes('course' in record ? `${record.course}` : kind))
          .map(({ anew, records }) => [anew, records]);
      assert.deepEqual(first([]), [[true, [third]]]);
      assert.deepEqual(first(['3']), [[true, [second, said('b'), third]]]);
      assert.deepEqual(first(['3', '2', 'dialogCreated']), [[true, [created, said('a'), second, said('b'), third]]]);
    });

    it('waits for the first record of a new course', () => {
      append(created);
      checkNews(['root-1', true, created]);
      const second = nextCourse(foldCourse([created]) as DialogState);
      appendText(course(2), JSON.stringify(second).slice(0, 50));
      checkNews();
      appendText(course(2), `${JSON.stringify(second).slice(50)}\n`);
      checkNews(['root-1', false, second]);
    });

    it('follows a root that is moved', () => {
      append(created);
      checkNews(['root-1', true, created]);
      append(said('a'));
      store.moveRoot(rootId, 'completed');
      append(said('b'));
      checkNews(['root-1', false, said('a'), said('b')]);
      store.moveRoot(rootId, 'running');
      append(said('c'));
      checkNews(['root-1', false, said('c')]);
    });

    it('reloads a file that was cut or repaired', () => {
      append(created, said('a'), said('b'));
      checkNews(['root-1', true, created, said('a'), said('b')]);
      place.files.truncate(course(1), Buffer.byteLength(`${JSON.stringify(created)}\n`));
      checkNews(['root-1', true, created]);
      appendText(course(1), `x\n${JSON.stringify(said('c'))}\n`);
      checkNews(['root-1', true, created, said('c')]);
      reopen(place).loadTree(rootId);
      append(said('d'));
      assert.deepEqual(
        tail
          .look(() => false)
          .at(-1)
          ?.records.at(-1),
        said('d'),
      );
    });
  });
}
