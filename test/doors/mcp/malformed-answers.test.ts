// A client may send anything as the person's answer: it is no answer then, and is asked for once more (SPEC 22.2).
import assert from 'node:assert/strict';
import type { Runtime } from '../../../src/runtime.ts';
import type { TempWorkspace } from '../../support/temp-workspace.ts';
import { connectOnWire, openTeam, type WireClient } from './mcp-support.ts';

describe('what an MCP client sends as an answer', () => {
  let workspace: TempWorkspace;
  let runtime: Runtime;
  let client: WireClient;
  beforeEach(async () => {
    ({ workspace, runtime } = await openTeam());
    client = await connectOnWire(runtime, { elicitation: { form: {} } });
  });
  afterEach(async () => {
    await client.close();
    await runtime.close();
    await workspace.remove();
  });

  const start = (more: object = {}) =>
    client.ask('tools/call', { name: 'start_dialog', arguments: { task: 'paint it' }, ...more });
  const accept = (content: unknown) => ({ action: 'accept', content });
  const blue = { answer: accept({ answer: 'blue' }) };

  it('is asked for once more when it is none, and taken when it is one', async () => {
    const { requestState } = (await start()).result;
    const malformed: readonly unknown[] = [
      null,
      'blue',
      ['blue'],
      { other: blue.answer },
      { answer: null },
      { answer: 'blue' },
      { answer: { role: 'user', content: [] } },
      { answer: { action: 'perhaps', content: { answer: 'blue' } } },
      { answer: { action: 'accept' } },
      ...['blue', ['blue'], {}, { answer: 7 }, { answer: true }, { answer: ' ' }, { answer: { text: 'blue' } }].map(
        content => ({ answer: accept(content) }),
      ),
    ];
    for (const inputResponses of malformed) {
      const { result } = await start({ requestState, inputResponses });
      assert.equal(result.resultType, 'input_required', JSON.stringify(inputResponses));
    }
    assert.deepEqual([(await runtime.questions()).length, runtime.listRoots().length], [1, 1]);
    const { result } = await start({ requestState, inputResponses: blue });
    assert.equal(result.structuredContent.lastSaid, 'Painted blue.');
  });

  it('leaves the question open when it is declined', async () => {
    const { requestState } = (await start()).result;
    for (const action of ['decline', 'cancel']) {
      const { result } = await start({ requestState, inputResponses: { answer: { action } } });
      assert.equal(result.structuredContent.state, 'awaiting-q4h');
    }
    assert.equal((await runtime.questions()).length, 1);
  });

  it('is not taken with a place that this server has not given', async () => {
    const { requestState } = (await start()).result;
    for (const forged of ['forged', `${requestState.slice(0, -4)}AAAA`, 7]) {
      const { error } = await start({ requestState: forged, inputResponses: blue });
      assert.match(error?.message ?? '', /requestState/);
    }
    assert.equal((await runtime.questions()).length, 1);
  });

  it('confirms an answer of a model by yes alone', async () => {
    await start();
    const [question] = await runtime.questions();
    const args = { question_id: question?.id, answer: 'red' };
    const give = (more: object = {}) => client.ask('tools/call', { name: 'answer_question', arguments: args, ...more });
    assert.equal((await give()).result.resultType, 'input_required');
    for (const answer of ['yes', 'no', 1, null, ['yes']]) {
      const { result } = await give({ inputResponses: { answer: accept({ answer }) } });
      assert.equal(result.resultType, 'input_required', JSON.stringify(answer));
    }
    const { result } = await give({ inputResponses: { answer: accept({ answer: false }) } });
    assert.match(result.content[0].text, /did not confirm/);
    assert.equal((await runtime.questions()).length, 1);
    await give({ inputResponses: { answer: accept({ answer: true }) } });
    assert.equal((await runtime.questions()).length, 0);
  });
});
