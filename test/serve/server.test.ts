// The server over real HTTP and sockets: who gets in, what the pages are sent, and what they may ask (SPEC 21.1).
import assert from 'node:assert/strict';
import http from 'node:http';
import path from 'node:path';
import WebSocket from 'ws';
import { actionPath, openRuntime, type Runtime } from '../../src/runtime.ts';
import { PagesInView } from '../../src/serve/pages-in-view.ts';
import { createPlace } from '../../src/serve/place.ts';
import { type Served, serve } from '../../src/serve/server.ts';
import { sealsOf } from '../support/seals.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

describe('serve', () => {
  let workspace: TempWorkspace;
  let bundles: TempWorkspace;
  let runtime: Runtime;
  let served: Served;
  let now: number;
  let logged: string[];
  let inView: PagesInView;

  beforeEach(async () => {
    now = Date.parse('2026-01-02T03:04:05Z');
    logged = [];
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'member_defaults: {diligence-push-max: 0}\nmembers: {lead: {}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': 'replies:\n  - say: |\n      !?@human Which colour?\n  - say: Blue it is.\n',
    });
    bundles = await makeTempWorkspace({ 'dialog.js': '1', 'dialog.css': '', 'overview.js': '2', 'overview.css': '' });
    const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'drive' });
    assert.ok(opened.ok);
    runtime = opened.runtime;
    await start();
  });
  afterEach(async () => {
    await served.close();
    await runtime.close();
    await bundles.remove();
    await workspace.remove();
  });

  async function start(): Promise<void> {
    const log = { warn: (text: string) => void logged.push(text), error: (text: string) => void logged.push(text) };
    inView = new PagesInView();
    const place = createPlace({ runtime, folder: workspace.folder, inView, log });
    const started = await serve(place, {
      host: '127.0.0.1',
      port: 0,
      isBehindProxy: false,
      seals: sealsOf('here'),
      bundles: bundles.folder,
      now: () => now,
    });
    assert.ok(started.ok);
    served = started.served;
  }

  function ask(
    at: string,
    { method = 'GET', headers = {}, body }: { method?: string; headers?: http.OutgoingHttpHeaders; body?: string } = {},
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const request = http.request({ host: '127.0.0.1', port: served.port, path: at, method, headers }, response => {
        let text = '';
        response.on('data', part => (text += part));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      });
      request.on('error', reject);
      request.end(body);
    });
  }

  /** A browser's cookie, got by a fresh address. */
  async function enter(access: 'full' | 'view' = 'full'): Promise<string> {
    const { status, headers } = await ask(`/?token=${served.invite(access).token}`);
    assert.equal(status, 200);
    return String(headers['set-cookie']?.[0]).split(';')[0] ?? '';
  }

  function open(socket: string, headers: Record<string, string>): Promise<Page> {
    const connection = new WebSocket(`ws://127.0.0.1:${served.port}${socket}`, { headers });
    return new Promise((resolve, reject) => {
      connection.on('error', reject);
      connection.on('open', () => resolve(pageOf(connection)));
    });
  }

  it('says nothing to who has no cookie', async () => {
    for (const at of ['/', '/dialog/a', '/assets/x/dialog.js', '/theme.css', '/new', '/address', '/nothing']) {
      const { status, body } = await ask(at);
      assert.equal(status, 401, at);
      assert.match(body, /^Open the address/);
    }
    await assert.rejects(open('/socket?page=overview', {}), /401/);
  });

  it('turns away other hosts and other origins, cookie or not', async () => {
    const Cookie = await enter();
    for (const headers of [
      { Cookie, Host: 'evil.example' },
      { Cookie, Origin: 'http://evil.example' },
      { Cookie, Origin: 'null' },
    ]) {
      assert.equal((await ask('/', { headers })).status, 403);
      await assert.rejects(open('/socket?page=overview', headers), /403/);
    }
  });

  it('gives a strict cookie for a token, once, and takes the token out of the address', async () => {
    const { token } = served.invite('full');
    const { headers, body } = await ask(`/new?token=${token}`);
    assert.match(String(headers['set-cookie']), /; HttpOnly; SameSite=Strict/);
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.match(body, /location\.replace\("\/new"\)/);
    assert.equal((await ask(`/?token=${token}`)).status, 401);
    const chinese = await ask(`/?token=${token}`, { headers: { 'Accept-Language': 'zh-CN,zh;q=0.9' } });
    assert.match(chinese.body, /^此地址已用过，或不正确。/);
  });

  it('looks at no token after many wrong ones, and serves who is in', async () => {
    const Cookie = await enter();
    for (let n = 0; n < 10; n++) assert.equal((await ask('/?token=wrong')).status, 401);
    assert.equal((await ask(`/?token=${served.invite('full').token}`)).status, 429);
    assert.equal((await ask('/', { headers: { Cookie } })).status, 200);
    now += 61_000;
    assert.equal((await ask(`/?token=${served.invite('full').token}`)).status, 200);
  });

  it('lets nothing of another place into its pages', async () => {
    const { headers, body } = await ask('/', { headers: { Cookie: await enter() } });
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /^default-src 'none'; script-src 'nonce-[^']+'; style-src 'self'/);
    const [, nonce = ''] = /nonce-([^']+)'/.exec(policy) ?? [];
    assert.ok(body.includes(`<script nonce="${nonce}" src="/assets/`));
    assert.equal(headers['x-frame-options'], 'DENY');
  });

  it('starts a dialog from its form, streams it to a page, and takes the answer there', async () => {
    const Cookie = await enter();
    const started = await ask('/new', {
      method: 'POST',
      headers: { Cookie, Origin: `http://127.0.0.1:${served.port}`, Host: `127.0.0.1:${served.port}` },
      body: 'text=Paint+it&agent=lead',
    });
    assert.equal(started.status, 303);
    const at = String(started.headers.location);
    const rootId = at.split('/')[2] ?? '';
    assert.equal((await ask(at, { headers: { Cookie } })).status, 200);
    const page = await open(`/socket?page=dialog&root=${rootId}&self=${rootId}&tab=1`, { Cookie });
    page.say({ kind: 'ready' });
    const snapshot = await page.next(({ kind }) => kind === 'snapshot');
    assert.equal(snapshot.rootStatus, 'running');
    await runtime.settled(rootId as never);
    const [question] = await runtime.questions();
    assert.ok(question);
    page.say({
      kind: 'drive_dialog_by_user_answer',
      dialog: { rootId, selfId: rootId },
      questionId: question.id,
      content: 'Blue',
      msgId: 'm1',
      continuationType: 'answer',
    });
    const answered = await page.next(
      ({ kind, record }) => kind === 'recorded' && (record as { kind: string }).kind === 'questionAnswered',
    );
    assert.deepEqual((answered.record as { by: unknown }).by, { kind: 'person', surface: 'browser' });
    page.close();
  });

  it('lets a visitor who may only look change nothing', async () => {
    const begun = await runtime.start({ text: 'Paint it' });
    assert.ok(begun.ok);
    const { rootId } = begun;
    await runtime.settled(rootId);
    const Cookie = await enter('view');
    const page = await open(`/socket?page=dialog&root=${rootId}&self=${rootId}&tab=1`, { Cookie });
    page.say({ kind: 'ready' });
    assert.match(String((await page.next(({ kind }) => kind === 'snapshot')).readOnly), /view-only/);
    page.say({ kind: 'stop' });
    assert.match(String((await page.next(({ kind }) => kind === 'refused')).message), /view-only/);
    const posted = await ask('/new', {
      method: 'POST',
      headers: { Cookie, Origin: `http://127.0.0.1:${served.port}` },
      body: 'text=x',
    });
    assert.equal(posted.status, 409);
    assert.equal(runtime.listRoots().length, 1);
    page.close();
  });

  it('knows what pages with the focus show, of visitors who can answer', async () => {
    const begun = await runtime.start({ text: 'Paint it' });
    assert.ok(begun.ok);
    const { rootId } = begun;
    const question = { rootId, selfId: rootId as never, questionId: 'q1' as never };
    const told = () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const listening = inView.onChange(() => {
        listening.dispose();
        resolve();
      });
      return promise;
    };
    const dialog = `/socket?page=dialog&root=${rootId}&self=${rootId}`;
    const watcher = await open(`${dialog}&tab=1`, { Cookie: await enter('view') });
    watcher.look(true);
    const Cookie = await enter();
    const page = await open(`${dialog}&tab=2`, { Cookie });
    assert.equal(inView.isSeen(question), false);
    for (const isLooking of [true, false]) {
      const changed = told();
      page.look(isLooking);
      await changed;
      assert.equal(inView.isSeen(question), isLooking);
    }
    const overview = await open('/socket?page=overview&tab=3', { Cookie });
    const shown = told();
    overview.look(true);
    await shown;
    const { questionId, ...end } = question;
    assert.deepEqual([inView.isSeen({ ...end, questionId }), inView.isSeen(end)], [true, false]);
    const closed = told();
    overview.close();
    await closed;
    assert.equal(inView.isSeen(question), false);
    for (const each of [watcher, page]) each.close();
  });

  it('goes on where a page was whose connection broke, and knows its cookie after a restart', async () => {
    const begun = await runtime.start({ text: 'Paint it' });
    assert.ok(begun.ok);
    await runtime.settled(begun.rootId);
    const Cookie = await enter();
    const socket = `/socket?page=dialog&root=${begun.rootId}&self=${begun.rootId}&tab=1`;
    const first = await open(socket, { Cookie });
    first.say({ kind: 'ready' });
    await first.next(({ kind }) => kind === 'snapshot');
    first.close();
    await runtime.setReminders({ rootId: begun.rootId, selfId: begun.rootId as never }, ['buy paint']);
    const second = await open(`${socket}&after=${first.last()}`, { Cookie });
    assert.equal((await second.next(() => true)).kind, 'recorded');
    second.close();
    await served.close();
    await start();
    const third = await open(`${socket}&after=${second.last()}`, { Cookie });
    assert.equal((await third.next(() => true)).kind, 'hello');
    third.close();
  });

  it('refuses to listen beyond this machine in the clear, and says when a port is taken', async () => {
    const place = createPlace({ runtime, folder: workspace.folder, log: { warn() {}, error() {} } });
    const options = { isBehindProxy: false, seals: sealsOf('here'), bundles: bundles.folder, now: () => now };
    const open = await serve(place, { ...options, host: '0.0.0.0', port: 0 });
    assert.deepEqual(!open.ok && open.why, { id: 'serve-in-clear', host: '0.0.0.0' });
    const taken = await serve(place, { ...options, host: '127.0.0.1', port: served.port });
    assert.deepEqual(!taken.ok && taken.why, { id: 'port-taken', host: '127.0.0.1', port: served.port });
    place.inbox.dispose();
  });

  it('answers a question by the address of a notice without a cookie, once, and lets nothing else in by it', async () => {
    const started = await runtime.start({ text: 'Begin' });
    assert.ok(started.ok);
    await runtime.settled(started.rootId);
    const [question] = await runtime.questions();
    assert.ok(question);
    const { rootId } = started;
    const addressOf = (option: string, seals = sealsOf('here')) =>
      actionPath(seals, { rootId, questionId: question.id, option });
    assert.equal((await ask(addressOf('Blue', sealsOf('elsewhere')), { method: 'POST' })).status, 403);
    const shown = await ask(addressOf('Blue'));
    assert.equal(shown.status, 200);
    assert.match(shown.body, /Which colour\?[\s\S]*Answer: Blue/);
    assert.equal((await runtime.questions()).length, 1);
    const other = { Origin: 'https://evil.example.org' };
    assert.equal((await ask(addressOf('Blue'), { method: 'POST', headers: other })).status, 403);
    for (let again = 0; again < 2; again++) {
      assert.match((await ask(addressOf('Blue'), { method: 'POST' })).body, /Answered: Blue/);
    }
    const late = await ask(addressOf('Red'), { method: 'POST' });
    assert.equal(late.status, 409);
    assert.match(late.body, /answered meanwhile from a notice: Blue/);
    assert.match((await ask(addressOf('Red'))).body, /answered meanwhile/);
    assert.equal(late.headers['set-cookie'], undefined);
    assert.equal((await ask(`/dialog/${rootId}/${rootId}`)).status, 401);
  });

  it('serves no file but its own', async () => {
    const headers = { Cookie: await enter() };
    const { body } = await ask('/', { headers });
    const [, script = ''] = /src="([^"]+overview\.js)"/.exec(body) ?? [];
    assert.equal((await ask(script, { headers })).status, 200);
    for (const at of [
      script.replace('overview.js', '../../package.json'),
      '/assets/x/dialog.js',
      '/..%2f..%2fetc/passwd',
      '/.minds/team.yaml',
    ])
      assert.equal((await ask(at, { headers })).status, 404, at);
    assert.equal(path.extname(script), '.js');
  });
});

interface Page {
  say(message: object): void;
  /** Whether it has the focus. */
  look(isLooking: boolean): void;
  /** The next message of the panel's own that fits. */
  next(fits: (message: Message) => boolean): Promise<Message>;
  /** The number of the last message that came. */
  last(): number;
  close(): void;
}

type Message = { readonly kind: string } & Readonly<Record<string, unknown>>;

function pageOf(connection: WebSocket): Page {
  const come: Message[] = [];
  let last = 0;
  let wake = () => {};
  connection.on('message', data => {
    const envelope = JSON.parse(String(data)) as { kind: string; n: number; message: Message };
    if (envelope.kind !== 'message') return;
    last = envelope.n;
    come.push(envelope.message);
    wake();
  });
  return {
    say: message => connection.send(JSON.stringify({ kind: 'message', message })),
    look: isLooking => connection.send(JSON.stringify({ kind: 'looking', isLooking })),
    async next(fits) {
      for (;;) {
        const at = come.findIndex(fits);
        const found = come[at];
        if (found) {
          come.splice(0, at + 1);
          return found;
        }
        await new Promise<void>(resolve => {
          wake = resolve;
        });
      }
    },
    last: () => last,
    close: () => connection.terminate(),
  };
}
