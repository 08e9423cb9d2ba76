// Who gets in, what others learn, and what a visitor can do (SPEC 21.1): over real HTTP and sockets.
import assert from 'node:assert/strict';
import path from 'node:path';
import type { readMessage } from '../../src/pages/intents.ts';
import type { ToHost } from '../../src/protocol/messages.ts';
import { createPlace } from '../../src/serve/place.ts';
import { servedRtws } from '../../src/serve/served-rtws.ts';
import { serve } from '../../src/serve/server.ts';
import { seeded } from '../chaos/seeded.ts';
import { sealsOf } from '../support/seals.ts';
import { ServedWorkspace } from '../support/served-workspace.ts';
import { makeTempWorkspace } from '../support/temp-workspace.ts';

/** Messages that ask something of dialogs. */
type Asking = Exclude<ToHost, NonNullable<ReturnType<typeof readMessage>['view']>>;

describe('serve, before it lets somebody in', () => {
  let at: ServedWorkspace;
  beforeEach(async () => {
    at = await ServedWorkspace.open();
  });
  afterEach(() => at.close());

  it('says nothing to who has no cookie', async () => {
    for (const where of ['/', '/dialog/a', '/assets/x/dialog.js', '/theme.css', '/new', '/address', '/nothing']) {
      const { status, body } = await at.ask(where);
      assert.equal(status, 401, where);
      assert.match(body, /^This browser has no access\. Open the address[^\n]+\n$/);
    }
    await assert.rejects(at.page('/socket?page=overview', {}), /401/);
  });

  it('tells a person in a page of its own what happened and what to do', async () => {
    const Accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const Cookie = await at.enter();
    const { port } = at.served;
    for (const [where, headers, status, said] of [
      ['/dialog/secret?x=secret', {}, 401, /<h1>This browser has no access\.<\/h1>\s*<p>Open the address that <code>/],
      ['/?token=secret', {}, 401, /<h1>This address was already used, or is wrong\.<\/h1>/],
      [
        '/?token=secret',
        { 'Accept-Language': 'zh-CN' },
        401,
        /<html lang="zh">[\s\S]*<h1>此地址已用过，或不正确。<\/h1>/,
      ],
      ['/', { Cookie, Host: 'secret.example' }, 403, /<h1>This server is not reached by this name\.<\/h1>/],
      ['/', { Cookie, Origin: 'http://secret.example' }, 403, /<h1>Another site may not call this server\.<\/h1>/],
      ['/act/secret', {}, 403, /<h1>This address does not belong to this server\.<\/h1>/],
    ] as const) {
      const answer = await at.ask(where, { headers: { Accept, ...headers } });
      assert.deepEqual([answer.status, answer.headers['content-type']], [status, 'text/html; charset=utf-8'], where);
      assert.match(answer.body, said);
      const [, nonce = ''] = /<style nonce="([^"]+)">/.exec(answer.body) ?? [];
      const script = status === 401 && !where.includes('token') ? ` script-src 'nonce-${nonce}';` : '';
      assert.equal(
        answer.headers['content-security-policy'],
        `default-src 'none'; style-src 'nonce-${nonce}';${script} base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      );
      // Neither what was asked for nor where the other pages are.
      assert.doesNotMatch(answer.body, new RegExp(`secret|href|${port}|${at.workspace.folder}`));
    }
  });

  it('turns away other hosts and other origins, cookie or not', async () => {
    const Cookie = await at.enter();
    for (const headers of [
      { Cookie, Host: 'evil.example' },
      { Cookie, Origin: 'http://evil.example' },
      { Cookie, Origin: 'null' },
    ]) {
      assert.equal((await at.ask('/', { headers })).status, 403);
      await assert.rejects(at.page('/socket?page=overview', headers), /403/);
    }
  });

  it('gives a strict cookie for a token, once, and takes the token out of the address', async () => {
    const { token } = at.served.invite('full');
    const { headers, body } = await at.ask(`/new?token=${token}`);
    assert.match(String(headers['set-cookie']), /; HttpOnly; SameSite=Strict/);
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.match(body, /location\.replace\("\/[\w-]+\/new"\)/);
    assert.equal((await at.ask(`/?token=${token}`)).status, 401);
    const chinese = await at.ask(`/?token=${token}`, { headers: { 'Accept-Language': 'zh-CN,zh;q=0.9' } });
    assert.match(chinese.body, /^此地址已用过，或不正确。[^<]+$/);
  });

  it('lets a token in by GET alone: a program that asks for the head of its address does not use it up', async () => {
    const { token } = at.served.invite('full');
    for (const method of ['HEAD', 'OPTIONS', 'POST']) {
      const { status, headers } = await at.ask(`/?token=${token}`, { method });
      assert.deepEqual([status, headers['set-cookie']], [401, undefined], method);
    }
    assert.equal((await at.ask(`/?token=${token}`)).status, 200);
  });

  it('looks at no token after many wrong ones, and serves who is in', async () => {
    const Cookie = await at.enter();
    for (let n = 0; n < 10; n++) assert.equal((await at.ask('/?token=wrong')).status, 401);
    assert.equal((await at.ask(`/?token=${at.served.invite('full').token}`)).status, 429);
    assert.equal((await at.ask('/', { headers: { Cookie } })).status, 200);
    at.now += 61_000;
    assert.equal((await at.ask(`/?token=${at.served.invite('full').token}`)).status, 200);
  });

  it('lets nothing of another place into its pages', async () => {
    const { headers, body } = await at.ask('/', { headers: { Cookie: await at.enter() } });
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /^default-src 'none'; script-src 'nonce-[^']+'; style-src 'self'/);
    const [, nonce = ''] = /nonce-([^']+)'/.exec(policy) ?? [];
    assert.ok(body.includes(`<script nonce="${nonce}" src="/assets/`));
    assert.equal(headers['x-frame-options'], 'DENY');
  });

  it('lets a visitor who may only look change nothing', async () => {
    const begun = await at.runtime.perform({ kind: 'start', text: 'Paint it' });
    assert.ok(begun.ok);
    const { rootId } = begun;
    await at.runtime.settled(rootId);
    const Cookie = await at.enter('view');
    const page = await at.page(`/socket?page=dialog&root=${rootId}&self=${rootId}&tab=1`, { Cookie });
    page.say({ kind: 'ready' });
    assert.match(String((await page.next(({ kind }) => kind === 'snapshot')).readOnly), /view-only/);
    page.say({ kind: 'stop' });
    assert.match(String((await page.next(({ kind }) => kind === 'refused')).message), /view-only/);
    assert.equal((await at.ask('/new', { headers: { Cookie } })).status, 403);
    const another = await at.page('/socket?page=dialog&root=new-1&self=new-1&new=&tab=2', { Cookie });
    another.say({ kind: 'ready' });
    another.say({
      kind: 'drive_dlg_by_user_msg',
      dialog: { rootId: 'new-1', selfId: 'new-1' },
      content: 'x',
      msgId: 'm',
    });
    assert.match(String((await another.next(({ kind }) => kind === 'refused')).message), /view-only/);
    another.close();
    assert.equal(at.runtime.listRoots().length, 1);
    page.close();
  });

  it('lets a visitor who may only look perform none of the intents of a panel or the Overview', async () => {
    const begun = await at.runtime.perform({ kind: 'start', text: 'Paint it' });
    assert.ok(begun.ok);
    const { rootId } = begun;
    const dialog = { rootId, selfId: rootId };
    await at.runtime.settled(rootId);
    const [question] = await at.runtime.questions();
    const answer = { questionId: question?.id, content: 'Blue', msgId: 'm2', continuationType: 'answer' };
    // By its type there is one for each intent.
    const each: Readonly<Record<Asking['kind'] | 'markDone' | 'branchDraft' | 'restore', object>> = {
      drive_dlg_by_user_msg: { dialog, content: 'Stop', msgId: 'm1' },
      drive_dialog_by_user_answer: { dialog, ...answer },
      changeQueued: { queuedMsgId: 'm', content: 'x' },
      removeQueued: { queuedMsgId: 'm' },
      stop: {},
      continue: {},
      retryNow: {},
      answerAsFailed: {},
      reopen: {},
      dismiss: { callId: 'c' },
      steerCommand: { callId: 'c', how: 'stop' },
      tell: { callId: 'c', content: 'x', msgId: 'm3' },
      changeReminder: { content: 'x' },
      setDiligence: { on: false },
      clearMind: {},
      changePermissions: { change: { mode: 'all' } },
      keepEdits: {},
      redoEdits: {},
      restore: { to: 'm', msgId: 'm4', files: true, talk: 'stay' },
      draft: { intent: { kind: 'accept', id: 'd' } },
      belief: { intent: { kind: 'cancelFlow', flow: 'f' } },
      markDone: {},
      branchDraft: { genseq: 1 },
    };
    const intents = Object.entries(each).map(([kind, intent]) => ({ kind, ...intent }));
    const Cookie = await at.enter('view');
    const before = await at.runtime.view({ rootId, selfId: rootId as never });
    const page = await at.page(`/socket?page=dialog&root=${rootId}&self=${rootId}&tab=1`, { Cookie });
    for (const intent of intents) {
      page.say(intent);
      assert.match(String((await page.next(({ kind }) => kind === 'refused')).message), /view-only/, intent.kind);
    }
    const overview = await at.page('/socket?page=overview&tab=2', { Cookie });
    for (const command of ['stopAll', 'continueAll', 'stop', 'continue', 'retryNow', 'markDone', 'archive', 'reopen']) {
      overview.say({ kind: 'run', command, rootId });
      assert.match(String((await overview.next(({ kind }) => kind === 'refused')).message), /view-only/, command);
    }
    overview.say({ kind: 'drive_dialog_by_user_answer', ...answer, dialog });
    assert.match(String((await overview.next(({ kind }) => kind === 'refused')).message), /view-only/);
    overview.say({ kind: 'removePermission', at: 0, line: 'npm test' });
    assert.match(String((await overview.next(({ kind }) => kind === 'refused')).message), /view-only/);
    assert.deepEqual(await at.runtime.view({ rootId, selfId: rootId as never }), before);
    assert.equal((await at.runtime.questions()).length, 1);
    for (const each of [page, overview]) each.close();
  });

  it('lists what is allowed in the workspace for good, and takes back what the visitor saw', async () => {
    const home = await makeTempWorkspace({});
    await at.close();
    at = await ServedWorkspace.open({}, { XDG_CONFIG_HOME: home.folder });
    const grant = { tool: 'run_shell', reason: 'default', paths: ['.'] };
    for (const command of ['one', 'two']) at.runtime.permissions.add({ ...grant, commands: [command] });
    const overview = await at.page('/socket?page=overview&tab=2', { Cookie: await at.enter() });
    const frame = async () => (await overview.next(({ kind }) => kind === 'frame')).allowed;
    overview.say({ kind: 'watch', fresh: true, shown: {}, questions: 0, unfolded: [] });
    assert.deepEqual(await frame(), ['one', 'two']);
    overview.say({ kind: 'removePermission', at: 0, line: 'two' });
    assert.match(String((await overview.next(({ kind }) => kind === 'refused')).message), /not there any more/);
    overview.say({ kind: 'removePermission', at: 0, line: 'one' });
    assert.deepEqual(await frame(), ['two']);
    overview.close();
    await home.remove();
  });

  it('lets a visitor who may only look start no tool server, list no files, and take no mark from what is new', async () => {
    const begun = await at.runtime.perform({ kind: 'start', text: 'Paint it' });
    assert.ok(begun.ok);
    const { rootId } = begun;
    await at.runtime.settled(rootId);
    const done: string[] = [];
    Object.assign(at.runtime, { serverOffers: async () => done.push('offers') });
    Object.assign(at.place, { suggest: async () => done.push('files') });
    Object.assign(at.place.ended, { lookAt: () => done.push('looked at') });
    Object.assign(at.place.inbox, { forgetClosed: () => done.push('forgotten') });
    const visit = async (access: 'view' | 'full') => {
      const Cookie = await at.enter(access);
      const page = await at.page(`/socket?page=dialog&root=${rootId}&self=${rootId}&tab=1`, { Cookie });
      for (const sign of ['@', '/']) {
        page.say({ kind: 'suggest', nth: 1, query: 'x', sign });
        await page.next(({ kind }) => kind === 'suggestions');
      }
      page.look(true);
      const overview = await at.page('/socket?page=overview&tab=2', { Cookie });
      overview.say({ kind: 'forgetClosed' });
      overview.say({ kind: 'run', command: 'archive', rootId: 'none' });
      await overview.next(({ kind }) => kind === 'refused');
      for (const each of [page, overview]) each.close();
      return [...new Set(done.splice(0))].sort();
    };
    assert.deepEqual(await visit('view'), []);
    assert.deepEqual(await visit('full'), ['files', 'forgotten', 'looked at', 'offers']);
  });

  it('drops what is no message of ours, and goes on', async () => {
    const begun = await at.runtime.perform({ kind: 'start', text: 'Paint it' });
    assert.ok(begun.ok);
    await at.runtime.settled(begun.rootId);
    const before = at.runtime.listRoots();
    const page = await at.page(`/socket?page=dialog&root=${begun.rootId}&self=${begun.rootId}&tab=1`, {
      Cookie: await at.enter(),
    });
    const random = seeded(211);
    const kinds = ['message', 'confirmed', 'looking', 'stop', '__proto__', ''];
    const bits = [null, -1, Number.MAX_VALUE, '', '../..', [], {}, true, 'x'.repeat(9_000)];
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
    for (let nth = 0; nth < 500; nth++) {
      const inner = { kind: pick(kinds), rootId: pick(bits), content: pick(bits), intent: pick(bits) };
      page.raw(
        pick([
          JSON.stringify({ kind: pick(kinds), message: inner, id: pick(bits) }),
          JSON.stringify(pick(bits)),
          '{',
          '\u0000',
        ]),
      );
    }
    page.say({ kind: 'ready' });
    await page.next(({ kind }) => kind === 'snapshot');
    assert.deepEqual(at.runtime.listRoots(), before);
    assert.ok(at.logged.length > 300);
    page.close();
  });

  it('tells nobody a token: not the log, not the next page', async () => {
    const { token, url } = at.served.invite('full');
    assert.ok(url.endsWith(token));
    await at.ask(`/nothing?token=wrong-${token}`);
    const { headers } = await at.ask(`/proposal/%E0%A4%A?token=${token}`);
    assert.equal(headers['referrer-policy'], 'no-referrer');
    const Cookie = String(headers['set-cookie']?.[0]).split(';')[0] ?? '';
    assert.equal((await at.ask('/proposal/%E0%A4%A', { headers: { Cookie } })).status, 409);
    for (const where of ['/', '/address', '/new']) {
      const page = await at.ask(where, { headers: { Cookie } });
      assert.equal(page.headers['referrer-policy'], 'same-origin');
      assert.ok(!page.body.includes(token));
    }
    assert.deepEqual(
      at.logged.filter(line => line.includes(token)),
      [],
    );
  });

  it('outlives requests that no browser sends', async () => {
    const host = `Host: 127.0.0.1:${at.served.port}`;
    const upgrade = `${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==`;
    for (const lines of [
      `GET // HTTP/1.1\r\n${upgrade}`,
      `GET // HTTP/1.1\r\n${host}`,
      `GET http://[ HTTP/1.1\r\n${upgrade}`,
    ]) {
      assert.match(await at.raw(`${lines}\r\n\r\n`), /^HTTP\/1\.1 4\d\d /, lines);
    }
    assert.equal((await at.ask('/')).status, 401);
  });

  it('refuses to listen beyond this machine in the clear, and says when a port is taken', async () => {
    const place = createPlace({
      rtws: servedRtws(at.runtime),
      folder: at.workspace.folder,
      log: { warn() {}, error() {} },
    });
    const options = { isBehindProxy: false, seals: sealsOf('here'), bundles: at.bundles.folder, now: () => at.now };
    const open = await serve(place, { ...options, host: '0.0.0.0', port: 0 });
    assert.deepEqual(!open.ok && open.why, { id: 'serve-in-clear', host: '0.0.0.0' });
    const taken = await serve(place, { ...options, host: '127.0.0.1', port: at.served.port });
    assert.deepEqual(!taken.ok && taken.why, { id: 'port-taken', host: '127.0.0.1', port: at.served.port });
    place.inbox.dispose();
  });

  it('serves no file but its own', async () => {
    const headers = { Cookie: await at.enter() };
    const { body } = await at.ask('/', { headers });
    const [, script = ''] = /src="([^"]+overview\.js)"/.exec(body) ?? [];
    assert.equal((await at.ask(script, { headers })).status, 200);
    for (const where of [
      script.replace('overview.js', '../../package.json'),
      '/assets/x/dialog.js',
      '/..%2f..%2fetc/passwd',
      '/.minds/team.yaml',
    ])
      assert.equal((await at.ask(where, { headers })).status, 404, where);
    assert.equal(path.extname(script), '.js');
  });
});
