// Notices to browsers: what a push service is sent, and which browsers are kept (SPEC 21.2).

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { rootRef } from '../../src/core/base/ids.ts';
import { planNotices } from '../../src/core/notices/notice.ts';
import type { PushTransport } from '../../src/core/notices/notify.ts';
import { createHttpClient } from '../../src/llm/http/http-client.ts';
import { createPushBrowsers } from '../../src/runtime/notices/browsers.ts';
import { encryptPush, newPushKeys } from '../../src/runtime/notices/encrypt.ts';
import { sendPush } from '../../src/runtime/notices/notice-transports.ts';
import { openRuntime } from '../../src/runtime.ts';
import { pushService } from '../support/push-service.ts';
import { sealsOf } from '../support/seals.ts';
import { makeTempWorkspace } from '../support/temp-workspace.ts';

const now = Date.parse('2026-01-01T12:00:00Z');
const shown = { title: 'A', body: 'B', path: '/', tag: 't', actions: [] };

async function folder() {
  const workspace = await makeTempWorkspace({
    '.minds/team.yaml': 'member_defaults: {diligence-push-max: 0}\nmembers: {lead: {}}\n',
    '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
    '.minds/p.yaml':
      'replies:\n  - say: |\n      !?@human Which colour?\n      !?Take one:\n      !?- red\n      !?- blue\n  - say: Fine.\n',
    'own/dominds/notify.yaml': 'after_s: 0\n',
  });
  const open = async (mode: 'drive' | 'read' = 'drive') => {
    const env = { XDG_CONFIG_HOME: `${workspace.folder}/own` };
    const opened = await openRuntime({ rtws: workspace.folder, env, mode, wakes: true });
    assert.ok(opened.ok);
    return opened.runtime;
  };
  return { workspace, open };
}

