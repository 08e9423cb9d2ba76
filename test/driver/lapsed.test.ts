// A process that can no longer be sure that it drives its trees ends what it does outside, and keeps the trees (SPEC
// 20.5, 20.6).
import assert from 'node:assert/strict';
import * as z from 'zod';
import { rootOf } from '../../src/driver/tree.ts';
import type { LlmEvent, LlmProvider } from '../../src/llm/provider.ts';
import { defineTool, failed } from '../../src/tools/tool.ts';
import { shopText } from '../core/belief/support.ts';
import { nextTurn } from '../support/next-turn.ts';
import { createTestDriver } from '../support/test-driver.ts';
import { checkSettled, recordsIn } from './check-tree.ts';

/** A tool that works until it is stopped; `begun` resolves when it does. */
function endlessTool(of: { readonly isRepeatable?: true } = {}) {
  const begun = Promise.withResolvers<AbortSignal>();
  const tool = defineTool({
    name: 'work',
    description: '',
    args: () => z.object({}),
    ...of,
    async run(_args, _context, signal) {
      begun.resolve(signal);
      await new Promise(resolve => signal.addEventListener('abort', resolve));
      return failed('Stopped.');
    },
  });
  return { tool, begun: begun.promise };
}

describe('a process whose lease has lapsed', () => {
  it('ends a tool call, and its dialog goes on with the reason', async () => {
    const { tool, begun } = endlessTool();
    const t = createTestDriver({ script: { lead: [{ tools: [{ name: 'work' }] }, 'I looked.'] }, tools: [tool] });
    const tree = t.launch('Begin');
    await begun;
    t.driver.endEffects();
    await t.driver.quiet(tree);
    const [returned] = recordsIn(t, tree, 'toolReturned');
    assert.equal(returned?.ok, false);
    assert.match(returned?.content ?? '', /^Stopped\.\n\nwork was ended: the store could not be reached/);
    assert.equal(rootOf(tree).state.saying.text, 'I looked.');
    checkSettled(t, tree);
  });

  it('lets a call that only reads go on', async () => {
    const { tool, begun } = endlessTool({ isRepeatable: true });
    const t = createTestDriver({ script: { lead: [{ tools: [{ name: 'work' }] }] }, tools: [tool] });
    const tree = t.launch('Begin');
    const signal = await begun;
    t.driver.endEffects();
    assert.equal(signal.aborted, false);
    await t.driver.close();
    assert.deepEqual(recordsIn(t, tree, 'interrupted'), []);
  });

  it('lets a reply of a model go on', async () => {
    const reply = Promise.withResolvers<void>();
    const t = createTestDriver({ script: { lead: [{ say: 'Fine.', until: reply.promise }] } });
    const tree = t.launch('Begin');
    while (t.llm.requests.length === 0) await nextTurn();
    t.driver.endEffects();
    reply.resolve();
    await t.driver.quiet(tree);
    assert.deepEqual(
      recordsIn(t, tree, 'generationEnded').map(({ outcome }) => outcome),
      ['complete'],
    );
  });

  it('ends the work of an agent of another vendor, and asks it again', async () => {
    let asked = 0;
    const provider: LlmProvider = {
      id: 'acp',
      label: 'acp',
      async *stream(_request, signal): AsyncGenerator<LlmEvent> {
        asked += 1;
        yield { kind: 'segmentStarted', segment: 'saying' };
        yield { kind: 'chunk', segment: 'saying', text: `Turn ${asked}` };
        yield { kind: 'segmentFinished', segment: 'saying' };
        if (asked === 1) await new Promise(resolve => signal.addEventListener('abort', resolve));
        else yield { kind: 'finished', reason: 'stop' };
      },
    };
    const t = createTestDriver({ script: {}, members: [{ id: 'lead', acp: 'agent' }], provider });
    const tree = t.launch('Begin');
    while (asked === 0) await nextTurn();
    t.driver.endEffects();
    await t.driver.quiet(tree);
    assert.deepEqual(
      recordsIn(t, tree, 'generationEnded').map(({ outcome }) => outcome),
      ['stopped', 'complete'],
    );
    assert.deepEqual([rootOf(tree).state.saying.text, rootOf(tree).state.interruption], ['Turn 2', null]);
    checkSettled(t, tree);
  });

  it('ends an agent of another vendor at an Internal flow beside the dialog, and asks it again', async () => {
    let asked = 0;
    const begun = Promise.withResolvers<void>();
    const provider: LlmProvider = {
      id: 'acp',
      label: 'acp',
      async *stream({ purpose }, signal): AsyncGenerator<LlmEvent> {
        const isInternal = purpose?.kind === 'internal';
        if (isInternal) asked += 1;
        yield { kind: 'segmentStarted', segment: 'saying' };
        yield {
          kind: 'chunk',
          segment: 'saying',
          text: isInternal ? `{"summary": "Asked ${asked}"}` : '{"commands": []}',
        };
        yield { kind: 'segmentFinished', segment: 'saying' };
        if (isInternal && asked === 1) {
          begun.resolve();
          await new Promise(resolve => signal.addEventListener('abort', resolve));
        } else yield { kind: 'finished', reason: 'stop' };
      },
    };
    const domains = { shop: `${shopText}  - {name: summarize_session, intent: Internal}\n` };
    const t = createTestDriver({ script: {}, members: [{ id: 'lead', acp: 'agent' }], provider, domains });
    const tree = await t.start('hello', { domain: 'shop', noDiligence: true });
    for (let turn = 2; turn <= 9; turn++) await t.say(tree, `hello ${turn}`);
    const tenth = t.say(tree, 'hello 10');
    await begun.promise;
    t.driver.endEffects();
    await tenth;
    assert.deepEqual(
      rootOf(tree).state.belief?.state.scratchpad.map(({ text }) => text),
      ['Asked 2'],
    );
    checkSettled(t, tree);
  });
});
