// What every storage engine must do, whatever it stores in. Two storages in this process stand for two processes.
import assert from 'node:assert/strict';
import type { DialogRef, QuestionId, RootId } from '../../../src/core/base/ids.ts';
import { rootRef } from '../../../src/core/base/ids.ts';
import type { CourseRecord } from '../../../src/core/dialog/record.ts';
import type { RootSummary } from '../../../src/core/dialog/view/projection.ts';
import { refuse } from '../../../src/core/facts/trouble.ts';
import type { AddressedIntent } from '../../../src/core/intents/wire.ts';
import type { ScheduleLine } from '../../../src/core/notices/schedule-log.ts';
import type { OpenStorage, Storage } from '../../../src/store/storage.ts';
import { redPixelBytes } from '../../support/images.ts';
import { asked, created, nextCourse, record, root, rootId, said, sub, subCreated } from '../files/store-support.ts';

/** An engine with an empty place to store in. */
export interface Bench {
  /** Another process at the same place. */
  attach(): Promise<Storage>;
  /** Closes everything that was attached. */
  end(): Promise<void>;
}

const line: RootSummary = {
  rootId,
  agentId: 'lead',
  status: 'running',
  state: 'idle',
  headline: 'Begin',
  taskDocPath: 'tasks/root-1.tsk',
  createdAt: '2026-01-02T03:04:05.006Z',
  updatedAt: '2026-01-02T03:04:05.006Z',
  questions: 0,
  subdialogs: 0,
  needsDrive: true,
} as unknown as RootSummary;

