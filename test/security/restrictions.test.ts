// Restrictions fail closed (SPEC 18.6): whatever breaks the files they are in, while dialogs run or across a restart,
// no closed folder is read, nothing denied is written and no command runs.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { AgentId, RootId } from '../../src/core/base/ids.ts';
import { rootRef } from '../../src/core/base/ids.ts';
import type { Member } from '../../src/core/team/team.ts';
import { parseTeam } from '../../src/minds/team/team-file.ts';
import { type OpenOptions, openRuntime, type Runtime } from '../../src/runtime.ts';
import { closingOf } from '../support/prompt-parts.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';
import { toldFinding, toldProblem } from '../support/told.ts';

const SECRET = 'the-secret-text';
const team = `member_defaults:
  diligence-push-max: 0
members:
  lead:
    no_read_dirs: [secrets]
    no_write_dirs: [closed]
    policy:
      - {decision: deny, tools: [shell]}
  bob:
    no_read_dirs: [secrets]
    no_write_dirs: [closed]
    policy: [{decision: deny, tools: [shell]}]
`;

/** What becomes of the team file; null deletes it. */
const breakages: Readonly<Record<string, string | null>> = {
  'is empty': '',
  'holds a comment only': '# later\n',
  'is deleted': null,
  'is binary': 'members:\n\0',
  'is a list': '- lead\n',
  'has members as a list': 'members:\n  - lead\n',
  'breaks in the first line': `]${team}`,
  'breaks in the defaults': team.replace('diligence-push-max: 0', 'diligence-push-max: [0'),
  'breaks in the member': team.replace('[secrets]', '[secrets'),
  'breaks in the member before': team.replace('  lead:', '  ann: {name: "Ann}\n  lead:'),
  'ends in the middle of the member': team.slice(0, team.indexOf('    no_write_dirs')).trimEnd().slice(0, -2),
  'misspells members': team.replace('members:\n', 'membres:\n'),
  'misspells the keys': team.replaceAll('no_read_dirs', 'no_reed_dirs').replaceAll('no_write_dirs', 'no_writes'),
  'misspells policy': team
    .replaceAll('policy', 'polices')
    .replaceAll('no_read_dirs', 'noReads')
    .replaceAll('no_write_dirs', 'noWrites'),
  'has texts in place of lists': team.replaceAll('[secrets]', 'secrets').replaceAll('[closed]', 'closed'),
  'has a policy word that is none': team
    .replaceAll('decision: deny', 'decision: forbid')
    .replaceAll('no_read_dirs: [secrets]', 'no_read_dirs: [none]')
    .replaceAll('no_write_dirs: [closed]', 'no_write_dirs: [none]'),
  'has patterns in place of folders': team.replaceAll('[secrets]', '["secr*"]').replaceAll('[closed]', '["clos*"]'),
  'indents the fields too little': team.replace(/ {4}(no_|policy)/g, '  $1').replace('      - {', '    - {'),
  'drops the member': team.slice(0, team.indexOf('  lead:')) + team.slice(team.indexOf('  bob:')),
  'renames the member': team.replace('lead:', 'leader:'),
};

