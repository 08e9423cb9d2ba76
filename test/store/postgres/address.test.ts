import assert from 'node:assert/strict';
import { parseStoreAddress, shownAddress } from '../../../src/store/postgres/address.ts';
import { sayRefusal } from '../../../src/words/say.ts';

describe('the address of a store', () => {
  const read = (text: string) => {
    const parsed = parseStoreAddress(text);
    assert.ok(parsed.ok, text);
    return parsed.address;
  };
  const refusal = (text: string) => {
    const parsed = parseStoreAddress(text);
    assert.ok(!parsed.ok, text);
    return sayRefusal(parsed, 'en').message;
  };

  it('names server, database, user and schema', () => {
    assert.deepEqual(read('postgres://me@db.example.org:6000/shop?schema=team1'), {
      hosts: [{ host: 'db.example.org', port: 6000 }],
      database: 'shop',
      user: 'me',
      schema: 'team1',
      tls: 'verify',
      files: {},
    });
  });

  it('takes usual names for what it leaves out', () => {
    const { hosts, database, schema } = read('postgresql://host');
    assert.deepEqual([hosts, database, schema], [[{ host: 'host', port: 5432 }], 'postgres', 'dominds']);
  });

  it('may name several servers of which one is the primary', () => {
    assert.deepEqual(read('postgres://a:1,[::1]:2,c/db').hosts, [
      { host: 'a', port: 1 },
      { host: '::1', port: 2 },
      { host: 'c', port: 5432 },
    ]);
  });

  for (const [host, tls] of [
    ['localhost', 'none'],
    ['127.0.0.1', 'none'],
    ['[::1]', 'none'],
    ['db', 'verify'],
    ['localhost,db', 'verify'],
    ['128.0.0.1', 'verify'],
  ] as const) {
    it(`${tls === 'none' ? 'needs no certificate from' : 'verifies'} ${host}`, () => {
      assert.equal(read(`postgres://${host}/db`).tls, tls);
    });
  }

  it('with a unix socket names its folder', () => {
    const { hosts, tls } = read('postgres:///db?host=/run/postgresql');
    assert.deepEqual([hosts[0]?.host, tls], ['/run/postgresql', 'none']);
  });

  it('that holds a password is refused, and the password is not shown', () => {
    for (const text of ['postgres://me:secret@host/db', 'postgres://host/db?password=secret'])
      assert.equal(refusal(text), 'The address of the store contains a password');
  });

  for (const text of [
    'http://host/db',
    'postgres://host/db?sslmode=disable',
    'postgres://host/db?schema=a;drop',
    'postgres://host/db?schema=Team',
    'postgres://host:99999/db',
    'postgres://host/db?unknown=1',
    'postgres://%zz@host/db',
    'files',
  ]) {
    it(`${text} is refused`, () => assert.match(refusal(text), /cannot be used|unknown key/));
  }

  it('is shown without what only the server needs to know', () => {
    assert.equal(shownAddress(read('postgres://me@host/db?sslcert=/key.pem')), 'postgres://host/db?schema=dominds');
    for (const name of ['[::1]', '[::1]:55999', '[fd00::5]:55999,host'])
      assert.equal(shownAddress(read(`postgres://me@${name}/db`)), `postgres://${name}/db?schema=dominds`);
  });
});
