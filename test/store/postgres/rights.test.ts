// What the two roles of a store may do, against a real server: viewers read and hand over words, workers claim and
// store (SPEC 20.1).
import assert from 'node:assert/strict';
import pg from 'pg';
import type { RootId } from '../../../src/core/base/ids.ts';
import { rootRef } from '../../../src/core/base/ids.ts';
import { type OpenMode, openRuntime, type Runtime } from '../../../src/runtime.ts';
import { emptyStore, sharedPostgres } from '../../support/postgres.ts';
import { makeTempWorkspace, type TempWorkspace } from '../../support/temp-workspace.ts';

describe('the rights at a PostgreSQL store', function () {
  this.timeout(30_000);
  let url: string;
  let workspace: TempWorkspace;
  let rootId: RootId;

  const as = (user: string) => url.replace('dominds@', `${user}@`);
  const open = (user: string, mode: OpenMode) =>
    openRuntime({ rtws: workspace.folder, env: {}, mode, store: { url: as(user), drive: 'here' } });
  const using = async <T>(user: string, mode: OpenMode, use: (runtime: Runtime) => Promise<T>): Promise<T> => {
    const opened = await open(user, mode);
    assert.ok(opened.ok, JSON.stringify(opened));
    try {
      return await use(opened.runtime);
    } finally {
      await opened.runtime.close();
    }
  };
  /** The code of the server's error, or none. */
  const attempt = async (user: string, statement: string): Promise<string | undefined> => {
    const client = new pg.Client({ connectionString: as(user).replace(/\?.*/, '') });
    await client.connect();
    try {
      await client.query(`set search_path to ${new URL(url).searchParams.get('schema')}`);
      await client.query(statement);
      return undefined;
    } catch (error) {
      return (error as { code?: string }).code;
    } finally {
      await client.end();
    }
  };

  beforeEach(async () => {
    url = await emptyStore();
    await (await sharedPostgres()).run(
      `do $$ begin create role alice login; create role willy login; exception when duplicate_object then null; end $$`,
      'grant dominds_viewer to alice',
      'grant dominds_worker to willy',
    );
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'workspace: shop\nmembers: {lead: {diligence-push-max: 0}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': 'replies:\n  - {say: Done., repeat: true}\n',
    });
    rootId = await using('willy', 'drive', async runtime => {
      const started = await runtime.perform({ kind: 'start', text: 'go' });
      assert.ok(started.ok, JSON.stringify(started));
      assert.equal((await runtime.settled(started.rootId)).response, 'Done.');
      return started.rootId;
    });
  });
  afterEach(() => workspace.remove());

  it('let a worker drive, and a viewer read and hand over what it says', async () => {
    await using('alice', 'read', async runtime => {
      assert.deepEqual(
        runtime.listRoots().map(root => root.rootId),
        [rootId],
      );
      const said = await runtime.perform({ kind: 'say', dialog: rootRef(rootId), content: 'more', msgId: 'm-1' });
      assert.ok(said.ok, JSON.stringify(said));
    });
    assert.equal(
      await attempt('willy', `do $$ begin assert (select count(*) from intent where applied is null) = 1; end $$`),
      undefined,
    );
  });

  it('give the secret of addresses in notices to those who may answer, and to nobody else', async () => {
    await (await sharedPostgres()).run(
      `do $$ begin create role rita login; exception when duplicate_object then null; end $$`,
      `grant usage on schema ${new URL(url).searchParams.get('schema')} to rita`,
    );
    for (const user of ['alice', 'willy', 'rita']) assert.equal(await attempt(user, 'select * from secret'), '42501');
    for (const user of ['alice', 'willy']) assert.equal(await attempt(user, 'select notice_secret()'), undefined);
    assert.equal(await attempt('rita', 'select notice_secret()'), '42501');
  });

  it('let a viewer write nothing', async () => {
    for (const statement of [
      `update tree set epoch = 9`,
      `delete from record`,
      `insert into intent (root, msg_id, body) values ('${rootId}', 'x', '{}')`,
      `update intent set applied = now()`,
      `insert into worker (id, name, serves, room, lock_key) values ('x', 'x', '{}', 1, 1)`,
      `insert into pause values ('x', now(), 'x')`,
    ])
      assert.equal(await attempt('alice', statement), '42501', statement);
    const driving = await open('alice', 'drive');
    assert.equal(driving.ok, false);
    await using('alice', 'read', async runtime => {
      const started = await runtime.perform({ kind: 'start', text: 'x' });
      assert.equal(!started.ok && started.why.id, 'store-refused', JSON.stringify(started));
    });
  });

  it('let nobody change the tables but their owner', async () => {
    for (const user of ['alice', 'willy'])
      assert.equal(await attempt(user, 'alter table tree add column x int'), '42501', user);
    assert.equal(await attempt('willy', 'update schema_version set version = 99'), '42501');
  });
});