describe('restrictions', function () {
  this.timeout(60_000);
  let workspace: TempWorkspace;
  let runtime: Runtime;
  let policies: unknown;
  let told: string[];

  beforeEach(async () => {
    policies = undefined;
    told = [];
    const calls = [
      { name: 'read_file', args: { path: 'secrets/key.txt' } },
      { name: 'search_text', args: { query: 'secret-text' } },
      { name: 'write_file', args: { path: 'closed/new.txt', content: 'x' } },
      { name: 'run_shell', args: { command: 'touch ran.txt' } },
    ];
    const replies = [
      { when: { contains: 'use the tools' }, tools: calls },
      { when: { contains: 'call bob' }, say: '!?@bob help\n' },
      { say: 'Done.', repeat: true },
    ];
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': team,
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': JSON.stringify({ replies }),
      'secrets/key.txt': `${SECRET}\n`,
      'closed/old.txt': 'old\n',
    });
    // In a git work tree files are written without asking.
    mkdirSync(path.join(workspace.folder, '.git'));
  });
  afterEach(async () => {
    await runtime.close();
    await workspace.remove();
  });

  async function open(more: Partial<OpenOptions> = {}): Promise<void> {
    const log = {
      info: () => {},
      warn: (line: string) => void told.push(line),
      error: (line: string) => void told.push(line),
    };
    const opened = await openRuntime({
      rtws: workspace.folder,
      env: process.env,
      mode: 'drive',
      policies: () => policies,
      log,
      ...more,
    });
    assert.ok(opened.ok, JSON.stringify(opened));
    runtime = opened.runtime;
  }
  /**
   * Starts a dialog of lead while all is well, lets `change` happen, running or across a restart, and has it use its
   * tools.
   */
  async function useAfter(change: () => unknown, when: string): Promise<RootId> {
    await open();
    const started = await runtime.perform({ kind: 'start', text: 'hello', agentId: 'lead' });
    assert.ok(started.ok, JSON.stringify(started));
    await runtime.settled(started.rootId);
    if (when === 'restarted') await runtime.close();
    await change();
    if (when === 'restarted') await open();
    await runtime.perform({ kind: 'say', dialog: rootRef(started.rootId), content: 'use the tools', msgId: 'm-1' });
    await runtime.settled(started.rootId);
    return started.rootId;
  }
  const permissions = async () => (await runtime.questions()).filter(({ kind }) => kind === 'permission');
  async function results(rootId: RootId): Promise<readonly string[]> {
    const viewed = await runtime.view(rootRef(rootId));
    assert.ok(viewed.ok);
    return viewed.view.records.flatMap(record => (record.kind === 'toolReturned' ? [record.content] : []));
  }
  function checkNothingHappened(contents: readonly string[]): void {
    assert.deepEqual(
      contents.filter(content => content.includes(SECRET)),
      [],
    );
    assert.equal(existsSync(path.join(workspace.folder, 'closed/new.txt')), false);
    assert.equal(existsSync(path.join(workspace.folder, 'ran.txt')), false);
  }

  for (const when of ['running', 'restarted']) {
    for (const [what, text] of Object.entries(breakages)) {
      it(`hold when the team file ${what}, ${when}`, async () => {
        const file = path.join(workspace.folder, '.minds/team.yaml');
        const change = () => (text === null ? rmSync(file) : workspace.write('.minds/team.yaml', text));
        const rootId = await useAfter(change, when);
        const contents = await results(rootId);
        assert.equal(contents.length, 4);
        checkNothingHappened(contents);
        assert.deepEqual(await permissions(), []);
      });
    }
  }

  for (const [what, broken] of Object.entries({
    'are no list': { decision: 'deny' },
    'have an unknown decision': [{ decision: 'forbid', tools: ['*'] }],
    'have a misspelt key': [{ decision: 'deny', tool: ['*'] }],
  })) {
    it(`of the settings hold when they ${what}, running`, async () => {
      await workspace.write('.minds/team.yaml', 'members: {lead: {diligence-push-max: 0}}\n');
      policies = [{ decision: 'deny', tools: ['*'] }];
      const rootId = await useAfter(() => {
        policies = broken;
      }, 'running');
      checkNothingHappened(await results(rootId));
      assert.deepEqual(await permissions(), []);
      assert.match(told.join('\n'), /until it is corrected, the last good rules hold/);
    });

    it(`of the settings ask about every call when they ${what}, restarted`, async () => {
      await workspace.write('.minds/team.yaml', 'members: {lead: {diligence-push-max: 0}}\n');
      policies = [{ decision: 'deny', tools: ['*'] }];
      const rootId = await useAfter(() => {
        policies = broken;
      }, 'restarted');
      checkNothingHappened(await results(rootId));
      assert.equal((await permissions()).length, 4);
    });
  }

  it('that cannot be read are told in the log, the problems, doctor, and to the model', async () => {
    const rootId = await useAfter(
      () => workspace.write('.minds/team.yaml', team.replace('no_read', 'no_reed')),
      'restarted',
    );
    const told1 = '@lead: no tools for files, commands and memories, since restrictions cannot be read';
    assert.ok(told.some(line => line.includes(told1)));
    assert.ok(
      runtime
        .problems()
        .map(toldProblem)
        .some(({ message }) => message === told1),
    );
    const checked = await runtime.doctor();
    assert.ok(checked.ok && checked.report.problems.map(toldFinding).some(({ message }) => message.startsWith(told1)));
    const why = '.minds/team.yaml:5:5: unknown key members.lead.no_reed_dirs';
    assert.match((await results(rootId))[0] ?? '', new RegExp(`restrictions cannot be read \\(${why}\\)`));
    const made = await runtime.prompt(rootRef(rootId));
    assert.ok(made.ok && closingOf(made.prompt).includes(why));
    assert.ok(made.prompt.tools.every(({ name }) => !/file|shell|search|memory/.test(name)));
  });

  it('that were read before the file broke hold, and that is told once', async () => {
    await useAfter(() => workspace.write('.minds/team.yaml', `${team}  ann: [`), 'running');
    const held = '@bob: the last valid version applies';
    assert.deepEqual(
      runtime
        .problems()
        .map(toldProblem)
        .flatMap(({ message }) => (message.includes('last valid version') ? [message] : [])),
      [held],
    );
    assert.equal(told.filter(line => line.includes(held)).length, 1);
  });

  it('leave a member that is gone from the team nothing but to answer', async () => {
    const rootId = await useAfter(
      () => workspace.write('.minds/team.yaml', team.replace('lead:', 'leader:')),
      'running',
    );
    const made = await runtime.prompt(rootRef(rootId));
    assert.ok(made.ok);
    assert.deepEqual(made.prompt.tools, []);
    assert.match(closingOf(made.prompt), /You are no longer in the team/);
    await runtime.perform({ kind: 'say', dialog: rootRef(rootId), content: 'call bob', msgId: 'm-2' });
    await runtime.settled(rootId);
    const viewed = await runtime.view(rootRef(rootId));
    assert.ok(viewed.ok);
    const refused = viewed.view.records.flatMap(record => (record.kind === 'tellaskRefused' ? [record.message] : []));
    assert.deepEqual(refused, [
      '@lead is no longer in the team, so it calls nobody. Answer from what you know, or ask @human.',
    ]);
  });
});

