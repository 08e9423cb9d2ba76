import assert from 'node:assert/strict';
import { type EditorTools, editorToolset } from '../../src/tools/editor-tools.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { contextOf } from './tool-support.ts';

const editor: EditorTools = {
  list: () => [
    { name: 'mcp_weather', description: 'Tells the weather.', parameters: { type: 'object' } },
    { name: 'read_file', description: 'Not ours.', parameters: {} },
    { name: 'no good', description: 'A name that no server takes.', parameters: {} },
  ],
  call: async (name, input) => {
    if ('fail' in input) throw new Error('no wind');
    return `${name} ${JSON.stringify(input)}${'long' in input ? 'x'.repeat(50_000) : ''}`;
  },
};

const context = contextOf();

function only(tools: readonly Tool[]): Tool {
  const [tool, other] = tools;
  assert.ok(tool && !other);
  return tool;
}

describe("the editor's tools", () => {
  const tool = only(editorToolset(editor, new Set(['read_file'])));
  const call = (args: string) => tool.call(args, context, new AbortController().signal);

  it('are offered as they are, but for names that are taken or that no server takes', () => {
    assert.deepEqual(tool.spec, {
      name: 'mcp_weather',
      description: 'Tells the weather.',
      parameters: { type: 'object' },
    });
    assert.deepEqual(editorToolset(undefined, new Set()), []);
  });

  it('ask by default, with the whole of what is sent', async () => {
    const review = await tool.review?.('{"city": "Bonn"}', context);
    assert.equal(review?.kind, 'acts');
    if (review?.kind !== 'acts') return;
    const { definition, ...action } = review.action;
    assert.ok(definition);
    assert.deepEqual(action, { tool: 'mcp_weather', toolset: 'editor', paths: [], otherwise: 'ask' });
    assert.match((await review.question()).body, /"city": "Bonn"/);
  });

  it('give what they return, cut when it is long, and fail as an answer', async () => {
    assert.deepEqual(await call('{"city":"Bonn"}'), { ok: true, content: 'mcp_weather {"city":"Bonn"}' });
    assert.match((await call('{"long":1}')).content, /… \d+ more characters, not shown$/);
    assert.deepEqual(await call('{"fail":1}'), { ok: false, content: 'mcp_weather failed: no wind' });
    assert.equal((await call('[1]')).ok, false);
  });
});
