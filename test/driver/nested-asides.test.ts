// Words to a dialog whose asides have calls of their own: each word is answered at once, in an aside above those that
// wait, and each answer is read in its own aside, whatever comes first and however often the process dies (SPEC 19.1,
// 19.5).
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { openCalls } from '../../src/core/dialog/state.ts';
import type { Tree } from '../../src/driver/driver-context.ts';
import { say } from '../../src/driver/intents/intents.ts';
import { rootOf } from '../../src/driver/tree.ts';
import type { LlmRequest } from '../../src/llm/provider.ts';
import { nextTurn } from '../support/next-turn.ts';
import { lastOfTalk } from '../support/prompt-parts.ts';
import { runs } from '../support/properties.ts';
import type { Reply } from '../support/scripted-llm.ts';
import { createTestDriver, type TestDriver } from '../support/test-driver.ts';
import { checkSettled, checkTree, recordsIn } from './check-tree.ts';

/** What happens next: words that need a teammate or not, the end of a teammate's work, or of the process. */
type Happening = { readonly kind: 'ask' | 'tell' | 'crash' } | { readonly kind: 'finish'; readonly pick: number };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.constant({ kind: 'ask' } as const),
  fc.constant({ kind: 'tell' } as const),
  fc.record({ kind: fc.constant('finish' as const), pick: fc.nat(20) }),
  fc.constant({ kind: 'crash' } as const),
);

/** Teammates that work on a job until it is finished; the lead passes words that ask on, and answers all others. */
class Team {
  readonly #jobs = new Map<string, PromiseWithResolvers<void>>();
  readonly #atWork: string[] = ['0'];

  readonly script = ({ origin, prompt }: LlmRequest): Reply => {
    const last = lastOfTalk(prompt)?.content ?? '';
    const job = /job (\d+)/.exec(last)?.[1] ?? '';
    if (origin.agentId !== 'lead') return { say: `Done: job ${job}.`, until: this.#job(job).promise };
    if (last.includes('Begin')) return '!?@coder job 0';
    if (last.includes('[Answer]')) return `Read ${job}.`;
    return last.includes('Ask for') ? `!?@coder job ${job}` : `Heard ${job}.`;
  };

  begin(job: string): void {
    this.#atWork.push(job);
  }

  finish(pick: number): void {
    const [job = ''] = this.#atWork.splice(pick % this.#atWork.length, 1);
    this.#job(job).resolve();
  }

  finishAll(): void {
    while (this.#atWork.length > 0) this.finish(0);
  }

  #job(job: string): PromiseWithResolvers<void> {
    const gate = this.#jobs.get(job) ?? Promise.withResolvers<void>();
    this.#jobs.set(job, gate);
    return gate;
  }
}

/** Until the lead has nothing to do but wait. */
async function answered(tree: Tree): Promise<void> {
  const root = rootOf(tree);
  for (let turn = 0; root.driving || root.state.queued.length > 0; turn++) {
    if (turn > 500) assert.fail('the words are not answered');
    await nextTurn();
  }
}

/** What the lead said in generations that count, in order. */
function saidBy(t: TestDriver, tree: Tree): readonly string[] {
  return recordsIn(t, tree, 'assistantSaid').flatMap(({ parts }) =>
    parts.flatMap(part =>
      part.kind === 'prose' ? [...part.text.matchAll(/(?:Heard|Read) \d+/g)].map(([text]) => text) : [],
    ),
  );
}

const tries = runs(40);

describe('words while asides wait for calls of their own', () => {
  it('are answered at once, and every answer is read in its place', async () => {
    let deepest = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 4, maxLength: 12 }), async happenings => {
        const team = new Team();
        let t = createTestDriver({ script: team.script });
        let tree = t.launch('Begin');
        const expected: string[] = [];
        await answered(tree);
        for (const [number, next] of happenings.entries()) {
          const job = `${number + 1}`;
          if (next.kind === 'crash') {
            const after = t.restart();
            await t.driver.close();
            [t, tree] = [after, await after.onlyTree()];
            t.driver.release(tree);
          } else if (next.kind === 'finish') team.finish(next.pick);
          else {
            if (openCalls(rootOf(tree).state).length === 0) break;
            if (next.kind === 'ask') team.begin(job);
            const content = next.kind === 'ask' ? `Ask for job ${job}` : `Note job ${job}`;
            assert.ok(say(t.driver, rootOf(tree), { msgId: `m${job}`, content }).ok);
            expected.push(`${next.kind === 'ask' ? 'Read' : 'Heard'} ${job}`);
          }
          await answered(tree);
          checkTree(t, tree);
          deepest = Math.max(deepest, rootOf(tree).state.frames.length);
          const answers = saidBy(t, tree).filter(text => text.startsWith('Heard'));
          assert.deepEqual(
            answers,
            expected.filter(text => text.startsWith('Heard')),
          );
        }
        team.finishAll();
        await t.goOn(tree);
        checkSettled(t, tree);
        assert.deepEqual([...saidBy(t, tree)].sort(), [...expected, 'Read 0'].sort());
        assert.equal(recordsIn(t, tree, 'asideOpened').length, recordsIn(t, tree, 'asideEnded').length);
        assert.equal(rootOf(tree).state.saying.text, 'Read 0.');
      }),
      tries,
    );
    assert.ok(deepest >= 4, `asides lay ${deepest} deep at most`);
  }).timeout(2_000 * tries.numRuns);
});
