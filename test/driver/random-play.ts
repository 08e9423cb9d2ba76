// What random trees of several tests have in common: the team, the pace of its model, and the way to the end.
import assert from 'node:assert/strict';
import type { Tree } from '../../src/driver/driver-context.ts';
import { questionsOf } from '../../src/driver/queries.ts';
import type { LlmRequest } from '../../src/llm/provider.ts';
import { nextTurn } from '../support/next-turn.ts';
import type { Reply } from '../support/scripted-llm.ts';
import type { TestDriver, TestDriverOptions } from '../support/test-driver.ts';
import { checkTree } from './check-tree.ts';
import { callsListed, members, numberOf, steeringTools } from './random-model.ts';

/** The team with its limits, tools and minds. Half of the teams read answers as they come, a third calls by tools. */
export function randomTeam(seed: number): Omit<TestDriverOptions, 'script'> {
  const each = seed % 2 === 0 ? { onAnswer: 'each' as const } : {};
  return {
    members: members.map(member => ({ ...(typeof member === 'string' ? { id: member } : member), ...each })),
    ...(seed % 3 === 0 && { dialect: 'tools' }),
    limits: { depth: 4, subdialogs: 20 },
    tools: steeringTools,
    minds: callsListed,
  };
}

/** The same model, which takes a few turns of the event loop for each reply: so others wait, and can be spoken to. */
export function slowly(script: (request: LlmRequest) => Reply): (request: LlmRequest) => Reply {
  return request => {
    const reply = script(request);
    const until = turns(numberOf(`${request.origin.selfId} ${request.prompt.messages.length}`) % 9);
    return { ...(typeof reply === 'string' ? { say: reply } : reply), until };
  };
}

/** Lets so many turns of the event loop pass. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn();
}

/** Answers and continues until nothing is left to do; the tree is checked on the way. */
export async function finish({ t, tree }: { readonly t: TestDriver; readonly tree: Tree }): Promise<void> {
  for (let round = 0; round < 300; round++) {
    await t.goOn(tree);
    checkTree(t, tree);
    if (questionsOf(tree).length === 0 && ![...tree.dialogs.values()].some(({ state }) => state.interruption)) return;
    while (questionsOf(tree).length > 0) await t.answer(tree, 'fine');
  }
  assert.fail('the tree does not come to its end');
}
