// Trust at the command line: asked for once at a terminal, given by a flag, kept outside of the folder (SPEC 18.6).
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openRuntime } from '../../src/runtime.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';
import { type CliSurroundings, runDominds, settledOf } from './run-support.ts';

const allowing = `members:
  lead: {diligence-push-max: 0, policy: [{decision: allow, commands: ['touch *']}]}
`;

describe('trust at the command line', () => {
  let place: TempWorkspace;
  beforeEach(async () => {
    place = await makeTempWorkspace({
      'rtws/.minds/team.yaml': allowing,
      'rtws/.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      'rtws/.minds/p.yaml': `replies:
  - {when: {agent: lead, contains: go}, tools: [{name: run_shell, args: {command: touch hi}}]}
  - {say: Done., repeat: true}
`,
    });
  });
  afterEach(() => place.remove());

  const dominds = (argv: readonly string[], surroundings: CliSurroundings = {}) => {
    const env = { ...process.env, XDG_CONFIG_HOME: path.join(place.folder, 'home') };
    return runDominds(argv, { openRuntime, cwd: path.join(place.folder, 'rtws'), env, ...surroundings });
  };
  const asking = (answer: string) => {
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return answer;
    };
    return { asked, ask };
  };

  it('is not there by itself: a rule that allows counts for nothing, which is said in one line', async () => {
    const run = await dominds(['start', 'go', '--json']);
    assert.equal(run.code, 3);
    assert.equal(settledOf(run).questions[0]?.kind, 'permission');
    const said = run.stderr.split('\n').filter(line => line.includes('not trusted'));
    assert.equal(said.length, 1);
    assert.match(
      said[0] ?? '',
      /^dominds: this folder is not trusted: withheld what \.minds\/team\.yaml allows \(lets lead use `touch \*` without asking\) — add --trust to allow it$/,
    );
  });

  it('is given by --trust, and kept outside of the folder', async () => {
    assert.equal((await dominds(['start', 'go', '--json', '--trust'])).code, 0);
    const later = await dominds(['--json', 'start', 'go']);
    assert.equal(later.code, 0);
    assert.doesNotMatch(later.stderr, /not trusted/);
    assert.match(readFileSync(path.join(place.folder, 'home/dominds/folders.json'), 'utf8'), /"word": "trusted"/);
  });

  it('holds for what was there when it was given: what changes under a running command is withheld, and said once', async () => {
    await place.write('rtws/.minds/team.yaml', allowing.replace('touch', 'ls'));
    const changing: CliSurroundings['openRuntime'] = async options => {
      await place.write('rtws/.minds/team.yaml', allowing);
      return openRuntime(options);
    };
    const run = await dominds(['start', 'go', '--json', '--trust'], { openRuntime: changing });
    assert.equal(settledOf(run).questions[0]?.kind, 'permission');
    assert.deepEqual(
      run.stderr.split('\n').filter(line => line.includes('has changed since')),
      [
        'dominds: this folder has changed since this command began: withheld what .minds/team.yaml allows (lets lead use `touch *` without asking) — run dominds doctor --trust in it to allow it',
      ],
    );
  });

  it('is shown and given by the health check, which running commands follow', async () => {
    await dominds(['start', 'hello', '--trust']);
    assert.doesNotMatch((await dominds(['doctor'])).stderr, /trusted/);
    await place.write('rtws/.mcp.json', '{"mcpServers": {"late": {"command": "touch", "args": ["ran"]}}}');
    assert.match(
      (await dominds(['doctor'])).stderr,
      /not trusted: withheld what .*starts late: touch ran\) — add --trust/,
    );
    assert.doesNotMatch((await dominds(['doctor', '--trust'])).stderr, /trusted/);
    assert.doesNotMatch((await dominds(['start', 'hello'])).stderr, /trusted/);
  });

  it('keeps a server from starting that came into the folder while a command runs', async () => {
    const cp = 'cp late.json .mcp.json';
    await place.write('rtws/late.json', '{"mcpServers": {"late": {"command": "touch", "args": ["ran"]}}}');
    await place.write(
      'rtws/.minds/team.yaml',
      `members: {lead: {toolsets: [shell, 'mcp:late'], diligence-push-max: 0, policy: [{decision: allow, commands: ['${cp}']}]}}`,
    );
    await place.write(
      'rtws/.minds/p.yaml',
      `replies: [{when: {contains: go}, tools: [{name: run_shell, args: {command: ${cp}}}]}, {say: Done., repeat: true}]`,
    );
    const run = await dominds(['start', 'go', '--trust', '--json']);
    assert.equal(run.code, 0);
    assert.ok(existsSync(path.join(place.folder, 'rtws/.mcp.json')));
    assert.ok(!existsSync(path.join(place.folder, 'rtws/ran')));
    assert.match(
      run.stderr,
      /changed since this command began: withheld what \.mcp\.json allows \(starts late: touch ran\)/,
    );
  });

  it('is missed where a command began in a folder that did nothing by itself, which is said then too', async () => {
    await place.write('rtws/.minds/team.yaml', `members: {lead: {toolsets: ['mcp:late'], diligence-push-max: 0}}`);
    const late = '{"mcpServers": {"late": {"command": "touch", "args": ["ran"]}}}';
    const changing: CliSurroundings['openRuntime'] = async options => {
      await place.write('rtws/.mcp.json', late);
      return openRuntime(options);
    };
    const run = await dominds(['start', 'hello', '--json'], { openRuntime: changing });
    assert.equal(run.code, 0);
    assert.ok(!existsSync(path.join(place.folder, 'rtws/ran')));
    assert.match(
      run.stderr,
      /withheld what \.mcp\.json allows \(starts late: touch ran\) — run dominds doctor --trust/,
    );
    await place.write('rtws/.mcp.json', '{}');
    const trusting: CliSurroundings['openRuntime'] = async options => {
      await place.write('rtws/.mcp.json', late);
      await dominds(['doctor', '--trust']);
      return openRuntime(options);
    };
    const followed = await dominds(['start', 'hello', '--json'], { openRuntime: trusting });
    assert.doesNotMatch(followed.stderr, /withheld/);
    assert.ok(existsSync(path.join(place.folder, 'rtws/ran')));
  });

  it('counts in a command that began without it, from the moment it is given', async () => {
    const trusting: CliSurroundings['openRuntime'] = async options => {
      const opened = await openRuntime(options);
      assert.equal((await dominds(['doctor', '--trust'])).code, 0);
      return opened;
    };
    const run = await dominds(['start', 'go', '--json'], { openRuntime: trusting });
    assert.deepEqual([run.code, settledOf(run).questions], [0, []]);
    assert.equal(run.stderr.split('\n').filter(line => line.includes('withheld')).length, 1);
  });

  it('is not needed for servers that whoever opens a folder hands over', async () => {
    await place.write('rtws/.minds/team.yaml', `members: {lead: {toolsets: [mcp], diligence-push-max: 0}}`);
    const transport = { kind: 'stdio', command: 'touch', args: ['ran'], env: {} } as const;
    const handed = [{ name: 'theirs', timeoutS: 60, transport, at: { file: 'the editor' } }];
    const handing: CliSurroundings['openRuntime'] = options => openRuntime({ ...options, handedServers: () => handed });
    assert.equal((await dominds(['start', 'hello'], { openRuntime: handing })).code, 0);
    assert.ok(existsSync(path.join(place.folder, 'rtws/ran')));
  });

  it('is asked for in Chinese too', async () => {
    await place.write('rtws/.minds/mcp.yaml', 'servers: {weather: {command: touch, args: [ran]}}\n');
    const { asked, ask } = asking('否');
    await dominds(['start', 'go'], { ask, env: { DOMINDS_LANG: 'zh' } });
    assert.match(
      asked[0] ?? '',
      /^ {2}\.minds\/team\.yaml 让 lead 不经询问使用 `touch \*`\n {2}\.minds\/mcp\.yaml 启动 weather：touch ran$/m,
    );
  });

  it('is asked for once at a terminal, with all that the folder would do', async () => {
    await place.write('rtws/.minds/mcp.yaml', 'servers: {weather: {command: touch, args: [ran]}}\n');
    const { asked, ask } = asking('y');
    assert.equal((await dominds(['start', 'go'], { ask })).code, 0);
    assert.equal((await dominds(['start', 'go'], { ask })).code, 0);
    assert.deepEqual(asked, [
      `The folder ${path.join(place.folder, 'rtws')} wants to do this without asking you:
  .minds/team.yaml lets lead use \`touch *\` without asking
  .minds/mcp.yaml starts weather: touch ran
Do you trust it? y: yes, remember it until this changes. n: no. [y/n] `,
    ]);
  });

  it('is asked for again when what the folder may do has changed, and not when something else has', async () => {
    await dominds(['start', 'go', '--trust']);
    const { asked, ask } = asking('n');
    await place.write('rtws/.minds/team.yaml', allowing.replace('lead: {', 'lead: {name: Lead, '));
    assert.equal((await dominds(['start', 'go'], { ask })).code, 0);
    assert.equal(asked.length, 0);
    await place.write('rtws/.minds/team.yaml', allowing.replace('touch *', '*'));
    assert.equal((await dominds(['start', 'go'], { ask })).code, 3);
    assert.equal(asked.length, 1);
  });

  it('is not asked for again after no, nor where there is nothing to trust; a blank answer is no answer', async () => {
    const blank = asking('');
    for (const _ of [1, 2]) assert.equal((await dominds(['start', 'go'], blank)).code, 3);
    assert.equal(blank.asked.length, 2);
    const no = asking('No');
    for (const _ of [1, 2]) assert.equal((await dominds(['start', 'go'], no)).code, 3);
    assert.equal(no.asked.length, 1);
    await place.write('rtws/.minds/team.yaml', allowing.replace('allow', 'ask'));
    const { asked, ask } = asking('y');
    const run = await dominds(['start', 'go'], { ask });
    assert.deepEqual([run.code, asked], [3, []]);
    assert.doesNotMatch(run.stderr, /trust/);
  });

  it('keeps a server of the folder from starting, for prompts as well', async () => {
    await place.write('rtws/.minds/team.yaml', 'members: {lead: {toolsets: [mcp], diligence-push-max: 0}}\n');
    await place.write('rtws/.minds/mcp.yaml', 'servers: {weather: {command: touch, args: [ran]}}\n');
    const started = await dominds(['start', 'hello', '--json']);
    assert.equal(started.code, 0);
    assert.match(started.stderr, /\(starts weather: touch ran\) — add --trust/);
    await dominds(['prompt', settledOf(started).rootId, '--json']);
    assert.equal(existsSync(path.join(place.folder, 'rtws/ran')), false);
    await dominds(['prompt', settledOf(started).rootId, '--json', '--trust']);
    assert.equal(existsSync(path.join(place.folder, 'rtws/ran')), true);
  });

  it('is asked for where a folder would send notices, as they carry addresses that answer questions', async () => {
    await place.write('rtws/.minds/team.yaml', 'members: {lead: {diligence-push-max: 0}}\n');
    await place.write('rtws/.minds/notify.yaml', 'transports:\n  - {kind: slack, url: "https://chat.example/in"}\n');
    const { asked, ask } = asking('no');
    await dominds(['start', 'hello'], { ask });
    assert.match(asked[0] ?? '', /^ {2}\.minds\/notify\.yaml sends notices to slack chat\.example$/m);
  });

  it('is asked for where a folder would start dialogs by schedule', async () => {
    await place.write('rtws/.minds/team.yaml', 'members: {lead: {diligence-push-max: 0}}\n');
    await place.write('rtws/.minds/schedules.yaml', '- {name: nightly, cron: "0 3 * * *", task: Check.}\n');
    const { asked, ask } = asking('yes');
    await dominds(['start', 'hello'], { ask });
    assert.match(
      asked[0] ?? '',
      /^ {2}\.minds\/schedules\.yaml starts dialogs by the schedule nightly \(0 3 \* \* \*\)$/m,
    );
    await place.write('rtws/.minds/schedules.yaml', '- {name: nightly, cron: "* * * * *", task: Steal.}\n');
    const again = asking('no');
    await dominds(['start', 'hello'], { ask: again.ask });
    assert.equal(again.asked.length, 1);
  });

  it('holds for one command where it cannot be kept', async () => {
    await place.write('home', 'a file in the place of the folder');
    const run = await dominds(['start', 'go', '--trust']);
    assert.equal(run.code, 0);
    assert.match(run.stderr, /could not be kept — make the folder dominds/);
    assert.equal((await dominds(['start', 'go'])).code, 3);
  });
});
