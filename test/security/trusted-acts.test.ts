// Files that change while a command runs: what they say anew was not shown to the person, so it does not act (SPEC
// 18.6).
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseNotifyFile } from '../../src/minds/times/parse-notify.ts';
import { createNotifySources } from '../../src/runtime/notices/notify-settings.ts';
import { noticeAct, serverAct, tellAct } from '../../src/runtime/trust/folder-acts.ts';
import {
  type FolderAct,
  lookAtTrust,
  openRuntime,
  type Runtime,
  type TrustedActs,
  trustActs,
} from '../../src/runtime.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';
import { toldProblem } from '../support/told.ts';

const serverScript = path.join(import.meta.dirname, '../support/mcp-stdio-server.ts');
const playbook = `replies:
  - {when: {agent: lead, contains: shell}, tools: [{name: run_shell, args: {command: touch hi}}]}
  - {say: Done., repeat: true}
`;

describe('a trusted folder whose files change while a command runs', () => {
  let workspace: TempWorkspace;
  let runtime: Runtime | undefined;
  let withheld: FolderAct[];
  let onWithheld: (count: number) => void;
  beforeEach(async () => {
    withheld = [];
    onWithheld = () => {};
    workspace = await makeTempWorkspace({
      'rtws/.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      'rtws/.minds/p.yaml': playbook,
      'rtws/.minds/team.yaml': team(),
      'rtws/.mcp.json': mcp(process.execPath, serverScript),
    });
  });
  afterEach(async () => {
    await runtime?.close();
    await workspace.remove();
  });

  const rtws = () => path.join(workspace.folder, 'rtws');
  const ran = () => existsSync(path.join(rtws(), 'ran'));
  const env = () => ({ ...process.env, XDG_CONFIG_HOME: path.join(workspace.folder, 'home') });
  const look = () => lookAtTrust({ rtws: rtws(), env: env() });
  async function open(now: () => number = Date.now): Promise<Runtime> {
    const trustedActs = trustActs({ start: look(), look, onWithheld: act => onWithheld(withheld.push(act)) });
    const opened = await openRuntime({ rtws: rtws(), env: env(), mode: 'drive', wakes: true, trustedActs, now });
    assert.ok(opened.ok);
    runtime = opened.runtime;
    return opened.runtime;
  }
  async function drive(text: string) {
    assert.ok(runtime);
    const started = await runtime.perform({ kind: 'start', text });
    assert.ok(started.ok);
    return runtime.settled(started.rootId);
  }

  it('starts no other command of a server, until the person trusts the folder as it is', async () => {
    await open();
    await drive('go');
    assert.deepEqual(runtime?.problems(), []);
    await workspace.write('rtws/.mcp.json', mcp('touch', 'ran'));
    await drive('go');
    await drive('go');
    assert.equal(ran(), false);
    assert.deepEqual(
      withheld.map(act => act.kind === 'starts' && `${act.file} ${act.server} ${act.command}`),
      ['.mcp.json weather touch ran'],
    );
    assert.deepEqual(
      runtime?.problems().map(problem => toldProblem(problem).message),
      ['MCP server weather is not started: you have not trusted its entry'],
    );
    look().remember('trusted');
    await drive('go');
    assert.equal(ran(), true);
  });

  it('starts no other agent', async () => {
    await workspace.write('rtws/.minds/team.yaml', team({ more: '  writer: {acp: "node nothing.js"}\n' }));
    await open();
    await workspace.write('rtws/.minds/team.yaml', team({ more: '  writer: {acp: "touch ran"}\n' }));
    assert.ok(runtime);
    const started = await runtime.perform({ kind: 'start', text: 'go', agentId: 'writer' });
    assert.ok(started.ok);
    const [{ message } = { message: '' }] = (await runtime.settled(started.rootId)).interrupted;
    assert.match(message, /you have not trusted the command/);
    assert.equal(ran(), false);
  });

  it('lets a member do nothing more unasked', async () => {
    await open();
    await workspace.write('rtws/.minds/team.yaml', team({ policy: "[{decision: allow, commands: ['touch *']}]" }));
    const { questions } = await drive('shell');
    assert.equal(questions[0]?.kind, 'permission');
    assert.equal(withheld[0]?.kind, 'allows');
  });

  const echo = "[{decision: allow, commands: ['touch *']}]";
  const asked = async () => (await drive('shell')).questions.map(({ kind }) => kind);

  it('lets a member do nothing more unasked when a rule that denied is gone, or its folders', async () => {
    const denying = "[{decision: deny, commands: ['touch *']}, {decision: allow, commands: ['touch *']}]";
    await workspace.write('rtws/.minds/team.yaml', team({ policy: denying }));
    await open();
    await workspace.write('rtws/.minds/team.yaml', team({ policy: echo }));
    assert.deepEqual(await asked(), ['permission']);
    look().remember('trusted');
    assert.deepEqual(await asked(), []);
    await workspace.write('rtws/.minds/team.yaml', team({ policy: `${echo}, no_write_dirs: [docs]` }));
    assert.deepEqual(await asked(), ['permission']);
  });

  for (const file of ['rtws/.minds/p.yaml', 'rtws/.minds/llm.yaml'])
    it(`lets nobody else speak for a member that acts unasked: ${path.basename(file)} counts too`, async () => {
      await workspace.write('rtws/.minds/team.yaml', team({ policy: echo }));
      await open();
      assert.deepEqual(await asked(), []);
      await workspace.write(file, `${await workspace.read(file)}# another\n`);
      assert.deepEqual(await asked(), ['permission']);
    });

  it('tells no two servers apart by what is shown of them alone', () => {
    const at = { file: '.mcp.json', line: 1, column: 1 };
    const transport = { kind: 'stdio', command: 'a', args: [], env: {} } as const;
    const server = (change: object) =>
      serverAct({ name: 's', timeoutS: 60, at, transport: { ...transport, ...change } });
    const start = { acts: [server({ args: ['(cwd:', 'b)'] })], speakers: '' };
    const trusted = trustActs({ start, look, onWithheld: () => {} });
    assert.equal(trusted.has(server({ args: ['(cwd:', 'b)'] })), true);
    assert.equal(trusted.has(server({ cwd: 'b' })), false);
  });

  it('leads no notice to other pages, and lets it tell no more', () => {
    const said = (more: object) => ({ afterS: 5, content: 'headline' as const, transports: [], ...more });
    const start = { acts: [tellAct(said({ baseUrl: 'https://mine.example' })) ?? assert.fail()], speakers: '' };
    const trustedActs = trustActs({ start, look, onWithheld: act => withheld.push(act) });
    const settings = (more: object) => {
      const minds = { notify: () => ({ said: said(more), problems: [] }) };
      return createNotifySources({ minds, options: { env: {}, trustedActs }, browsers: { list: () => [] } }).settings();
    };
    const { baseUrl, content } = settings({ baseUrl: 'https://mine.example' });
    assert.deepEqual([baseUrl, content], ['https://mine.example', 'headline']);
    for (const more of [{ baseUrl: 'https://theirs.example' }, { baseUrl: 'https://mine.example', content: 'full' }])
      assert.deepEqual(settings(more), { afterS: 5, transports: [] });
    assert.equal(withheld.length, 2);
  });

  it('starts what a schedule says anew as soon as the person trusts it, with nothing else happening', async () => {
    // The file is written after the first look at it, and due times have passed when it is trusted.
    let ahead = -3_600_000;
    await open(() => Date.now() + ahead);
    const often = '- {name: often, cron: "* * * * *", task: Check., missed: once}\n';
    await workspace.write('rtws/.minds/schedules.yaml', often);
    const { promise: seen, resolve: see } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    onWithheld = () => see();
    runtime?.subscribe(() => begin());
    await seen;
    assert.deepEqual(runtime?.listRoots(), []);
    assert.equal(withheld[0]?.kind, 'begins');
    ahead = 180_000;
    look().remember('trusted');
    await begun;
    assert.match(`${runtime?.listRoots()[0]?.schedule?.name}`, /often/);
  });

  it('sends notices to nobody else', () => {
    const sourcesAt = (topic: string, trustedActs: TrustedActs) =>
      createNotifySources({
        minds: { notify: () => parseNotifyFile(ntfy(topic), { env: {}, mayRun: false }) },
        options: { env: {}, trustedActs },
        browsers: { list: () => [] },
      });
    const { transports } = parseNotifyFile(ntfy('mine'), { env: {}, mayRun: false }).said;
    const trusted = trustActs({
      start: { acts: transports.map(noticeAct), speakers: '' },
      look,
      onWithheld: act => withheld.push(act),
    });
    assert.equal(sourcesAt('mine', trusted).settings().transports.length, 1);
    assert.deepEqual(sourcesAt('theirs', trusted).settings().transports, []);
    assert.deepEqual(
      withheld.map(act => act.kind === 'notifies' && act.to),
      ['ntfy ntfy.sh'],
    );
  });
});

function team({ policy, more = '' }: { readonly policy?: string; readonly more?: string } = {}): string {
  const rules = policy === undefined ? '' : `, policy: ${policy}`;
  return `members:\n  lead: {toolsets: [shell, "mcp:weather"], diligence-push-max: 0${rules}}\n${more}`;
}

function ntfy(topic: string): string {
  return `transports: [{kind: ntfy, url: "https://ntfy.sh/${topic}"}]`;
}

function mcp(command: string, ...args: readonly string[]): string {
  return JSON.stringify({ mcpServers: { weather: { command, args } } });
}
