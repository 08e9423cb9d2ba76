// A page turns notices on in its browser, over real HTTP, up to the push service (SPEC 21.2).

import assert from 'node:assert/strict';
import { rootRef } from '../../src/core/base/ids.ts';
import { openRuntime } from '../../src/runtime.ts';
import { pushService } from '../support/push-service.ts';
import { ServedWorkspace } from '../support/served-workspace.ts';
import { makeTempWorkspace } from '../support/temp-workspace.ts';

type Message = { readonly title: string; readonly body: string; readonly path: string };

describe('notices in a browser', () => {
  let at: ServedWorkspace;
  let service: Awaited<ReturnType<typeof pushService>>;
  beforeEach(async () => {
    const workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'member_defaults: {diligence-push-max: 0}\nmembers: {lead: {}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml':
        'replies:\n  - say: |\n      !?@human Which colour?\n      !?Take one:\n      !?- red\n      !?- blue\n  - say: Red it is.\n',
      'own/dominds/notify.yaml': 'after_s: 0\n',
    });
    const env = { XDG_CONFIG_HOME: `${workspace.folder}/own` };
    const opened = await openRuntime({ rtws: workspace.folder, env, mode: 'drive', wakes: true });
    assert.ok(opened.ok);
    at = await ServedWorkspace.over(workspace, opened.runtime);
    at.now = Date.now();
    service = await pushService();
  });
  afterEach(async () => {
    await at.close();
    await service.close();
  });

  const post = (Cookie: string | undefined, message: unknown, headers = {}) =>
    at.ask('/push', {
      method: 'POST',
      headers: { ...(Cookie && { Cookie }), 'Content-Type': 'application/json', ...headers },
      body: typeof message === 'string' ? message : JSON.stringify(message),
    });

  it('are encrypted for it, lead to the page of the question, and end when they are turned off', async () => {
    const Cookie = await at.enter();
    const { key } = JSON.parse((await at.ask('/push', { headers: { Cookie } })).body);
    assert.equal((await post(Cookie, service.subscription)).status, 204);
    const started = await at.runtime.perform({ kind: 'start', text: 'Paint it' });
    assert.ok(started.ok);
    await service.until(2);
    const { message, key: sender } = service.pushed[1] ?? {};
    const { title, body, path } = message as Message;
    assert.deepEqual([title, body, sender], ['@lead has a question for you', 'Which colour?', key]);
    assert.equal((await at.ask(path, { headers: { Cookie } })).status, 200);
    const [action] = (message as { actions: { title: string; path: string }[] }).actions;
    assert.equal(action?.title, 'red');
    assert.match(action.path, /^\/act\//);
    assert.equal((await post(Cookie, { off: service.subscription.endpoint })).status, 204);
    const sent = service.pushed.length;
    await at.runtime.perform({ kind: 'start', text: 'Paint it' });
    await at.runtime.perform({ kind: 'markDone', dialog: rootRef(started.rootId), force: true });
    assert.equal(service.pushed.length, sent);
  });

  it('are not for a visitor who may only view, and not for other sites', async () => {
    const viewer = await at.enter('view');
    assert.equal((await post(viewer, service.subscription)).status, 403);
    assert.equal((await at.ask('/push', { headers: { Cookie: viewer } })).status, 403);
    assert.equal((await at.ask('/notices', { headers: { Cookie: viewer } })).status, 403);
    assert.doesNotMatch((await at.ask('/', { headers: { Cookie: viewer } })).body, /notices|push\.js/);
    assert.equal((await post(undefined, service.subscription)).status, 401);
    assert.equal((await at.ask('/push-worker.js')).status, 401);
    const Cookie = await at.enter();
    assert.equal((await post(Cookie, service.subscription, { Origin: 'https://evil.example' })).status, 403);
    assert.deepEqual(service.pushed, []);
  });

  it('go to push services alone, by keys that are keys', async () => {
    const Cookie = await at.enter();
    const { endpoint, keys } = service.subscription;
    for (const wrong of [
      'no JSON',
      {},
      { endpoint, keys: { ...keys, auth: 'short' } },
      { endpoint, keys: { ...keys, p256dh: 'B' } },
      { endpoint: 'http://push.example/1', keys },
      { endpoint: 'file:///etc/passwd', keys },
      { endpoint: 'https://', keys },
      { off: 1 },
    ])
      assert.equal((await post(Cookie, wrong)).status, 400, JSON.stringify(wrong));
    // A point that is on no curve.
    const off = { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') };
    assert.equal((await post(Cookie, { endpoint, keys: off })).status, 400);
    assert.deepEqual(service.pushed, []);
  });

  it('say in the language of the person what kept them from being turned on', async () => {
    const Cookie = await at.enter();
    service.answersWith(403);
    const refused = await post(Cookie, service.subscription);
    assert.deepEqual(
      [refused.status, refused.body],
      [409, 'Notices could not be turned on: it answered with status 403.\n'],
    );
    const chinese = await post(Cookie, service.subscription, { 'Accept-Language': 'zh-CN' });
    assert.equal(chinese.body, '无法开启通知：返回状态码 403。\n');
  });

  it('are offered on a page that says what leaves the machine', async () => {
    const Cookie = await at.enter();
    const { status, body, headers } = await at.ask('/notices', { headers: { Cookie } });
    assert.equal(status, 200);
    assert.match(body, /the service sees when something comes, not what/);
    assert.match(String(headers['content-security-policy']), /worker-src 'self'/);
    await at.bundles.write('push-worker.js', 'self');
    const worker = await at.ask('/push-worker.js', { headers: { Cookie } });
    assert.equal(worker.status, 200);
    assert.match(String(worker.headers['content-security-policy']), /^default-src 'none'/);
  });
});
