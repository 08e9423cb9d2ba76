// What a follower tells of the trees that another process drives: each record once and in the order of the driver,
// however late it takes them up and however often it lets them go (SPEC 9.4).
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { DialogId, DialogRef, QuestionId, RootId } from '../../src/core/base/ids.ts';
import { applyRecord } from '../../src/core/dialog/fold/apply.ts';
import { openCourse } from '../../src/core/dialog/fold/open-course.ts';
import type { CourseRecord, Fact } from '../../src/core/dialog/record.ts';
import { carry, type DialogState } from '../../src/core/dialog/state.ts';
import type { FeedEvent } from '../../src/core/dialog/view/feed-event.ts';
import type { RootSummary } from '../../src/core/dialog/view/projection.ts';
import { rootSummary } from '../../src/core/dialog/view/projection.ts';
import type { DriverContext } from '../../src/driver/driver-context.ts';
import { createFeed } from '../../src/driver/feed.ts';
import { rootOf, statesOf } from '../../src/driver/tree.ts';
import { Follower, type FollowerOptions } from '../../src/runtime/roles/follower.ts';
import type { Files } from '../../src/store/disk-files.ts';
import { openCourseFiles } from '../../src/store/files/courses/course-files.ts';
import { followFiles } from '../../src/store/files/following.ts';
import { openRootsFile } from '../../src/store/files/roots-index.ts';
import { created, subCreated } from '../store/files/store-support.ts';
import { createMemoryFiles } from '../support/memory-files.ts';
import { runs } from '../support/properties.ts';

const rtws = '/rtws';
/** The clock stands still: nothing can be told apart by time. */
const at = '2026-01-02T03:04:05.006Z';

type Told = Extract<FeedEvent, { type: 'recorded' | 'questions_count_update' }>;

/** Writes trees as a driver does, and knows what it would tell. */
function createWriter(files: Files) {
  const store = openCourseFiles({ rtws, files, readOnly: false });
  const roots = openRootsFile({ rtws, files, readOnly: false });
  const states = new Map<RootId, Map<DialogId, DialogState>>();
  const numbers = new Map<RootId, number>();
  const told: Told[] = [];
  const dialogsOf = (rootId: RootId) => states.get(rootId) ?? new Map<DialogId, DialogState>();
  const stateOf = (ref: DialogRef) => dialogsOf(ref.rootId).get(ref.selfId);
  const record = (ref: DialogRef, fact: Fact) => {
    const before = stateOf(ref);
    const n = (numbers.get(ref.rootId) ?? 0) + 1;
    numbers.set(ref.rootId, n);
    const made: CourseRecord = { v: 1, at, n, ...fact };
    const state = before ? applyRecord(before, made) : openCourse(made);
    assert.ok(state);
    store.append({ ...ref, course: state.course }, [made]);
    states.set(ref.rootId, dialogsOf(ref.rootId).set(ref.selfId, state));
    told.push({ type: 'recorded', ...ref, seq: state.seq, record: made });
    const [previousCount, questionCount] = [before?.questions.length ?? 0, state.questions.length];
    if (previousCount === questionCount) return;
    const count = { previousCount, questionCount, dialog: ref, course: state.course };
    told.push({ type: 'questions_count_update', ...ref, ...count });
  };
  return {
    told,
    stateOf,
    record,
    begin(ref: DialogRef) {
      const [first] = ref.selfId === (ref.rootId as string) ? [created] : [subCreated];
      assert.ok(first.kind === 'dialogCreated');
      record(ref, { ...first, identity: { ...first.identity, ...ref } } as Fact);
    },
    startCourse(ref: DialogRef) {
      const state = stateOf(ref);
      assert.ok(state);
      const { identity } = state;
      const course = state.course + 1;
      record(ref, {
        kind: 'courseStarted',
        course,
        identity,
        carried: carry(state),
        prompt: 'Go on.',
        reason: 'clear_mind',
      });
    },
    /** Takes the line of a root that was deleted. */
    drop: (rootId: RootId) => roots.drop(rootId),
    /** Writes the line of a root. */
    list(rootId: RootId, needsDrive: boolean) {
      const dialogs = [...dialogsOf(rootId).values()];
      const root = dialogsOf(rootId).get(rootId as string as DialogId);
      if (root) roots.put({ ...rootSummary(root, dialogs, needsDrive), lastNumber: numbers.get(rootId) ?? 0 });
    },
  };
}

