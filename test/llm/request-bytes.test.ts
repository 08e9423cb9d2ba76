import assert from 'node:assert/strict';
import type { ChatMessage } from '../../src/core/base/chat.ts';
import { buildRequestBody } from '../../src/llm/openai/openai-request.ts';
import { requestBytes } from '../../src/llm/openai/request-bytes.ts';

const system: ChatMessage = { role: 'system', content: 'Be "kind", 世界 😀.' };
const tools = ['one', 'two'].map(name => ({ name, description: 'Grüße', parameters: { type: 'object' } }));

function sent(others: readonly ChatMessage[], offered = tools) {
  const body = buildRequestBody({
    prompt: { messages: [system, ...others], tools: offered },
    model: 'm',
    params: { temperature: 0, stop: null },
  });
  return { body, bytes: requestBytes(body) };
}

describe('the bytes of a request', () => {
  const said: ChatMessage = { role: 'user', content: 'Grüße\n😀' };

  for (const [name, others, offered] of [
    ['of the system message alone', [], tools],
    ['of several messages', [said, { role: 'assistant', content: '"' }, said], tools],
    ['without tools', [said], []],
  ] as const) {
    it(`say the same as its fields: ${name}`, () => {
      const { body, bytes } = sent(others, [...offered]);
      assert.deepEqual(JSON.parse(Buffer.concat(bytes).toString()), JSON.parse(JSON.stringify(body)));
    });
  }

  it('say the same without any message', () => {
    const body = buildRequestBody({ prompt: { messages: [], tools: [] }, model: 'm', params: {} });
    assert.deepEqual(JSON.parse(Buffer.concat(requestBytes(body)).toString()), body);
  });

  it('are kept of what the next request has as well', () => {
    const [first, second] = [sent([said]).bytes, sent([said, said], [...tools]).bytes];
    assert.deepEqual(
      first.map((part, at) => part === second[at]),
      [false, true, false, true, true],
    );
  });

  it('are kept of the tools of members who take turns', () => {
    const [mine, yours] = [[...tools], tools.slice(0, 1)];
    const [first, other, again] = [sent([said], mine).bytes, sent([said], yours).bytes, sent([said], mine).bytes];
    assert.equal(again[3], first[3]);
    assert.notEqual(other[3], first[3]);
  });

  it('follow the tools when these change', () => {
    for (const offered of [tools, tools.slice(0, 1), tools.toReversed(), tools]) {
      const { body, bytes } = sent([said], [...offered]);
      assert.deepEqual(JSON.parse(Buffer.concat(bytes).toString()).tools, body.tools);
      assert.deepEqual(
        body.tools?.map(tool => tool.type === 'function' && tool.function.name),
        offered.map(({ name }) => name),
      );
    }
  });
});
