import assert from 'node:assert/strict';
import type { AgentId, CallId } from '../../../src/core/base/ids.ts';
import { workLanguage } from '../../../src/core/base/language.ts';
import { handsOf } from '../../../src/core/dialog/hands.ts';
import { type SystemPromptInput, systemParts } from '../../../src/core/prompt/system-prompt.ts';
import type { Member, Team } from '../../../src/core/team/team.ts';
import { parseSegments } from '../../support/parse-segments.ts';
import { buildSystemPrompt, emptyBrief } from '../../support/system-prompt.ts';

const member = (id: string, change: Partial<Member> = {}): Member => ({
  id: id as AgentId,
  name: id,
  diligencePushMax: 3,
  fbr: { effort: 1, tools: true },
  hidden: false,
  ...change,
});
const alice = member('alice', { name: 'Alice' });
const team: Team = {
  dialect: 'tellask',
  members: new Map([alice, member('bob'), member('fuxi', { hidden: true })].map(each => [each.id, each])),
  defaultResponder: alice.id,
};
const input: SystemPromptInput = {
  language: workLanguage('en'),
  dialect: 'tellask',
  team,
  member: alice,
  place: { kind: 'root' },
  brief: emptyBrief,
  tools: ['clear_mind', 'change_mind', 'add_memory', 'mark_done', 'dismiss_subdialog'],
  diligence: true,
  questionsBelow: [],
  openCalls: [],
  registered: [],
};
const sub = { kind: 'sub', tellasker: 'bob' as AgentId, path: ['carol', 'bob'] as AgentId[] } as const;

const build = (change: Partial<SystemPromptInput> = {}) => buildSystemPrompt({ ...input, ...change });

/** Checks that these texts come in this order. */
function checkOrder(prompt: string, texts: readonly string[]): void {
  let from = 0;
  for (const text of texts) {
    const at = prompt.indexOf(text, from);
    assert.ok(at >= 0, `${text} is missing or out of order`);
    from = at + text.length;
  }
}

