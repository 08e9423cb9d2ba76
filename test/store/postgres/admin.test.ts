// `dominds store` against a real server: tables, copies in both directions, removal of old roots.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import * as path from 'node:path';
import { openRuntime } from '../../../src/runtime.ts';
import { parseStoreAddress } from '../../../src/store/postgres/address.ts';
import { MAX_IMPORTED_BYTES } from '../../../src/store/postgres/imported-files.ts';
import { openLink } from '../../../src/store/postgres/link.ts';
import { runDominds, settledOf } from '../../cli/run-support.ts';
import { redPixelBytes } from '../../support/images.ts';
import { emptySchema } from '../../support/postgres.ts';
import { startPostgres, wantPasswordOf } from '../../support/postgres-server.ts';
import { makeTempWorkspace, type TempWorkspace } from '../../support/temp-workspace.ts';

describe('dominds store', function () {
  this.timeout(60_000);
  let url: string;
  let workspace: TempWorkspace;

  const dominds = (...argv: string[]) =>
    runDominds(['--json', ...argv], { openRuntime, cwd: workspace.folder, env: {} });
  const store = (...argv: string[]) => dominds('store', ...argv, '--store', url);

  /** Texts of files below a folder of `.dialogs/`, by their path; index files are left out. */
  const filesIn = (folder: string) =>
    Object.fromEntries(
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter(name => /course-|\/(images|before|system)\//.test(name))
        .filter(name => statSync(path.join(folder, name)).isFile())
        .sort()
        .map(name => [name, readFileSync(path.join(folder, name), 'base64')]),
    );

  beforeEach(async () => {
    url = await emptySchema();
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'workspace: shop\nmembers:\n  lead: {diligence-push-max: 0}\n  bob: {}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': `replies:
  - {when: {agent: lead}, say: "!?@bob !tellaskSession wall Paint the wall"}
  - {when: {agent: bob}, say: Painted.}
  - {when: {agent: lead}, say: "All is painted. \\u0000 ✓"}
  - {say: "Again.", repeat: true}
`,
    });
    await workspace.write('red.png', '');
    writeFileSync(path.join(workspace.folder, 'red.png'), redPixelBytes);
  });
  afterEach(() => workspace.remove());

  it('makes the tables once and says the version', async () => {
    const first = await store('migrate');
    assert.equal(first.code, 0, first.stderr);
    const [made] = first.json as [{ version: number; from: number; applied: readonly string[] }];
    assert.equal(made.from, 0);
    assert.deepEqual([made.applied.length, made.applied.includes('')], [made.version, false]);
    assert.deepEqual((await store('migrate')).json, [{ version: made.version, from: made.version, applied: [] }]);
    const status = await store('status');
    assert.deepEqual(status.json, [
      { version: made.version, workers: [], trees: { running: 0, waiting: 0, due: 0 }, unserved: [] },
    ]);
  });

  it('says what to do where there are no tables, no server or a password', async () => {
    assert.match((await store('status')).stderr, /The store has no tables yet — run: dominds store migrate/);
    const nowhere = await dominds('store', 'status', '--store', 'postgres://127.0.0.1:1/none');
    assert.equal(nowhere.code, 1);
    assert.match(nowhere.stderr, /postgres:\/\/127\.0\.0\.1:1\/none\?schema=dominds cannot be reached/);
    const unnamed = await dominds('store', 'status', '--store', 'postgres://nowhere.invalid/none');
    assert.match(unnamed.stderr, /postgres:\/\/nowhere\.invalid\/none\S* cannot be reached: getaddrinfo E/);
    const told = await dominds('store', 'status', '--store', 'postgres://me:secret@host/db');
    assert.match(
      told.stderr,
      /contains a password — remove it from the address; in the editor run Set Store Password, elsewhere set PGPASSWORD or write ~\/\.pgpass/,
    );
    assert.doesNotMatch(told.stderr, /secret/);
    assert.match((await dominds('store', 'status')).stderr, /No PostgreSQL store is named — set DOMINDS_STORE/);
  });

  it('says that the database does not exist, and how to create it', async () => {
    const elsewhere = url.replace('/postgres?', '/no_such_shop?');
    for (const argv of [['store', 'migrate'], ['store', 'status'], ['list']]) {
      const { code, stderr } = await dominds(...argv, '--store', elsewhere);
      assert.equal(code, 1);
      assert.match(
        stderr,
        /The database no_such_shop of the store postgres:\S+ does not exist — create it on that server \(for example: createdb no_such_shop\)/,
      );
    }
  });

  it('names the ways to give a password that the server wants', async () => {
    const server = await startPostgres({ prepare: wantPasswordOf('clerk') });
    try {
      await server.run("create role clerk login password 'tea'");
      const clerk = server.url('kitchen').replace('dominds@', 'clerk@');
      const { stderr } = await dominds('store', 'status', '--store', clerk);
      assert.match(
        stderr,
        /wants a password — in the editor run Set Store Password, elsewhere set PGPASSWORD or write/,
      );
    } finally {
      await server.stop();
    }
  });

  it('copies dialogs in and out with every line as it was', async () => {
    await store('migrate');
    const started = await dominds('start', 'paint', '--image', 'red.png');
    const { rootId } = settledOf(started);
    await dominds('clear-mind', rootId);
    await dominds('send', rootId, 'once more');
    const done = settledOf(await dominds('start', 'other'));
    await dominds('done', done.rootId, '--force');
    const before = filesIn(path.join(workspace.folder, '.dialogs'));
    const served = '{"name":"nightly","due":"2026-01-01T03:00:00.000Z"}\n';
    writeFileSync(path.join(workspace.folder, '.dialogs/schedules.jsonl'), served);
    assert.ok(Object.keys(before).some(name => name.startsWith('done')));
    assert.ok(Object.keys(before).some(name => name.includes('/images/')));

    const imported = await store('import', '.dialogs');
    assert.equal(imported.code, 0, imported.stderr);
    const [{ roots, records }] = imported.json as [{ roots: string[]; records: number }];
    assert.equal(roots.length, 2);
    assert.ok(records > 20);
    const exported = await store('export', 'copy');
    assert.equal(exported.code, 0, exported.stderr);
    assert.deepEqual(filesIn(path.join(workspace.folder, 'copy')), before);
    const copied = () => readFileSync(path.join(workspace.folder, 'copy/schedules.jsonl'), 'utf8');
    assert.equal(copied(), served);

    // The folder of the workspace will do.
    const again = await store('import', '.');
    assert.deepEqual((again.json as [{ roots: string[]; present: string[] }])[0].present.sort(), [...roots].sort());
    await store('export', 'copy');
    assert.equal(copied(), served);
  });

  it('says that the disk refused a copy, and nothing of the store, where a folder cannot be made', async () => {
    await store('migrate');
    await dominds('start', 'paint');
    await store('import', '.dialogs');
    const { code, stderr } = await store('export', 'red.png/copy');
    assert.match(
      stderr,
      /^dominds: The disk refused it: E(?:NOTDIR|EXIST): [^\n]* — free space or make the folder writable/,
    );
    assert.equal(code, 1);
  });

  it('says that a file is in the place of the folder to export to', async () => {
    await store('migrate');
    const { code, stderr } = await store('export', 'red.png');
    assert.match(stderr, /^dominds: \S+red\.png is a file, not a folder — open a folder\n$/);
    assert.equal(code, 1);
  });

  it('counts one dialog as one', async () => {
    await store('migrate');
    await dominds('start', 'paint');
    const told = async (...argv: string[]) =>
      runDominds(['store', ...argv, '--store', url], { openRuntime, cwd: workspace.folder, env: {} });
    assert.match((await told('import', '.')).stdout, /^imported 1 dialog with \d+ records\n$/);
    assert.equal((await told('import', '.')).stderr, '1 dialog existed already and was left unchanged\n');
  });

  it('opens what it exported, with the same state', async () => {
    await store('migrate');
    const { rootId } = settledOf(await dominds('start', 'paint'));
    const [tree] = (await dominds('tree', rootId)).json;
    await store('import', '.dialogs');
    // A team that pushes its lead would have something to do for it.
    const team = 'workspace: shop\nmembers: {lead: {diligence-push-max: 0}, bob: {}}\n';
    const target = await makeTempWorkspace({ '.minds/team.yaml': team });
    try {
      const out = await runDominds(
        ['store', 'export', path.join(target.folder, '.dialogs'), '--store', url, '--json'],
        {
          cwd: target.folder,
        },
      );
      assert.equal(out.code, 0, out.stderr);
      const shown = await runDominds(['tree', rootId, '--json'], { openRuntime, cwd: target.folder, env: {} });
      assert.deepEqual(shown.json, [tree]);
    } finally {
      await target.remove();
    }
  });

  it('keeps the dialogs of each workspace apart', async () => {
    await store('migrate');
    await dominds('start', 'paint');
    await store('import', '.dialogs');
    await workspace.write('.minds/team.yaml', 'workspace: other\nmembers: {lead: {}}\n');
    const [{ roots }] = (await store('export', 'copy')).json as [{ roots: string[] }];
    assert.deepEqual(roots, []);
  });

  it('imports nothing from a folder that is not there, and says so', async () => {
    await store('migrate');
    const imported = await store('import', 'nowhere');
    assert.equal(imported.code, 1);
    assert.match(imported.stderr, /There is no folder .*nowhere — open an existing folder/);
  });

  it('imports a subdialog whose folder was not made yet', async () => {
    await store('migrate');
    const { rootId } = settledOf(await dominds('start', 'paint'));
    const root = path.join(workspace.folder, '.dialogs/run', rootId);
    const line = readFileSync(path.join(root, 'course-001.jsonl'), 'utf8').split('\n', 1)[0] ?? '';
    writeFileSync(path.join(root, 'arrivals-0a1b2c3d.txt'), `sub-1 ${line}\n`);
    const [{ records }] = (await store('import', '.dialogs')).json as [{ records: number }];
    await store('export', 'copy');
    const copied = filesIn(path.join(workspace.folder, 'copy'));
    assert.ok(records > 0);
    assert.ok(Object.keys(copied).some(name => name.endsWith('subdialogs/sub-1/course-001.jsonl')));
  });

  it('leaves a line out that is no record, and names its place', async () => {
    await store('migrate');
    const { rootId } = settledOf(await dominds('start', 'paint'));
    const file = path.join(workspace.folder, '.dialogs/run', rootId, 'course-001.jsonl');
    appendFileSync(file, 'no record\n{"v":1,"kind":"torn');
    const imported = await store('import', '.dialogs');
    const [{ bad, roots }] = imported.json as [{ bad: string[]; roots: string[] }];
    assert.equal(roots.length, 1);
    assert.equal(bad.length, 1);
    assert.match(bad[0] ?? '', /course-001\.jsonl:\d+$/);
  });

  it('imports plain files only, and says what it left out', async () => {
    await store('migrate');
    const names = ['whole', 'linked', 'piped', 'folder', 'large', 'subdialog'] as const;
    const ids = Object.fromEntries(names.map(name => [name, `0-${name}`]));
    const { rootId } = settledOf(await dominds('start', 'paint'));
    const made = path.join(workspace.folder, '.dialogs/run', rootId);
    const at = (...parts: string[]) => path.join(workspace.folder, 'from', ...parts);
    const course = (name: (typeof names)[number]) => at('run', ids[name] ?? '', 'course-002.jsonl');
    for (const name of names) cpSync(made, at('run', ids[name] ?? ''), { recursive: true });
    await workspace.write('outside/course-001.jsonl', readFileSync(path.join(made, 'course-001.jsonl'), 'utf8'));
    const outside = path.join(workspace.folder, 'outside');
    symlinkSync(path.join(outside, 'course-001.jsonl'), course('linked'));
    execFileSync('mkfifo', [course('piped'), at('schedules.jsonl')]);
    mkdirSync(course('folder'));
    writeFileSync(course('large'), '');
    truncateSync(course('large'), MAX_IMPORTED_BYTES + 1);
    symlinkSync(outside, at('run', ids.subdialog ?? '', 'subdialogs/0-elsewhere'));
    symlinkSync(outside, at('done'));
    mkdirSync(at('run', ids.whole ?? '', 'images'));
    symlinkSync(path.join(outside, 'course-001.jsonl'), at('run', ids.whole ?? '', 'images/stolen.png'));
    const imported = await store('import', 'from');
    assert.equal(imported.code, 0, imported.stderr);
    const [{ roots, incomplete, leftOut }] = imported.json as [
      { roots: string[]; incomplete: string[]; leftOut: { place: string; why: string }[] },
    ];
    assert.deepEqual(roots, [ids.whole]);
    assert.deepEqual(
      incomplete,
      names
        .filter(name => name !== 'whole')
        .map(name => ids[name])
        .sort(),
    );
    assert.deepEqual(leftOut.map(({ place, why }) => `${path.relative(at(), place)} ${why}`).sort(), [
      'done not-plain',
      'run/0-folder/course-002.jsonl not-plain',
      'run/0-large/course-002.jsonl too-large',
      'run/0-linked/course-002.jsonl not-plain',
      'run/0-piped/course-002.jsonl not-plain',
      'run/0-subdialog/subdialogs/0-elsewhere not-plain',
      'run/0-whole/images/stolen.png not-plain',
      'schedules.jsonl not-plain',
    ]);
    assert.match(imported.stderr, /course-002\.jsonl is too large — it was left out/);
    assert.match(
      imported.stderr,
      /dialog 0-large was not imported, since records of it were left out — put plain files/,
    );
  });

  it('imports nothing from a `.dialogs/` that is a link, unless the link is named', async () => {
    await store('migrate');
    await dominds('start', 'paint');
    await workspace.write('cloned/README.md', '');
    symlinkSync(path.join(workspace.folder, '.dialogs'), path.join(workspace.folder, 'cloned/.dialogs'));
    const rootsOf = async (folder: string) =>
      ((await store('import', folder)).json as [{ roots: string[] }])[0].roots.length;
    assert.deepEqual([await rootsOf('cloned'), await rootsOf('cloned/.dialogs')], [0, 1]);
  });

  it('deletes archived dialogs that are old enough, and no others', async () => {
    await store('migrate');
    const running = settledOf(await dominds('start', 'paint')).rootId;
    const archived = settledOf(await dominds('start', 'other')).rootId;
    await dominds('done', archived, '--force');
    await dominds('archive', archived);
    await store('import', '.dialogs');
    assert.deepEqual((await store('prune', '--older-than', '1d')).json, [{ removed: [] }]);
    assert.deepEqual((await store('prune', '--older-than', '0d')).json, [{ removed: [archived] }]);
    const [{ roots }] = (await store('export', 'copy')).json as [{ roots: string[] }];
    assert.deepEqual(roots, [running]);
    assert.equal((await store('prune')).code, 2);
  });

  it('lists a dialog by its records when its line is damaged, never prunes it, and repairs the line', async () => {
    await store('migrate');
    const running = settledOf(await dominds('start', 'paint')).rootId;
    const archived = settledOf(await dominds('start', 'other')).rootId;
    await dominds('archive', archived);
    await store('import', '.dialogs');
    const listed = async () => (await dominds('list', '--store', url)).json;
    const before = await listed();
    const parsed = parseStoreAddress(url);
    assert.ok(parsed.ok);
    const { query, close } = openLink({ address: parsed.address });
    await query(`update tree set summary = case root when '${running}' then '{' else '{}' end`);
    await close();
    assert.deepEqual(await listed(), before);
    assert.deepEqual((await store('prune', '--older-than', '0d')).json, [{ removed: [] }]);
    const [found] = (await dominds('doctor', '--store', url)).json as [{ problems: { path: string }[] }];
    assert.deepEqual(found.problems.map(({ path: root }) => root).sort(), [running, archived].sort());
    await dominds('doctor', '--repair', '--store', url);
    assert.deepEqual((await dominds('doctor', '--store', url)).json, [{ ok: true, problems: [] }]);
  });
});
