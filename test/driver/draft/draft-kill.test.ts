// Killed after any record: the files load to the same state, and the mind goes on to the same end (SPEC 11.3, 15.3).
import assert from 'node:assert/strict';
import { rootOf } from '../../../src/driver/tree.ts';
import type { LlmRequest } from '../../../src/llm/provider.ts';
import { createMemoryFiles } from '../../support/memory-files.ts';
import { createTestDriver } from '../../support/test-driver.ts';
import { createMind, mindOn, send, untilDraft } from './draft-support.ts';

/** What the mind says depends on the iteration alone, so that a repeated step says the same. */
function says({ prompt }: LlmRequest): string {
  const iteration = Number(/iter: (\d+)/.exec(prompt.messages.at(-1)?.content ?? '')?.[1]);
  return [`thoughts: [thought of ${iteration}]`, `draft: draft of ${iteration}`, ''][iteration % 3] ?? '';
}

describe('a draft dialogue that is killed', () => {
  it('loads to what was stored at every record, and goes on from there', async () => {
    const mind = createMind(says, { quietSteps: 2 });
    await mind.ask(send('One', 'draft'));
    await mind.ask(untilDraft);
    await mind.ask({ kind: 'seen' });
    await mind.ask({ kind: 'accept', n: 2 });
    await mind.ask(send('Two', 'draft'));
    const [file = '', text = ''] = [...mind.t.files.texts].find(([name]) => name.endsWith('course-001.jsonl')) ?? [];
    const lines = text.trimEnd().split('\n');
    for (let count = 1; count <= lines.length; count++) {
      const files = createMemoryFiles(new Map([[file, `${lines.slice(0, count).join('\n')}\n`]]));
      const t = createTestDriver({ script: says, files });
      const killed = mindOn(t, await t.onlyTree(), {});
      const { generating, interruption } = rootOf(killed.tree).state;
      assert.equal(generating, false);
      assert.equal(interruption?.code, kindOf(lines[count - 1]) === 'generationStarted' ? 'restart' : undefined);
      if (!killed.state().awaiting) {
        assert.ok(killed.begin(send(killed.state().history.length === 0 ? 'One' : 'Two', 'draft')).ok);
      } else {
        assert.ok(killed.begin(untilDraft).ok);
      }
      await t.driver.quiet(killed.tree);
      assert.ok(killed.state().drafts.length > 0, `after record ${count}`);
      const ids = killed.state().drafts.map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);
      for (const { iter, text } of killed.state().drafts) assert.equal(text, `draft of ${iter}`);
    }
  });

  it('in the middle of a line loses that record only', async () => {
    const mind = createMind(['draft: A', 'draft: B']);
    const before = await mind.ask(send('Hello?', 'draft'));
    await mind.ask(untilDraft);
    const [file = '', text = ''] = [...mind.t.files.texts].find(([name]) => name.endsWith('course-001.jsonl')) ?? [];
    const at = text.lastIndexOf('"draftStepped"');
    const files = createMemoryFiles(new Map([[file, text.slice(0, at)]]));
    const t = createTestDriver({ script: { lead: ['draft: B'] }, files });
    const killed = mindOn(t, await t.onlyTree(), {});
    assert.deepEqual(
      killed.state().drafts.map(({ text }) => text),
      before.drafts.map(({ text }) => text),
    );
    assert.equal(rootOf(killed.tree).state.interruption?.code, 'restart');
    await killed.ask(untilDraft);
    assert.deepEqual(killed.texts(), ['1 B', '2 A']);
  });
});

function kindOf(line: string | undefined): string {
  return (JSON.parse(line ?? '{}') as { kind: string }).kind;
}