function createReader(files: Files, maxFollowed: number, seen: Pick<FollowerOptions, 'onLook' | 'onUnread'> = {}) {
  const feed = createFeed(error => {
    throw error;
  });
  const told: Told[] = [];
  const changed: RootSummary[] = [];
  feed.subscribe(event => {
    if (event.type === 'recorded' || event.type === 'questions_count_update') told.push(event);
    if (event.type === 'root_changed' && event.summary) changed.push(event.summary);
    if (event.type === 'root_changed' && !event.summary) gone.push({ isForgotten: forgotten.includes(event.rootId) });
  });
  const gone: { readonly isForgotten: boolean }[] = [];
  const adopted: RootId[] = [];
  const forgotten: RootId[] = [];
  const planned: (() => void)[] = [];
  const unreadable: string[] = [];
  const follower = new Follower({
    driver: {
      // A followed tree is never driven.
      ctx: { isLeft: () => false } as Partial<DriverContext> as DriverContext,
      follow: ({ rootId }) => void adopted.push(rootId),
      forget: rootId => void forgotten.push(rootId),
      summaryOf: tree => rootSummary(rootOf(tree).state, statesOf(tree), true),
    },
    open: {
      roots: openRootsFile({ rtws, files, readOnly: true }),
      follow: onEvent =>
        followFiles({
          rtws,
          files,
          watchFolder: () => ({ close: () => {} }),
          onEvent,
          onUnreadable: place => void unreadable.push(place),
        }),
    },
    feed,
    after(_, work) {
      planned.push(work);
      return () => void planned.splice(planned.indexOf(work), 1);
    },
    maxFollowed,
    ...seen,
  });
  return { follower, told, changed, gone, adopted, forgotten, planned, unreadable };
}

const rootRefOf = (nth: number): DialogRef => ({ rootId: `root-${nth}` as RootId, selfId: `root-${nth}` as DialogId });
const subRefOf = (nth: number, sub: number): DialogRef => ({
  rootId: `root-${nth}` as RootId,
  selfId: `sub-${nth}-${sub}` as DialogId,
});

/** A root at work that one process drives and another, which keeps one tree, has begun to follow. */
function followOne() {
  const files = createMemoryFiles();
  const writer = createWriter(files);
  const ref = rootRefOf(1);
  writer.begin(ref);
  writer.list(ref.rootId, true);
  const reader = createReader(files, 1);
  reader.follower.start();
  return { writer, ref, reader };
}

