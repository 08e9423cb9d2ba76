// The process may die at any record while acceptance lines are checked: no line counts that does not hold, and going on
// ends verified (SPEC 26.3).
import assert from 'node:assert/strict';
import type { Tree } from '../../src/driver/driver-context.ts';
import { evidenceStanding, nowOf } from '../../src/driver/evidence/standing.ts';
import { questionsOf } from '../../src/driver/queries.ts';
import { rootOf } from '../../src/driver/tree.ts';
import type { LlmRequest } from '../../src/llm/provider.ts';
import { CheckedWorkspace, calls } from '../support/checked-workspace.ts';
import { cutsOf } from '../support/cuts.ts';
import { createMemoryFiles, type MemoryFiles, watchLines } from '../support/memory-files.ts';
import { checkSettled, checkTree } from './check-tree.ts';

const { done, writes, lines } = calls;
const written = ['- [cmd] test a', '- [file] guide', '- [@reviewer] fine', '- [human] good'].join('\n');

/** A member adds a command, marks it done, repairs what fails, and marks it done again. */
function story({ origin, prompt }: LlmRequest) {
  const last = prompt.messages.at(-1)?.content ?? '';
  if (origin.agentId === 'reviewer') return 'accepted\nI looked.';
  if (last === 'Begin') return { tools: [lines(`${written}\n- [cmd] test b`)] };
  return last.includes('test a: failed') ? { tools: [writes('a', 'green')] } : { tools: [done] };
}

const begin = () => new CheckedWorkspace(written, { a: 'red', b: 'green', guide: 'x' });

/** Plays the story from what is on the files to its end; `loaded` is told of the tree that a restart finds. */
async function playOn(
  workspace: CheckedWorkspace,
  files: MemoryFiles,
  { stored = () => {}, loaded = async (_: Tree) => {} },
): Promise<void> {
  const t = workspace.driver(story, { files, disk: inner => watchLines(inner, stored) });
  const [rootId] = (await t.driver.ctx.store.listRoots()).keys();
  const found = rootId && (await t.driver.tree(rootId));
  if (found) {
    checkTree(t, found);
    await loaded(found);
  }
  const tree = found ?? t.launch('Begin');
  if (rootOf(tree).state.messageCount === 0) await t.say(tree, 'Begin');
  await t.goOn(tree);
  while (questionsOf(tree).length > 0) {
    const [{ kind } = { kind: 'ask' }] = questionsOf(tree);
    await t.answer(tree, kind === 'permission' ? 'allow once' : kind === 'acceptance' ? 'accept' : 'continue');
  }
  checkSettled(t, tree);
  const standing = evidenceStanding(tree, await nowOf(tree));
  assert.equal(rootOf(tree).state.status, 'completed');
  assert.equal(standing?.state, 'verified', JSON.stringify(standing));
}

/** Every line that counts holds, and its check is recorded. */
async function checkClaims(workspace: CheckedWorkspace, tree: Tree): Promise<void> {
  const found = rootOf(tree).state.acceptance?.evidence ?? [];
  for (const { line, state } of evidenceStanding(tree, await nowOf(tree))?.lines ?? []) {
    if (state !== 'verified') continue;
    assert.equal(found.find(each => each.line === line)?.outcome, 'passed');
    if (line === '[cmd] test a') assert.equal(workspace.files.get('a'), 'green');
  }
}

describe('a crash while evidence is gathered', () => {
  it('at any record makes no line count that does not hold, and the checks go on', async () => {
    const files = createMemoryFiles();
    const workspace = begin();
    const moments: CheckedWorkspace[] = [];
    const cuts = await cutsOf(files, async cut => {
      const stored = () => {
        cut();
        moments.push(workspace.copy(), workspace.copy());
      };
      await playOn(workspace, files, { stored });
    });
    assert.ok(cuts.length > 60, `${cuts.length}`);
    for (const [at, cut] of cuts.entries()) {
      const then = moments[at] ?? begin();
      await playOn(then, createMemoryFiles(cut), { loaded: tree => checkClaims(then, tree) });
    }
  }).timeout(60_000);
});
