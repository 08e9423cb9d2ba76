// The contract of the store, run on files in memory and on a real disk (SPEC 9.1, 9.5, 9.6).
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import path from 'node:path';
import fc from 'fast-check';
import type { DialogId, DialogRef, RootId } from '../../../src/core/base/ids.ts';
import { foldCourse } from '../../../src/core/dialog/fold/apply.ts';
import type { CourseRecord } from '../../../src/core/dialog/record.ts';
import type { DialogState } from '../../../src/core/dialog/state.ts';
import { DriveError } from '../../../src/core/facts/trouble.ts';
import { showArrivals } from '../../../src/store/files/arrivals/show-arrivals.ts';
import { openCourseFiles } from '../../../src/store/files/courses/course-files.ts';
import type { CourseFiles } from '../../../src/store/files/courses/course-files-api.ts';
import { markLine, type WriterMark } from '../../../src/store/files/courses/writer-mark.ts';
import { createFaultyFiles } from '../../support/faulty-files.ts';
import { runs } from '../../support/properties.ts';
import { toldProblem } from '../../support/told.ts';
import { anyRecord } from './any-record.ts';
import {
  asked,
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
  describe(`a dialog store ${name}`, () => {
    let place: Place;
    beforeEach(async () => {
      place = await make();
    });
    afterEach(() => place.remove());

    const folder = (...names: string[]) => path.join(place.rtws, '.dialogs/run/root-1', ...names);
    const course = (number: number) => folder(`course-00${number}.jsonl`);
    const text = (file: string) => place.files.read(file);
    const write = (file: string, content: string) => {
      place.files.remove(file);
      const handle = place.files.openAppend(file);
      handle.append(content);
      handle.close();
    };
    const lines = (...records: readonly (CourseRecord | string)[]) =>
      records
        .map(each => (typeof each === 'string' ? each : JSON.stringify(each)))
        .map(line => `${line}\n`)
        .join('');
    const stored = (...records: readonly CourseRecord[]) => {
      const store = reopen(place);
      store.append({ ...root, course: 1 }, records);
      store.close();
    };
    const loaded = () => {
      const store = reopen(place);
      const tree = store.loadTree(rootId);
      store.close();
      return { records: tree?.root.records, state: tree?.root.state, problems: store.problems, subs: tree?.subdialogs };
    };
    const loadedAfter = (...records: readonly CourseRecord[]) => {
      stored(...records);
      return loaded().state as DialogState;
    };
    const stateOf = (...records: readonly CourseRecord[]) => foldCourse(records) as DialogState;

    it('knows the length of a course file, be it open or not', () => {
      const store = reopen(place);
      const length = () => Buffer.byteLength(text(course(1)) ?? '');
      assert.equal(store.courseBytes(root, 1), 0);
      for (const record of [created, said('größer'), said('b')]) {
        store.append({ ...root, course: 1 }, [record]);
        assert.equal(store.courseBytes(root, 1), length());
      }
      store.append({ ...root, course: 2 }, [nextCourse(stateOf(created))]);
      assert.equal(store.courseBytes(root, 1), length());
      store.release(root);
      assert.equal(store.courseBytes(root, 1), length());
      store.close();
    });

    it('syncs the list of roots with the first record of a tree that must last, and then no more', () => {
      const places: string[] = [];
      const sync = (at: string) => {
        places.push(path.basename(at));
        place.files.sync(at);
      };
      write(path.join(place.rtws, '.dialogs/roots.jsonl'), '');
      const store = openCourseFiles({ rtws: place.rtws, files: { ...place.files, sync }, readOnly: false });
      const newest = { ...root, course: 1 };
      store.append(newest, [created]);
      assert.equal(places.length, 0);
      store.append(newest, [said('a')], [newest]);
      assert.ok(places.includes('roots.jsonl'), places.join());
      places.splice(0);
      store.append(newest, [said('b')], [newest]);
      assert.ok(!places.includes('roots.jsonl'), places.join());
      store.close();
    });

    it('syncs the name of a fork that begins with a later course, in a folder that was synced before', () => {
      const places: string[] = [];
      const sync = (at: string) => {
        places.push(path.relative(place.rtws, at));
        place.files.sync(at);
      };
      const store = openCourseFiles({ rtws: place.rtws, files: { ...place.files, sync }, readOnly: false });
      const opening = { ...nextCourse(stateOf(created)), course: 1, reason: 'fork' } as CourseRecord;
      const fork: DialogRef = { rootId: 'root-2' as RootId, selfId: 'root-2' as DialogId };
      for (const [ref, first] of [[root, created] as const, [fork, opening] as const]) {
        const newest = { ...ref, course: 1 };
        places.splice(0);
        store.append(newest, [first]);
        store.append(newest, [said('a')], [newest]);
      }
      store.close();
      assert.ok(places.includes(path.join('.dialogs', 'run')), places.join());
    });

    it('loads subdialogs that so far lie in an arrivals file alone: at the process that holds them, at a reader, at the next driver', () => {
      const open = (mode: { writer: string } | { readOnly: true }) =>
        openCourseFiles({
          rtws: place.rtws,
          files: 'writer' in mode ? place.files : showArrivals(place.files),
          readOnly: false,
          ...mode,
        });
      const subdialogs = (store: CourseFiles) =>
        store.loadTree(rootId)?.subdialogs.map(({ state }) => state.identity.selfId);
      const driver = open({ writer: 'aaaaaaaa' });
      driver.append({ ...root, course: 1 }, [created]);
      driver.append({ ...sub, course: 1 }, [subCreated]);
      assert.ok(!place.files.list(folder()).includes('subdialogs'));
      assert.deepEqual(subdialogs(driver), [sub.selfId]);
      assert.deepEqual(subdialogs(open({ readOnly: true })), [sub.selfId]);
      const next = open({ writer: 'bbbbbbbb' });
      assert.deepEqual(subdialogs(next), [sub.selfId]);
      assert.ok(place.files.list(folder()).includes('subdialogs'));
      next.close();
    });

    it('returns the previous contents of a file, and nothing when the stored copy was changed', () => {
      stored(created);
      const store = reopen(place);
      const bytes = (content: string) => Buffer.from(content);
      const hash = (content: string) => createHash('sha256').update(content).digest('hex');
      assert.equal(store.keepPrevious(root, bytes('before')), true);
      assert.equal(store.keepPrevious(root, bytes('other')), true);
      assert.deepEqual(Buffer.from(store.readPrevious(root, hash('before')) ?? []), bytes('before'));
      const kept = (content: string) => folder('before', hash(content));
      place.files.replace(kept('before'), text(kept('other')) ?? '');
      assert.equal(store.readPrevious(root, hash('before')), undefined);
      store.close();
    });

    it('loads what was appended, whatever the records hold', () => {
      fc.assert(
        fc.property(fc.array(fc.array(anyRecord, { minLength: 1, maxLength: 3 }), { maxLength: 6 }), batches => {
          place.files.remove(folder());
          const store = reopen(place);
          const newest = { ...root, course: 1 };
          store.append(newest, [created]);
          for (const [index, batch] of batches.entries())
            store.append(newest, batch, index % 2 === 0 ? [newest] : undefined);
          store.close();
          const records = [created, ...batches.flat()];
          const again = loaded();
          assert.deepEqual(again.records, JSON.parse(JSON.stringify(records)));
          assert.deepEqual(again.state, foldCourse(again.records ?? []));
          assert.deepEqual(again.problems, []);
        }),
        runs(60),
      );
    });

    it('loads subdialogs with their root, and nothing of a folder without a course', () => {
      const store = reopen(place);
      store.append({ ...root, course: 1 }, [created]);
      store.append({ ...sub, course: 1 }, [subCreated, said('more')]);
      place.files.makeFolder(folder('subdialogs', 'sub-2'));
      store.close();
      const { subs, problems } = loaded();
      assert.deepEqual(
        subs?.map(({ records }) => records),
        [[subCreated, said('more')]],
      );
      assert.deepEqual(problems, []);
    });

    it('gives a prefix of whole records when the file is cut at any byte', () => {
      const records = [created, said('Ünïcode ✓ 喂'), asked('q-1'), said('b')];
      const whole = lines(...records);
      const bytes = Buffer.byteLength(whole);
      for (let cut = 0; cut < bytes; cut++) {
        write(course(1), whole);
        place.files.truncate(course(1), cut);
        const { records: left, problems } = loaded();
        const kept = Buffer.from(whole).subarray(0, cut).toString('latin1').split('\n').length - 1;
        assert.deepEqual(left, kept === 0 ? undefined : records.slice(0, kept), `cut at ${cut}`);
        assert.equal(text(course(1)), kept === 0 ? undefined : lines(...records.slice(0, kept)), `cut at ${cut}`);
        assert.deepEqual(problems, []);
      }
    });

    it('cuts off a torn last line, and the next record follows the last whole one', () => {
      write(course(1), `${lines(created, said('a'))}{"v":1,"at":"20`);
      const store = reopen(place);
      store.loadTree(rootId);
      store.append({ ...root, course: 1 }, [said('b')]);
      store.close();
      assert.equal(text(course(1)), lines(created, said('a'), said('b')));
    });

    it('appends after the last whole record even when nothing was loaded before', () => {
      write(course(1), `${lines(created)}{"v":1,"at":"20`);
      const store = reopen(place);
      store.append({ ...root, course: 1 }, [said('b')]);
      store.close();
      assert.equal(text(course(1)), lines(created, said('b')));
    });

    it('keeps bad lines in the middle aside, says where they were, and loads the rest', () => {
      write(course(1), `${lines(created, '{"v":1,"kind"', said('a'), '[]', 'null', said('b'))}{"torn`);
      const { records, problems } = loaded();
      assert.deepEqual(records, [created, said('a'), said('b')]);
      assert.deepEqual(
        problems.map(({ file, line }) => [file, line]),
        [2, 4, 5].map(line => ['.dialogs/run/root-1/course-001.jsonl', line]),
      );
      assert.equal(text(`${course(1)}.corrupt-1`), lines('{"v":1,"kind"', '[]', 'null'));
      assert.equal(text(course(1)), lines(created, said('a'), said('b')));
      assert.deepEqual(loaded().problems, []);
      write(course(1), lines(created, 'x', said('a')));
      loaded();
      assert.equal(text(`${course(1)}.corrupt-2`), lines('x'));
      assert.equal(text(`${course(1)}.corrupt-1`), lines('{"v":1,"kind"', '[]', 'null'));
    });

    describe('with the marks of a merge', () => {
      const by = (record: CourseRecord, mark: WriterMark) => markLine(JSON.stringify(record), mark);
      const before: WriterMark = { epoch: 1, writer: 'cccccccc' };
      const sides: readonly (readonly [what: string, ours: WriterMark, theirs: WriterMark])[] = [
        ['two processes of one epoch', { epoch: 2, writer: 'aaaaaaaa' }, { epoch: 2, writer: 'bbbbbbbb' }],
        ['an earlier epoch on the other side', { epoch: 5, writer: 'aaaaaaaa' }, { epoch: 2, writer: 'bbbbbbbb' }],
        ['an earlier epoch on this side', { epoch: 2, writer: 'aaaaaaaa' }, { epoch: 5, writer: 'bbbbbbbb' }],
      ];
      for (const [what, ours, theirs] of sides) {
        for (const end of ['', '\r']) {
          it(`folds both sides, of ${what}${end && ', with line ends of Windows'}, also after the next writer went on`, () => {
            write(
              course(1),
              lines(
                by(created, before),
                `<<<<<<< HEAD${end}`,
                by(said('a'), ours),
                by(said('b'), ours),
                `||||||| 1234567${end}`,
                `=======${end}`,
                by(said('a'), ours),
                by(said('c'), theirs),
                `>>>>>>> other${end}`,
              ),
            );
            const both = [created, said('a'), said('b'), said('c')];
            assert.deepEqual(reopen(place, true).loadTree(rootId)?.root.records, both);
            assert.deepEqual(loaded().records, both);
            stored(said('d'));
            assert.deepEqual(loaded(), { ...loaded(), records: [...both, said('d')], problems: [] });
          });
        }
      }

      it('folds both sides of a course that both branches began', () => {
        const first = loadedAfter(created, said('a'));
        write(
          course(2),
          lines('<<<<<<< HEAD', nextCourse(first), said('b'), '=======', nextCourse(first), said('c'), '>>>>>>> other'),
        );
        const { records, state } = loaded();
        assert.deepEqual(records, [nextCourse(first), said('b'), said('c')]);
        assert.equal(state?.course, 2);
      });
    });

    it('keeps a root whose course a power cut emptied, and reports it', () => {
      write(course(1), '');
      write(folder('dialog.yaml'), 'id: root-1\n');
      const { state, problems } = loaded();
      assert.equal(state, undefined);
      assert.deepEqual([text(course(1)), text(folder('dialog.yaml'))], ['', 'id: root-1\n']);
      assert.deepEqual(
        problems.map(toldProblem).map(({ file, message }) => [file, message]),
        [['.dialogs/run/root-1', 'no course of this dialog can be read']],
      );
    });

    it('keeps records of unknown kinds and later versions, and skips them', () => {
      const unknown = { v: 2, at: created.at, kind: 'telepathyHeard', thought: { deep: [1, null] } };
      write(course(1), lines(created, JSON.stringify(unknown), said('a'), 'x'));
      const { records, state } = loaded();
      assert.deepEqual(records, [created, unknown, said('a')]);
      assert.equal(state?.seq, 3);
      assert.equal(text(course(1)), lines(created, JSON.stringify(unknown), said('a')));
    });

    for (const [beginning, what] of [
      ['', 'empty'],
      ['{"v":1,"kind":"courseSt', 'torn'],
    ] as const) {
      it(`goes on with the course before when the new course is ${what}`, () => {
        const before = [created, said('a')];
        write(course(1), lines(...before));
        write(course(2), beginning);
        const { records, problems } = loaded();
        assert.deepEqual(records, before);
        assert.deepEqual(problems, []);
        assert.equal(place.files.exists(course(2)), false);
      });
    }

    it('keeps a new course aside whose first line is bad, so that the next new course loads', () => {
      const state = stateOf(created, said('a'));
      write(course(1), lines(created, said('a')));
      write(course(2), lines('{"bad', said('lost')));
      const store = reopen(place);
      assert.equal(store.loadTree(rootId)?.root.state.course, 1);
      assert.deepEqual(
        store.problems.map(toldProblem).map(({ file }) => file),
        ['.dialogs/run/root-1/course-002.jsonl'],
      );
      assert.equal(text(`${course(2)}.corrupt-1`), lines('{"bad', said('lost')));
      store.append({ ...root, course: 2 }, [nextCourse(state)]);
      store.append({ ...root, course: 2 }, [said('c')]);
      store.close();
      assert.deepEqual(loaded().records, [nextCourse(state), said('c')]);
    });

    it('skips records without the fields of their kind, says where, and leaves them in the file', () => {
      const odd = { v: 1, at: '2026-01-01T00:00:00.000Z', kind: 'questionAsked', headline: 7 };
      const later = { v: 3, at: '2026-01-01T00:00:00.000Z', kind: 'assistantSaid', parts: 'a new form' };
      const whole = lines(created, said('a'), odd as never, later as never, said('b'));
      write(course(1), whole);
      const store = reopen(place);
      const loadedRoot = store.loadTree(rootId)?.root;
      assert.deepEqual(
        loadedRoot?.records.map(({ kind }) => kind),
        ['dialogCreated', 'userSaid', 'unreadable', 'unreadable', 'userSaid'],
      );
      assert.equal(loadedRoot?.state.messageCount, 2);
      assert.deepEqual(
        store.problems.map(toldProblem).map(({ line, message }) => `${line} ${message}`),
        [
          '3 this record does not have the fields of its kind (questionAsked)',
          '4 this record does not have the fields of its kind (assistantSaid)',
        ],
      );
      store.append({ ...root, course: 1 }, [said('c')]);
      store.close();
      assert.equal(text(course(1)), whole + lines(said('c')));
    });

    it('keeps the exact lines of a file when others are kept aside', () => {
      const good = lines(created).trimEnd().replace('{', '{ ');
      write(course(1), `${good}\nx\n${lines(said('a'))}`);
      loaded();
      assert.equal(text(course(1)), `${good}\n${lines(said('a'))}`);
    });

    for (const [what, identity] of [
      ['another root', { rootId: 'root-2', selfId: 'root-2' }],
      ['a place outside', { rootId: '../../..', selfId: '../../..' }],
    ] as const) {
      it(`refuses a course that says it is of ${what}, and changes nothing`, () => {
        const strange = { ...created, identity: { ...(created as { identity: object }).identity, ...identity } };
        write(course(1), lines(strange as never));
        const store = reopen(place);
        assert.equal(store.loadTree(rootId), undefined);
        assert.match(
          store.problems
            .map(toldProblem)
            .map(({ message }) => message)
            .join('\n'),
          /it belongs to another dialog/,
        );
        assert.equal(text(course(1)), lines(strange as never));
      });
    }

    it('removes what a killed process was writing, and nothing else of that name', () => {
      stored(created);
      const hash = 'a'.repeat(64);
      const end = `7.0a1b2c3d4e5f.tmp`;
      const killed = [
        ...[
          `dialog.yaml.${end}`,
          'reminders.json.7.tmp',
          `latest.yaml.${process.pid}.0a1b2c3d4e5f.tmp`,
          `course-001.jsonl.${end}`,
          `course-001.jsonl.corrupt-1.${end}`,
        ],
        ...[`before/${hash}.${end}`, `images/${hash}.png.${end}`, `system/${hash}.json.${end}`],
      ];
      const others = [`notes.md.${end}`, 'dialog.yaml.tmp', `system/${hash}.json.tmp`, `images/shot.png.${end}`];
      for (const each of [...killed, ...others]) write(folder(each), 'half');
      const remaining = () => [...killed, ...others].filter(each => place.files.exists(folder(each)));
      const { rtws, files } = place;
      openCourseFiles({ rtws, files, readOnly: true }).loadTree(rootId);
      assert.deepEqual(remaining(), [...killed, ...others]);
      assert.deepEqual(loaded().problems, []);
      assert.deepEqual(remaining(), others);
    });

    it('has nothing of a root whose maker was killed before the first record was whole', () => {
      write(course(1), lines(created).slice(0, 40));
      const store = reopen(place);
      assert.equal(store.loadTree(rootId), undefined);
      assert.deepEqual(store.problems, []);
      assert.deepEqual([...store.listRoots()], []);
    });

    it('loads the newest course and gives the older ones by number', () => {
      const first = [created, said('a')];
      stored(...first);
      const store = reopen(place);
      const next = nextCourse(stateOf(...first));
      store.append({ ...root, course: 2 }, [next, said('b')]);
      assert.deepEqual(store.loadTree(rootId)?.root.records, [next, said('b')]);
      assert.deepEqual(store.readCourse(root, 1), first);
      assert.equal(store.readCourse(root, 3), undefined);
      store.close();
    });

    it('says so when no course of a root can be read, and loads the other roots', () => {
      write(course(1), lines('x', said('a')));
      const { records, problems } = loaded();
      assert.equal(records, undefined);
      assert.deepEqual(
        problems.map(({ file }) => file),
        ['.dialogs/run/root-1'],
      );
      assert.equal(text(course(1)), lines('x', said('a')));
    });

    it('leaves no newer course behind that the system refuses to read', () => {
      write(course(1), lines(created));
      write(course(2), lines(nextCourse(stateOf(created))));
      const readBytes = (file: string, from?: number) => {
        if (file === course(2)) throw new Error('EACCES');
        return place.files.readBytes(file, from);
      };
      const store = reopen({ ...place, files: { ...place.files, readBytes } });
      assert.equal(store.loadTree(rootId), undefined);
      assert.match(store.problems.map(toldProblem)[0]?.message ?? '', /EACCES/);
      assert.deepEqual(place.files.list(folder()).sort(), ['course-001.jsonl', 'course-002.jsonl']);
    });

    it('changes no file when it only reads', () => {
      const broken = `${lines(created, 'x', said('a'))}{"torn`;
      write(course(1), broken);
      write(course(2), '');
      const store = reopen(place, true);
      assert.deepEqual(store.loadTree(rootId)?.root.records, [created, said('a')]);
      assert.equal(text(course(1)), broken);
      assert.equal(text(course(2)), '');
      assert.deepEqual(place.files.list(folder()).sort(), ['course-001.jsonl', 'course-002.jsonl']);
    });

    it('moves a root with everything in it, and goes on there', () => {
      stored(created);
      const store = reopen(place);
      store.append({ ...root, course: 1 }, [said('a')]);
      store.append({ ...sub, course: 1 }, [subCreated]);
      store.moveRoot(rootId, 'completed');
      store.append({ ...root, course: 1 }, [said('b')]);
      assert.deepEqual([...store.listRoots()], [[rootId, 'completed']]);
      assert.deepEqual(store.loadTree(rootId)?.root.records, [created, said('a'), said('b')]);
      assert.deepEqual(store.listSubdialogs(rootId), [sub]);
      assert.equal(place.files.exists(folder()), false);
      store.moveRoot(rootId, 'archived');
      store.moveRoot(rootId, 'archived');
      store.moveRoot(rootId, 'running');
      assert.equal(text(course(1)), lines(created, said('a'), said('b')));
      store.close();
    });

    it('loads a root that was copied from elsewhere, and goes on', () => {
      stored(created, said('a'));
      const copy = place.files.read(course(1)) ?? '';
      place.files.remove(folder());
      write(course(1), copy);
      const store = reopen(place);
      assert.deepEqual([...store.listRoots().keys()], [rootId]);
      store.append({ ...root, course: 1 }, [said('b')]);
      store.close();
      assert.deepEqual(loaded().records, [created, said('a'), said('b')]);
    });

    it('asks its handle alone which file it appends to, and how long that is', () => {
      const asked: string[] = [];
      const noting = {
        ...place.files,
        stat(file: string) {
          asked.push(file);
          return place.files.stat(file);
        },
        read(file: string) {
          asked.push(file);
          return place.files.read(file);
        },
      };
      const store = openCourseFiles({ rtws: place.rtws, files: noting, readOnly: false, writer: '00000001' });
      store.append({ ...root, course: 1 }, [created]);
      store.append({ ...root, course: 1 }, [said('a')]);
      store.release(root);
      store.append({ ...root, course: 1 }, [said('b')]);
      assert.deepEqual(asked, []);
      store.close();
    });

    it('keeps 200 course files open at most, and appends to each all the same', () => {
      let open = 0;
      let most = 0;
      const counting = {
        ...place.files,
        openAppend(file: string) {
          const handle = place.files.openAppend(file);
          open += 1;
          most = Math.max(most, open);
          const close = () => {
            open -= 1;
            handle.close();
          };
          return { ...handle, close };
        },
      };
      const store = openCourseFiles({ rtws: place.rtws, files: counting, readOnly: false });
      const refs = Array.from({ length: 203 }, (_, nth) => ({ ...sub, selfId: `sub-${nth}` as DialogId }));
      store.append({ ...root, course: 1 }, [created]);
      for (const ref of refs) store.append({ ...ref, course: 1 }, [subCreated]);
      for (const ref of refs.slice(0, 2)) store.append({ ...ref, course: 1 }, [said('hello')]);
      assert.equal(most, 200);
      assert.equal(store.readCourse({ ...sub, selfId: 'sub-0' as DialogId }, 1)?.length, 2);
      store.close();
      assert.equal(open, 0);
    });

    it('lists roots by their folders, and no foreign names', () => {
      for (const name of ['root-9', 'Not An Id', '.hidden', '..x']) {
        write(path.join(place.rtws, '.dialogs/done', name, 'course-001.jsonl'), '');
      }
      assert.deepEqual([...reopen(place).listRoots()], [['root-9' as RootId, 'completed']]);
    });

    it('leaves a plain file alone that a person put among the roots', () => {
      const file = path.join(place.rtws, '.dialogs/run/notes');
      write(file, 'precious');
      assert.equal(reopen(place).loadTree('notes' as RootId), undefined);
      assert.equal(text(file), 'precious');
    });

    it('writes indexes that changed and removes those that are to go', () => {
      stored(created);
      const store = reopen(place);
      store.writeIndexes(root, { 'latest.yaml': 'a: 1\n', 'q4h.yaml': '- 1\n' });
      write(folder('latest.yaml'), 'by hand\n');
      store.writeIndexes(root, { 'latest.yaml': 'a: 1\n', 'q4h.yaml': undefined });
      assert.equal(text(folder('latest.yaml')), 'by hand\n');
      assert.equal(text(folder('q4h.yaml')), undefined);
      store.writeIndexes(root, { 'latest.yaml': 'a: 2\n' });
      assert.equal(text(folder('latest.yaml')), 'a: 2\n');
      assert.deepEqual(place.files.list(folder()).sort(), ['course-001.jsonl', 'latest.yaml']);
    });

    it('looks for nothing to remove in the folder of a new subdialog', () => {
      const removed: string[] = [];
      const noting = {
        ...place.files,
        remove(file: string) {
          removed.push(file);
          place.files.remove(file);
        },
      };
      const store = openCourseFiles({ rtws: place.rtws, files: noting, readOnly: false, writer: '00000001' });
      store.append({ ...root, course: 1 }, [created]);
      store.append({ ...sub, course: 1 }, [subCreated]);
      store.writeIndexes(sub, { 'dialog.yaml': 'id: sub-1\n', 'q4h.yaml': undefined, 'latest.yaml': 'a: 1\n' });
      assert.deepEqual(removed, []);
      store.close();
    });

    it('remembers what it wrote of the last files only', () => {
      stored(created);
      const store = reopen(place);
      const texts = (from: number, to: number) =>
        Object.fromEntries(Array.from({ length: to - from }, (_, index) => [`${from + index}.yaml`, 'a: 1\n']));
      store.writeIndexes(root, texts(0, 1_000));
      write(folder('0.yaml'), 'by hand\n');
      store.writeIndexes(root, texts(0, 1));
      assert.equal(text(folder('0.yaml')), 'by hand\n');
      store.writeIndexes(root, texts(1_000, 2_000));
      store.writeIndexes(root, texts(0, 1));
      assert.equal(text(folder('0.yaml')), 'a: 1\n');
    });

    describe('on a disk that fails', () => {
      const faultyStore = () => {
        const files = createFaultyFiles(place.files);
        return { files, store: reopen({ ...place, files }) };
      };

      it('leaves the file as it was when a write fails after any number of bytes, and appends later', () => {
        const batch = [said('a'), said('b ✓')];
        const size = Buffer.byteLength(lines(...batch));
        for (let room = 0; room < size; room += 7) {
          place.files.remove(folder());
          const { files, store } = faultyStore();
          store.append({ ...root, course: 1 }, [created]);
          files.room = room;
          assert.throws(() => store.append({ ...root, course: 1 }, batch, [{ ...root, course: 1 }]), isDiskError);
          assert.equal(text(course(1)), lines(created), `after ${room} bytes`);
          files.room = Number.POSITIVE_INFINITY;
          store.append({ ...root, course: 1 }, [said('c')], [{ ...root, course: 1 }]);
          store.close();
          assert.deepEqual(loaded().records, [created, said('c')]);
        }
      });

      it('cuts half a write off later when the disk refuses even that at once', () => {
        const { files, store } = faultyStore();
        store.append({ ...root, course: 1 }, [created]);
        files.room = 20;
        files.refusesCut = true;
        assert.throws(() => store.append({ ...root, course: 1 }, [said('lost')]), isDiskError);
        assert.notEqual(text(course(1)), lines(created));
        files.refusesCut = false;
        files.room = Number.POSITIVE_INFINITY;
        store.append({ ...root, course: 1 }, [said('c')]);
        store.close();
        assert.equal(text(course(1)), lines(created, said('c')));
      });

      it('forgets whole lines of a refused write too, after the file was let go of', () => {
        const { files, store } = faultyStore();
        store.append({ ...root, course: 1 }, [created]);
        files.room = Buffer.byteLength(lines(said('lost'))) + 5;
        files.refusesCut = true;
        assert.throws(() => store.append({ ...root, course: 1 }, [said('lost'), said('as well')]), isDiskError);
        store.release(root);
        files.refusesCut = false;
        files.room = Number.POSITIVE_INFINITY;
        store.append({ ...root, course: 1 }, [said('c')]);
        store.close();
        assert.equal(text(course(1)), lines(created, said('c')));
      });

      it('loads what cannot be mended, says so, and mends it once the disk allows', () => {
        write(course(1), `${lines(created, 'x', said('a'))}{"torn`);
        const { files, store } = faultyStore();
        files.readOnly = true;
        assert.deepEqual(store.loadTree(rootId)?.root.records, [created, said('a')]);
        assert.match(
          store.problems
            .map(toldProblem)
            .map(({ message }) => message)
            .join('\n'),
          /cannot be repaired: EROFS/,
        );
        assert.throws(() => store.append({ ...root, course: 1 }, [said('b')]), isDiskError);
        files.readOnly = false;
        store.append({ ...root, course: 1 }, [said('b')]);
        store.close();
        assert.equal(text(course(1)), lines(created, 'x', said('a'), said('b')));
      });

      it('makes nothing in the folder of a root that somebody removed', () => {
        stored(created);
        const bytes = Buffer.from('image');
        const store = reopen(place);
        store.append({ ...root, course: 1 }, [said('a')]);
        place.files.remove(folder());
        const image = { name: 'a.png', type: 'image/png', bytes } as const;
        for (const writes of [
          () => store.append({ ...root, course: 2 }, [nextCourse(stateOf(created))]),
          () => store.append({ ...sub, course: 1 }, [subCreated]),
          () => store.appendOutput(root, 'p1', 'text'),
          () => store.keepParts(rootId, []),
          () => store.keepAttached(root, image),
          () => store.keepPrevious(root, bytes),
        ])
          assert.throws(writes, /is gone/);
        store.close();
        assert.ok(!place.files.exists(folder()));
      });

      it('refuses to append to a course whose file is gone, and goes on when it is back', () => {
        stored(created);
        const store = reopen(place);
        store.append({ ...root, course: 1 }, [said('a')]);
        const copy = text(course(1)) ?? '';
        place.files.remove(folder());
        assert.throws(() => store.append({ ...root, course: 1 }, [said('lost')]), isDiskError);
        assert.equal(place.files.exists(course(1)), false);
        write(course(1), copy);
        store.append({ ...root, course: 1 }, [said('b')]);
        store.close();
        assert.deepEqual(loaded().records, [created, said('a'), said('b')]);
      });
    });
  });
}

function isDiskError(error: unknown): boolean {
  return error instanceof DriveError && error.code === 'disk';
}
