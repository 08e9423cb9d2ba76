// Skills: who is offered which, what reading one gives, and what is wrong with a broken one (SPEC 22.5).

import assert from 'node:assert/strict';
import { mkdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { said } from '../support/in-english.ts';
import { buildSystemPrompt } from '../support/system-prompt.ts';
import { makeTempWorkspace, type WorkspaceFiles } from '../support/temp-workspace.ts';
import { toldProblem } from '../support/told.ts';
import type { MindsFixture } from './minds-support.ts';
import { makeMinds } from './minds-support.ts';

/** As they lie in public repositories: with keys of others, folded texts, and colons that nobody quoted. */
const files: WorkspaceFiles = {
  '.minds/skills/release/SKILL.md':
    '---\nname: release\ndescription: >\n  Cut a release.\n  Use before tagging.\n---\n\n# Release\n\nRun the script.\n',
  '.minds/skills/release/scripts/tag.sh': '#!/bin/sh\n',
  '.minds/skills/release/reference.md': 'More.',
  '.agents/skills/release/SKILL.md': '---\nname: release\ndescription: the second of that name\n---\nNo.\n',
  '.claude/skills/pdf/SKILL.md':
    '---\nname: pdf\ndescription: Work with PDFs. Use when: a form is to be filled\nlicense: MIT\nallowed-tools: Read, Bash\n---\nRead the form.\n',
  '.github/skills/review/SKILL.md':
    '---\r\ndescription: Review a change\r\nmetadata:\r\n  version: "1"\r\n---\r\nLook twice.\r\n',
  '.github/skills/empty/SKILL.md': 'No front matter.\n',
  '.github/skills/notes.md': 'no skill',
};

describe('skills', () => {
  let fixture: MindsFixture;
  afterEach(() => fixture.workspace.remove());
  const open = async (given: WorkspaceFiles = files) => {
    fixture = await makeMinds(given);
    return fixture.minds;
  };

  it('are found in four folders by name and description; of two with a name the first one counts', async () => {
    const { skills } = await open();
    assert.deepEqual(
      skills.list().map(({ name, description, folder }) => [name, description, folder]),
      [
        ['release', 'Cut a release. Use before tagging.', '.minds/skills/release'],
        ['pdf', 'Work with PDFs. Use when: a form is to be filled', '.claude/skills/pdf'],
        ['review', 'Review a change', '.github/skills/review'],
      ],
    );
  });

  it('are read with the names of their other files, and file by file', async () => {
    const { skills } = await open();
    assert.deepEqual(said(skills.read('release')), {
      ok: true,
      message:
        '# Release\n\nRun the script.\n\nFiles of this skill in .minds/skills/release/: reference.md, scripts/tag.sh',
    });
    assert.deepEqual(said(skills.read('release', 'reference.md')), { ok: true, message: 'More.' });
    assert.deepEqual(said(skills.read('pdf')), { ok: true, message: 'Read the form.' });
  });

  it('give no file outside of their folder, and say what there is instead', async () => {
    const { skills } = await open({ ...files, '.minds/llm.yaml': 'model: secret\n' });
    for (const file of ['../../llm.yaml', '/etc/hostname', 'none.md']) {
      const read = said(skills.read('release', file));
      assert.equal(read.ok, false, file);
      assert.match(read.message, /Its files: SKILL\.md, reference\.md, scripts\/tag\.sh\./);
    }
    assert.deepEqual(said(skills.read('cook')), {
      ok: false,
      message: 'There is no skill cook. Skills: release, pdf, review.',
    });
  });

  it('without a description are not offered, and named as a problem', async () => {
    const minds = await open();
    assert.deepEqual(
      minds.problems().map(problem => `${problem.file}: ${toldProblem(problem).message}`),
      ['.github/skills/empty/SKILL.md: not offered: it has no description'],
    );
  });

  it('stand in the system prompt of those who can read them, in both languages', async () => {
    const { brief, team } = await open();
    const [member] = team().team.members.values();
    assert.ok(member);
    const prompt = (tools: readonly string[], texts: 'en' | 'zh') =>
      buildSystemPrompt({
        language: { tag: texts, name: texts, texts },
        dialect: 'tellask',
        team: team().team,
        member,
        place: { kind: 'root' },
        brief: brief(member, 'tasks/x.tsk'),
        tools,
        diligence: false,
        questionsBelow: [],
        openCalls: [],
        registered: [],
      });
    assert.match(
      prompt(['read_skill'], 'en'),
      /# Skills\n\nInstructions for .*\n\n- release: Cut a release\. Use before tagging\.\n- pdf: /,
    );
    assert.match(prompt(['read_skill'], 'zh'), /# 技能\n\n.*`read_skill`.*\n\n- release: /);
    assert.doesNotMatch(prompt([], 'en'), /Skills/);
  });

  it('that are links count as what they lead to, if that is in the workspace', async () => {
    const { skills } = await open({ '.agents/skills/pdf/SKILL.md': '---\ndescription: Work with PDFs\n---\nRead.\n' });
    const outside = await makeTempWorkspace({ 'SKILL.md': '---\ndescription: Of others\n---\nSecret.\n' });
    const at = (name: string) => path.join(fixture.workspace.folder, '.claude/skills', name);
    await mkdir(path.dirname(at('linked')), { recursive: true });
    await symlink('../../.agents/skills/pdf', at('linked'));
    await symlink(outside.folder, at('outside'));
    await symlink('../../nowhere', at('dangling'));
    fixture.minds.renew();
    assert.deepEqual(
      skills.list().map(({ name, folder }) => [name, folder]),
      [
        ['pdf', '.agents/skills/pdf'],
        ['linked', '.claude/skills/linked'],
      ],
    );
    assert.deepEqual(said(skills.read('linked')), { ok: true, message: 'Read.' });
    await rm(at('linked'));
    await symlink(outside.folder, at('linked'));
    assert.equal(said(skills.read('linked')).ok, false);
    await outside.remove();
  });

  it('follow their files', async () => {
    const minds = await open({});
    assert.deepEqual(minds.skills.list(), []);
    await fixture.workspace.write(
      '.agents/skills/new/SKILL.md',
      '---\nname: new\ndescription: Just made\n---\nDo it.\n',
    );
    minds.renew();
    assert.deepEqual(
      minds.skills.list().map(({ name }) => name),
      ['new'],
    );
  });
});
