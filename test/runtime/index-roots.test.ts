// The list of roots rebuilt from the folders (SPEC 9.3): in slices, so that others get a turn and nothing is read
// twice.
import assert from 'node:assert/strict';
import type { RootId } from '../../src/core/base/ids.ts';
import type { RootSummary } from '../../src/core/dialog/view/projection.ts';
import type { Driver } from '../../src/driver/driver.ts';
import { compareRoots, indexRoots } from '../../src/runtime/stored/index-roots.ts';
import type { DialogStore } from '../../src/store/dialog-store.ts';
import { openRootsFile } from '../../src/store/files/roots-index.ts';
import { createMemoryFiles } from '../support/memory-files.ts';

const RTWS = '/rtws';

function summary(rootId: RootId): RootSummary {
  return {
    rootId,
    status: 'running',
    state: 'idle',
    agentId: 'lead',
    createdAt: '2026-01-01T00:00:00Z',
  } as RootSummary;
}

/** `many` roots in `run/`; reading one takes 5 ms. */
function folder(many: number, breaksAt = many) {
  const files = createMemoryFiles();
  const ids = Array.from({ length: many }, (_, index) => `root-${index}` as RootId);
  const read: RootId[] = [];
  const told: string[] = [];
  let clock = 0;
  const listRoots = async () => new Map(ids.map(id => [id, 'running' as const]));
  const open = (limit: number) => {
    const roots = openRootsFile({ rtws: RTWS, files, readOnly: false });
    return {
      driver: {
        async lineOf(rootId: RootId) {
          if (read.length === limit) throw new Error('killed');
          clock += 5;
          read.push(rootId);
          return summary(rootId);
        },
      } as Pick<Driver, 'lineOf'> as Driver,
      open: {
        dialogs: { listRoots } as Partial<DialogStore> as DialogStore,
        roots,
        unlisted: () => ids.filter(id => !roots.summaries.has(id)),
      },
      log: { info: (message: string) => told.push(message) },
      now: () => clock,
    };
  };
  const changed: RootId[] = [];
  const compare = (isClosed = () => false) =>
    compareRoots({ ...open(-1), changed: ({ rootId }) => changed.push(rootId), isClosed });
  return {
    ids,
    read,
    told,
    changed,
    compare,
    first: () => indexRoots(open(breaksAt)),
    again: () => indexRoots(open(-1)),
    files,
  };
}

const stored = ({ files }: ReturnType<typeof folder>) =>
  openRootsFile({ rtws: RTWS, files, readOnly: true }).summaries.size;

describe('rebuilding the list of roots', () => {
  it('goes on where a killed process stopped', async () => {
    const at = folder(100, 50);
    await assert.rejects(at.first(), /killed/);
    assert.equal(stored(at), 48);
    await at.again();
    assert.deepEqual([...new Set(at.read)], at.ids);
    assert.equal(at.read.length, 102);
    assert.equal(stored(at), 100);
  });

  it('lets others have a turn after a few roots', async () => {
    const at = folder(40);
    const seen: number[] = [];
    const work = at.first().then(() => 'done');
    const turn = () => new Promise<string>(resolve => setImmediate(resolve, 'turn'));
    while ((await Promise.race([work, turn()])) === 'turn') seen.push(at.read.length);
    assert.ok(seen.length >= 8, seen.join());
    assert.equal(stored(at), 40);
  });

  it('says in the log how far it is', async () => {
    const at = folder(11_000);
    await at.first();
    assert.deepEqual(at.told, ['listing dialogs: 5000 of 11000 read', 'listing dialogs: 10000 of 11000 read']);
  });
});

describe('comparing the list of roots with the dialogs', () => {
  it('stores and reports outdated lines, and skips roots that will be driven', async () => {
    const at = folder(10);
    await at.first();
    const [stale, driven] = at.ids;
    const roots = openRootsFile({ rtws: RTWS, files: at.files, readOnly: false });
    roots.put(
      { ...summary(stale as RootId), state: 'waiting' as RootSummary['state'] },
      { ...summary(driven as RootId), needsDrive: true },
    );
    at.read.length = 0;
    assert.equal(await at.compare(), true);
    assert.deepEqual(at.changed, [stale]);
    assert.deepEqual(
      at.read,
      at.ids.filter(id => id !== driven),
    );
  });

  it('lets others have a turn, and ends when the folder is closed', async () => {
    const at = folder(40);
    await at.first();
    at.read.length = 0;
    let turns = 0;
    const compared = at.compare(() => turns === 3);
    while (turns < 3) {
      await new Promise(resolve => setImmediate(resolve));
      turns += 1;
    }
    assert.equal(await compared, false);
    assert.ok(at.read.length > 4 && at.read.length < 40, `${at.read.length}`);
  });
});

describe('a line of the list', () => {
  const line = { ...summary('root-0' as RootId), lastNumber: 7, lastModified: '2026-01-01T00:00:07Z' };
  for (const [title, newest, isRead] of [
    [
      'names the newest record of its dialog, which is not read then',
      { lastNumber: 7, lastModified: line.lastModified },
      false,
    ],
    ['is older than its dialog, which is read', { lastNumber: 9, lastModified: line.lastModified }, true],
    [
      'is of another branch than its dialog, which is read',
      { lastNumber: 7, lastModified: '2026-01-02T00:00:00Z' },
      true,
    ],
    ['goes by the dialog where the ends of files do not tell', undefined, true],
  ] as const) {
    it(title, async () => {
      const read: RootId[] = [];
      const roots = openRootsFile({ rtws: RTWS, files: createMemoryFiles(), readOnly: true });
      roots.put(line);
      await compareRoots({
        driver: { lineOf: async (rootId: RootId) => void read.push(rootId) } as Partial<Driver> as Driver,
        open: {
          dialogs: {
            listRoots: async () => new Map([[line.rootId, 'running']]),
            newest: () => newest,
          } as Partial<DialogStore> as DialogStore,
          roots,
        },
        now: () => 0,
        changed: () => {},
        isClosed: () => false,
      });
      assert.equal(read.length > 0, isRead);
    });
  }
});
