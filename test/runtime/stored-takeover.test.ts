// A worker whose tree another one took while it was stopped: what it had running ends as soon as it goes on (SPEC
// 20.5).
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openRuntime, openWorker, type WorkEvent } from '../../src/runtime.ts';
import { parseStoreAddress } from '../../src/store/postgres/address.ts';
import { join } from '../../src/store/postgres/leases.ts';
import { openLink } from '../../src/store/postgres/link.ts';
import { isAlive } from '../support/is-alive.ts';
import { nextTurn } from '../support/next-turn.ts';
import { emptyStore } from '../support/postgres.ts';
import { makeTempWorkspace } from '../support/temp-workspace.ts';

const command = (name: string) => JSON.stringify(`sleep 1000 & echo $! > ${name}; wait`);

describe('a worker that goes on after another one took its tree', () => {
  it('ends its commands by itself, and writes nothing', async () => {
    const url = await emptyStore();
    const workspace = await makeTempWorkspace({
      '.minds/team.yaml':
        'member_defaults: {diligence-push-max: 0, policy: [{decision: allow, tools: [shell]}]}\nmembers: {lead: {toolsets: [shell]}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': `replies:
  - tools: [{name: start_process, args: {command: ${command('background')}}}]
  - tools: [{name: run_shell, args: {command: ${command('shell')}}}]
`,
    });
    const pidIn = async (name: string) => {
      const file = path.join(workspace.folder, name);
      while (!existsSync(file) || readFileSync(file, 'utf8') === '') await nextTurn();
      return Number(readFileSync(file, 'utf8'));
    };
    const started = await openRuntime({
      rtws: workspace.folder,
      env: {},
      mode: 'record',
      store: { url, workspace: 'shop', drive: 'here', handsOver: true },
    });
    assert.ok(started.ok);
    assert.ok((await started.runtime.perform({ kind: 'start', text: 'Begin' })).ok);
    await started.runtime.close();
    const events: WorkEvent['type'][] = [];
    const opened = await openWorker({
      url,
      serves: [{ name: 'shop', rtws: workspace.folder }],
      room: 5,
      env: { PATH: process.env.PATH },
      onEvent: ({ type }) => events.push(type),
      onAway: why => assert.equal(why, undefined),
    });
    assert.ok(opened.ok);
    const pids = [await pidIn('background'), await pidIn('shell')];
    const address = parseStoreAddress(url);
    assert.ok(address.ok);
    const other = openLink(address);
    await join(other.query, { id: 'other', name: 'other', serves: [], room: 0, lockKey: 1 });
    const [before] = await other.query(`update tree set owner = 'other', epoch = epoch + 1 returning seq`);
    while (pids.some(isAlive)) await nextTurn();
    await opened.worker.close();
    const [end] = await other.query('select seq from tree');
    assert.deepEqual([events, end], [['claimed', 'lost'], before]);
    await other.close();
    await workspace.remove();
  });
});
