import assert from 'node:assert/strict';
import { sayFault } from '../../src/words/say.ts';
import { toldProblem } from '../support/told.ts';
import { type MindsFixture, makeMinds } from './minds-support.ts';

describe('files of .minds/ and of taskdocs that nothing reads', () => {
  let fixture: MindsFixture | undefined;
  afterEach(async () => {
    await fixture?.workspace.remove();
    fixture = undefined;
  });

  const check = async (files: Readonly<Record<string, string>>, expected: readonly string[]) => {
    fixture = await makeMinds({ '.minds/team.yaml': 'members: {alice: {}}\n', ...files });
    const problems = fixture.minds.problems(['x.tsk']);
    assert.deepEqual(
      problems.map(toldProblem).map(({ file, message, remedy }) => `${file}: ${message} — ${remedy}`),
      expected,
    );
    for (const { fault } of problems) {
      const { message, remedy } = sayFault(fault, 'zh');
      assert.match(message, /\p{Script=Han}/u);
      assert.match(remedy, /\p{Script=Han}/u);
    }
  };

  it('are told when they belong to a member that the team does not have', () =>
    check({ '.minds/team/alise/persona.md': 'P', '.minds/memory/individual/robert/a.md': 'M' }, [
      '.minds/team/alise: nothing reads it — Did you mean `alice`?',
      '.minds/memory/individual/robert: nothing reads it — Remove it, or add the member to `.minds/team.yaml`.',
    ]));

  it('are told when their name is misspelt', () =>
    check(
      {
        '.minds/teams.yaml': '',
        '.minds/team.yml': '',
        '.minds/enw.md': '',
        '.minds/playbook.yaml': '',
        '.minds/team/alice/personna.zh.md': '',
        '.minds/team/alice/skills.md': '',
        '.minds/memory/shared/a.md': '',
        '.minds/memory/team_share/a.md': '',
        '.minds/domains/kitchen.yml': '',
      },
      [
        '.minds/enw.md: nothing reads it — Did you mean `env.md`?',
        '.minds/team.yml: nothing reads it — Did you mean `team.yaml`?',
        '.minds/teams.yaml: nothing reads it — Did you mean `team.yaml`?',
        '.minds/team/alice/personna.zh.md: nothing reads it — Did you mean `persona.md`?',
        '.minds/team/alice/skills.md: nothing reads it — Known here: persona.md, knowledge.md, lessons.md, and with a language, like persona.zh.md.',
        '.minds/memory/shared: nothing reads it — Put it into one of: team_shared, individual.',
        '.minds/memory/team_share: nothing reads it — Did you mean `team_shared`?',
        '.minds/domains/kitchen.yml: nothing reads it — Name it `<domain>.yaml`.',
      ],
    ));

  it('are told when a memory is of another kind, or lies too deep', () =>
    check(
      {
        '.minds/memory/team_shared/a.txt': '',
        '.minds/memory/team_shared/picture.png': '',
        '.minds/memory/individual/alice/1/2/3/4/x.md': '',
      },
      [
        '.minds/memory/team_shared/a.txt: nothing reads it — Name it `<name>.md`.',
        '.minds/memory/individual/alice/1/2/3/4: nothing reads it — Memories lie at most 4 folders deep.',
      ],
    ));

  it('are told in the folders of a taskdoc', () =>
    check(
      {
        'x.tsk/goal.md': '',
        'x.tsk/ideas.md': '',
        'x.tsk/bearinmind/risk.md': '',
        'x.tsk/bearinmind/other.md': '',
        'x.tsk/more/a.md': '',
      },
      [
        'x.tsk/goal.md: nothing reads it — Did you mean `goals.md`?',
        'x.tsk/ideas.md: nothing reads it — Put it into a folder of the package, its category.',
        'x.tsk/bearinmind/other.md: nothing reads it — Put it into another category; this one holds contracts, acceptance, grants, runbook, decisions, risks.',
        'x.tsk/bearinmind/risk.md: nothing reads it — Did you mean `risks.md`?',
      ],
    ));

  it('are not what every language and member may have', () =>
    check(
      {
        '.minds/team/alice/persona.pt-BR.md': 'P',
        '.minds/team/fuxi/lessons.md': 'L',
        '.minds/env.fr.md': 'E',
        '.minds/diligence.md': 'D',
        '.minds/memory/individual/alice/deep/a.md': 'M',
        'x.tsk/goals.md': 'G',
      },
      [],
    ));
});
