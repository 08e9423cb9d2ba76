// Each transport really sends: to a server of this machine, through a proxy, or by a program (SPEC 21.2).
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DialogId, QuestionId, RootId } from '../../src/core/base/ids.ts';
import type { Language } from '../../src/core/base/language.ts';
import type { Notice } from '../../src/core/notices/notice.ts';
import type { NoticeContent, NotifySettings, Transport } from '../../src/core/notices/notify.ts';
import { createEnvironmentProxies } from '../../src/llm/http/environment-proxies.ts';
import { createHttpClient } from '../../src/llm/http/http-client.ts';
import { after } from '../../src/runtime/clock/after.ts';
import { sendNotice } from '../../src/runtime/notices/notice-transports.ts';
import { receiver } from '../support/receiver.ts';
import { makeTempWorkspace } from '../support/temp-workspace.ts';

const question: Notice = {
  key: 'question q1',
  event: 'question',
  at: '2026-01-01T12:00:00.000Z',
  rootId: 'r1' as RootId,
  selfId: 'r1' as DialogId,
  agentId: 'lead',
  questionId: 'q1' as QuestionId,
  headline: 'Which colour?',
  body: 'Take one.',
  options: ['red, of course', '蓝色'],
};

interface Sent {
  readonly notices?: readonly [Notice, ...Notice[]];
  readonly content?: NoticeContent;
  readonly language?: Language;
  readonly rtws?: string;
  readonly fetch?: typeof fetch;
}

function send(transport: Transport, { notices = [question], content = 'headline', ...given }: Sent = {}) {
  const settings: NotifySettings = { afterS: 60, content, transports: [transport] };
  const links = {
    page: ({ questionId }: Notice) => `https://team.example.org/dialog/r1?question=${questionId}`,
    actions: ({ options = [] }: Notice) =>
      options.map((option, at) => ({ option, url: `https://t.example/act/${at}` })),
  };
  return sendNotice({ transport, notices }, settings, links, {
    fetch: createHttpClient().fetch,
    env: { PATH: process.env.PATH },
    rtws: '/',
    after,
    language: 'en',
    push: { keys: () => undefined, gone() {}, now: Date.now },
    ...given,
  });
}

const decoded = (header: unknown) =>
  String(header).replace(/^=\?UTF-8\?B\?(.*)\?=$/, (_, text) => Buffer.from(text, 'base64').toString());

