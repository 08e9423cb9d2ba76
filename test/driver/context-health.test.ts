import assert from 'node:assert/strict';
import type { Tree } from '../../src/driver/driver-context.ts';
import { rootOf } from '../../src/driver/tree.ts';
import type { LlmEvent } from '../../src/llm/provider.ts';
import { createTestDriver } from '../support/test-driver.ts';

/** Says something new each time, and counts so many tokens. */
function saying(tokens: number | ((count: number) => number), window?: number, pushMax = 12) {
  let count = 0;
  const promptTokens = typeof tokens === 'number' ? () => tokens : tokens;
  return createTestDriver({
    script: () => ({
      events: [
        { kind: 'segmentStarted', segment: 'saying' },
        { kind: 'chunk', segment: 'saying', text: `Step ${++count}.` },
        { kind: 'segmentFinished', segment: 'saying' },
        { kind: 'finished', reason: 'stop', usage: { promptTokens: promptTokens(count), completionTokens: 10 } },
      ] satisfies LlmEvent[],
    }),
    pushMax,
    ...(window !== undefined && { contextLimits: { optimal: 100_000, window } }),
  });
}

function autoSaid(tree: Tree): string[] {
  return rootOf(tree).records.flatMap(record => (record.kind === 'autoSaid' ? [record.reason] : []));
}

describe('context health', () => {
  it('says nothing while the context is healthy', async () => {
    assert.deepEqual(autoSaid(await saying(90_000).start('go')), []);
  });

  it('asks for caution at most every ten generations', async () => {
    assert.deepEqual(autoSaid(await saying(120_000).start('go')), ['context-caution', 'context-caution']);
  });

  it('names the tokens of the last request and reply together, and how full the window is', async () => {
    const warnings = async (window?: number) =>
      rootOf(await saying(120_000, window, 1).start('go')).records.flatMap(record =>
        record.kind === 'autoSaid' ? [record.content] : [],
      );
    const [caution = ''] = await warnings();
    assert.match(caution, /has grown to 120010 tokens; up to 100000 /);
    const [critical = ''] = await warnings(128_000);
    assert.match(critical, /is 94 % full/);
  });

  for (const [what, tokens] of [
    ['', () => 120_000],
    [', whatever was said before that', (count: number) => (count < 12 ? 105_000 : 120_000)],
  ] as const) {
    it(`counts five turns down when the window is nearly full, then clears the mind${what}`, async () => {
      const driver = saying(tokens, 128_000, 20);
      const tree = await driver.start('go');
      const root = rootOf(tree);
      assert.ok(root.state.course > 1);
      const first = (await driver.driver.ctx.store.readCourse(root.ref, 1)) ?? [];
      const said = first.flatMap(record =>
        record.kind === 'autoSaid' && record.reason === 'context-critical'
          ? [record.content.match(/after (\d)/)?.[1] ?? 'now']
          : [],
      );
      assert.deepEqual(said, ['4', '3', '2', '1', 'now']);
      assert.equal(root.records[0]?.kind, 'courseStarted');
    });
  }

  it('takes the message that was not answered yet into the new course', async () => {
    const driver = saying(120_000, 128_000, 0);
    const tree = await driver.start('go');
    for (let number = 1; rootOf(tree).state.course === 1; number += 1) await driver.say(tree, `Message ${number}`);
    const [opening] = rootOf(tree).records;
    assert.match(opening?.kind === 'courseStarted' ? opening.prompt : '', /\n\nMessage \d$/);
  });
});
