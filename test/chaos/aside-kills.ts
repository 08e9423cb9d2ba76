// Kills within asides: every step of the disk while the person talks with a dialog that waits for its subdialogs, and
// the talk and the work played on from there (SPEC 19.5).
import assert from 'node:assert/strict';
import type { Tree } from '../../src/driver/driver-context.ts';
import { say } from '../../src/driver/intents/intents.ts';
import { questionsOf } from '../../src/driver/queries.ts';
import { rootOf } from '../../src/driver/tree.ts';
import type { LlmRequest } from '../../src/llm/provider.ts';
import { checkSettled, checkTree, recordsIn } from '../driver/check-tree.ts';
import { callsListed, steeringTools } from '../driver/random-model.ts';
import { createMemoryFiles } from '../support/memory-files.ts';
import type { Reply } from '../support/scripted-llm.ts';
import { createTestDriver, type TestDriver, type TestDriverOptions } from '../support/test-driver.ts';
import { inSteps } from './disk-steps.ts';

const LAST_WORDS = 'All done.';
const WORDS = ['Steer', 'Ask the writer', 'Forget this', 'Give it away'];
/** What is said follows from the last message alone, so that every way through the story ends with the same words. */
function script({ origin, prompt }: LlmRequest): Reply {
  const talk = prompt.messages.filter(({ content }) => !content.startsWith('[Notes as of now]'));
  const last = talk.at(-1);
  const says = (text: string) => last?.content.includes(text) ?? false;
  const [callId] = [...(prompt.messages.at(-1)?.content ?? '').matchAll(/open call (\S+)/g)].map(([, id]) => id);
  const tool = (name: string, args: object = {}): Reply => ({ tools: [{ name, args: { callId, ...args } }] });
  if (origin.agentId !== 'lead') return says('tellasks you') ? '!?@human Which?' : `Done by ${origin.agentId}.`;
  if (last?.content === 'Begin') return '!?@coder build\n\n!?@researcher look';
  if (last?.role === 'tool') return 'So it is.';
  if (says('Steer')) return tool('tell_subdialog', { content: 'Use oak.' });
  if (says('Ask the writer')) return '!?@writer write';
  if (says('Forget this')) return { tools: [{ name: 'clear_mind' }] };
  if (says('Give it away')) {
    return { say: '!?@writer take over', tools: [{ name: 'dismiss_subdialog', args: { callId, reassign: true } }] };
  }
  if (says('[Aside cleared]')) return 'Forgotten.';
  return says('@writer write') ? 'It is written.' : LAST_WORDS;
}

function stage(texts: ReadonlyMap<string, string>, disk?: TestDriverOptions['disk']): TestDriver {
  return createTestDriver({
    script,
    members: ['lead', 'coder', 'researcher', 'writer'],
    tools: steeringTools,
    minds: callsListed,
    files: createMemoryFiles(new Map(texts)),
    ...(disk && { disk }),
  });
}

/** Says what was not said yet, answers what is asked, and goes on until nothing is left to do. */
async function playOn(t: TestDriver, tree: Tree): Promise<void> {
  await t.goOn(tree);
  for (const [index, content] of WORDS.entries()) {
    say(t.driver, rootOf(tree), { msgId: `m${index}`, content });
    await t.goOn(tree);
    checkTree(t, tree);
    const writer = questionsOf(tree).find(({ agentId }) => agentId === 'writer');
    if (writer && content === 'Ask the writer') await t.answer(tree, 'this');
  }
  while (questionsOf(tree).length > 0) await t.answer(tree, 'this');
}

function checkEnd(t: TestDriver, tree: Tree): void {
  checkSettled(t, tree);
  assert.equal(rootOf(tree).state.saying.text, LAST_WORDS);
  assert.equal(recordsIn(t, tree, 'userSaid').length, 1 + WORDS.length);
  assert.equal(recordsIn(t, tree, 'asideOpened').length, recordsIn(t, tree, 'asideEnded').length);
}

/** The files before, within and after each step of the disk while the person talks. */
export async function asideMoments(): Promise<readonly ReadonlyMap<string, string>[]> {
  const moments: Map<string, string>[] = [];
  let isNoting = false;
  const t = stage(new Map(), memory => {
    const note = () => {
      if (isNoting) moments.push(new Map(memory.texts));
    };
    return inSteps(memory, ({ text = '' }, perform) => {
      note();
      const half = Math.floor(text.length / 2);
      if (text === '') perform();
      for (const part of [text.slice(0, half), text.slice(half)]) {
        if (part !== '') perform(part);
        note();
      }
    });
  });
  const tree = await t.start('Begin');
  isNoting = true;
  await playOn(t, tree);
  isNoting = false;
  checkEnd(t, tree);
  return moments;
}

/** Plays on from such a moment; throws when it comes to another end. */
export async function playFromAside(moment: ReadonlyMap<string, string>): Promise<void> {
  const t = stage(moment);
  const tree = await t.onlyTree();
  await playOn(t, tree);
  checkEnd(t, tree);
}
