import assert from 'node:assert/strict';
import type { AgentId, DialogId } from '../../../src/core/base/ids.ts';
import { promptTexts } from '../../../src/core/prompt/prompt-texts.ts';
import type { Member, Team } from '../../../src/core/team/team.ts';
import type { Speaker, TellaskRoute } from '../../../src/core/tellask/route.ts';
import { routeTellask } from '../../../src/core/tellask/route.ts';
import type { TellaskProblem } from '../../../src/core/tellask/segment.ts';

const member = (id: string, change: Partial<Member> = {}): [AgentId, Member] => [
  id as AgentId,
  { id: id as AgentId, name: id, diligencePushMax: 3, fbr: { effort: 1, tools: true }, hidden: false, ...change },
];

const team: Team = {
  dialect: 'tellask',
  members: new Map([
    member('lead'),
    member('coder'),
    member('thinker', { fbr: { effort: 3, tools: true } }),
    member('doer', { fbr: { effort: 0, tools: true } }),
    member('fuxi', { hidden: true }),
  ]),
  defaultResponder: 'lead' as AgentId,
};

const inRoot = (agentId = 'lead'): Speaker => ({ agentId: agentId as AgentId, dialect: 'tellask' });
const calledBy = (caller: string, agentId = 'coder'): Speaker => ({
  ...inRoot(agentId),
  caller: { dialogId: 'd1' as DialogId, agentId: caller as AgentId },
});

function route(headline: string, speaker: Speaker): TellaskRoute {
  const [, mention = '', session] = /^@([\w-]+)(?: !tellaskSession ([\w-]+))?/.exec(headline) ?? [];
  const tellask = { kind: 'tellask', valid: true, mention, headline, body: '' } as const;
  return routeTellask(session === undefined ? tellask : { ...tellask, session }, speaker, team);
}

const english = promptTexts('en').results;

describe('routing a tellask', () => {
  const cases: readonly [headline: string, speaker: Speaker, what: string, expected: object][] = [
    ['@human which?', inRoot(), 'the human, from a root', { kind: 'human' }],
    ['@human which?', calledBy('lead'), 'the human, from a subdialog', { kind: 'human' }],
    ['@tellasker what?', calledBy('lead'), 'the caller', { kind: 'tellaskBack', to: 'd1', agentId: 'lead' }],
    ['@lead what?', calledBy('lead'), 'the caller by its name', { kind: 'tellaskBack', to: 'd1', agentId: 'lead' }],
    [
      '@lead !tellaskSession s',
      calledBy('lead'),
      'a registered one',
      { kind: 'registered', agentId: 'lead', session: 's' },
    ],
    ['@lead what?', calledBy('thinker'), 'a fresh one', { kind: 'fresh', agentId: 'lead', count: 1 }],
    ['@coder do', inRoot(), 'a fresh one', { kind: 'fresh', agentId: 'coder', count: 1 }],
    ['@coder !tellaskSession s', inRoot(), 'a registered one', { kind: 'registered', agentId: 'coder', session: 's' }],
    ['@fuxi look', inRoot(), 'a hidden member by its exact id', { kind: 'fresh', agentId: 'fuxi', count: 1 }],
    ['@self think', inRoot(), 'a fresh start of itself', { kind: 'fresh', agentId: 'lead', count: 1 }],
    ['@self think', calledBy('coder'), 'itself, never its caller', { kind: 'fresh', agentId: 'coder', count: 1 }],
    ['@self think', inRoot('thinker'), 'as many as its effort', { kind: 'fresh', agentId: 'thinker', count: 3 }],
    [
      '@self !tellaskSession s',
      inRoot('doer'),
      'a registered one of itself',
      { kind: 'registered', agentId: 'doer', session: 's' },
    ],
  ];
  for (const [headline, speaker, what, expected] of cases) {
    it(`${headline} of ${speaker.agentId}${speaker.caller ? `, called by ${speaker.caller.agentId},` : ''} goes to ${what}`, () =>
      assert.deepEqual(route(headline, speaker), expected));
  }

  it('names the teammates that are shown when there is none of that name', () => {
    const refused = route('@nobody help', inRoot());
    assert.equal(refused.kind === 'refused' && refused.reason, 'unknown-member');
    assert.match(
      refused.kind === 'refused' ? refused.message(english) : '',
      /@nobody.*@lead, @coder, @thinker, @doer;/,
    );
    assert.doesNotMatch(refused.kind === 'refused' ? refused.message(english) : '', /fuxi/);
  });

  it('refuses @tellasker in a root and @self of a member whose effort is 0', () => {
    const reasons = [route('@tellasker what?', inRoot()), route('@self think', inRoot('doer'))].map(refused =>
      refused.kind === 'refused' ? refused.reason : '',
    );
    assert.deepEqual(reasons, ['no-tellasker', 'fbr-off']);
  });

  it('@ask_human means the human in dialogs of the texting dialect only', () => {
    assert.equal(route('@ask_human which?', { ...inRoot(), dialect: 'texting' }).kind, 'human');
    assert.equal(route('@ask_human which?', inRoot()).kind, 'refused');
  });

  it('reports every malformed block with what is wrong', () => {
    const problems: TellaskProblem[] = [
      'missing-mention',
      'invalid-mention',
      'invalid-session',
      'conflicting-session',
      'session-not-allowed',
    ];
    const messages = problems.map(problem => {
      const refused = routeTellask(
        { kind: 'tellask', valid: false, problem, mention: '', headline: 'x', body: '' },
        inRoot(),
        team,
      );
      assert.equal(refused.kind === 'refused' && refused.reason, 'malformed');
      return refused.kind === 'refused' ? refused.message(english) : '';
    });
    assert.equal(new Set(messages).size, problems.length);
    for (const message of messages) assert.match(message, /Nobody was called/);
  });
});