describe('a transport of notices', () => {
  it('tells by ntfy, with the page behind it and the options as buttons', async () => {
    const server = await receiver(200);
    assert.equal(await send({ kind: 'ntfy', name: 'ntfy', target: server.url }), undefined);
    const [got] = server.received;
    assert.equal(
      got?.body,
      '@lead has a question for you: Which colour?\nhttps://team.example.org/dialog/r1?question=q1',
    );
    assert.equal(got.headers.title, '@lead has a question for you');
    assert.equal(got.headers.click, 'https://team.example.org/dialog/r1?question=q1');
    assert.equal(
      decoded(got.headers.actions),
      'http, red  of course, https://t.example/act/0, method=POST, clear=true; http, 蓝色, https://t.example/act/1, method=POST, clear=true',
    );
    await server.close();
  });

  it('tells in the language of the person', async () => {
    const server = await receiver(200);
    await send({ kind: 'ntfy', name: 'ntfy', target: server.url }, { language: 'zh' });
    assert.equal(decoded(server.received[0]?.headers.title), '@lead 有问题要问你');
    await server.close();
  });

  it('tells by Slack, without addresses that answer: Slack opens them for a preview', async () => {
    const server = await receiver(200);
    assert.equal(await send({ kind: 'slack', name: 'slack', target: server.url }, { content: 'full' }), undefined);
    const { text } = JSON.parse(server.received[0]?.body ?? '');
    assert.equal(
      text,
      '@lead has a question for you: Which colour?\nTake one.\nhttps://team.example.org/dialog/r1?question=q1',
    );
    await server.close();
  });

  it('tells Slack the words of models as text, without mentions and links', async () => {
    const server = await receiver(200);
    const notices = [
      { ...question, headline: '<!channel> & <https://evil.example|Answer>', body: '<@U1> a > b' },
    ] as const;
    await send({ kind: 'slack', name: 'slack', target: server.url }, { content: 'full', notices: [...notices] });
    const sent = JSON.parse(server.received[0]?.body ?? '');
    assert.equal(sent.mrkdwn, false);
    assert.match(sent.text, /&lt;!channel&gt; &amp; &lt;https:\/\/evil\.example\|Answer&gt;\n&lt;@U1&gt; a &gt; b\n/);
    await server.close();
  });

  it('tells several in one message', async () => {
    const server = await receiver(200);
    const notices = [question, { ...question, event: 'ended', headline: 'Done it' }] as const;
    await send({ kind: 'ntfy', name: 'ntfy', target: server.url }, { notices: [...notices] });
    await send({ kind: 'webhook', name: 'webhook', target: server.url }, { notices: [...notices] });
    const [ntfy, webhook] = server.received;
    assert.deepEqual([ntfy?.headers.title, ntfy?.headers.actions], ['2 notices', undefined]);
    assert.match(ntfy?.body ?? '', /question for you: Which colour\?\n.*\n@lead is done: Done it/);
    const { event, notices: told } = JSON.parse(webhook?.body ?? '');
    assert.deepEqual([event, told.length], ['digest', 2]);
    await server.close();
  });

  it('runs a program that gets the notice as JSON in DOMINDS_NOTICE, and no text of it in the command', async () => {
    const workspace = await makeTempWorkspace({});
    const command = `node -e "require('fs').writeFileSync('got', process.env.DOMINDS_NOTICE)"`;
    const told = { ...question, headline: '$(touch stolen) "; touch stolen' };
    const transport: Transport = { kind: 'command', name: 'command', target: command };
    assert.equal(await send(transport, { notices: [told], rtws: workspace.folder }), undefined);
    const got = JSON.parse(await readFile(path.join(workspace.folder, 'got'), 'utf8'));
    assert.equal(got.headline, told.headline);
    await assert.rejects(readFile(path.join(workspace.folder, 'stolen')));
    await workspace.remove();
  });

  it('says what failed without its address', async () => {
    const server = await receiver(403);
    const refused = await send({ kind: 'slack', name: 'slack', target: server.url });
    assert.deepEqual(refused, { id: 'status', status: 403 });
    await server.close();
    const closed = await receiver(200);
    await closed.close();
    const gone = await send({ kind: 'slack', name: 'slack', target: closed.url });
    assert.deepEqual(gone, { id: 'unreachable', code: 'ECONNREFUSED' });
    assert.deepEqual(await send({ kind: 'ntfy', name: 'ntfy' }), { id: 'no-address' });
    assert.deepEqual(await send({ kind: 'command', name: 'command', target: 'exit 7' }), { id: 'exit-code', code: 7 });
  });

  it('sends a webhook whose secret is not set to nobody, and says so', async () => {
    const server = await receiver(200);
    const transport: Transport = { kind: 'webhook', name: 'webhook', target: server.url, secret: null };
    assert.deepEqual(await send(transport), { id: 'no-secret' });
    assert.deepEqual(server.received, []);
    await server.close();
  });

  it('does not follow an address to another machine', async () => {
    const server = await receiver(200);
    const moved: typeof fetch = async (...args) => {
      const answer = await createHttpClient().fetch(...args);
      return new Response(null, { status: 302, headers: answer.headers });
    };
    const sent = await send({ kind: 'webhook', name: 'w', target: server.url }, { fetch: moved });
    assert.deepEqual(sent, { id: 'status', status: 302 });
    await server.close();
  });

  it('goes through the proxy that the environment names', async () => {
    const proxy = await receiver(200);
    process.env.http_proxy = proxy.url;
    try {
      const through = createHttpClient(createEnvironmentProxies()).fetch;
      const sent = await send({ kind: 'ntfy', name: 'n', target: 'http://ntfy.example/topic' }, { fetch: through });
      assert.equal(sent, undefined);
      assert.equal(proxy.received[0]?.url, 'http://ntfy.example/topic');
    } finally {
      delete process.env.http_proxy;
      await proxy.close();
    }
  });
});
