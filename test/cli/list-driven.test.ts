import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeTempFolder, removeTempFolder } from '../../scripts/temp-folder.ts';
import type { RootId } from '../../src/core/base/ids.ts';
import { openRuntime } from '../../src/runtime.ts';
import { createLayout } from '../../src/store/files/layout.ts';

/** Records of a root whose process was killed while it generated. */
async function killedWhileGenerating(rtws: string): Promise<void> {
  const id = 'root-00-0001';
  const folder = createLayout(rtws).rootFolder(id as never, 'running');
  const at = '2026-01-01T00:00:00.000Z';
  const identity = {
    kind: 'root',
    rootId: id,
    selfId: id,
    agentId: 'dominds',
    taskDocPath: 'tasks/a.tsk',
    createdAt: at,
  };
  const records = [
    { v: 1, at, kind: 'dialogCreated', identity: { ...identity, dialect: 'tellask', mode: 'chat' } },
    { v: 1, at, kind: 'userSaid', msgId: 'm', content: 'go' },
    { v: 1, at, kind: 'generationStarted', genseq: 1 },
  ];
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'course-001.jsonl'), records.map(record => `${JSON.stringify(record)}\n`).join(''));
}

describe('the list and the tree of a root for a reader', () => {
  it('show what was at work when its process was killed as interrupted', async () => {
    const rtws = await makeTempFolder();
    await killedWhileGenerating(rtws);
    const opened = await openRuntime({ rtws, env: {}, mode: 'read' });
    assert.ok(opened.ok);
    assert.deepEqual(
      opened.runtime.listRoots().map(({ state }) => state),
      ['interrupted'],
    );
    const found = await opened.runtime.tree('root-00-0001' as RootId);
    assert.ok(found.ok);
    const { state, states, interruption } = found.tree;
    assert.deepEqual([state, states, interruption?.code], ['interrupted', ['interrupted'], 'restart']);
    await opened.runtime.close();
    await removeTempFolder(rtws);
  });
});
