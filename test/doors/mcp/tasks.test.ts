// Long work as tasks, on the wire, since the SDK's client does not speak the extension (SPEC 22.2).
import assert from 'node:assert/strict';
import type { Runtime } from '../../../src/runtime.ts';
import type { TempWorkspace } from '../../support/temp-workspace.ts';
import { connectOnWire, openTeam } from './mcp-support.ts';

const extension = 'io.modelcontextprotocol/tasks';

describe('an MCP client that takes tasks', () => {
  let workspace: TempWorkspace;
  let runtime: Runtime;
  const ends: (() => Promise<unknown>)[] = [];
  beforeEach(async () => {
    ({ workspace, runtime } = await openTeam());
  });
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
    await runtime.close();
    await workspace.remove();
  });

  async function connect(capabilities: object = { extensions: { [extension]: {} }, elicitation: { form: {} } }) {
    const { ask, close } = await connectOnWire(runtime, capabilities);
    ends.push(close);
    const call = (task: string) => ask('tools/call', { name: 'start_dialog', arguments: { task } });
    const get = async (taskId: string) => (await ask('tasks/get', { taskId })).result;
    return { ask, call, get };
  }

  it('gets one for a dialog, is asked in it, answers, and gets the result, also over another connection', async () => {
    const { ask, call, get } = await connect();
    const { capabilities } = (await ask('server/discover', {})).result;
    assert.deepEqual(capabilities.extensions, { [extension]: {} });
    const made = (await call('paint it')).result;
    const { taskId, createdAt } = made;
    assert.deepEqual([made.resultType, made.status, made.ttlMs, made.result], ['task', 'working', null, undefined]);
    await runtime.settled(taskId.split('.')[0]);
    const asked = await get(taskId);
    assert.deepEqual([asked.resultType, asked.status, asked.createdAt], ['complete', 'input_required', createdAt]);
    const [[key, request]] = Object.entries(asked.inputRequests) as [
      [string, { method: string; params: { message: string } }],
    ];
    assert.equal(request.method, 'elicitation/create');
    assert.equal(request.params.message, 'lead asks: Which colour?\n\nRed or blue.');
    const answer = { action: 'accept', content: { answer: 'blue' } };
    const updated = await ask('tasks/update', { taskId, inputResponses: { [key]: answer, unknown: answer } });
    assert.equal(updated.error, undefined);
    await runtime.settled(taskId.split('.')[0]);
    const other = await connect();
    const done = await other.get(taskId);
    assert.equal(done.status, 'completed');
    assert.equal(done.result.structuredContent.lastSaid, 'Painted blue.');
  });

  it('stops the dialog by cancelling the task', async () => {
    const { ask, call, get } = await connect();
    const { taskId } = (await call('slow work')).result;
    assert.equal((await get(taskId)).status, 'working');
    assert.equal((await ask('tasks/cancel', { taskId })).error, undefined);
    await runtime.settled(taskId.split('.')[0]);
    assert.equal((await get(taskId)).status, 'cancelled');
  });

  it('without forms waits until the question is answered in Dominds', async () => {
    const { call, get } = await connect({ extensions: { [extension]: {} } });
    const { taskId } = (await call('paint it')).result;
    await runtime.settled(taskId.split('.')[0]);
    const { status, statusMessage } = await get(taskId);
    assert.deepEqual([status, statusMessage], ['working', 'A question waits for the person in Dominds.']);
  });

  it('is told that there is no such task', async () => {
    const { ask } = await connect();
    for (const taskId of ['none', 'none.1.x'])
      assert.match((await ask('tasks/get', { taskId })).error?.message ?? '', /Task not found: none/);
  });

  it('gets none where it does not ask for tasks', async () => {
    const { call } = await connect({ elicitation: { form: {} } });
    assert.equal((await call('paint it')).result.resultType, 'input_required');
  });
});