describe('the system prompt', () => {
  // Commands are held by policies and the person's leave; only their folder is guarded.
  it('says that file tools refuse what the runtime keeps, and asks that commands leave it alone', () => {
    assert.match(build(), /File tools refuse `\*\.tsk\/`, `\.minds\/`, `\.dialogs\/`; change none by shell\./);
    assert.match(
      build({ language: workLanguage('zh') }),
      /别用文件工具或命令改动 `\*\.tsk\/`、`\.minds\/`、`\.dialogs\/`。/,
    );
  });

  // A course that began with an earlier version knows its parts by these names: a renamed one would be told as gone.
  it('has parts of fixed names', () => {
    const { fixed, open } = systemParts(input);
    assert.deepEqual(
      [fixed, open].map(parts => parts.map(({ id }) => id).join(' ')),
      [
        'identity role place today workspace team commands withheld tellasks human about-taskdoc clarity manner end env agents skills knowledge lessons',
        'questions aside calls registered',
      ],
    );
  });

  it('puts everything in a fixed order', () => {
    const prompt = build({
      brief: {
        persona: 'PERSONA',
        knowledge: 'KNOWLEDGE',
        lessons: 'LESSONS',
        env: 'ENV',
        agents: 'AGENTS',
        skills: [],
        sharedMemories: [{ path: 'shared/one', text: 'SHARED' }],
        ownMemories: [
          { path: 'own', text: 'OWN' },
          { path: '', text: 'LEFT OUT' },
        ],
        taskdoc: [{ name: 'goals', text: 'TASKDOC' }],
      },
      questionsBelow: [{ agentId: 'bob' as AgentId, headline: 'Which port?\n' }],
      openCalls: [
        {
          callId: 'c7' as CallId,
          agentId: 'bob' as AgentId,
          headline: '@bob look\n',
          since: '2026-01-01T09:05:22.000Z',
          told: [{ content: 'TOLD' }, { content: 'TOLD BY THE PERSON', by: 'person' }],
        },
      ],
      aside: { because: 'words' },
      registered: [{ agentId: 'bob' as AgentId, session: 'market' }],
    });
    checkOrder(prompt, [
      'You are Alice (@alice)',
      'PERSONA',
      'root dialog',
      '- @alice Alice (you)\n- @bob',
      '!?@bob !tellaskSession',
      '!?@human',
      'change_mind',
      'clear_mind',
      'add_memory',
      'mark_done',
      'you are reminded',
      'ENV',
      'AGENTS',
      'KNOWLEDGE',
      'LESSONS',
      '## shared/one\n\nSHARED',
      '## own\n\nOWN',
      'LEFT OUT',
      'TASKDOC',
      '- @bob: Which port?',
      'in an aside',
      '- c7 (@bob, 2026-01-01 09:05 UTC): @bob look',
      'you told them: TOLD',
      'the person told them: TOLD BY THE PERSON',
      '- @bob market',
    ]);
  });

  it('tells what teammates are for and can do, and of the member itself only what it is for', () => {
    const bob = member('bob', { description: 'Reviews changes', toolsets: ['read'] });
    const own = { ...alice, description: 'Leads' };
    const of = (language: string) =>
      build({
        language: workLanguage(language),
        team: { ...team, members: new Map([own, bob].map(each => [each.id, each])) },
        member: own,
        handsOf: each => handsOf(each, [], true),
      });
    assert.match(of('en'), /\n- @alice Alice \(you\): Leads\n- @bob: Reviews changes \(reads\)\n/);
    assert.match(of('zh'), /\n- @alice Alice \(你\)：Leads\n- @bob：Reviews changes（可读）\n/);
  });

  it('does not list hidden members', () => assert.doesNotMatch(build(), /@fuxi/));

  it('tells a subdialog its place, its tellasker and how it answers', () => {
    const prompt = build({ place: sub, tools: ['clear_mind'] });
    checkOrder(prompt, [
      '@carol › @bob › you',
      '@bob tellasked you',
      '`!?@tellasker …`',
      'cannot change it',
      'this assignment only',
      'is your answer',
      'act instead of announcing',
    ]);
    assert.doesNotMatch(prompt, /mark_done|change_mind|you are reminded/);
  });

  it('tells a subdialog whose assignment is answered that no caller waits', () => {
    assert.match(build({ place: { kind: 'sub', path: sub.path } }), /nobody waits for it/);
  });

  it('does not offer @tellasker to a root dialog', () => assert.doesNotMatch(build(), /@tellasker/));

  it('does not name the registered subdialogs in a subdialog', () => {
    const registered = [{ agentId: 'bob' as AgentId, session: 'market' }];
    assert.doesNotMatch(build({ place: sub, registered }), /market/);
  });

  it('explains no tool that the member does not have', () => {
    assert.doesNotMatch(build({ tools: [] }), /clear_mind|change_mind|add_memory|mark_done|wait_for/);
    assert.match(build({ tools: ['wait_for'] }), /wait_for/);
  });

  it('says that the model cannot call tools, and explains none', () => {
    for (const because of ['words', 'answers'] as const) {
      const withheld = { kind: 'model' } as const;
      const prompt = build({ member: { ...alice, withheld }, tools: [], diligence: false, aside: { because } });
      assert.match(prompt, /# Tools withheld\n\nYour model cannot call tools/);
      assert.match(prompt, /!\?@bob !tellaskSession[\s\S]*!\?@human question/);
      assert.doesNotMatch(prompt, /clear_mind|change_mind|mark_done|File tools|reminders|use tools|dismiss_subdialog/i);
    }
  });

  it('says so when @self is off, and when nothing pushes', () => {
    assert.match(build({ member: { ...alice, fbr: { effort: 0, tools: true } } }), /switched off/);
    assert.doesNotMatch(build({ diligence: false }), /you are reminded/);
  });

  it('speaks of no tellasks to a mind that makes none', () => {
    assert.doesNotMatch(build({ tellasks: false }), /tellaskSession|@human/);
  });

  for (const language of ['en', 'zh'].map(workLanguage)) {
    it(`teaches the syntax of the dialect in force, and no other (${language.tag})`, () => {
      const tellask = build({ language, place: sub });
      const texting = build({ language, place: sub, dialect: 'texting' });
      assert.match(tellask, /!\?@name|!\?@名字/);
      assert.match(tellask, /!tellaskSession/);
      assert.doesNotMatch(tellask, /!topic/);
      assert.match(texting, /!topic/);
      assert.doesNotMatch(texting, /!\?|tellaskSession/);
    });

    it(`says in the texting dialect that a blank line ends the new goals (${language.tag})`, () => {
      const texting = build({ language, dialect: 'texting' });
      assert.match(texting, /@change_mind`.*(without blank lines|不能有空行)/);
    });

    it(`shows an example that the parser takes as it is meant (${language.tag})`, () => {
      for (const dialect of ['tellask', 'texting'] as const) {
        const names = new Set(['reviewer', 'alice', 'bob']);
        const segments = parseSegments(build({ language, dialect, place: sub }), { dialect, names });
        const [example, ...others] = segments.filter(({ kind }) => kind === 'tellask');
        assert.deepEqual(others, []);
        assert.ok(example?.kind === 'tellask' && example.valid);
        assert.equal(example.mention, 'bob');
        assert.equal(example.session, 'login-form');
        assert.equal(example.body.trim().split('\n').length, 2);
      }
    });

    it(`never shows a member a call to herself (${language.tag})`, () => {
      const alone = { ...team, members: new Map([[alice.id, alice]]) };
      for (const dialect of ['tellask', 'texting'] as const) {
        assert.match(build({ language, dialect, member: member('bob') }), /^(!\?)?@alice !/m);
        assert.match(build({ language, dialect, team: alone }), /^(!\?)?@teammate-id !/m);
      }
    });

    it(`is the same for the same input, and short (${language.tag})`, () => {
      assert.equal(build({ language }), build({ language }));
      for (const dialect of ['tellask', 'texting'] as const)
        for (const place of [input.place, sub]) {
          const bytes = Buffer.byteLength(build({ language, dialect, place }));
          assert.ok(bytes <= 4600, `${dialect} ${place.kind}: ${bytes} bytes`);
        }
    });
  }

  it('names the work language, in English where there are no texts in it', () => {
    for (const [tag, told] of [
      ['en', 'Write English unless'],
      ['fr', 'Write French unless'],
      ['pt_BR.UTF-8', 'Write Brazilian Portuguese unless'],
      ['zh', '请用中文书写'],
    ]) {
      assert.ok(build({ language: workLanguage(tag) }).includes(told ?? ''), tag);
    }
  });

  it('is Chinese throughout in Chinese', () => {
    const prompt = build({ language: workLanguage('zh') });
    const english = prompt.split('\n').filter(line => !/[\u4e00-\u9fff]/.test(line) && line.trim() !== '');
    assert.deepEqual(english, ['- @bob']);
  });
});