describe('a message for a browser', () => {
  it('is encrypted as the example of RFC 8291', () => {
    const body = encryptPush(
      'When I grow up, I want to be a watermelon',
      {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
      {
        keys: {
          publicKey: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
          privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
        },
        salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
      },
    );
    assert.equal(
      body.toString('base64url'),
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    );
  });

  it('is cut to what push services take, at whole characters', async () => {
    const service = await pushService();
    const transport = transportTo(service);
    const keys = newPushKeys();
    const push = { keys: () => keys, gone() {}, now: () => now };
    for (const body of ['x'.repeat(9_000), '蓝色的围栏'.repeat(900), '"\n🌈'.repeat(2_000)])
      assert.equal(
        await sendPush({ ...shown, body }, transport, {}, { fetch: createHttpClient().fetch, push }),
        undefined,
      );
    const long = { title: 'o'.repeat(2_000), path: '/act/1' };
    await sendPush({ ...shown, actions: [long, long] }, transport, {}, { fetch: createHttpClient().fetch, push });
    const bodies = service.pushed.map(({ message }) => message as typeof shown);
    for (const { body } of bodies.slice(0, 3)) assert.match(body, /^(x+|[蓝色的围栏]+|(?:"\n🌈)*"?\n?)…$/u);
    assert.ok(bodies.every(({ body }, at) => at === 3 || Buffer.byteLength(JSON.stringify(body)) > 3_700));
    assert.deepEqual(bodies[3]?.actions, []);
    await service.close();
  });

  it('says for which service it is signed, until when, and whom to write to', async () => {
    const service = await pushService();
    const keys = newPushKeys();
    const push = { keys: () => keys, gone() {}, now: () => now };
    const baseUrl = 'https://team.example.org';
    await sendPush(shown, transportTo(service), { baseUrl }, { fetch: createHttpClient().fetch, push });
    const [got] = service.pushed;
    assert.deepEqual(got?.claims, { aud: service.origin, exp: now / 1_000 + 43_200, sub: baseUrl });
    assert.equal(got.key, keys.publicKey);
    assert.deepEqual(
      ['content-encoding', 'ttl', 'urgency'].map(name => got.headers[name]),
      ['aes128gcm', '604800', 'high'],
    );
    await service.close();
  });
});

describe('a browser that takes notices', () => {
  it('is told of a question by a page and its options, of none twice, and no more once it is gone', async () => {
    const service = await pushService();
    const { workspace, open } = await folder();
    const runtime = await open();
    const { endpoint: target, keys } = service.subscription;
    const browsers = runtime.browserNotices();
    const until = Date.now() + 1_000_000;
    assert.equal(await browsers.add({ target, keys, until }), undefined);
    assert.equal(await browsers.add({ target, keys, until }), undefined);
    assert.deepEqual(
      service.pushed.map(({ message }) => (message as typeof shown).title),
      ['Notices are on in this browser'],
    );
    assert.equal(service.pushed[0]?.key, browsers.publicKey());
    const started = await runtime.perform({ kind: 'start', text: 'Begin' });
    assert.ok(started.ok);
    await service.until(2);
    const [question] = await runtime.questions();
    const message = service.pushed[1]?.message as Omit<typeof shown, 'actions'> & {
      actions: { title: string; path: string }[];
    };
    assert.equal(message.title, '@lead has a question for you');
    assert.equal(message.body, 'Which colour?');
    assert.equal(message.path, `/dialog/${started.rootId}?question=${question?.id}`);
    assert.deepEqual(
      message.actions.map(({ title }) => title),
      ['red', 'blue'],
    );
    assert.ok(message.actions.every(each => each.path.startsWith('/act/')));
    while (!(await runtime.notices()).some(({ fault }) => !fault)) await new Promise(setImmediate);
    service.answersWith(410);
    await runtime.perform({ kind: 'markDone', dialog: rootRef(started.rootId), force: true });
    while (!(await runtime.notices()).some(({ fault }) => fault?.id === 'gone')) await new Promise(setImmediate);
    const again = await runtime.perform({ kind: 'start', text: 'Begin' });
    assert.ok(again.ok);
    await runtime.settled(again.rootId);
    const checked = await runtime.doctor();
    assert.ok(checked.ok && checked.report.problems.every(({ kind }) => kind !== 'notices'));
    await runtime.close();
    assert.equal(service.pushed.length, 3);
    await workspace.remove();
    await service.close();
  });

  it('is not kept when its push service does not take the first notice', async () => {
    const service = await pushService(403);
    const { workspace, open } = await folder();
    const runtime = await open('read');
    const { endpoint: target, keys } = service.subscription;
    const fault = await runtime.browserNotices().add({ target, keys, until: Number.POSITIVE_INFINITY });
    assert.deepEqual(fault, { id: 'status', status: 403 });
    await runtime.close();
    const kept = await readdir(path.join(workspace.folder, 'own/dominds/push'), { recursive: true });
    assert.deepEqual(
      kept.filter(name => name.endsWith('.json')),
      ['keys.json'],
    );
    await workspace.remove();
    await service.close();
  });

  it('stands in the own folder of the person alone, for this workspace, as long as it has access', async () => {
    const workspace = await makeTempWorkspace({});
    let clock = now;
    const open = (place: string) => createPushBrowsers(workspace.folder, { seals: sealsOf(place), now: () => clock });
    const keys = { p256dh: 'p', auth: 'a' };
    open('here').add({ target: 'https://push.example/1', keys, until: now + 10 });
    const [known] = open('here').list();
    assert.deepEqual([known?.target, known?.since], ['https://push.example/1', new Date(now).toISOString()]);
    assert.deepEqual(open('elsewhere').list(), []);
    clock += 5;
    open('here').add({ target: 'https://push.example/1', keys, until: now + 20 });
    clock += 10;
    assert.deepEqual(open('here').list(), [known]);
    clock += 10;
    assert.deepEqual(open('here').list(), []);
    for (let n = 2; n < 30; n++) {
      clock++;
      open('here').add({ target: `https://push.example/${n}`, keys, until: now * 2 });
    }
    assert.equal(open('here').list().length, 20);
    open('here').remove('https://push.example/29');
    assert.equal(open('here').list().length, 19);
    await workspace.remove();
  });

  it('keeps one key for this machine, which nobody else reads', async () => {
    const { workspace, open } = await folder();
    const runtime = await open('read');
    const key = runtime.browserNotices().publicKey();
    await runtime.close();
    const again = await open('read');
    assert.equal(again.browserNotices().publicKey(), key);
    await again.close();
    assert.match(await readFile(path.join(workspace.folder, 'own/dominds/push/keys.json'), 'utf8'), /privateKey/);
    await workspace.remove();
  });

  it('is told of no end from before it was turned on, and of a question when that has waited anew', () => {
    const transport: PushTransport = {
      kind: 'push',
      name: 'browser 1',
      target: 'https://push.example/1',
      keys: { p256dh: '', auth: '' },
      since: new Date(now).toISOString(),
    };
    const before = new Date(now - 3_600_000).toISOString();
    const of = { at: before, rootId: 'r' as never, selfId: 'r' as never, agentId: 'lead', headline: '', body: '' };
    const pending = [
      { ...of, key: 'q', event: 'question' as const },
      { ...of, key: 'e', event: 'ended' as const },
    ];
    const settings = { afterS: 60, content: 'headline' as const, transports: [transport] };
    assert.deepEqual(planNotices(settings, { pending, sent: [], now }), { sendings: [], next: now + 60_000 });
    const { sendings } = planNotices(settings, { pending, sent: [], now: now + 60_000 });
    assert.deepEqual(
      sendings.map(({ notices }) => notices.map(({ key }) => key)),
      [['q']],
    );
  });
});

function transportTo({ subscription }: Awaited<ReturnType<typeof pushService>>): PushTransport {
  const { endpoint: target, keys } = subscription;
  return { kind: 'push', name: 'browser', target, keys, since: '2026-01-01T00:00:00Z' };
}
