import assert from 'node:assert/strict';
import path from 'node:path';
import type { AgentId, RootId } from '../../../src/core/base/ids.ts';
import type { RootSummary } from '../../../src/core/dialog/view/projection.ts';
import { openRootsFile } from '../../../src/store/files/roots-index.ts';
import { createFaultyFiles } from '../../support/faulty-files.ts';
import { nextTurn } from '../../support/next-turn.ts';
import { type Place, places } from './store-support.ts';

function summary(id: string, change: Partial<RootSummary> = {}): RootSummary {
  return {
    rootId: id as RootId,
    status: 'running',
    state: 'idle',
    agentId: 'lead' as AgentId,
    mode: 'chat',
    headline: `do ${id}`,
    taskDocPath: `tasks/${id}.tsk`,
    createdAt: '2026-01-02T03:04:05.006Z',
    lastModified: '2026-01-02T03:04:05.006Z',
    needsDrive: false,
    questions: 0,
    subdialogs: 0,
    ...change,
  };
}

for (const [name, make] of places) {
  describe(`the index of roots ${name}`, () => {
    let place: Place;
    beforeEach(async () => {
      place = await make();
      place.files.makeFolder(path.join(place.rtws, '.dialogs'));
    });
    afterEach(() => place.remove());

    const file = () => path.join(place.rtws, '.dialogs/roots.jsonl');
    const text = () => place.files.read(file()) ?? '';
    const lines = () =>
      text()
        .split('\n')
        .slice(0, -1)
        .map(line => JSON.parse(line));
    const open = (readOnly = false) => openRootsFile({ ...place, readOnly });
    const stored = () => [...open(true).summaries.values()];
    const put = (...summaries: readonly RootSummary[]) => {
      const index = open();
      for (const each of summaries) index.put(each);
      index.close();
    };
    const a = summary('root-a');
    const b = summary('root-b', { questions: 2 });

    it('is empty without a file', () => {
      assert.deepEqual(stored(), []);
      assert.equal(place.files.exists(file()), false);
    });

    it('holds a whole line for a new root, then only what changed', () => {
      put(a, b, a, { ...a, state: 'generating', needsDrive: true });
      assert.deepEqual(lines(), [a, b, { rootId: 'root-a', state: 'generating', needsDrive: true }]);
      assert.deepEqual(stored(), [{ ...a, state: 'generating', needsDrive: true }, b]);
    });

    it('forgets a root that is gone', () => {
      put(a, b);
      const index = open();
      index.drop(a.rootId);
      index.drop('root-z' as RootId);
      index.close();
      assert.deepEqual(stored(), [b]);
      assert.deepEqual(lines().at(-1), { rootId: 'root-a', gone: true });
    });

    it('knows from its last line whether the process before ended in an orderly way', () => {
      put(a);
      const [first, second, third] = [open(), open(), open()];
      assert.equal(first.begin(), false);
      first.put(b);
      first.end();
      first.close();
      second.refresh();
      assert.equal(second.begin(), true);
      second.close();
      third.refresh();
      assert.equal(third.begin(), false);
      assert.deepEqual(stored(), [a, b]);
      assert.deepEqual(lines().slice(-2), [{ ended: true }, { began: true }]);
    });

    for (const end of ['\n', '\r\n']) {
      it(`takes both sides of a merge, and nothing that they had before${end === '\n' ? '' : ', with line ends of Windows'}`, () => {
        const c = summary('root-c');
        const line = (value: object) => JSON.stringify(value);
        const change = { rootId: 'root-a', questions: 1 };
        const before = { rootId: 'root-a', questions: 7, headline: 'old' };
        const merged = ['<<<<<<< HEAD', line(change), line(b), '||||||| 12ab', line(before), '=======', line(c)];
        const all = [line(a), ...merged, '>>>>>>> other', '{"ended":true}', ''];
        place.files.replace(file(), all.join(end));
        assert.deepEqual(stored(), [{ ...a, questions: 1 }, b, c]);
        const index = open();
        // The end of each side tells nothing of the other one's dialogs.
        assert.equal(index.begin(), false);
        index.put({ ...c, questions: 3 });
        index.close();
        assert.deepEqual(lines(), [{ ...a, questions: 1 }, b, { ...c, questions: 3 }]);
      });
    }

    it('skips lines that are torn, foreign, or no line of a root', () => {
      put(a);
      const change = '{"rootId":"root-a","questions":1}\n';
      place.files.replace(
        file(),
        `${text()}x\n7\nnull\n{"rootId":"../up","status":"running"}\n{"rootId":"root-q"}\n${change}{"rootId":"ro`,
      );
      assert.deepEqual(stored(), [{ ...a, questions: 1 }]);
    });

    it('skips a line that is nested thousands deep, in a file that was rewritten meanwhile too', () => {
      put(a);
      const deep = `{"rootId":"root-a","headline":${'['.repeat(5_000)}${']'.repeat(5_000)}}\n`;
      place.files.replace(file(), text() + deep);
      const reader = open(true);
      assert.deepEqual([...reader.summaries.values()], [a]);
      place.files.replace(file(), text() + deep);
      assert.deepEqual([...reader.refresh()], []);
    });

    it('starts a line of its own after a torn one', () => {
      put(a, b);
      place.files.replace(file(), text().slice(0, -10));
      put({ ...a, questions: 1 }, b);
      assert.deepEqual(stored(), [{ ...a, questions: 1 }, b]);
    });

    it('is rewritten with one line a root when too many lines are outdated', () => {
      const index = open();
      index.put(b);
      for (let count = 0; count < 1010; count++) index.put({ ...a, questions: count });
      index.close();
      assert.ok(lines().length < 20);
      assert.deepEqual(
        new Map(stored().map(each => [each.rootId, each.questions])),
        new Map([
          ['root-b', 2],
          ['root-a', 1009],
        ]),
      );
    });

    it('stores what a full disk refused with the next line', () => {
      const files = createFaultyFiles(place.files);
      const index = openRootsFile({ ...place, files, readOnly: false });
      index.put(a);
      files.room = 30;
      index.put(b);
      index.put({ ...a, questions: 1 });
      files.room = Number.POSITIVE_INFINITY;
      index.put({ ...a, questions: 2 });
      index.close();
      assert.deepEqual(stored(), [{ ...a, questions: 2 }, b]);
    });

    it('is rewritten when it was deleted under a running process', async () => {
      const index = open();
      index.put(a);
      index.put(b);
      place.files.remove(file());
      await nextTurn();
      index.put({ ...a, questions: 1 });
      index.close();
      assert.deepEqual(stored(), [{ ...a, questions: 1 }, b]);
    });

    it('never writes when it only reads', () => {
      put(a);
      const before = text();
      const index = open(true);
      index.put(b);
      index.drop(a.rootId);
      assert.deepEqual([...index.summaries.keys()], ['root-b']);
      assert.equal(text(), before);
    });

    it('takes in what another process stored, with the lines before', () => {
      put(a);
      const reader = open(true);
      const writer = open();
      writer.put({ ...a, questions: 1 });
      writer.put(b);
      assert.deepEqual(
        [...reader.refresh()],
        [
          ['root-a', a],
          ['root-b', undefined],
        ],
      );
      assert.deepEqual([...reader.summaries.values()], [{ ...a, questions: 1 }, b]);
      assert.deepEqual([...reader.refresh()], []);
      writer.close();
    });

    it('takes in half a line when it is whole', () => {
      put(a);
      const reader = open(true);
      const line = '{"rootId":"root-a","questions":3}\n';
      const handle = place.files.openAppend(file());
      handle.append(line.slice(0, 12));
      assert.deepEqual([...reader.refresh()], []);
      handle.append(line.slice(12));
      handle.close();
      assert.deepEqual([...reader.refresh()], [['root-a', a]]);
      assert.equal(reader.summaries.get(a.rootId)?.questions, 3);
    });

    it('takes in a file that was rewritten meanwhile', () => {
      put(a, b, { ...a, questions: 1 });
      const reader = open(true);
      place.files.replace(file(), `${JSON.stringify({ ...a, questions: 5 })}\n`);
      assert.deepEqual(
        [...reader.refresh()],
        [
          ['root-a', { ...a, questions: 1 }],
          ['root-b', b],
        ],
      );
      assert.deepEqual([...reader.summaries.values()], [{ ...a, questions: 5 }]);
    });
  });
}
