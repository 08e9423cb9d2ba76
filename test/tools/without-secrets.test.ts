import assert from 'node:assert/strict';
import * as z from 'zod';
import { hideIn } from '../../src/tools/shell/without-secrets.ts';
import { defineTool } from '../../src/tools/tool.ts';
import { contextOf } from './tool-support.ts';

describe('a tool without secrets', () => {
  it('gives none in its result and its output, also where JSON escapes them', async () => {
    const escaped = String.raw`{"key": "ab\u002bcd\/0123456789"}`;
    const tool = defineTool({
      name: 'look',
      description: '',
      args: () => z.object({}),
      run(_args, { output }) {
        output('plain', 'pl\x1b[1main');
        output(escaped, escaped);
        return { ok: true, content: escaped };
      },
    });
    const shown: (string | undefined)[] = [];
    const context = { ...contextOf(), output: (...text: readonly [string, string?]) => void shown.push(...text) };
    const hidden = hideIn(tool, async () => ['ab+cd/0123456789']);
    const { content } = await hidden.call('{}', context, new AbortController().signal);
    assert.deepEqual([content, ...shown], ['{"key": "[key]"}', 'plain', 'pl\x1b[1main', '{"key": "[key]"}', undefined]);
  });
});
