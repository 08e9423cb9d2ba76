// `npm pack` gives a command line that runs anywhere with Node alone: no editor, no dependencies, no network.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import pkg from '../../package.json' with { type: 'json' };
import { ensureOldestNode } from '../../scripts/ensure-oldest-node.ts';
import { makeTempFolder, removeTempFolder } from '../../scripts/temp-folder.ts';
import { startMockServer } from '../support/mock-server.ts';

const repository = path.resolve(import.meta.dirname, '../..');

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(file: string, argv: readonly string[], options: { cwd: string; env?: NodeJS.ProcessEnv }): Promise<Ended> {
  const env = { ...process.env, OPENAI_API_KEY: '', OPENAI_BASE_URL: '', ...options.env };
  return new Promise(resolve => {
    execFile(file, argv, { ...options, env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, stdout, stderr });
    });
  });
}

/** A bundle and every bundle beside it that it may load, early or late, directly or not. */
function loadedFrom(dist: string, file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(path.join(dist, file), 'utf8');
  for (const [, other = ''] of text.matchAll(/["'`]\.\/([\w-]+\.c?js)["'`]/g)) loadedFrom(dist, other, found);
  return found;
}

describe('the package of the command line', function () {
  this.timeout(180_000);
  let folder: string;
  const dominds = (...argv: string[]) =>
    run(path.join(folder, 'user/node_modules/.bin/dominds'), argv, { cwd: path.join(folder, 'rtws') });

  /** Packs a copy, so that the build of this checkout is left alone, and installs it like a user without a network. */
  before(async () => {
    folder = await makeTempFolder('pack');
    const copy = path.join(folder, 'copy');
    for (const name of ['copy', 'user', 'rtws/.minds']) mkdirSync(path.join(folder, name), { recursive: true });
    const copied = readdirSync(repository, { withFileTypes: true }).filter(entry => entry.isFile());
    for (const { name } of copied) copyFileSync(path.join(repository, name), path.join(copy, name));
    for (const name of ['src', 'webview', 'node_modules'])
      symlinkSync(path.join(repository, name), path.join(copy, name), 'junction');
    cpSync(path.join(repository, 'media/demo'), path.join(copy, 'media/demo'), { recursive: true });
    const packed = await run('npm', ['pack', '--silent'], { cwd: copy });
    assert.equal(packed.code, 0, packed.stderr);
    const tarball = path.join(copy, packed.stdout.trim().split('\n').at(-1) ?? '');
    writeFileSync(path.join(folder, 'user/package.json'), '{"private": true}');
    const flags = ['--offline', '--no-audit', '--no-fund', '--silent'];
    const installed = await run('npm', ['install', ...flags, tarball], { cwd: path.join(folder, 'user') });
    assert.equal(installed.code, 0, installed.stderr);
    const rtws = path.join(folder, 'rtws/.minds');
    writeFileSync(path.join(rtws, 'llm.yaml'), 'provider: playbook\nplaybook: p.yaml\n');
    writeFileSync(path.join(rtws, 'p.yaml'), 'replies:\n  - {say: Packed and played.}\n');
  });
  after(() => removeTempFolder(folder));

  it('brings no other package and nothing of the editor', () => {
    const modules = path.join(folder, 'user/node_modules');
    assert.deepEqual(
      readdirSync(modules).filter(name => !name.startsWith('.')),
      ['dominds'],
    );
    const packed = readdirSync(path.join(modules, 'dominds')).filter(name => !/^(README|CHANGELOG|LICENSE)/.test(name));
    assert.deepEqual(packed.sort(), ['dist', 'media', 'package.json']);
    assert.deepEqual(readdirSync(path.join(modules, 'dominds/media')), ['demo']);
    const dist = path.join(modules, 'dominds/dist');
    const loaded = [...loadedFrom(dist, 'cli.js'), 'webview'];
    assert.deepEqual(readdirSync(dist).sort(), loaded.sort());
    assert.deepEqual(
      readdirSync(path.join(dist, 'webview')).filter(name => !/^[\w-]+\.(?:js|css)$/.test(name)),
      [],
    );
  });

  it('says its version and plays a dialog to its end', async () => {
    assert.deepEqual(await dominds('--version'), { code: 0, stdout: `${pkg.version}\n`, stderr: '' });
    const played = await dominds('--json', 'start', 'go', '--no-diligence');
    assert.equal(played.code, 0, played.stderr);
    const last = JSON.parse(played.stdout.trim().split('\n').at(-1) ?? '') as Record<string, unknown>;
    assert.deepEqual([last.type, last.state, last.response], ['settled', 'idle', 'Packed and played.']);
    assert.equal((await dominds('doctor')).code, 0);
  });

  it('keeps what Node compiled of it for the next start, and removes what builds of long ago left', async () => {
    const compiled = path.join(folder, 'cache/dominds/compiled');
    for (const name of ['long-ago', 'lately']) mkdirSync(path.join(compiled, name), { recursive: true });
    utimesSync(path.join(compiled, 'long-ago'), 0, 0);
    const bin = path.join(folder, 'user/node_modules/.bin/dominds');
    // The tests themselves run with such a folder, which would be taken instead.
    const env = { XDG_CACHE_HOME: path.join(folder, 'cache'), NODE_COMPILE_CACHE: undefined };
    assert.equal((await run(bin, ['list'], { cwd: path.join(folder, 'rtws'), env })).code, 0);
    const [own = '', ...others] = readdirSync(compiled).filter(name => name !== 'lately');
    assert.deepEqual(others, []);
    const files = readdirSync(path.join(compiled, own), { recursive: true, withFileTypes: true });
    assert.ok(files.some(file => file.isFile()));
    const unwritable = { ...env, XDG_CACHE_HOME: path.join(folder, 'rtws/.minds/llm.yaml') };
    const listed = await run(bin, ['list'], { cwd: path.join(folder, 'rtws'), env: unwritable });
    assert.deepEqual([listed.code, listed.stderr], [0, '']);
  });

  it('plays the demo in an empty folder, in both languages', async () => {
    const stories = { en: 'Show me how a team works.', zh: '给我看看团队怎样工作。' };
    for (const [language, story] of Object.entries(stories)) {
      const rtws = path.join(folder, language);
      mkdirSync(rtws);
      const env = { DOMINDS_PROVIDER: 'playbook', DOMINDS_LANG: language };
      const bin = path.join(folder, 'user/node_modules/.bin/dominds');
      const asked = await run(bin, ['start', story], { cwd: rtws, env });
      assert.equal(asked.code, 3, asked.stderr);
      const [question] = JSON.parse((await run(bin, ['q4h', '--json'], { cwd: rtws, env })).stdout);
      const answered = await run(bin, ['answer', question.id, 'any'], { cwd: rtws, env });
      assert.equal(answered.code, 0, answered.stderr);
    }
  });

  it('works on the oldest Node that it allows', async () => {
    const node = await ensureOldestNode();
    const cli = path.join(folder, 'user/node_modules/dominds/dist/cli.js');
    const server = await startMockServer({ replies: [{ say: '!?@human Which of the two?\n' }, { say: 'Done.' }] });
    const rtws = path.join(folder, 'oldest');
    mkdirSync(rtws);
    const env = { OPENAI_API_KEY: 'any', OPENAI_BASE_URL: server.baseUrl, NODE_COMPILE_CACHE: undefined };
    const onOldest = (...argv: string[]) => run(node, [cli, '--json', ...argv], { cwd: rtws, env });
    try {
      const asked = await onOldest('start', 'go', '--no-diligence');
      assert.equal(asked.code, 3, asked.stderr);
      const [question] = JSON.parse((await onOldest('q4h')).stdout) as { id: string }[];
      const answered = await onOldest('answer', question?.id ?? '', 'the first');
      assert.equal(answered.code, 0, answered.stderr);
      const [{ rootId } = { rootId: '' }] = JSON.parse((await onOldest('list')).stdout) as { rootId: string }[];
      assert.equal((await onOldest('tree', rootId)).code, 0);
      assert.equal((await onOldest('doctor')).code, 0);
      assert.equal(server.requests.length, 2);
    } finally {
      await server.close();
    }
  });

  it('says that an older Node is too old, before it loads anything', async () => {
    const older = path.join(folder, 'older.cjs');
    writeFileSync(older, "Object.defineProperty(process.versions, 'node', { value: '20.9.0' });");
    const cli = path.join(folder, 'user/node_modules/dominds/dist/cli.js');
    const refused = await run(process.execPath, ['--require', older, cli, 'list'], { cwd: folder });
    assert.equal(refused.code, 1);
    assert.equal(
      refused.stderr,
      `dominds: Node 20.9.0 is too old — install Node ${pkg.engines.node.replace('>=', '')} or newer and run it again\n`,
    );
  });
});
