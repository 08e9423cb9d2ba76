// By which addresses a server is reached, and which one it gives to another device (SPEC 21.1): over real HTTP and TLS.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import https from 'node:https';
import path from 'node:path';
import { makeTempFolder, removeTempFolder } from '../../scripts/temp-folder.ts';
import { type OpenOptions, openRuntime } from '../../src/runtime.ts';
import { reachedAt } from '../../src/serve/public-url.ts';
import { nextTurn } from '../support/next-turn.ts';
import { receiver } from '../support/receiver.ts';
import { ServedWorkspace } from '../support/served-workspace.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

describe('the address for another device', () => {
  const local = { scheme: 'http', host: '127.0.0.1', port: 4747, isBehindProxy: false } as const;
  const here = { url: 'http://127.0.0.1:4747', isHereOnly: true };

  it('is where people reach the pages, if they said so', () => {
    const baseUrl = 'https://team.example.org/team';
    assert.deepEqual(reachedAt({ ...local, baseUrl }, '127.0.0.1:4747'), { url: baseUrl, isHereOnly: false });
  });

  it('is that by which the page was reached, as the proxy or the certificate has it', () => {
    const proxied = { ...local, isBehindProxy: true };
    assert.equal(reachedAt(proxied, 'team.example.org').url, 'https://team.example.org');
    const onAll = { ...local, host: '0.0.0.0' };
    assert.equal(reachedAt(onAll, '10.0.0.7:4747').url, 'http://10.0.0.7:4747');
    assert.equal(reachedAt({ ...onAll, scheme: 'https' }, 'team.local:4747').url, 'https://team.local:4747');
    const names = new Map([['editor.example:8080', 'http://editor.example:8080/proxy/4747']]);
    assert.equal(reachedAt({ ...local, names }, 'editor.example:8080').url, 'http://editor.example:8080/proxy/4747');
  });

  it('is that of the machine on its network when the page was reached on the machine itself, and it listens on all', () => {
    const onAll = { ...local, host: '::', networkAddress: () => '192.168.1.5' };
    assert.deepEqual(reachedAt(onAll, 'localhost:4747'), { url: 'http://192.168.1.5:4747', isHereOnly: false });
    assert.deepEqual(reachedAt({ ...onAll, networkAddress: () => undefined }, 'localhost:4747'), here);
    // Its cookies would not be sent in the clear.
    assert.ok(reachedAt({ ...onAll, isBehindProxy: true }, 'localhost:4747').isHereOnly);
  });

  it('is said to be good on this machine alone where nothing else is known', () => {
    assert.deepEqual(reachedAt(local, 'localhost:4747'), here);
    assert.deepEqual(reachedAt({ ...local, host: '::1' }, '[::1]:4747'), { ...here, url: 'http://[::1]:4747' });
  });
});

describe('serve behind a proxy', () => {
  let at: ServedWorkspace;
  beforeEach(async () => {
    at = await ServedWorkspace.open({ isBehindProxy: true });
  });
  afterEach(() => at.close());

  it('takes the name that the proxy passes on, keeps its cookie for HTTPS, and invites by that name', async () => {
    const headers = { Host: 'team.example.org', 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '203.0.113.9' };
    const entered = await at.ask(`/?token=${at.served.invite('full').token}`, { headers });
    const [given = ''] = entered.headers['set-cookie'] ?? [];
    assert.match(given, /; Secure$/);
    const own = { ...headers, Cookie: given.split(';')[0] ?? '', Origin: 'https://team.example.org' };
    assert.equal((await at.ask('/', { headers: own })).status, 200);
    const page = await at.page('/socket?page=overview&tab=1', own);
    page.close();
    const { body } = await at.ask('/address', { headers: own });
    assert.match(body, /<pre tabindex="0">https:\/\/team\.example\.org\/\?token=/);
    assert.doesNotMatch(body, /on this machine only/);
    assert.equal((await at.ask('/', { headers: { ...own, Origin: 'https://evil.example.org' } })).status, 403);
    const invited = /token=([\w-]+)/.exec(body)?.[1];
    assert.equal((await at.ask(`/?token=${invited}`, { headers })).status, 200);
  });

  it('says so when another device cannot use the address', async () => {
    const Cookie = await at.enter();
    assert.match(
      (await at.ask('/address', { headers: { Cookie } })).body,
      /on this machine only\..*<code>dominds serve<\/code>/,
    );
  });
});

describe('serve with base_url', () => {
  it('invites by it from wherever, and takes its name and path', async () => {
    const at = await ServedWorkspace.open({ baseUrl: () => 'https://team.example.org/dominds' });
    const Cookie = await at.enter();
    const { body } = await at.ask('/address', { headers: { Cookie } });
    assert.match(body, /<pre tabindex="0">https:\/\/team\.example\.org\/dominds\/\?token=/);
    const token = /token=([\w-]+)/.exec(body)?.[1];
    const entered = await at.ask(`/?token=${token}`, { headers: { Host: 'team.example.org' } });
    assert.match(String(entered.headers['set-cookie']), /; Path=\/dominds\/[\w-]+\/;/);
    assert.equal((await at.ask('/', { headers: { Cookie, Host: 'other.example.org' } })).status, 403);
    await at.close();
  });
});

