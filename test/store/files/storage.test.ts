// What only the storage over files does.
import assert from 'node:assert/strict';
import type { RootId } from '../../../src/core/base/ids.ts';
import type { RootSummary } from '../../../src/core/dialog/view/projection.ts';
import { openFileStorage } from '../../../src/store/files/storage.ts';
import { createMemoryFiles, type MemoryFiles } from '../../support/memory-files.ts';
import { created, root, said } from './store-support.ts';

describe('the storage over files', () => {
  const attach = (wrapped: (files: MemoryFiles) => MemoryFiles = files => files, isFull = false) => {
    const files = wrapped(createMemoryFiles());
    const now = () => Date.UTC(2026, 0, 1);
    const environment = {
      files,
      pid: 1,
      host: 'here',
      pidSpace: 'one',
      now,
      elapsed: () => 0,
      turn: () => 0,
      isAlive: (pid: number) => pid !== 7,
      isDiskFull: () => isFull,
    };
    return { files, storage: openFileStorage({ rtws: '/rtws', log: { warn() {} }, now, environment }) };
  };
  const line = (rootId: string, status: string) => ({ rootId, status, state: 'idle' }) as RootSummary;

  it('names the roots whose line is missing or of another status, and drops lines without a root', async () => {
    const { files, storage } = attach();
    for (const place of ['run/listed', 'run/unlisted', 'done/moved'])
      files.replace(`/rtws/.dialogs/${place}/course-001.jsonl`, '');
    const { roots, unlisted } = await storage.open({ kind: 'reader' });
    roots.put(line('listed', 'running'), line('moved', 'running'), line('gone', 'running'));
    assert.deepEqual(unlisted?.(), ['unlisted', 'moved']);
    assert.deepEqual([...roots.summaries.keys()], ['listed', 'moved']);
  });

  it('removes what a killed driver was writing beside the dialogs, once it is the driver', async () => {
    const { files, storage } = attach();
    const killed = ['roots.jsonl.7.0a1b2c3d4e5f.tmp', 'notices.jsonl.7.tmp', 'schedules.jsonl.7.0a1b2c3d4e5f.tmp'];
    killed.push('lock.7.0a1b2c3d4e5f.tmp', 'lock.0a1b2c3d4e5f6a7b.next.7.0a1b2c3d4e5f.tmp');
    // Another process may be about to take the lock.
    const others = ['lock.8.0a1b2c3d4e5f.tmp', 'notes.md.7.0a1b2c3d4e5f.tmp'];
    for (const each of [...killed, ...others]) files.replace(`/rtws/.dialogs/${each}`, 'half');
    const remaining = () => [...killed, ...others].filter(each => files.exists(`/rtws/.dialogs/${each}`));
    await storage.open({ kind: 'reader' });
    assert.deepEqual(remaining(), [...killed, ...others]);
    const taken = await storage.acquire('token');
    assert.ok(taken.ok);
    await storage.open({ kind: 'writer', lease: taken.lease });
    assert.deepEqual(remaining(), others);
  });

  it('repairs nothing while this process does not hold the lock', async () => {
    const { files, storage } = attach();
    files.replace('/rtws/.dialogs/inbox/a.refused', '{}');
    const check = async () => (await storage.check?.({ read: async () => undefined, isBusy: () => false })) ?? [];
    const [fault] = await check();
    assert.ok(fault?.remedy?.kind === 'mend');
    const { mend } = fault.remedy;
    assert.equal(fault.path, '.dialogs/inbox/a.refused');
    assert.throws(mend, { code: 'lock-lost' });
    const taken = await storage.acquire('token');
    assert.ok(taken.ok);
    await storage.open({ kind: 'writer', lease: taken.lease });
    mend();
    assert.deepEqual(await check(), []);
  });

  it('names a root that may not be read, and goes on with the others', async () => {
    const refuse = (place: string) => {
      if (!/run\/closed|inbox/.test(place)) return;
      throw Object.assign(new Error(`EACCES: permission denied, scandir '${place}'`), { code: 'EACCES' });
    };
    const { files, storage } = attach(memory => ({
      ...memory,
      list(folder) {
        refuse(folder);
        return memory.list(folder);
      },
      names(folder) {
        refuse(folder);
        return memory.names(folder);
      },
    }));
    for (const rootId of ['closed', 'open'])
      files.replace(
        `/rtws/.dialogs/run/${rootId}/course-001.jsonl`,
        `${JSON.stringify(created).replaceAll('root-1', rootId)}\n`,
      );
    files.replace('/rtws/.dialogs/roots.jsonl', `${JSON.stringify(line('closed', 'running'))}\n`);
    const open = await storage.open({ kind: 'reader' });
    assert.equal(await open.dialogs.load('closed' as RootId, 'toRead'), undefined);
    assert.deepEqual(
      open.problems.map(({ file, fault }) => [file, fault.id]),
      [['.dialogs/run/closed', 'course-unreadable']],
    );
    assert.equal((await open.dialogs.load('open' as RootId, 'toRead'))?.root.state.identity.rootId, 'open');
    const read: string[] = [];
    const faults = await storage.check({
      isBusy: () => false,
      async read(rootId) {
        read.push(rootId);
        return undefined;
      },
    });
    assert.deepEqual(read, ['open']);
    assert.deepEqual(
      faults.map(({ path, finding }) => [path, finding.id]),
      [
        ['.dialogs/inbox', 'folder-unreadable'],
        ['.dialogs/run/closed', 'folder-unreadable'],
      ],
    );
  });

  it('says in a health check that the disk is full', async () => {
    const { storage } = attach(undefined, true);
    assert.deepEqual(await storage.check({ read: async () => undefined, isBusy: () => false }), [
      { kind: 'records', path: '.dialogs', finding: { id: 'disk-full' } },
    ]);
  });

  it('uses the same copy of a root that lies in two places everywhere, and names the other one', async () => {
    const { files, storage } = attach();
    for (const place of ['run/root-1', 'done/root-1'])
      files.replace(`/rtws/.dialogs/${place}/course-001.jsonl`, `${JSON.stringify(created)}\n`);
    files.replace('/rtws/.dialogs/archive/root-1/notes.txt', 'no copy of a dialog');
    const taken = await storage.acquire('token');
    assert.ok(taken.ok);
    const unused = '.dialogs/run/root-1';
    for (const list of [true, false]) {
      const open = await storage.open({ kind: 'writer', lease: taken.lease });
      if (list) assert.deepEqual([...(await open.dialogs.listRoots())], [['root-1', 'completed']]);
      await open.dialogs.append({ ...root, course: 1 }, [said(`listed: ${list}`)]);
      assert.match(files.read('/rtws/.dialogs/done/root-1/course-001.jsonl') ?? '', new RegExp(`listed: ${list}`));
      if (list) assert.deepEqual(open.problems, [{ file: unused, fault: { id: 'root-twice' }, severity: 'error' }]);
      await open.close(false);
    }
    const faults = await storage.check({ read: async () => undefined, isBusy: () => false });
    assert.deepEqual(
      faults.filter(({ finding }) => finding.id === 'root-twice').map(({ path }) => path),
      [unused],
    );
  });

  it('does without a list of roots that may not be read, and replaces it once it is the driver', async () => {
    const list = '/rtws/.dialogs/roots.jsonl';
    let isReadable = false;
    const refuse = (place: string) => {
      if (place === list && !isReadable)
        throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
    };
    const { files, storage } = attach(memory => ({
      ...memory,
      read(file) {
        refuse(file);
        return memory.read(file);
      },
      readBytes(file, ...range) {
        refuse(file);
        return memory.readBytes(file, ...range);
      },
    }));
    files.replace('/rtws/.dialogs/run/root-1/course-001.jsonl', `${JSON.stringify(created)}\n`);
    files.replace(list, 'not readable');
    const reading = await storage.open({ kind: 'reader' });
    assert.deepEqual(reading.unlisted?.(), ['root-1']);
    assert.deepEqual(
      (await storage.check({ read: async () => undefined, isBusy: () => false })).map(({ path, finding, remedy }) => [
        path,
        finding.id,
        remedy?.kind,
      ]),
      [['.dialogs/roots.jsonl', 'index-unreadable', 'writeLine']],
    );
    const taken = await storage.acquire('token');
    assert.ok(taken.ok);
    const { roots } = await storage.open({ kind: 'writer', lease: taken.lease });
    roots.put(line('root-1', 'running'));
    isReadable = true;
    assert.equal(files.read(list), `${JSON.stringify(line('root-1', 'running'))}\n`);
  });
});
