// Requests that a cache keeps (SPEC 10.9): whatever happens, a request without its closing part is how the next one of
// the course begins, and each request holds everything as it is now.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Prompt } from '../../src/core/base/chat.ts';
import { workLanguage } from '../../src/core/base/language.ts';
import type { Tree } from '../../src/driver/driver-context.ts';
import { answerQuestion, clearMind, continueDialogs, say, stopDialogs } from '../../src/driver/intents/intents.ts';
import { questionsOf } from '../../src/driver/queries.ts';
import { rootOf } from '../../src/driver/tree.ts';
import type { LlmRequest } from '../../src/llm/provider.ts';
import { createDriverMinds } from '../../src/runtime/folder/minds.ts';
import { memoryTools } from '../../src/tools/minds/memory-tools.ts';
import { mindTools } from '../../src/tools/minds/mind-tools.ts';
import { shopText } from '../core/belief/support.ts';
import { type MindsFixture, makeMinds } from '../minds/minds-support.ts';
import { byPerson } from '../support/by-person.ts';
import { nextTurn } from '../support/next-turn.ts';
import { closingOf } from '../support/prompt-parts.ts';
import { runs } from '../support/properties.ts';
import type { Reply } from '../support/scripted-llm.ts';
import { createTestDriver, type TestDriver } from '../support/test-driver.ts';
import { numberOf } from './random-model.ts';

const goals = 'tasks/id-000001.tsk/goals.md';
const ownMemory = '.minds/memory/individual/lead/notes.md';

/** A model whose replies follow from the seed and how often it was asked. */
function randomSpeaker(seed: number, asked: () => number): (request: LlmRequest) => Reply {
  return ({ purpose, origin }) => {
    const at = asked();
    const pick = (count: number, what = '') => numberOf(`${seed} ${at} ${what}`) % count;
    if (purpose) return JSON.stringify({ commands: [{ start: ['query', 'chat', 'count'][pick(3)] }] });
    const tool = (name: string, args: object) => ({ tools: [{ name, args }] });
    const replies: readonly Reply[] = [
      `Said ${at}.`,
      `Said ${at}.`,
      tool('change_mind', { selector: ['goals', 'progress'][pick(2, 's')], content: `mind ${at}` }),
      tool('change_mind', { category: 'bearinmind', selector: 'risks', content: `risk ${at}` }),
      tool('add_reminder', { content: `remember ${at}` }),
      tool('delete_reminder', { reminder_no: 1 }),
      tool('add_memory', { path: `m${pick(3, 'm')}`, content: `memory ${at}` }),
      tool('drop_memory', { path: `m${pick(3, 'm')}` }),
      tool('clear_mind', {}),
      `!?@coder job ${at}`,
      `!?@coder !tellaskSession s${pick(2, 'c')} job ${at}\n\n!?@self job ${at}`,
      origin.agentId === 'lead' ? `!?@human Which ${at}?` : `!?@tellasker What ${at}?`,
      { say: `Cut ${at}`, fail: { code: 'unreachable', message: 'broken', retryable: true } },
    ];
    return at > 60 ? `Enough ${at}.` : (replies[pick(replies.length)] ?? '');
  };
}

type Deed = 'say' | 'answer' | 'stop' | 'clear' | 'restart' | 'taskdoc' | 'persona' | 'team' | 'memory' | 'agents';
const deed = fc.record({
  deed: fc.constantFrom<Deed>(
    'say',
    'say',
    'answer',
    'answer',
    'stop',
    'clear',
    'restart',
    'taskdoc',
    'persona',
    'team',
    'memory',
    'agents',
  ),
  after: fc.nat(30),
});

const team = (name: string) => `members:\n  lead: {name: ${name}}\n  coder: {name: Coder}\n`;

class Play {
  readonly fixture: MindsFixture;
  /** Requests of the talk by dialog and course, in their order. */
  readonly requests = new Map<string, Prompt[]>();
  t: TestDriver;
  tree: Tree;
  #asked = 0;