describe('a team file with one letter less or more', () => {
  const fields = ['noReadDirs', 'noWriteDirs', 'policy'] as const;
  const restricted = (member: Member | undefined, original: Member) =>
    !member ||
    member.withheld !== undefined ||
    fields.every(field => JSON.stringify(member[field]) === JSON.stringify(original[field]));
  /** Where the meaning lies in names and punctuation, not in a value: a value may be changed on purpose. */
  const structure = [...team.matchAll(/[\w-]+:|^ +(?=\S)|[{[]|: /gm)].flatMap(({ index, 0: part }) =>
    [...part].map((_, offset) => index + offset),
  );

  it('restricts each member as before, or closes it', () => {
    const { members } = parseTeam(team, 't').team;
    const open = structure.flatMap(at => {
      const texts = [
        team.slice(0, at) + team.slice(at + 1),
        ...['x', ' ', ':', '"'].map(c => team.slice(0, at) + c + team.slice(at)),
      ];
      return texts.flatMap(text => {
        const now = parseTeam(text, 't').team.members;
        const opened = ['lead', 'bob'].filter(
          id => !restricted(now.get(id as AgentId), members.get(id as AgentId) as Member),
        );
        return opened.map(id => `${id} in ${JSON.stringify(text.slice(Math.max(0, at - 20), at + 20))}`);
      });
    });
    assert.deepEqual(open, []);
  });
});

describe('an unknown key of a member', () => {
  const closes = (key: string) =>
    parseTeam(`members: {a: {${key}: [s]}}\n`, 't').team.members.get('a' as AgentId)?.withheld !== undefined;

  for (const key of ['no_raed_dirs', 'denied_folders', 'polices', 'forbid', 'NoReadDirs', 'write-paths'])
    it(`closes the member when it may stand for a restriction: ${key}`, () => assert.ok(closes(key)));

  for (const key of ['description', 'role', 'color', 'language', 'notes', 'knows', 'x-no_read_dirs'])
    it(`is only reported when it speaks of no restriction: ${key}`, () => assert.ok(!closes(key)));
});
