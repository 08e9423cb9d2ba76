// The main job of the product, played to its end from whatever a disk holds: a fresh subdialog that asks its tellasker,
// uses a registered one and runs a command that a person allows; a question of that registered one; an answer; a second
// call to it; done. What it says follows from the last message alone, so that every way through it ends with the same
// words.
import assert from 'node:assert/strict';
import * as z from 'zod';
import type { Tree } from '../../src/driver/driver-context.ts';
import { markDone } from '../../src/driver/intents/intents.ts';
import { questionsOf } from '../../src/driver/queries.ts';
import { rootOf } from '../../src/driver/tree.ts';
import type { LlmRequest } from '../../src/llm/provider.ts';
import type { Files } from '../../src/store/disk-files.ts';
import { defineTool, type Tool } from '../../src/tools/tool.ts';
import { checkSettled, recordsIn } from '../driver/check-tree.ts';
import type { MemoryFiles } from '../support/memory-files.ts';
import type { Reply } from '../support/scripted-llm.ts';
import { createTestDriver, type TestDriver, type TestDriverOptions } from '../support/test-driver.ts';

const LAST_WORDS = 'All done.';

function script({ origin, prompt }: LlmRequest): Reply {
  const message = prompt.messages.at(-1);
  const last = message?.content ?? '';
  const says = (text: string) => last.includes(text);
  switch (origin.agentId) {
    case 'coder':
      if (message?.role === 'tool') return '!?@researcher !tellaskSession s help';
      if (says('Helped.')) return '!?@tellasker How?';
      return says('Thus.') ? 'Built.' : { say: 'First the build.', tools: [run('make')] };
    case 'researcher':
      if (says('@researcher !tellaskSession s find')) return 'Let me see.\n!?@human Where?\n!? On disk?';
      if (says('Where?')) return 'Found there.';
      return says('s help') ? 'Helped.' : 'More.';
    default:
      if (last === 'Begin') return '!?@coder build\n\n!?@researcher !tellaskSession s find';
      if (says('asks back')) return 'Thus.';
      if (message?.role === 'tool') return LAST_WORDS;
      return says('More.') ? { tools: [run('deploy')] } : '!?@researcher !tellaskSession s more';
  }
}

const run = (command: string) => ({ name: 'run_shell', args: { command } });

/** What cannot be undone: each command with how often it ran. */
export type World = Map<string, number>;

function shell(world: World): Tool {
  return defineTool({
    name: 'run_shell',
    description: 'test',
    args: () => z.object({ command: z.string() }),
    review: ({ command }) => ({
      kind: 'acts',
      action: { tool: 'run_shell', toolset: 'shell', paths: ['.'], command, otherwise: 'ask' },
      question: () => Promise.resolve({ headline: `Run: ${command}`, body: '' }),
    }),
    run: ({ command }) => {
      world.set(command, (world.get(command) ?? 0) + 1);
      return { ok: true, content: `ran ${command}` };
    },
  });
}

export interface Stage {
  readonly files: MemoryFiles;
  readonly world: World;
  /** What the store sees of the files. */
  readonly disk?: (files: MemoryFiles) => Files;
  readonly options?: Partial<TestDriverOptions>;
}

export interface Played {
  readonly t: TestDriver;
  readonly tree: Tree;
}

export function openStage({ files, world, disk, options }: Stage): TestDriver {
  return createTestDriver({ script, files, tools: [shell(world)], ...(disk && { disk }), ...options });
}

/** Plays on from what the files hold to the end. Whatever a disk throws comes through. */
export async function playStory(stage: Stage): Promise<Played> {
  const t = openStage(stage);
  return { t, tree: await playOn(t) };
}

/** The same with a driver that is open: as far as it comes. */
export async function playOn(t: TestDriver): Promise<Tree> {
  const tree = (await onlyTree(t)) ?? t.launch('Begin');
  await t.driver.quiet(tree);
  if (rootOf(tree).state.status !== 'running') return tree;
  if (rootOf(tree).state.messageCount === 0) await t.say(tree, 'Begin');
  await t.goOn(tree);
  while (questionsOf(tree).length > 0) {
    const [question] = questionsOf(tree);
    await t.answer(tree, question?.kind === 'permission' ? 'allow once' : 'there', question?.tellaskHead);
  }
  if (rootOf(tree).state.saying.text === LAST_WORDS) await markDone(t.driver, tree);
  return tree;
}

async function onlyTree({ driver }: TestDriver): Promise<Tree | undefined> {
  const [rootId] = (await driver.ctx.store.listRoots()).keys();
  return rootId && driver.tree(rootId);
}

/** What must be true at the end, whatever happened on the way. Gives the transcript without what tells of the way. */
export function checkEnd({ t, tree }: Played, world: World): string {
  checkSettled(t, tree);
  const { state } = rootOf(tree);
  assert.equal(state.saying.text, LAST_WORDS);
  assert.equal(state.status, 'completed');
  assert.deepEqual([...t.courses.listRoots()], [[tree.rootId, 'completed']]);
  assert.equal(tree.dialogs.size, 3);
  const results = recordsIn(t, tree, 'toolReturned').map(({ content }) => content);
  assert.equal(results.length, 2, results.join());
  const unknown = results.filter(content => content.startsWith('Outcome unknown: run_shell')).length;
  const known = results.filter(content => content.startsWith('ran ')).length;
  assert.equal(known + unknown, 2, results.join());
  for (const command of ['make', 'deploy']) {
    const times = world.get(command) ?? 0;
    assert.ok(times <= 1, `${command} ran ${times} times`);
    if (!results.includes(`ran ${command}`)) assert.ok(unknown > 0, `${command} did not run, and nobody was told`);
  }
  assert.equal(recordsIn(t, tree, 'questionAnswered').length, recordsIn(t, tree, 'questionAsked').length);
  assert.deepEqual(t.courses.problems, []);
  return wayless(t.transcript(tree));
}

/**
 * Without interruptions, attempts that failed, and what was said in those that were cut; a tool's result may be
 * unknown.
 */
function wayless(transcript: string): string {
  const kept: string[] = [];
  for (const line of transcript.split('\n')) {
    if (/^(?:interrupted|resumed|generation failed)/.test(line)) continue;
    if (line !== 'generation cut') kept.push(line.replace(/^tool .*/, 'tool ended'));
    else while (/^(?:says|tellasks|thinks|calls)/.test(kept.at(-1) ?? '')) kept.pop();
  }
  return kept.join('\n');
}