/** Runs the contract over an engine. `open` makes a bench for each test. */
export function storageContract(engine: string, open: () => Promise<Bench>): void {
  describe(`the storage contract over ${engine}`, () => {
    let bench: Bench;
    const closing: (() => Promise<void>)[] = [];
    let tokens = 0;
    beforeEach(async () => {
      bench = await open();
    });
    afterEach(async () => {
      for (const close of closing.splice(0).reverse()) await close();
      await bench.end();
    });

    const writer = async () => {
      const storage = await bench.attach();
      const taken = await storage.acquire(`token-${++tokens}`);
      assert.ok(taken.ok, JSON.stringify(taken));
      const opened = await storage.open({ kind: 'writer', lease: taken.lease });
      closing.push(async () => {
        await opened.close(true);
        await taken.lease.release();
      });
      return { storage, lease: taken.lease, ...opened, problems: opened.problems };
    };
    const reader = async () => {
      const storage = await bench.attach();
      const opened = await storage.open({ kind: 'reader' });
      closing.push(() => opened.close(false));
      return opened;
    };
    let numbers = 0;
    const put = async (
      { dialogs }: Pick<OpenStorage, 'dialogs'>,
      ref: DialogRef,
      ...records: readonly CourseRecord[]
    ) => {
      dialogs.append(
        { ...ref, course: 1 },
        records.map(each => ({ ...each, n: ++numbers })),
      );
      await dialogs.stored?.(ref.rootId);
    };
    const kindsOf = async ({ dialogs }: Pick<OpenStorage, 'dialogs'>, how: 'toRead' | 'toDrive' = 'toRead') =>
      (await dialogs.load(rootId, how))?.root.records.map(({ kind }) => kind);

    it('loads in another process what one appended, folded to the same state', async () => {
      const one = await writer();
      await put(one, root, created);
      await put(one, root, said('a'), said('b'));
      await put(one, sub, subCreated);
      const loaded = await (await reader()).dialogs.load(rootId, 'toRead');
      assert.deepEqual(
        loaded?.root.records.map(({ kind }) => kind),
        ['dialogCreated', 'userSaid', 'userSaid'],
      );
      assert.equal(loaded?.root.state.messageCount, 2);
      assert.deepEqual(
        loaded?.subdialogs.map(({ state }) => state.identity.selfId),
        [sub.selfId],
      );
    });

    it('has no roots at first', async () => {
      const { dialogs, roots } = await reader();
      assert.equal(await dialogs.load('root-9' as RootId, 'toRead'), undefined);
      assert.deepEqual([...(await dialogs.listRoots())], []);
      assert.deepEqual(await dialogs.listSubdialogs('root-9' as RootId), []);
      assert.equal(roots.summaries.size, 0);
    });

    it('keeps each course, of which the newest is loaded', async () => {
      const one = await writer();
      await put(one, root, created, said('a'));
      const { state } = (await one.dialogs.load(rootId, 'toDrive'))?.root ?? assert.fail();
      one.dialogs.append({ ...root, course: 2 }, [{ ...nextCourse(state), n: ++numbers }]);
      await one.dialogs.stored?.(rootId);
      assert.deepEqual(await kindsOf(await reader()), ['courseStarted']);
      const kinds = async (course: number) => (await one.dialogs.readCourse(root, course))?.map(({ kind }) => kind);
      assert.deepEqual(await kinds(1), ['dialogCreated', 'userSaid']);
      assert.deepEqual(await kinds(2), ['courseStarted']);
      assert.equal(await kinds(3), undefined);
      assert.ok(one.dialogs.courseBytes(root, 2) > 0);
    });

    it('makes a root whose first record opens a course, as the fork of a later course does', async () => {
      const one = await writer();
      await put(one, root, created, said('a'));
      const { state } = (await one.dialogs.load(rootId, 'toDrive'))?.root ?? assert.fail();
      const id = 'root-2' as RootId;
      const opening = nextCourse(state);
      assert.ok(opening.kind === 'courseStarted' && opening.identity.kind === 'root');
      const identity = { ...opening.identity, rootId: id, selfId: rootRef(id).selfId };
      await put(one, rootRef(id), { ...opening, course: 1, identity, reason: 'fork' }, said('b'));
      const loaded = await (await reader()).dialogs.load(id, 'toRead');
      assert.deepEqual(
        loaded?.root.records.map(({ kind }) => kind),
        ['courseStarted', 'userSaid'],
      );
      assert.deepEqual([...(await one.dialogs.listRoots()).keys()].sort(), [rootId, id]);
    });

    it('counts what is recorded of a dialog over all its courses', async () => {
      const one = await writer();
      const answered = record({
        kind: 'questionAnswered',
        questionId: 'q-1' as QuestionId,
        msgId: 'm-1',
        content: 'yes',
      });
      await put(one, root, created, asked('q-1'), answered);
      const { state } = (await one.dialogs.load(rootId, 'toDrive'))?.root ?? assert.fail();
      one.dialogs.append({ ...root, course: 2 }, [{ ...nextCourse(state), n: ++numbers }]);
      await one.dialogs.stored?.(rootId);
      const { questionsAnswered, bytes } = await (await reader()).dialogs.count(root);
      assert.equal(questionsAnswered, 1);
      assert.ok(bytes > 0);
    });

    it('lists roots with their status, and subdialogs, also after a root was put elsewhere', async () => {
      const one = await writer();
      await put(one, root, created);
      await put(one, sub, subCreated);
      assert.deepEqual([...(await one.dialogs.listRoots())], [[rootId, 'running']]);
      assert.deepEqual(await one.dialogs.listSubdialogs(rootId), [sub]);
      await put(one, root, record({ kind: 'dialogCompleted', by: 'person', forced: false }));
      one.roots.put({ ...line, status: 'completed', needsDrive: false });
      one.dialogs.rest(rootId, 'completed');
      assert.deepEqual([...(await one.dialogs.listRoots())], [[rootId, 'completed']]);
      assert.equal((await one.dialogs.load(rootId, 'toDrive'))?.root.state.status, 'completed');
    });

    it('keeps contents and gives them back by their names, and nothing else', async () => {
      const one = await writer();
      await put(one, root, created);
      const bytes = Buffer.from('previous contents');
      assert.equal(one.dialogs.keepPrevious(root, bytes), true);
      const image = one.dialogs.keepAttached(root, { name: 'red.png', type: 'image/png', bytes: redPixelBytes });
      const parts = [{ id: 'all', title: '', text: 'system' }];
      const name = one.dialogs.keepParts(rootId, parts);
      await put(one, root, said('a'));
      const other = (await reader()).dialogs;
      assert.deepEqual(new Uint8Array((await other.readAttached(root, image)) ?? []), new Uint8Array(redPixelBytes));
      assert.deepEqual(await other.readParts(rootId, name), parts);
      assert.equal(await other.readPrevious(root, 'none'), undefined);
      assert.equal(await other.readParts(rootId, 'none'), undefined);
    });

    it('tells a follower of each record once, and of the list', async () => {
      const one = await writer();
      const two = await reader();
      const following = two.follow(() => {});
      closing.push(async () => following.close());
      await put(one, root, created, said('a'));
      one.roots.put(line);
      await one.dialogs.synced([{ ...root, course: 1 }]);
      const tail = following.tail(rootId);
      following.watch([rootId]);
      const look = async () => {
        await following.catchUp?.();
        return tail.look(() => true).flatMap(({ records }) => records.map(({ kind }) => kind));
      };
      assert.deepEqual(await look(), ['dialogCreated', 'userSaid']);
      assert.deepEqual(await look(), []);
      await put(one, root, said('b'));
      await put(one, sub, subCreated);
      assert.deepEqual((await look()).sort(), ['dialogCreated', 'userSaid']);
      assert.deepEqual(await look(), []);
    });

    it('hands an intent over once, in the order in which they were said, and tells why one was refused', async () => {
      const one = await writer();
      await put(one, root, created);
      const two = await reader();
      const following = two.follow(() => {});
      closing.push(async () => following.close());
      const intent = (msgId: string, at: string): AddressedIntent => ({
        kind: 'say',
        msgId,
        to: one.lease.token,
        at,
        dialog: rootRef(rootId),
        content: msgId,
      });
      const heard = Promise.withResolvers<void>();
      const waiting = () => {
        const look = one.handover.look();
        for (;;) {
          const { done, value } = look.next();
          if (done) return value.map(({ msgId }) => msgId);
        }
      };
      const watch = one.watchHandover(() => waiting().length === 2 && heard.resolve());
      closing.push(async () => watch.close());
      await two.handover.put(intent('sooner', '2026-01-01T00:00:01.000Z'));
      await two.handover.put(intent('later', '2026-01-01T00:00:02.000Z'));
      if (waiting().length < 2) await heard.promise;
      assert.deepEqual(waiting(), ['sooner', 'later']);
      assert.equal(two.handover.isPending('sooner'), true);
      one.handover.remove('sooner');
      one.handover.refuse('later', refuse('reads-only'), { message: 'it only reads', remedy: 'ask another' });
      await put(one, root, said('applied'));
      while (two.handover.isPending('later')) await (following.catchUp?.() ?? assert.fail('it is pending'));
      assert.deepEqual(waiting(), []);
      assert.equal((await two.handover.takeRefusal('later'))?.ok, false);
      assert.equal(await two.handover.takeRefusal('later'), undefined);
    });

    it('keeps the lines on schedules, without those that are dropped', async () => {
      const rule: ScheduleLine = { name: 'nightly', cron: '0 3 * * *', since: '2026-01-01T00:00:00.000Z' };
      const served = (day: number): ScheduleLine => ({ name: 'nightly', due: `2026-01-0${day}T03:00:00.000Z` });
      const { schedules } = (await writer()).storage;
      assert.deepEqual(await schedules.read(), []);
      await schedules.append([rule, served(1)]);
      await schedules.append([served(2)]);
      const other = (await bench.attach()).schedules;
      const lines = await other.read();
      assert.deepEqual(lines, [rule, served(1), served(2)]);
      const kept = (await schedules.read()).filter((_, index) => index !== 1);
      await schedules.keepOnly(kept);
      await schedules.append([served(3)]);
      assert.deepEqual(await other.read(), [rule, served(2), served(3)]);
    });

    it('removes a root for good', async () => {
      const one = await writer();
      await put(one, root, created, asked('q-1'));
      one.roots.put({ ...line, status: 'archived', needsDrive: false });
      one.dialogs.rest(rootId, 'archived');
      one.dialogs.forget(rootId);
      await one.remove(rootId);
      assert.deepEqual([...(await one.dialogs.listRoots())], []);
      assert.equal(one.roots.summaries.has(rootId), false);
      assert.equal(await (await reader()).dialogs.load(rootId, 'toRead'), undefined);
    });
  });
}
