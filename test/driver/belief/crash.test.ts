// The process may die after any record of a dialog with a domain, or in the middle of one: what was stored loads to the
// same beliefs, and the dialog goes on to the same end (SPEC 9.1, 16.8).
import assert from 'node:assert/strict';
import type { Tree } from '../../../src/driver/driver-context.ts';
import { questionsOf } from '../../../src/driver/queries.ts';
import { rootOf } from '../../../src/driver/tree.ts';
import type { LlmRequest } from '../../../src/llm/provider.ts';
import { shopText } from '../../core/belief/support.ts';
import { cutsOf } from '../../support/cuts.ts';
import { createMemoryFiles, type MemoryFiles, watchLines } from '../../support/memory-files.ts';
import { closingOf, lastOfTalk } from '../../support/prompt-parts.ts';
import type { Reply } from '../../support/scripted-llm.ts';
import { createTestDriver, type TestDriver } from '../../support/test-driver.ts';
import { checkSettled, checkTree, recordsIn } from '../check-tree.ts';
import { turnsOf } from './belief-support.ts';

/** Everything follows from the state that the request shows, so that a repeated request gets the same reply. */
function story({ purpose, prompt }: LlmRequest): Reply {
  const last = lastOfTalk(prompt)?.content ?? '';
  if (purpose) return JSON.stringify({ commands: commandsFor(last) });
  const beliefs = closingOf(prompt);
  const active = /Active flow: (\w+)/.exec(beliefs)?.[1];
  if (active === undefined) return 'All done.';
  const tools = (name: string, args: object) => ({ tools: [{ name, args }] });
  if (active === 'trip' && !beliefs.includes('Steps of the plan')) {
    return tools('propose_plan', { steps: ['count', 'query'].map(flow => ({ flow, slots: { source: ['a'] } })) });
  }
  return lastOfTalk(prompt)?.role === 'tool' && last.includes('Active now')
    ? `Next is ${active}.`
    : tools('finish_flow', { outcome: 'completed', findings: [`found by ${active}`] });
}

function commandsFor(words: string): object[] {
  if (words.includes('Query it')) return [{ start: 'query' }];
  if (words.includes('orders')) return [{ set: { flow: 'query', slot: 'source', value: ['orders'] } }];
  return words.includes('Plan it') ? [{ start: 'trip' }] : [];
}

const said = ['Query it', 'Plan it'];

/** Plays the story from whatever is on the files to its end. */
async function playOn(files: MemoryFiles, appended = () => {}): Promise<{ t: TestDriver; tree: Tree }> {
  const t = createTestDriver({
    script: story,
    domains: { shop: shopText },
    files,
    disk: inner => watchLines(inner, appended),
  });
  const [rootId] = (await t.driver.ctx.store.listRoots()).keys();
  const loaded = rootId && (await t.driver.tree(rootId));
  if (loaded) checkTree(t, loaded);
  const tree = loaded ?? t.launch('Query it', { domain: 'shop', noDiligence: true });
  for (const words of said) {
    await t.goOn(tree);
    if (!recordsIn(t, tree, 'userSaid').some(({ content }) => content === words)) await t.say(tree, words);
    while (questionsOf(tree).length > 0) {
      await t.answer(tree, questionsOf(tree)[0]?.kind === 'plan' ? 'approve' : 'the orders');
    }
  }
  return { t, tree };
}

function checkEnd(t: TestDriver, tree: Tree): void {
  checkSettled(t, tree);
  checkToldAsHappened(t, tree);
  const { belief, saying } = rootOf(tree).state;
  assert.deepEqual(belief?.state.stack, []);
  assert.equal(belief?.isOpen, false);
  assert.equal(saying.text, 'All done.');
  const ended = turnsOf(t, tree).flatMap(entry => entry.ended);
  assert.deepEqual(
    ended.map(({ flowId, flow, status }) => `${flowId} ${flow} ${status}`),
    ['flow-1 query Completed', 'flow-3 count Completed', 'flow-4 query Completed', 'flow-2 trip Completed'],
  );
  assert.deepEqual(
    belief?.state.scratchpad.map(({ text }) => text),
    ['query', 'count', 'query', 'trip'].map(flow => `found by ${flow}`),
  );
}

/** Each change is told to the model once, and nothing is told that did not happen. */
function checkToldAsHappened(t: TestDriver, tree: Tree): void {
  const told = recordsIn(t, tree, 'toolReturned').filter(({ ok }) => ok);
  const happened = recordsIn(t, tree, 'beliefChanged').filter(({ by }) => by === 'agent');
  assert.equal(told.length, happened.length);
}

/** The files at each moment of the story. */
function cutsOfStory(files: MemoryFiles): Promise<Map<string, string>[]> {
  return cutsOf(files, async stored => {
    await playOn(files, stored);
  });
}

describe('a dialog with a domain', () => {
  it('comes to its end, with a clarification and a plan', async () => {
    const { t, tree } = await playOn(createMemoryFiles());
    checkEnd(t, tree);
    assert.deepEqual(
      recordsIn(t, tree, 'questionAsked').map(({ questionKind }) => questionKind),
      ['clarify', 'plan'],
    );
  });

  it('loses and repeats nothing when it is killed at any record', async () => {
    const cuts = await cutsOfStory(createMemoryFiles());
    assert.ok(cuts.length > 60);
    for (const cut of cuts) {
      const { t, tree } = await playOn(createMemoryFiles(cut));
      checkEnd(t, tree);
    }
  }).timeout(120_000);
});
