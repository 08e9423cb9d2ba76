// A tree in which a member delegates, a tool fails, and the person is asked; and traces as text.

import type { Span } from '../../../src/doors/otlp/span.ts';
import type { Tree } from '../../../src/driver/driver-context.ts';
import type { LlmEvent } from '../../../src/llm/provider.ts';
import type { ExportedDialog } from '../../../src/runtime/folder/export-dialog.ts';
import type { Tool } from '../../../src/tools/tool.ts';
import type { Reply } from '../../support/scripted-llm.ts';
import { createTestDriver, type TestDriver } from '../../support/test-driver.ts';

/** Words of the story that nobody has to see in a trace. */
export const words = ['PERSON-ASKS', 'TASK-OF-CODER', 'ARGUMENT', 'TOOL-RESULT', 'QUESTION', 'CODER-SAYS', 'LEAD-SAYS'];

const failingTool: Tool = {
  spec: { name: 'echo', description: 'fails', parameters: { type: 'object', properties: {} } },
  call: async () => ({ ok: false, content: 'TOOL-RESULT' }),
};

/** The lead delegates; the coder uses a tool, asks the person and answers. */
export async function story(): Promise<{ test: TestDriver; tree: Tree; dialogs: readonly ExportedDialog[] }> {
  const test = createTestDriver({
    script: {
      lead: [reply('!?@coder TASK-OF-CODER\n'), reply('LEAD-SAYS all is done.')],
      coder: [reply('', 'echo'), reply('!?@human QUESTION\n'), reply('CODER-SAYS it is written.')],
    },
    tools: [failingTool],
  });
  const tree = await test.start('PERSON-ASKS');
  await test.answer(tree, 'yes');
  return { test, tree, dialogs: exported(tree) };
}

/** The dialogs of a tree of one course each. */
export function exported(tree: Tree): readonly ExportedDialog[] {
  return [...tree.dialogs.values()].map(({ ref, state, records }) => ({
    ...ref,
    agentId: state.identity.agentId,
    headline: state.headline,
    courses: [{ course: 1, records: [...records] }],
  }));
}

/** One line a span, below the one it belongs to. */
export function treeText(spans: readonly Span[], parent?: string, depth = 0): readonly string[] {
  return spans
    .filter(span => span.parent === parent)
    .flatMap(({ id, name, isOpen }) => [
      `${'  '.repeat(depth)}${name}${isOpen ? ' (open)' : ''}`,
      ...treeText(spans, id, depth + 1),
    ]);
}

function reply(text: string, tool?: string): Reply {
  const said: readonly LlmEvent[] = [
    { kind: 'segmentStarted', segment: 'saying' },
    { kind: 'chunk', segment: 'saying', text },
    { kind: 'segmentFinished', segment: 'saying' },
  ];
  const calls: readonly LlmEvent[] =
    tool === undefined ? [] : [{ kind: 'toolCall', id: 't', name: tool, args: '{"text":"ARGUMENT"}' }];
  return {
    events: [
      ...(text === '' ? [] : said),
      ...calls,
      { kind: 'finished', reason: 'stop', model: 'm1', usage: { promptTokens: 1_000, completionTokens: 500 } },
    ],
  };
}
