// A process that only looks at a store, while the server is away for a while (SPEC 20.6).
import assert from 'node:assert/strict';
import { migrateStore, openRuntime } from '../../src/runtime.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

describe('a viewer of a store that goes away, or refuses it', function () {
  this.timeout(60_000);
  let server: PostgresServer;
  let workspace: TempWorkspace;

  before(async () => {
    server = await startPostgres({ durable: true });
    workspace = await makeTempWorkspace({ '.minds/team.yaml': 'workspace: shop\nmembers: {lead: {}}\n' });
  });
  after(async () => {
    await workspace.remove();
    await server.stop();
  });

  it('says so with the reason, and says when it is back', async () => {
    const url = server.url('shop');
    assert.ok((await migrateStore(url)).ok);
    const [away, back] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
    const logged: string[] = [];
    const opened = await openRuntime({
      rtws: workspace.folder,
      env: {},
      mode: 'read',
      log: { info: message => logged.push(message), warn: message => logged.push(message), error() {} },
      store: { url, drive: 'workers', onAway: why => (why ? away.resolve(why.message) : back.resolve()) },
    });
    assert.ok(opened.ok);
    opened.runtime.subscribe(() => {});
    await server.kill();
    const reason = await away.promise;
    await server.startAgain();
    await back.promise;
    await opened.runtime.close();
    assert.deepEqual(
      logged.filter(line => line.startsWith('the store is')),
      [`the store is away, dialogs wait: ${reason}`, 'the store is back'],
    );
  });

  it('says once that the store refuses to let it read, and when it may read again', async () => {
    const url = server.url('bar');
    assert.ok((await migrateStore(url)).ok);
    await server.run('create role alice login', 'grant dominds_viewer to alice');
    const told: (string | undefined)[] = [];
    const looks = { refused: Promise.withResolvers<void>(), read: Promise.withResolvers<void>() };
    const opened = await openRuntime({
      rtws: workspace.folder,
      env: {},
      mode: 'read',
      store: {
        url: url.replace('dominds@', 'alice@'),
        drive: 'workers',
        onUnread(why) {
          told.push(why?.message);
          looks[why ? 'refused' : 'read'].resolve();
        },
      },
    });
    assert.ok(opened.ok);
    opened.runtime.subscribe(() => {});
    await server.run('revoke select on bar.tree from dominds_viewer');
    await looks.refused.promise;
    const refused = await openRuntime({
      rtws: workspace.folder,
      env: {},
      mode: 'read',
      store: { url: url.replace('dominds@', 'alice@'), drive: 'workers' },
    });
    assert.equal(!refused.ok && refused.why.id, 'store-refused', JSON.stringify(refused));
    await server.run('grant select on bar.tree to dominds_viewer');
    await looks.read.promise;
    await opened.runtime.close();
    assert.deepEqual(told, ['permission denied for table tree', undefined]);
  });
});
