// A crash may leave work between any two records. Until somebody goes on with it, views tell that it is left (SPEC
// 11.2).
import assert from 'node:assert/strict';
import { type Standing, standingOf, standingOfRoot } from '../../src/core/dialog/view/standing.ts';
import { diedAtWork } from '../../src/core/dialog/view/undriven.ts';
import { flattenTree } from '../../src/core/dialog/view/waiting.ts';
import type { Tree } from '../../src/driver/driver-context.ts';
import { questionsOf, treeNode } from '../../src/driver/queries.ts';
import { shownSummary } from '../../src/driver/shown-states.ts';
import { cutsOf } from '../support/cuts.ts';
import { createMemoryFiles, watchLines } from '../support/memory-files.ts';
import { createTestDriver, type TestDriver, type TestDriverOptions } from '../support/test-driver.ts';

type Story = Pick<TestDriverOptions, 'script' | 'pushMax' | 'members'>;

const stories: Readonly<Record<string, Story>> = {
  'pushes itself on': { script: { lead: ['One.', 'Two.', 'Three.'] }, pushMax: 2 },
  'calls others, who ask back': {
    script: ({ origin, prompt }) => {
      const last = prompt.messages.at(-1)?.content ?? '';
      if (last === 'Begin') return '!?@coder build\n\n!?@researcher !tellaskSession s find';
      if (last.includes('asks back')) return 'Thus.';
      if (last.includes('build')) return origin.agentId === 'coder' ? '!?@tellasker How?' : 'All done.';
      return origin.agentId === 'lead' ? '!?@researcher !tellaskSession s more' : 'Found.';
    },
  },
  'reads each answer as it comes': {
    members: [{ id: 'lead', onAnswer: 'each' }, 'coder'],
    script: ({ origin, prompt }) => {
      const last = prompt.messages.at(-1)?.content ?? '';
      if (last === 'Begin') return '!?@coder one\n\n!?@coder two';
      return origin.agentId === 'coder' ? 'Built.' : 'Good.';
    },
  },
};

async function cutsOfStory(story: Story): Promise<Map<string, string>[]> {
  const files = createMemoryFiles();
  return cutsOf(files, async stored => {
    const t = createTestDriver({ ...story, files, disk: inner => watchLines(inner, stored) });
    await t.start('Begin');
  });
}

const isStuck = (standing: Standing) => standing === 'paused' || standing === 'needsYou';

/**
 * Whether tree and list say that somebody has to go on. Where it is only read, a follower shows work in flight as
 * interrupted.
 */
function looksLeft({ driver }: TestDriver, tree: Tree): { readonly inTree: boolean; readonly inList: boolean } {
  const nodes = flattenTree(treeNode(tree));
  const line = shownSummary(tree, driver.summaryOf(tree));
  return {
    inTree: nodes.some(node => isStuck(standingOf(node)) || node.interruption !== undefined || diedAtWork(node)),
    inList: isStuck(standingOfRoot(line)) || line.atWork === true || diedAtWork(line),
  };
}

describe('work that a crash left between two records', () => {
  for (const [what, story] of Object.entries(stories)) {
    for (const mode of ['read', 'drive'] as const) {
      it(`of a dialog that ${what} is shown as left where a process may only ${mode}`, async () => {
        for (const cut of await cutsOfStory(story)) {
          const t = createTestDriver({ ...story, mode, files: createMemoryFiles(new Map(cut)) });
          const [rootId] = (await t.driver.ctx.store.listRoots()).keys();
          const tree = rootId && (await t.driver.tree(rootId));
          if (!tree) continue;
          const looks = looksLeft(t, tree);
          const after = createTestDriver({ ...story, files: createMemoryFiles(new Map(cut)) });
          const again = await after.onlyTree();
          const { length } = after.llm.requests;
          await after.goOn(again);
          const isLeft = after.llm.requests.length > length || questionsOf(again).length > 0;
          const last = [...tree.dialogs.values()].map(({ ref, records }) => `${ref.selfId} ${records.at(-1)?.kind}`);
          assert.deepEqual(looks, { inTree: isLeft, inList: isLeft }, last.join(', '));
        }
      }).timeout(30_000);
    }
  }
});
