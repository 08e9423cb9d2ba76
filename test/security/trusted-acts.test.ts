// Files that change while a command runs: what they say anew was not shown to the person, so it does not act (SPEC 18.6).
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseNotifyFile } from '../../src/minds/parse-notify.ts';
import { noticeAct } from '../../src/runtime/folder-acts.ts';
import { createNotifySources } from '../../src/runtime/notify-settings.ts';
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
  - {when: {agent: lead, contains: shell}, tools: [{name: run_shell, args: {command: echo hi}}]}
  - {say: Done., repeat: true}
`;

describe('a trusted folder whose files change while a command runs', () => {
  let workspace: TempWorkspace;
  let runtime: Runtime | undefined;
  let withheld: FolderAct[];
  beforeEach(async () => {
    withheld = [];
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
  async function open(): Promise<Runtime> {
    const { acts } = look();
    const trustedActs = trustActs({ acts, look, onWithheld: act => withheld.push(act) });
    const opened = await openRuntime({ rtws: rtws(), env: env(), mode: 'drive', wakes: true, trustedActs });
    assert.ok(opened.ok);
    runtime = opened.runtime;
    return opened.runtime;
  }
  async function drive(text: string) {
    assert.ok(runtime);
    const started = await runtime.start({ text });
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
    assert.deepEqual(withheld, [{ file: '.mcp.json', kind: 'starts', server: 'weather', command: 'touch ran' }]);
    assert.deepEqual(
      runtime?.problems().map(problem => toldProblem(problem).message),
      ['MCP server weather is not started: its entry changed since you trusted the folder'],
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
    const started = await runtime.start({ text: 'go', agentId: 'writer' });
    assert.ok(started.ok);
    const [{ message } = { message: '' }] = (await runtime.settled(started.rootId)).interrupted;
    assert.match(message, /changed since you trusted the folder/);
    assert.equal(ran(), false);
  });

  it('lets a member do nothing more unasked', async () => {
    await open();
    await workspace.write('rtws/.minds/team.yaml', team({ policy: "[{decision: allow, commands: ['echo *']}]" }));
    const { questions } = await drive('shell');
    assert.equal(questions[0]?.kind, 'permission');
    assert.equal(withheld[0]?.kind, 'allows');
  });

  it('sends notices to nobody else', () => {
    const sourcesAt = (topic: string, trustedActs: TrustedActs) =>
      createNotifySources({
        minds: { notify: () => parseNotifyFile(ntfy(topic), { env: {}, mayRun: false }) },
        options: { env: {}, trustedActs },
        browsers: { list: () => [] },
      });
    const { transports } = parseNotifyFile(ntfy('mine'), { env: {}, mayRun: false }).said;
    const trusted = trustActs({ acts: transports.map(noticeAct), look, onWithheld: act => withheld.push(act) });
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
