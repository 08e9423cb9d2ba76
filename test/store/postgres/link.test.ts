import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { StoreAway } from '../../../src/core/facts/trouble.ts';
import { parseStoreAddress } from '../../../src/store/postgres/address.ts';
import { openLink, type Purpose } from '../../../src/store/postgres/link.ts';
import { emptySchema } from '../../support/postgres.ts';

describe('a connection to a PostgreSQL server', () => {
  it('repeats a statement that the server rolled back for a deadlock', async () => {
    const parsed = parseStoreAddress(await emptySchema());
    assert.ok(parsed.ok);
    const { address } = parsed;
    const [a, b] = [openLink({ address }), openLink({ address })];
    const { schema } = address;
    await a.query(`create schema ${schema}`);
    await a.query('create table each (id int primary key, changes int not null)');
    await a.query('insert into each values (1, 0), (2, 0)');
    for (const { query } of [a, b]) await query(`set deadlock_timeout to '20ms'`);
    // Each waits until the other one has a row, unless it repeats.
    const change = (first: number, second: number) =>
      `do $$ begin
         update each set changes = changes + 1 where id = ${first};
         perform pg_sleep(0.2);
         update each set changes = changes + 1 where id = ${second};
       end $$`;
    await Promise.all([a.query(change(1, 2)), b.query(change(2, 1))]);
    assert.deepEqual(await a.query('select changes from each order by id'), [{ changes: 2 }, { changes: 2 }]);
    await Promise.all([a.close(), b.close()]);
  });

  it('that ends before it was ever used fails what asked for it, and nothing else', async () => {
    const parsed = parseStoreAddress(await emptySchema());
    assert.ok(parsed.ok);
    const [server] = parsed.address.hosts;
    assert.ok(server);
    const proxy = net.createServer(client => {
      const to = net.connect(server.port, server.host);
      client.on('data', bytes => {
        // The first statement of each connection.
        if (bytes.includes('set search_path')) client.destroy();
        else to.write(bytes);
      });
      to.on('data', bytes => client.write(bytes));
      client.on('close', () => to.destroy());
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const { port } = proxy.address() as net.AddressInfo;
    const link = openLink({ address: { ...parsed.address, hosts: [{ host: '127.0.0.1', port }] } });
    await assert.rejects(link.query('select 1'), StoreAway);
    await link.close();
    proxy.close();
  });

  it('that is for news does not make the disk wait, any other does', async () => {
    const parsed = parseStoreAddress(await emptySchema());
    assert.ok(parsed.ok);
    const { address } = parsed;
    const waits = async (purpose: Purpose) => {
      const link = openLink({ address, purpose });
      const [row] = await link.query(`select source from pg_settings where name = 'synchronous_commit'`);
      await link.close();
      return row?.source;
    };
    const purposes: readonly Purpose[] = ['anything', 'appends', 'news'];
    assert.deepEqual(
      (await Promise.all(purposes.map(waits))).map(source => source === 'session'),
      [false, false, true],
    );
  });
});