  constructor(fixture: MindsFixture, seed: number, domain?: string) {
    this.fixture = fixture;
    const { minds } = fixture;
    const speak = randomSpeaker(seed, () => this.#asked);
    const { domain: _, ...driverMinds } = createDriverMinds(minds, () => workLanguage('en'));
    this.t = createTestDriver({
      script: request => {
        this.#asked += 1;
        this.#take(request);
        return speak(request);
      },
      members: ['lead', 'coder'],
      tools: [...mindTools(minds.taskdocs), ...memoryTools(minds.memories)],
      domains: { shop: shopText },
      minds: driverMinds,
    });
    this.tree = this.t.launch('Begin', domain === undefined ? {} : { domain });
  }

  #take({ purpose, origin, prompt }: LlmRequest): void {
    if (purpose) return;
    const key = `${origin.selfId} ${origin.course}`;
    const list = this.requests.get(key) ?? [];
    this.requests.set(key, [...list, prompt]);
    const { minds } = this.fixture;
    const shown = `${prompt.messages[0]?.content}\n${closingOf(prompt)}`;
    for (const { text } of minds.brief(
      minds.team().team.members.get('lead' as never) ?? assert.fail(),
      goals.slice(0, -9),
    ).taskdoc)
      assert.ok(shown.includes(text.trim()), `the request does not hold ${text}`);
  }

  async do(kind: Deed, at: number): Promise<void> {
    const { t, tree, fixture } = this;
    const { workspace } = fixture;
    switch (kind) {
      case 'say':
        say(t.driver, rootOf(tree), { msgId: `said-${at}`, content: `words ${at}` });
        return;
      case 'answer': {
        const [question] = questionsOf(tree);
        if (question)
          answerQuestion(t.driver, tree, {
            questionId: question.id,
            content: 'continue',
            msgId: `a-${at}`,
            by: byPerson,
          });
        return;
      }
      case 'stop':
        await stopDialogs(t.driver, [...tree.dialogs.values()]);
        continueDialogs(t.driver, tree, [...tree.dialogs.values()]);
        return;
      case 'clear':
        await clearMind(t.driver, rootOf(tree), undefined);
        return;
      case 'restart': {
        const again = t.restart();
        await t.driver.close();
        this.t = again;
        this.tree = await again.onlyTree();
        continueDialogs(again.driver, this.tree, [...this.tree.dialogs.values()]);
        return;
      }
      case 'taskdoc':
        return workspace.write(goals, `by hand ${at}`);
      case 'persona':
        return workspace.write('.minds/team/lead/persona.md', `persona ${at}`);
      case 'team':
        return workspace.write('.minds/team.yaml', team(`Lead${at}`));
      case 'memory':
        return workspace.write(ownMemory, at % 3 === 0 ? '' : `by hand ${at}`);
      case 'agents':
        return workspace.write('AGENTS.md', `agents ${at}`);
    }
  }
}

/** What the next request has to begin with. */
function frontOf({ messages, lasting }: Prompt): string {
  return messages
    .slice(0, lasting)
    .map(message => `${JSON.stringify(message)}\n`)
    .join('');
}

function checkFronts(requests: ReadonlyMap<string, readonly Prompt[]>): void {
  for (const [key, prompts] of requests) {
    for (const [index, prompt] of prompts.entries()) {
      const next = prompts[index + 1];
      if (next) assert.ok(frontOf(next).startsWith(frontOf(prompt)), `request ${index + 2} of ${key} begins anew`);
    }
  }
}

describe('requests of a course', () => {
  it('each begin with the one before but for its closing part, and hold the present taskdoc, over random histories', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.boolean(), fc.array(deed, { maxLength: 14 }), async (seed, believes, deeds) => {
        const fixture = await makeMinds({ '.minds/team.yaml': team('Lead') });
        try {
          const play = new Play(fixture, seed, believes ? 'shop' : undefined);
          for (const [at, { deed, after }] of deeds.entries()) {
            for (let turn = 0; turn < after; turn++) await nextTurn();
            await play.do(deed, at);
          }
          await play.t.driver.quiet(play.tree);
          checkFronts(play.requests);
        } finally {
          await fixture.workspace.remove();
        }
      }),
      runs(12),
    );
  }).timeout(60_000);
});
