// What other sites, other ports of the same machine and visitors who may only look can do to a server (SPEC 21.1).
import assert from 'node:assert/strict';
import net from 'node:net';
import vm from 'node:vm';
import { ServedWorkspace } from '../support/served-workspace.ts';

describe('serve, beside other sites and ports', () => {
  let at: ServedWorkspace;
  beforeEach(async () => {
    at = await ServedWorkspace.open();
  });
  afterEach(() => at.close());

  const entered = async (where: string) => {
    const { headers, body } = await at.ask(where);
    const to = /location\.replace\("([^"]*)"\)/.exec(body)?.[1] ?? assert.fail(body);
    return { to, cookie: String(headers['set-cookie']), body };
  };

  it('has browsers send the cookie below a path alone that no other port knows', async () => {
    const { to, cookie } = await entered(`/dialog/a?token=${at.served.invite('full').token}`);
    const [, path = ''] = /; Path=(\/[\w-]{16,}\/);/.exec(cookie) ?? assert.fail(cookie);
    assert.equal(to, `${path}dialog/a`);
    const Cookie = cookie.split(';')[0] ?? '';
    const { body } = await at.ask(path, { headers: { Cookie } });
    const led = [...body.matchAll(/(?:href|src|data-socket)="(\/[^"]*)"/g)].map(([, each = '']) => each);
    assert.deepEqual([led.length > 5, led.filter(each => !each.startsWith(path))], [true, []]);
    const socket = /data-socket="([^"]*)"/.exec(body)?.[1] ?? '';
    (await at.page(socket, { Cookie })).close();
    assert.equal((await at.ask(path)).status, 401, 'the path alone opens nothing');
    await assert.rejects(at.page(socket, {}), /401/);
  });

  it('leads a browser that knows the path from an address without it, once, and within the origin', async () => {
    const page = (await at.ask('/dialog/a?x=1', { headers: { Accept: 'text/html' } })).body;
    const script = /<script[^>]*>([\s\S]*)<\/script>/.exec(page)?.[1] ?? assert.fail(page);
    const ledTo = (kept: string | null, pathname: string) => {
      let to: string | undefined;
      const location = { pathname, search: '?x=1', hash: '#h', replace: (url: string) => (to = url) };
      vm.runInNewContext(script, { location, localStorage: { getItem: () => kept } });
      return to;
    };
    assert.equal(ledTo('/abc', '/dialog/a'), '/abc/dialog/a?x=1#h');
    assert.equal(ledTo('/abc', '/'), '/abc/?x=1#h');
    for (const [kept, pathname] of [
      [null, '/dialog/a'],
      ['/abc', '/abc/dialog/a'],
      ['/abc', '/abc'],
      ['//evil.example', '/'],
      ['/\\evil.example', '/'],
      ['https://evil.example', '/'],
    ] as const)
      assert.equal(ledTo(kept, pathname), undefined, `${kept} ${pathname}`);
  });

  it('leads on within its own origin, whatever the path of an address is', async () => {
    for (const where of [
      '//a//evil.example/x?token=',
      '//evil.example/?token=',
      '/\\evil.example/?token=',
      '///evil.example?token=',
      '/.//evil.example/?token=',
      '/x/..//evil.example/?token=',
      '/%2f%2fevil.example/?token=',
    ]) {
      const { to } = await entered(where + at.served.invite('full').token);
      assert.equal(new URL(to, at.served.address).origin, at.served.address, `${where} → ${to}`);
    }
    assert.match((await entered(`/new?x=1&token=${at.served.invite('full').token}`)).to, /^\/[\w-]+\/new\?x=1$/);
  });

  it('looks at no address that another site loads as a part of its page, and counts none of them', async () => {
    const { token } = at.served.invite('full');
    for (const Dest of ['image', 'iframe', 'script', 'empty', 'style'])
      for (const Site of ['cross-site', 'same-site']) {
        const headers = { 'Sec-Fetch-Site': Site, 'Sec-Fetch-Dest': Dest };
        assert.equal((await at.ask('/?token=wrong', { headers })).status, 403, Dest);
        assert.equal((await at.ask(`/?token=${token}`, { headers })).status, 403, Dest);
      }
    assert.equal((await at.ask(`/?token=${token}`)).status, 200);
  });

  it('counts no wrong address to which another site leads, and lets in who comes from there by a right one', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'document' };
    for (let n = 0; n < 12; n++) assert.equal((await at.ask('/?token=wrong', { headers })).status, 401);
    assert.equal((await at.ask(`/?token=${at.served.invite('full').token}`, { headers })).status, 200);
  });

  it('closes a refused upgrade of a client that keeps its side open', async () => {
    const closed = (path: string, more = '') =>
      new Promise<string>((resolve, reject) => {
        const socket = net.connect({ port: at.served.port, host: '127.0.0.1', allowHalfOpen: true });
        let answer = '';
        socket.on('connect', () =>
          socket.write(
            `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${at.served.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${more}\r\n`,
          ),
        );
        socket.on('data', data => (answer += data));
        // Ours stays open: only the server can end it.
        const sayMore = () => socket.write('still here', error => error ?? setImmediate(sayMore));
        socket.on('end', sayMore);
        socket.on('error', () => {});
        socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''));
        socket.setTimeout(10_000, () => reject(new Error('still open')));
      });
    const Cookie = await at.enter();
    assert.match(await closed('/socket?page=overview'), / 401 /);
    assert.match(await closed('/nothing', `Cookie: ${Cookie}\r\n`), / 404 /);
    assert.match(await closed('/socket', 'Origin: http://evil.example\r\n'), / 403 /);
    assert.match(await closed('/socket?page=overview', `Cookie: ${Cookie}\r\n`), / 400 /);
  });

  it('takes no large text of a page for looking, and keeps a bounded number of such pages', async () => {
    const Cookie = await at.enter('view');
    const page = await at.page('/socket?page=overview&tab=1', { Cookie });
    page.raw(JSON.stringify({ kind: 'message', message: { kind: 'holdImages', images: 'A'.repeat(64_000) } }));
    assert.equal(await page.closed, 1009);
    const open = await Promise.all(
      Array.from({ length: 60 }, (_, n) => at.page(`/socket?page=overview&tab=m${n}`, { Cookie })),
    );
    const more = await at.page('/socket?page=overview&tab=more', { Cookie });
    assert.equal(await more.closed, 1013);
    open[0]?.close();
    await open[0]?.closed;
    const other = await at.page('/socket?page=overview&tab=1', { Cookie: await at.enter('view') });
    other.close();
    for (const each of open) each.close();
  });
});