describe('following another process', () => {
  const asked = (id: string): Fact => ({
    kind: 'questionAsked',
    questionId: id as QuestionId,
    questionKind: 'ask',
    headline: 'Which?',
    body: '',
    genseq: 1,
  });
  const answered = (id: string): Fact => ({
    kind: 'questionAnswered',
    questionId: id as QuestionId,
    msgId: id,
    content: 'yes',
  });

  it('tells of other trees while one cannot be read, and what was stored in that one once it can', () => {
    const files = createMemoryFiles();
    const writer = createWriter(files);
    const roots = [rootRefOf(1), rootRefOf(2)];
    for (const root of roots) {
      writer.begin(root);
      writer.list(root.rootId, true);
    }
    let isRefused = false;
    const readBytes: Files['readBytes'] = (file, from, length) => {
      if (isRefused && file.includes('/root-1/')) throw Object.assign(new Error('no permission'), { code: 'EACCES' });
      return files.readBytes(file, from, length);
    };
    const reader = createReader({ ...files, readBytes }, 64);
    reader.follower.start();
    const from = writer.told.length;
    isRefused = true;
    for (const root of roots) writer.record(root, asked(`q-of-${root.rootId}`));
    reader.follower.look();
    const [first, second] = roots.map(({ rootId }) => writer.told.slice(from).filter(told => told.rootId === rootId));
    assert.deepEqual(reader.told, second);
    assert.deepEqual([...new Set(reader.unreadable)], ['/rtws/.dialogs/run/root-1/course-001.jsonl']);
    isRefused = false;
    reader.follower.look();
    assert.deepEqual(reader.told, [...(second ?? []), ...(first ?? [])]);
  });

  for (const code of ['EACCES', 'EIO', 'ESTALE']) {
    it(`tells ${code} once while the process that drives cannot be looked at, and looks again`, async () => {
      let isRefused = false;
      const unread: (string | undefined)[] = [];
      const reader = createReader(createMemoryFiles(), 1, {
        onLook() {
          if (isRefused) throw Object.assign(new Error('refused'), { code });
        },
        onUnread: why => void unread.push(why?.message),
      });
      reader.follower.start();
      isRefused = true;
      assert.equal(await reader.follower.look(), false);
      assert.equal(await reader.follower.look(), false);
      isRefused = false;
      await reader.follower.look();
      assert.deepEqual(unread, ['refused', undefined]);
      assert.equal(reader.planned.length, 1);
    });
  }

  it('counts the questions of a tree that rested when it began as the driver does', () => {
    const files = createMemoryFiles();
    const writer = createWriter(files);
    const root = rootRefOf(1);
    writer.begin(root);
    writer.record(root, asked('q-1'));
    writer.record(root, asked('q-2'));
    writer.list(root.rootId, false);
    const reader = createReader(files, 64);
    reader.follower.start();
    assert.deepEqual(reader.told, []);
    const from = writer.told.length;
    writer.record(root, answered('q-1'));
    writer.list(root.rootId, false);
    reader.follower.look();
    assert.deepEqual(reader.told, writer.told.slice(from));
    assert.deepEqual(reader.told.at(-1), {
      type: 'questions_count_update',
      ...root,
      previousCount: 2,
      questionCount: 1,
      dialog: root,
      course: 1,
    });
    assert.deepEqual(
      reader.changed.map(({ questions }) => questions),
      [1],
    );
  });

  it('has the trees at work at once when it begins, and tells nothing of what was stored', () => {
    const files = createMemoryFiles();
    const writer = createWriter(files);
    writer.begin(rootRefOf(1));
    writer.list(rootRefOf(1).rootId, true);
    const { follower, told, adopted, planned } = createReader(files, 64);
    follower.start();
    assert.deepEqual(adopted, [rootRefOf(1).rootId]);
    assert.deepEqual(told, []);
    // It looks again when nothing tells it of a change.
    assert.equal(planned.length, 1);
    follower.close();
  });

  it('tells what the list did not tell of yet when it began', () => {
    const files = createMemoryFiles();
    const writer = createWriter(files);
    const ref = rootRefOf(1);
    writer.begin(ref);
    writer.list(ref.rootId, true);
    const known = writer.told.length;
    writer.record(ref, asked('q1'));
    const reader = createReader(files, 1);
    reader.follower.start();
    assert.deepEqual(reader.told, writer.told.slice(known));
  });

  it('reports courses that began and ended between two looks', () => {
    const files = createMemoryFiles();
    const writer = createWriter(files);
    const root = rootRefOf(1);
    writer.begin(root);
    writer.list(root.rootId, false);
    const reader = createReader(files, 64);
    reader.follower.start();
    const from = writer.told.length;
    writer.record(root, asked('q-1'));
    writer.startCourse(root);
    writer.record(root, asked('q-2'));
    writer.startCourse(root);
    writer.list(root.rootId, false);
    reader.follower.look();
    assert.deepEqual(reader.told, writer.told.slice(from));
  });

  it('tells a cause before its effect, though files are read one after another while the driver writes them', () => {
    const files = createMemoryFiles();
    const writer = createWriter(files);
    const [root, sub] = [rootRefOf(1), subRefOf(1, 1)];
    writer.begin(root);
    writer.begin(sub);
    writer.list(root.rootId, true);
    // Between the reading of the root and that of its subdialog: in the first look, and in the second one right after
    // it.
    const moments: (() => void)[] = [];
    const stat = (file: string) => {
      if (file.includes('/sub-1-1/')) moments.shift()?.();
      return files.stat(file);
    };
    const reader = createReader({ ...files, stat }, 64);
    reader.follower.start();
    const from = writer.told.length;
    for (const id of ['q-1', 'q-2', 'q-3']) {
      moments.push(() => {
        writer.record(root, asked(id));
        writer.record(sub, asked(`${id}-of-sub`));
      });
    }
    reader.follower.look();
    reader.follower.look();
    assert.deepEqual(reader.told, writer.told.slice(from));
  });

  it('looks again soon when it left something to the next look', () => {
    const files = createMemoryFiles();
    const writer = createWriter(files);
    const root = rootRefOf(1);
    writer.begin(root);
    writer.list(root.rootId, true);
    let moment: (() => void) | undefined;
    const stat = (file: string) => {
      if (file.includes('course-')) moment?.();
      return files.stat(file);
    };
    const reader = createReader({ ...files, stat }, 64);
    reader.follower.start();
    const from = writer.told.length;
    let count = 0;
    moment = () => count++ < 2 && writer.record(root, asked(`q-${count}`));
    reader.follower.look();
    assert.equal(reader.told.length, 2);
    assert.equal(reader.planned.length, 2);
    for (const work of [...reader.planned]) work();
    assert.deepEqual(reader.told, writer.told.slice(from));
  });

  it('tells each record once and in order with more trees at work than it keeps', () => {
    const files = createMemoryFiles();
    const writer = createWriter(files);
    const reader = createReader(files, 64);
    reader.follower.start();
    for (let round = 0; round < 3; round++) {
      for (let nth = 1; nth <= 100; nth++) {
        const root = rootRefOf(nth);
        if (round === 0) writer.begin(root);
        writer.record(root, asked(`q-${nth}-${round}`));
        if (nth % 3 === round) writer.startCourse(root);
        writer.list(root.rootId, round < 2);
        if (nth % 25 === round) reader.follower.look();
      }
      reader.follower.look();
    }
    assert.equal(reader.told.length, writer.told.length);
    for (let nth = 1; nth <= 100; nth++) checkTold(reader.told, writer.told, rootRefOf(nth).rootId);
  });

  it('keeps a tree that is at work until it rests', () => {
    const { writer, ref, reader } = followOne();
    for (const id of ['q-1', 'q-2']) {
      writer.record(ref, asked(id));
      reader.follower.look();
    }
    assert.deepEqual(reader.forgotten, []);
    writer.list(ref.rootId, false);
    reader.follower.look();
    assert.deepEqual(reader.forgotten, [ref.rootId]);
  });

  it('has nothing of a tree any more when it tells that it was deleted', () => {
    const { writer, ref, reader } = followOne();
    writer.record(ref, asked('q-1'));
    reader.follower.look();
    writer.drop(ref.rootId);
    reader.follower.look();
    assert.deepEqual(reader.gone, [{ isForgotten: true }]);
  });

  it('takes a tree up again that had no room, when another one rests', () => {
    const files = createMemoryFiles();
    const writer = createWriter(files);
    const reader = createReader(files, 1);
    reader.follower.start();
    for (const nth of [1, 2]) {
      writer.begin(rootRefOf(nth));
      writer.list(rootRefOf(nth).rootId, true);
      reader.follower.look();
    }
    writer.record(rootRefOf(1), asked('q-1'));
    writer.list(rootRefOf(2).rootId, false);
    reader.follower.look();
    reader.follower.look();
    checkTold(reader.told, writer.told, rootRefOf(1).rootId);
  });

  it('tells every record of every tree once, in order, whatever is dropped, appended or begun between two looks', () => {
    const step = fc.record({
      root: fc.integer({ min: 1, max: 4 }),
      sub: fc.integer({ min: 0, max: 2 }),
      what: fc.constantFrom('ask', 'answer', 'course', 'works', 'rests', 'look', 'look'),
    });
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 60 }),
        fc.nat(20),
        fc.integer({ min: 1, max: 3 }),
        (steps, first, most) => {
          const files = createMemoryFiles();
          const writer = createWriter(files);
          const reader = createReader(files, most);
          let from = 0;
          for (const [index, { root, sub, what }] of steps.entries()) {
            if (index === Math.min(first, steps.length - 1)) {
              // What was recorded and listed before is no news.
              for (let nth = 1; nth <= 4; nth++) writer.list(rootRefOf(nth).rootId, false);
              reader.follower.start();
              from = writer.told.length;
            }
            const ref = sub === 0 ? rootRefOf(root) : subRefOf(root, sub);
            if (what === 'look') reader.follower.look();
            else if (what === 'works' || what === 'rests') writer.list(ref.rootId, what === 'works');
            else {
              if (!writer.stateOf(rootRefOf(root))) writer.begin(rootRefOf(root));
              if (!writer.stateOf(ref)) writer.begin(ref);
              const [open] = writer.stateOf(ref)?.questions ?? [];
              if (what === 'course') writer.startCourse(ref);
              else if (what === 'answer' && open) writer.record(ref, answered(open.questionId));
              else writer.record(ref, asked(`q-${index}`));
            }
          }
          for (let nth = 1; nth <= 4; nth++) {
            writer.list(rootRefOf(nth).rootId, true);
            reader.follower.look();
            writer.list(rootRefOf(nth).rootId, false);
            reader.follower.look();
          }
          for (let nth = 1; nth <= 4; nth++) checkTold(reader.told, writer.told.slice(from), rootRefOf(nth).rootId);
        },
      ),
      runs(100),
    );
  });

  function checkTold(followed: readonly Told[], driven: readonly Told[], rootId: RootId): void {
    const of = (events: readonly Told[]) => events.filter(event => event.rootId === rootId);
    assert.deepEqual(of(followed), of(driven));
  }
});
