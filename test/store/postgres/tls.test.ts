// Connections to a real server over TLS, with an authority made for this test: its certificate is verified, names and
// all (SPEC 20.1).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, statSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { makeTempFolder, removeTempFolder } from '../../../scripts/temp-folder.ts';
import { migrateStore, storeStatus } from '../../../src/runtime.ts';
import { openStoreAdmin } from '../../../src/store/postgres/admin.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts';

describe('TLS to a PostgreSQL store', function () {
  // A server of its own.
  this.timeout(60_000);
  let folder: string;
  let server: PostgresServer;

  before(async () => {
    folder = await makeTempFolder('tls');
    chmodSync(folder, 0o755);
    const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
    for (const name of ['right', 'wrong']) {
      const host = name === 'right' ? 'IP:127.0.0.1' : 'DNS:db.example.org';
      openssl(
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
        '-subj',
        `/CN=${name}`,
        '-addext',
        `subjectAltName=${host}`,
        '-keyout',
        `${name}.key`,
        '-out',
        `${name}.crt`,
      );
      chmodSync(path.join(folder, `${name}.key`), 0o600);
    }
    server = await startPostgres({
      prepare: data => {
        const { uid, gid } = statSync(data);
        for (const name of ['right', 'wrong']) chownSync(path.join(folder, `${name}.key`), uid, gid);
      },
      settings: ['ssl=on', `ssl_cert_file=${folder}/right.crt`, `ssl_key_file=${folder}/right.key`],
    });
  });
  after(async () => {
    await server?.stop();
    await removeTempFolder(folder);
  });

  const address = (authority: string) =>
    `${server.url('tls')}&sslmode=verify-full${authority === '' ? '' : `&sslrootcert=${path.join(folder, authority)}`}`;

  it('works with the authority that the address names', async () => {
    assert.ok((await migrateStore(address('right.crt'))).ok);
    const found = await storeStatus(address('right.crt'));
    assert.ok(found.ok, JSON.stringify(found));
  });

  it('is refused without it, and with another one', async () => {
    for (const authority of ['', 'wrong.crt']) {
      const found = await storeStatus(address(authority));
      assert.ok(!found.ok);
      assert.match(JSON.stringify(found.why), /self[- ]signed|certificate/i, authority);
    }
  });

  it('is refused when the certificate names another server', async () => {
    const other = await startPostgres({
      prepare: data => {
        const { uid, gid } = statSync(data);
        chownSync(path.join(folder, 'wrong.key'), uid, gid);
      },
      settings: ['ssl=on', `ssl_cert_file=${folder}/wrong.crt`, `ssl_key_file=${folder}/wrong.key`],
    });
    try {
      const found = await storeStatus(
        `${other.url('tls')}&sslmode=verify-full&sslrootcert=${path.join(folder, 'wrong.crt')}`,
      );
      assert.ok(!found.ok);
      assert.match(JSON.stringify(found.why), /IP: 127\.0\.0\.1 is not in|altnames|does not match/i);
    } finally {
      await other.stop();
    }
  });
});

describe('a server without TLS', () => {
  it('is refused over the network with what to change', async () => {
    const server = createServer(socket => socket.once('data', () => socket.end('N')));
    server.listen(0, '0.0.0.0');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const opened = openStoreAdmin(`postgres://me@0.0.0.0:${port}/db`);
    assert.ok(opened.ok);
    const status = await opened.admin.status();
    assert.deepEqual(!status.ok && status.why, {
      id: 'store-without-tls',
      store: `postgres://0.0.0.0:${port}/db?schema=dominds`,
    });
    await opened.admin.close();
    server.close();
  });
});