describe('notices of serve without base_url', () => {
  let hook: Awaited<ReturnType<typeof receiver>>;
  let workspace: TempWorkspace;
  beforeEach(async () => {
    hook = await receiver(200);
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'members: {lead: {diligence-push-max: 0}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': 'replies:\n  - say: |\n      !?@human Which colour?\n      !?1. Red\n      !?2. Blue\n',
      '.minds/notify.yaml': `after_s: 0\ncontent: headline\ntransports:\n  - {kind: webhook, url: "${hook.url}"}\n`,
    });
  });
  afterEach(async () => {
    await workspace.remove();
    await hook.close();
  });

  const address = 'http://192.168.1.5:4747';
  async function open(more: Partial<OpenOptions>) {
    const env = { XDG_CONFIG_HOME: path.join(workspace.folder, 'own') };
    const opened = await openRuntime({ rtws: workspace.folder, env, mode: 'drive', ...more });
    assert.ok(opened.ok);
    return opened.runtime;
  }
  const notice = () =>
    JSON.parse(hook.received[0]?.body ?? '') as { url: string; actions: { option: string; url: string }[] };

  it('lead to the address on which it listens', async () => {
    const runtime = await open({ wakes: true, address: () => address });
    assert.ok((await runtime.perform({ kind: 'start', text: 'Paint it' })).ok);
    await hook.until(1);
    assert.ok(notice().url.startsWith(`${address}/dialog/`), notice().url);
    await runtime.close();
  });

  it('wait until it listens, so that a question of before carries its link and its options', async () => {
    const before = await open({});
    const started = await before.perform({ kind: 'start', text: 'Paint it' });
    assert.ok(started.ok);
    await before.settled(started.rootId);
    await before.close();
    const listening = Promise.withResolvers<string>();
    const runtime = await open({ wakes: true, address: () => listening.promise });
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    assert.equal(hook.received.length, 0);
    listening.resolve(address);
    await hook.until(1);
    assert.ok(notice().url.startsWith(`${address}/dialog/`), notice().url);
    assert.deepEqual(
      notice().actions.map(({ option, url }) => [option, url.startsWith(`${address}/act/`)]),
      [
        ['Red', true],
        ['Blue', true],
      ],
    );
    await runtime.close();
  });
});

describe('serve with a certificate', () => {
  let folder: string;
  let tls: { readonly cert: string; readonly key: string };
  before(async () => {
    folder = await makeTempFolder('serve-tls');
    const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=team';
    const names = ['-addext', 'subjectAltName=DNS:team.local,IP:10.0.0.9,IP:fd00::9'];
    const files = ['-keyout', 'team.key', '-out', 'team.pem'];
    execFileSync('openssl', [...request.split(' '), ...names, ...files], { cwd: folder, stdio: 'ignore' });
    const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
    tls = { cert: read('team.pem'), key: read('team.key') };
  });
  after(() => removeTempFolder(folder));

  it('speaks HTTPS, is reached by the names and numbers of its certificate and by no other, and keeps its cookie for HTTPS', async () => {
    const at = await ServedWorkspace.open({ tls });
    const { port } = at.served;
    const ask = (where: string, headers: https.RequestOptions['headers'] = {}) =>
      new Promise<{ status: number; cookie: string; body: string }>((resolve, reject) => {
        const options = {
          host: '127.0.0.1',
          port,
          path: where,
          headers,
          ca: tls.cert,
          agent: false,
          checkServerIdentity: () => undefined,
        };
        const asked = https.get(options, response => {
          let body = '';
          response.on('data', piece => (body += piece));
          const cookie = String(response.headers['set-cookie']?.[0] ?? '');
          response.on('end', () => resolve({ status: response.statusCode ?? 0, cookie, body }));
        });
        asked.on('error', reject);
      });
    const { url } = at.served.invite('full');
    assert.ok(url.startsWith(`https://127.0.0.1:${port}/?token=`));
    const entered = await ask(url.slice(`https://127.0.0.1:${port}`.length));
    assert.equal(entered.status, 200);
    assert.match(entered.cookie, /; Secure$/);
    const Cookie = entered.cookie.split(';')[0] ?? '';
    assert.equal((await ask('/', { Cookie })).status, 200);
    const named = { Cookie, Host: `team.local:${port}` };
    assert.equal((await ask('/', named)).status, 200);
    assert.match((await ask('/address', named)).body, new RegExp(`https://team\\.local:${port}/\\?token=`));
    for (const host of [`10.0.0.9:${port}`, `[fd00::9]:${port}`])
      assert.equal((await ask('/', { Cookie, Host: host })).status, 200, host);
    for (const host of [`evil.example:${port}`, `10.0.0.8:${port}`])
      assert.equal((await ask('/', { Cookie, Host: host })).status, 403, host);
    await at.close();
  });
});
