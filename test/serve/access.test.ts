// Who is let in: tokens, cookies, hosts and origins (SPEC 21.1).
import assert from 'node:assert/strict';
import { COOKIE_DAYS, cookieIn, createDoorkeeper } from '../../src/serve/access.ts';
import { type Address, isLoopback, isOwnHost, isOwnOrigin } from '../../src/serve/same-site.ts';
import { sealsOf } from '../support/seals.ts';

describe('the doorkeeper of a server', () => {
  let now = 0;
  const keeper = (machine = 'here') => createDoorkeeper({ seals: sealsOf(machine), now: () => now });
  beforeEach(() => {
    now = 1_000_000;
  });

  it('lets a token in once', () => {
    const door = keeper();
    const token = door.issue('full');
    assert.equal(door.redeem(token), 'full');
    assert.equal(door.redeem(token), undefined);
    assert.equal(door.redeem('made-up'), undefined);
  });

  it('looks at no token for a minute after ten wrong ones, the right one included', () => {
    const door = keeper();
    const token = door.issue('full');
    for (let n = 0; n < 10; n++) {
      assert.equal(door.isBesieged(), false);
      door.redeem('wrong');
    }
    assert.equal(door.isBesieged(), true);
    assert.equal(door.redeem(token), undefined);
    now += 60_000;
    assert.equal(door.isBesieged(), false);
  });

  it('recognises the cookies it gave, with what they allow, also after a restart', () => {
    const value = keeper().admit('view');
    assert.equal(keeper().recognise(value)?.access, 'view');
    assert.notEqual(keeper().recognise(value)?.id, keeper().recognise(keeper().admit('view'))?.id);
  });

  it('recognises no cookie that was changed, expired, or made with another secret', () => {
    const value = keeper().admit('view');
    const forged = [
      value.replace(/^view/, 'full'),
      value.replace(/\.\d+\./, '.9999999999999.'),
      `${value}x`,
      '',
      'a.b.c.d',
    ];
    for (const each of forged) assert.equal(keeper().recognise(each), undefined, each);
    assert.equal(keeper('elsewhere').recognise(value), undefined);
    now += COOKIE_DAYS * 86_400_000 + 1;
    assert.equal(keeper().recognise(value), undefined);
  });

  it('takes the token of a program for no cookie, and a cookie for no token', () => {
    const door = keeper();
    assert.equal(door.recognise(door.admit('full', 'program')), undefined);
    assert.equal(door.recognise(door.admit('full'), 'program'), undefined);
    assert.equal(door.recognise(door.admit('full', 'program'), 'program')?.access, 'full');
  });

  it('gives out as many addresses as a visitor asks for, and voids only older ones of the same visitor', () => {
    const door = keeper();
    const visitor = () => door.recognise(door.admit('view'));
    const [printed, one, other] = [door.issue('full'), visitor(), visitor()];
    const first = door.issue('view', one);
    const ofOther = door.issue('view', other);
    for (let n = 0; n < 20; n++) door.issue('view', one);
    assert.deepEqual([door.redeem(first), door.redeem(ofOther), door.redeem(printed)], [undefined, 'view', 'full']);
  });

  it('bounds the addresses of all visitors, and keeps that of the server', () => {
    const door = keeper();
    const printed = door.issue('full');
    const given = Array.from({ length: 401 }, () => door.issue('view', door.recognise(door.admit('view'))));
    assert.deepEqual([door.redeem(given[0] ?? ''), door.redeem(given[1] ?? '')], [undefined, 'view']);
    assert.equal(door.redeem(printed), 'full');
  });

  it('finds a cookie among others', () => {
    assert.equal(cookieIn('a=1; dominds-x=yes.1; b=2', 'dominds-x'), 'yes.1');
    assert.equal(cookieIn('xdominds=1', 'dominds'), undefined);
    assert.equal(cookieIn(undefined, 'dominds'), undefined);
  });
});

describe('the site of a server', () => {
  const at = (host: string, more: Partial<Address> = {}): Address => ({
    scheme: 'http',
    host,
    port: 4747,
    isBehindProxy: false,
    ...more,
  });

  it('goes by the names of its address alone', () => {
    for (const name of ['127.0.0.1:4747', 'localhost:4747', '[::1]:4747'])
      assert.ok(isOwnHost(name, at('127.0.0.1')), name);
    for (const name of ['evil.example:4747', '127.0.0.1:80', 'localhost', 'localhost.evil.example:4747', undefined])
      assert.equal(isOwnHost(name, at('127.0.0.1')), false, name);
    assert.ok(isOwnHost('10.0.0.5:4747', at('0.0.0.0')));
    assert.equal(isOwnHost('evil.example:4747', at('0.0.0.0')), false);
    assert.ok(isOwnHost('team.example.org', at('127.0.0.1', { isBehindProxy: true })));
  });

  it('goes by its name alone on the usual port, which browsers leave out', () => {
    for (const [scheme, port] of [
      ['http', 80],
      ['https', 443],
    ] as const) {
      const usual = { scheme, port };
      for (const name of ['127.0.0.1', `127.0.0.1:${port}`, 'localhost', '[::1]'])
        assert.ok(isOwnHost(name, at('127.0.0.1', usual)), name);
      assert.ok(isOwnHost('[fd00::5]', at('fd00::5', usual)));
      for (const name of ['evil.example', '127.0.0.1:4747', '127.0.0.1.evil.example'])
        assert.equal(isOwnHost(name, at('127.0.0.1', usual)), false, name);
    }
    assert.equal(isOwnHost('127.0.0.1', at('127.0.0.1', { scheme: 'https', port: 80 })), false);
  });

  it('goes by the name of a tunnel of the editor too', () => {
    const names = new Map([['space-4747.example.dev', 'https://space-4747.example.dev']]);
    const address = { scheme: 'http', host: '127.0.0.1', port: 4747, isBehindProxy: false, names } as const;
    assert.ok(isOwnHost('space-4747.example.dev', address));
    assert.ok(isOwnHost('localhost:4747', address));
    assert.ok(!isOwnHost('evil.example.dev', address));
  });

  it('is asked by its own pages, or by no page', () => {
    assert.ok(isOwnOrigin(undefined, '127.0.0.1:4747'));
    assert.ok(isOwnOrigin('http://127.0.0.1:4747', '127.0.0.1:4747'));
    for (const host of ['team.example', 'team.example:80']) assert.ok(isOwnOrigin('http://team.example', host), host);
    for (const host of ['team.example', 'team.example:443']) assert.ok(isOwnOrigin('https://team.example', host), host);
    assert.equal(isOwnOrigin('https://team.example', 'team.example:80'), false);
    assert.equal(isOwnOrigin('http://undefined', undefined), false);
    for (const origin of ['http://evil.example', 'null', 'http://127.0.0.1:4748'])
      assert.equal(isOwnOrigin(origin, '127.0.0.1:4747'), false, origin);
  });

  it('knows which addresses only this machine reaches', () => {
    for (const host of ['127.0.0.1', '127.1.2.3', 'localhost', '::1']) assert.ok(isLoopback(host), host);
    for (const host of ['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example']) assert.equal(isLoopback(host), false, host);
  });
});
