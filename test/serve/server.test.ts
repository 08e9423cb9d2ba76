// The server over real HTTP and sockets: what the pages are sent, and what they may ask (SPEC 21.1).

import assert from 'node:assert/strict';
import { actionPath } from '../../src/runtime/notices/notice-actions.ts';
import { createSeals } from '../../src/runtime/trust/seals.ts';
import { asPerson } from '../../src/runtime.ts';
import { ServedWorkspace } from '../support/served-workspace.ts';

const inBrowser = { kind: 'person', surface: 'browser' } as const;

describe('serve', () => {
  let at: ServedWorkspace;
  beforeEach(async () => {
    at = await ServedWorkspace.open();
  });
  afterEach(() => at.close());

  it('starts a dialog with the first message of a new page, streams it there, and takes the answer', async () => {
    const Cookie = await at.enter();
    const given = await at.ask('/new', { headers: { Cookie } });
    assert.equal(given.status, 303);
    const where = String(given.headers.location);
    const rootId = where.split(/[/?]/)[2] ?? '';
    const shown = await at.ask(where, { headers: { Cookie } });
    assert.equal(shown.status, 200);
    const [, socket = ''] = shown.body.match(/data-socket="([^"]+)"/) ?? [];
    const page = await at.page(`${socket.replaceAll('&#38;', '&')}&tab=1`, { Cookie });
    page.say({ kind: 'ready' });
    assert.deepEqual((await page.next(({ kind }) => kind === 'snapshot')).unbegun, {});
    assert.equal(at.runtime.listRoots().length, 0);
    const dialog = { rootId, selfId: rootId };
    page.say({ kind: 'drive_dlg_by_user_msg', dialog, content: 'Paint it', msgId: 'm0' });
    const snapshot = await page.next(({ kind, unbegun }) => kind === 'snapshot' && unbegun === undefined);
    assert.equal(snapshot.rootStatus, 'running');
    await at.runtime.settled(rootId as never);
    const [question] = await at.runtime.questions();
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
    assert.deepEqual((answered.record as { by: unknown }).by, inBrowser);
    assert.equal(await saidIn(rootId), 'Paint it by browser');
    page.close();
  });

  it('marks a dialog as new that ended in a page out of sight, until somebody looks at it', async () => {
    const begun = await at.runtime.perform({ kind: 'start', text: 'Paint it' });
    assert.ok(begun.ok);
    const { rootId } = begun;
    await at.runtime.settled(rootId);
    const page = await at.page(`/socket?page=dialog&root=${rootId}&self=${rootId}&tab=1`, { Cookie: await at.enter() });
    page.say({ kind: 'ready' });
    await page.next(({ kind }) => kind === 'snapshot');
    const changed = () => new Promise<void>(resolve => at.place.ended.onChange(() => resolve()));
    const [question] = await at.runtime.questions();
    const ended = changed();
    const answered = await asPerson(at.runtime, 'panel').perform({
      kind: 'answer',
      questionId: question?.id ?? '',
      content: 'Blue',
      msgId: 'm1',
    });
    assert.ok(answered.ok);
    await ended;
    assert.ok(at.place.ended.isUnseen(rootId));
    const seen = changed();
    page.look(true);
    await seen;
    assert.equal(at.place.ended.isUnseen(rootId), false);
    page.close();
  });

  it('says that there is no such page, or that it is refused, in a page that leads on', async () => {
    const headers = { Cookie: await at.enter() };
    for (const [path, status] of [
      ['/nowhere', 404],
      ['/dialog/a%20b', 404],
      ['/proposal/none', 409],
    ] as const) {
      const answer = await at.ask(path, { headers });
      assert.deepEqual([answer.status, answer.headers['content-type']], [status, 'text/html; charset=utf-8'], path);
      assert.match(answer.body, /<a href="\/">Overview<\/a>[\s\S]*<p role="status">/);
    }
    const chinese = await at.ask('/nowhere', { headers: { ...headers, 'Accept-Language': 'zh-CN' } });
    assert.match(chinese.body, /没有此页面。/);
  });

  it('shows what a tree changed on a page of its own, and takes it back once the browser has confirmed it', async () => {
    await at.workspace.write(
      '.minds/team.yaml',
      'members: {lead: {diligence-push-max: 0, policy: [{decision: allow, tools: [write]}]}}\n',
    );
    const made = { name: 'write_file', args: { path: 'a<b.txt', content: 'one\n' } };
    await at.workspace.write(
      '.minds/p.yaml',
      JSON.stringify({ replies: [{ tools: [made] }, { say: 'Done.', repeat: true }] }),
    );
    const started = await at.runtime.perform({ kind: 'start', text: 'Go' });
    assert.ok(started.ok);
    const { rootId } = started;
    await at.runtime.settled(rootId);
    const headers = { Cookie: await at.enter() };
    const shown = async (query = '') => (await at.ask(`/changes/${rootId}${query}`, { headers })).body;
    assert.match(await shown(), /<h2>a&#60;b\.txt<\/h2>[\s\S]*<ins>\+one\n<\/ins>/);
    assert.match(await shown('?path=other'), /Nothing has changed/);
    const page = await at.page(`/socket?page=dialog&root=${rootId}&self=${rootId}&tab=1`, headers);
    page.say({ kind: 'ready' });
    await page.next(({ kind }) => kind === 'snapshot');
    page.say({ kind: 'showChanges', path: 'a<b.txt' });
    await page.next(({ kind, href }) => kind === 'open' && href === `/changes/${rootId}?path=a%3Cb.txt`);
    page.say({ kind: 'undoEdits' });
    const { id } = await page.next(({ kind }) => kind === 'confirm');
    page.raw(JSON.stringify({ kind: 'confirmed', id, yes: true }));
    await page.next(({ record }) => (record as { kind?: string })?.kind === 'editsUndone');
    assert.match(await shown(), /Nothing has changed/);
    page.close();
  });

  it('goes back to before a message: lists what will happen, opens the fork, and keeps the message for its composer', async () => {
    const pixel = { name: 'p.gif', data: 'R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==' };
    const begun = await at.runtime.perform({ kind: 'start', text: 'Paint it', msgId: 'first', images: [pixel] });
    assert.ok(begun.ok, JSON.stringify(begun));
    const { rootId } = begun;
    await at.runtime.settled(rootId);
    const headers = { Cookie: await at.enter() };
    const page = await at.page(`/socket?page=dialog&root=${rootId}&self=${rootId}&tab=1`, headers);
    page.say({ kind: 'ready' });
    await page.next(({ kind }) => kind === 'snapshot');
    page.say({ kind: 'planRestore', to: 'first' });
    const { offer } = (await page.next(({ kind }) => kind === 'restoreOffer')) as { offer?: { content: string } };
    assert.equal(offer?.content, 'Paint it');
    page.say({ kind: 'restore', msgId: 'r1', to: 'first', files: true, talk: 'fork', draft: 'Paint it' });
    const { href } = await page.next(({ kind }) => kind === 'open');
    const fork = String(href).split('/')[2] ?? '';
    const opened = await at.page(`/socket?page=dialog&root=${fork}&self=${fork}&tab=2`, headers);
    opened.say({ kind: 'ready' });
    const { focus } = await opened.next(({ kind }) => kind === 'snapshot');
    assert.deepEqual(focus, { kind: 'composer', add: 'Paint it' });
    assert.deepEqual((await opened.next(({ kind }) => kind === 'attached')).images, [pixel]);
    page.say({ kind: 'planRestore', to: 'nothing' });
    assert.match(String((await page.next(({ kind }) => kind === 'refused')).message), /No message nothing/);
    page.close();
    opened.close();
  });

  it('marks the page that is shown among the links to the others', async () => {
    const headers = { Cookie: await at.enter() };
    const marked = async (path: string) =>
      [...(await at.ask(path, { headers })).body.matchAll(/aria-current="page">([^<]+)/g)].map(([, text]) => text);
    const links = {
      '/': ['Overview'],
      '/dialog/new-1?new': ['New dialog'],
      '/address': ['Another device'],
      '/notices': ['Notices'],
    };
    for (const [path, link] of Object.entries(links)) assert.deepEqual(await marked(path), link, path);
    for (const path of ['/dialog/a', '/nowhere']) assert.deepEqual(await marked(path), [], path);
  });

  it('is reached below a path of the server that an editor has, and leads on below it', async () => {
    at.served.alsoKnownAs(new URL('http://editor.example:8080/proxy/4747/'));
    const Host = 'editor.example:8080';
    const entered = await at.ask(`/?token=${at.served.invite('full').token}`, { headers: { Host } });
    assert.match(entered.body, /location\.replace\("\/proxy\/4747\/[\w-]+\/"\)/);
    const [given = ''] = entered.headers['set-cookie'] ?? [];
    assert.match(given, /; Path=\/proxy\/4747\/[\w-]+\/;/);
    const headers = { Host, Cookie: given.split(';')[0] ?? '', Origin: `http://${Host}` };
    const { body } = await at.ask('/', { headers });
    const paths = [...body.matchAll(/(?:href|src|data-socket)="(\/[^"]*)"/g)].map(([, path = '']) => path);
    assert.deepEqual([paths.length > 5, paths.filter(path => !path.startsWith('/proxy/4747/'))], [true, []]);
    assert.match((await at.ask('/address', { headers })).body, /http:\/\/editor\.example:8080\/proxy\/4747\/\?token=/);
    const begins = await at.ask('/new', { headers });
    assert.match(String(begins.headers.location), /^\/proxy\/4747\/dialog\/[\w-]+\?new$/);
    assert.equal((await at.ask('/', { headers: { ...headers, Host: 'editor.example:8081' } })).status, 403);
  });

  it('records that words were said in the browser, also when they waited behind a question', async () => {
    const begun = await at.runtime.perform({ kind: 'start', text: 'Paint it' });
    assert.ok(begun.ok);
    const { rootId } = begun;
    await at.runtime.settled(rootId);
    const dialog = { rootId, selfId: rootId };
    const page = await at.page(`/socket?page=dialog&root=${rootId}&self=${rootId}&tab=1`, { Cookie: await at.enter() });
    page.say({ kind: 'ready' });
    await page.next(({ kind }) => kind === 'snapshot');
    page.say({ kind: 'drive_dlg_by_user_msg', dialog, content: 'The fence', msgId: 'm1' });
    await page.next(({ record }) => (record as { kind?: string })?.kind === 'messageQueued');
    const [question] = await at.runtime.questions();
    assert.ok(question);
    const answer = { questionId: question.id, content: 'Blue', msgId: 'm2' };
    assert.ok((await at.runtime.perform({ kind: 'answer', ...answer }, inBrowser)).ok);
    await at.runtime.settled(rootId);
    assert.equal(await saidIn(rootId), 'Paint it by undefined; The fence by browser');
    page.close();
  });

  /** What was said in a root, and where. */
  const saidIn = async (rootId: string) => {
    const viewed = await at.runtime.view({ rootId, selfId: rootId } as never);
    assert.ok(viewed.ok);
    return viewed.view.records
      .flatMap(record => (record.kind === 'userSaid' ? [`${record.content} by ${record.by?.surface}`] : []))
      .join('; ');
  };

  it('knows what pages with the focus show, of visitors who can answer', async () => {
    const begun = await at.runtime.perform({ kind: 'start', text: 'Paint it' });
    assert.ok(begun.ok);
    const { rootId } = begun;
    const question = { rootId, selfId: rootId as never, questionId: 'q1' as never };
    const told = () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const listening = at.inView.onChange(() => {
        listening.dispose();
        resolve();
      });
      return promise;
    };
    const dialog = `/socket?page=dialog&root=${rootId}&self=${rootId}`;
    const watcher = await at.page(`${dialog}&tab=1`, { Cookie: await at.enter('view') });
    watcher.look(true);
    const Cookie = await at.enter();
    const page = await at.page(`${dialog}&tab=2`, { Cookie });
    assert.equal(at.inView.isSeen(question), false);
    for (const isLooking of [true, false]) {
      const changed = told();
      page.look(isLooking);
      await changed;
      assert.equal(at.inView.isSeen(question), isLooking);
    }
    const overview = await at.page('/socket?page=overview&tab=3', { Cookie });
    const shown = told();
    overview.look(true);
    await shown;
    const { questionId, ...end } = question;
    assert.deepEqual([at.inView.isSeen({ ...end, questionId }), at.inView.isSeen(end)], [true, false]);
    const closed = told();
    overview.close();
    await closed;
    assert.equal(at.inView.isSeen(question), false);
    for (const each of [watcher, page]) each.close();
  });

  it('goes on where a page was whose connection broke, and knows its cookie after a restart', async () => {
    const begun = await at.runtime.perform({ kind: 'start', text: 'Paint it' });
    assert.ok(begun.ok);
    await at.runtime.settled(begun.rootId);
    const Cookie = await at.enter();
    const socket = `/socket?page=dialog&root=${begun.rootId}&self=${begun.rootId}&tab=1`;
    const first = await at.page(socket, { Cookie });
    first.say({ kind: 'ready' });
    await first.next(({ kind }) => kind === 'snapshot');
    first.close();
    await at.runtime.perform({
      kind: 'setReminders',
      dialog: { rootId: begun.rootId, selfId: begun.rootId as never },
      reminders: ['buy paint'],
    });
    const second = await at.page(`${socket}&after=${first.last()}`, { Cookie });
    assert.equal((await second.next(() => true)).kind, 'recorded');
    second.close();
    await at.served.close();
    await at.start();
    const third = await at.page(`${socket}&after=${second.last()}`, { Cookie });
    assert.equal((await third.next(() => true)).kind, 'hello');
    third.close();
  });

  it('answers a question by the address of a notice without a cookie, once, and lets nothing else in by it', async () => {
    const started = await at.runtime.perform({ kind: 'start', text: 'Begin' });
    assert.ok(started.ok);
    await at.runtime.settled(started.rootId);
    const [question] = await at.runtime.questions();
    assert.ok(question);
    const { rootId } = started;
    const addressOf = (option: string, folder = at.workspace.folder) =>
      actionPath(createSeals(folder, undefined), { rootId, questionId: question.id, option });
    assert.equal((await at.ask(addressOf('Blue', '/elsewhere'), { method: 'POST' })).status, 403);
    const shown = await at.ask(addressOf('Blue'));
    assert.equal(shown.status, 200);
    assert.match(shown.body, /Which colour\?[\s\S]*Answer: Blue/);
    assert.equal((await at.runtime.questions()).length, 1);
    const other = { Origin: 'https://evil.example.org' };
    assert.equal((await at.ask(addressOf('Blue'), { method: 'POST', headers: other })).status, 403);
    for (let again = 0; again < 2; again++) {
      assert.match((await at.ask(addressOf('Blue'), { method: 'POST' })).body, /Answered: Blue/);
    }
    const late = await at.ask(addressOf('Red'), { method: 'POST' });
    assert.equal(late.status, 409);
    assert.match(late.body, /answered meanwhile from a notice: Blue/);
    assert.match((await at.ask(addressOf('Red'))).body, /answered meanwhile/);
    assert.equal(late.headers['set-cookie'], undefined);
    assert.equal((await at.ask(`/dialog/${rootId}/${rootId}`)).status, 401);
  });
});
