// The command line over the real runtime, on files in a temporary folder and a scripted model.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import type { OpenRuntime } from '../../src/cli/command.ts';
import type { RootId } from '../../src/core/base/ids.ts';
import { environmentSource } from '../../src/runtime/models/model-config.ts';
import { openRuntime } from '../../src/runtime.ts';
import { redPixel, redPixelBytes } from '../support/images.ts';
import { startMockServer } from '../support/mock-server.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';
import { runDominds, settledOf } from './run-support.ts';

const team = 'members:\n  lead: {diligence-push-max: 0}\n  bob: {}\n';

const changes = { files: 0, added: 0, removed: 0 };

describe('the command line over the real runtime', () => {
  let workspace: TempWorkspace;
  beforeEach(async () => {
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': team,
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
    });
  });
  afterEach(() => workspace.remove());

  const play = (replies: string) => workspace.write('.minds/p.yaml', `replies:\n${replies}`);
  const dominds = (...argv: string[]) =>
    runDominds([...argv, '--json'], { openRuntime, cwd: workspace.folder, env: {} });

  it('start exits 3 on a question, answer exits 0', async () => {
    await play(`
  - {when: {agent: lead}, say: "I ask.\\n!?@human Which?\\n!?Red or blue"}
  - {when: {agent: lead, contains: blue}, say: Blue it is.}
`);
    const asked = await dominds('start', 'paint');
    const question = settledOf(asked).questions[0];
    assert.equal(asked.code, 3);
    assert.equal(settledOf(asked).state, 'awaiting-q4h');
    assert.equal(question?.kind, 'ask');
    assert.equal(question?.bodyContent.trim(), 'Red or blue');
    assert.deepEqual((await dominds('q4h')).json, [[question]]);

    const answered = await dominds('answer', question?.id ?? '', 'blue');
    assert.equal(answered.code, 0);
    assert.deepEqual(
      { ...settledOf(answered), rootId: '' },
      { type: 'settled', rootId: '', state: 'idle', response: 'Blue it is.', questions: [], changes },
    );
    assert.equal((await dominds('answer', question?.id ?? '', 'red')).code, 1);
    assert.deepEqual((await dominds('q4h')).json, [[]]);
  });

  it('start says what its dialog waits for while it runs on', async () => {
    await play('  - tools: [{name: wait_for, args: {file: build.log}}]\n  - {say: Built.}\n');
    const ran = await runDominds(['start', 'build'], {
      openRuntime,
      cwd: workspace.folder,
      env: {},
      onStderr(text) {
        if (text.includes('build.log')) writeFileSync(path.join(workspace.folder, 'build.log'), 'done');
      },
    });
    assert.deepEqual([ran.code, ran.stderr.match(/waits until .*/g)], [0, ['waits until build.log changes']]);
  });

  it('start asks no model while a fault of llm.yaml may hide a cap, and says where it is', async () => {
    await play('  - {say: Done.}\n');
    await workspace.write('.minds/llm.yaml', 'provider: playbook\nplaybook: p.yaml\nmax_tokens: 1_000\n');
    const { code, stderr } = await dominds('start', 'build');
    assert.equal(code, 4);
    assert.match(stderr, /\.minds\/llm\.yaml:3:13: max_tokens: .* — correct the file at that place/);
  });

  it('start delegates, and tree, list, show and export tell of it', async () => {
    await play(`
  - {when: {agent: lead}, say: "!?@bob !tellaskSession wall Paint the wall"}
  - {when: {agent: bob}, say: Painted.}
  - {when: {agent: lead}, say: All is painted.}
`);
    const started = await dominds('start', 'paint');
    assert.equal(started.code, 0);
    const { rootId } = settledOf(started);
    const [tree] = (await dominds('tree', rootId)).json as [
      { children: { agentId: string; tellaskSession: string }[] },
    ];
    assert.deepEqual(
      tree.children.map(({ agentId, tellaskSession }) => [agentId, tellaskSession]),
      [['bob', 'wall']],
    );
    const [[line]] = (await dominds('list')).json as [[{ rootId: string; subdialogs: number; state: string }]];
    assert.deepEqual([line.rootId, line.subdialogs, line.state], [rootId, 1, 'idle']);
    const [registry] = (await dominds('registry', rootId)).json as [object];
    assert.deepEqual(Object.keys(registry), ['bob!wall']);
    const [records] = (await dominds('show', rootId.slice(0, -2))).json as [{ kind: string }[]];
    assert.equal(records[0]?.kind, 'dialogCreated');
    assert.match((await dominds('export', rootId)).stdout, /Painted\./);
  });

  it('start exits 4 when the model fails, and continue goes on once it is mended', async () => {
    await play('  []\n');
    const failed = await dominds('start', 'paint');
    assert.equal(failed.code, 4);
    assert.equal(settledOf(failed).state, 'interrupted');
    assert.match(failed.stderr, /^dominds: .+ — .+$/m);
    await play('  - {say: Painted.}\n');
    const continued = await dominds('continue', settledOf(failed).rootId);
    assert.equal(continued.code, 0);
    assert.equal(settledOf(continued).response, 'Painted.');
  });

  it('Ctrl-C keeps what was recorded and exits 4; continue --all goes on', async () => {
    await play('  - {delayMs: 100000, say: Late., repeat: true}\n');
    let interrupt = () => {};
    const interrupting: OpenRuntime = async options => {
      const opened = await openRuntime(options);
      if (!opened.ok) return opened;
      opened.runtime.subscribe(event => {
        if (event.type === 'recorded' && event.record.kind === 'generationStarted') setImmediate(() => interrupt());
      });
      return opened;
    };
    const stopped = await runDominds(['start', 'paint', '--json'], {
      openRuntime: interrupting,
      cwd: workspace.folder,
      interruptible: listener => {
        interrupt = listener;
      },
    });
    assert.equal(stopped.code, 4);
    assert.equal(settledOf(stopped).state, 'interrupted');
    await play('  - {say: In time.}\n');
    const continued = await dominds('continue', '--all');
    assert.equal(continued.code, 0);
    assert.equal(settledOf(continued).response, 'In time.');
  });

  it('continue --all exits 4 and names the dialog that stays interrupted since its records are gone', async () => {
    await play('  []\n');
    const { rootId } = settledOf(await dominds('start', 'paint'));
    rmSync(path.join(workspace.folder, '.dialogs/run', rootId, 'course-001.jsonl'));
    const { code, stderr } = await dominds('continue', '--all');
    assert.equal(code, 4);
    assert.match(stderr, new RegExp(`^${rootId} cannot go on: dominds doctor looks for the reason$`, 'm'));
    assert.doesNotMatch(stderr, /nothing is left/);
  });

  it('continue --all goes on with what is interrupted below a root that asks, and below one that rests', async () => {
    const first = '  - {when: {agent: lead}, say: "!?@bob Paint\\n\\n!?@human Which?"}\n';
    const second = '  - {when: {agent: bob}, say: Painted.}\n  - {when: {agent: lead}, say: Fine.}\n';
    await play(first);
    const asked = settledOf(await dominds('start', 'paint'));
    assert.equal(asked.state, 'awaiting-q4h');
    await play(first + second);
    await dominds('continue', '--all');
    assert.equal(settledOf(await dominds('answer', asked.questions[0]?.id ?? '', 'red')).response, 'Fine.');

    const [tree] = (await dominds('tree', asked.rootId)).json as [{ children: { selfId: string }[] }];
    const bob = tree.children[0]?.selfId ?? '';
    assert.equal((await dominds('send', bob, 'And the roof?')).code, 4);
    await play(`${first + second}  - {when: {agent: bob}, say: Painted too.}\n`);
    assert.equal((await dominds('continue', '--all')).code, 0);
    assert.match(JSON.stringify((await dominds('show', bob)).json), /Painted too/);
  });

  it('continue exits 3 and says so when nothing can go on but a question waits for an answer', async () => {
    await play('  - {when: {contains: rest}, say: Quiet.}\n  - {say: "!?@human Which?"}\n');
    const asked = settledOf(await dominds('start', 'paint'));
    assert.equal(settledOf(await dominds('start', 'rest', '--no-diligence')).state, 'idle');
    for (const command of [['continue'], ['continue', '--all']]) {
      const { code, json, stderr } = await dominds(...command);
      assert.equal(code, 3);
      assert.deepEqual(json, [asked]);
      assert.match(stderr, /nothing can go on: a question waits for your answer \(dominds q4h\)/);
    }
  });

  for (const named of [true, false]) {
    it(`continue ${named ? 'of a dialog' : 'of all'} wakes what slept until something that has come since`, async () => {
      await play('  - tools: [{name: wait_for, args: {file: build.log}}]\n  - {say: Built.}\n');
      const first = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'drive' });
      assert.ok(first.ok);
      const started = await first.runtime.perform({ kind: 'start', text: 'build' });
      assert.ok(started.ok);
      await first.runtime.settled(started.rootId);
      await first.runtime.close();
      if (!named) {
        const { code, stderr } = await dominds('continue');
        assert.equal(code, 0);
        assert.match(stderr, /a dialog sleeps/);
      }
      await workspace.write('build.log', 'done');
      const continued = await dominds('continue', ...(named ? [started.rootId] : []));
      assert.equal(settledOf(continued).response, 'Built.');
    });
  }

  it('while another runtime drives, start and continue exit 5 and reading works', async () => {
    await play('  - {say: Hi., repeat: true}\n');
    const { rootId } = settledOf(await dominds('start', 'hello'));
    const driving = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'drive' });
    assert.ok(driving.ok);
    try {
      assert.equal((await dominds('start', 'again')).code, 5);
      assert.equal((await dominds('continue', '--all')).code, 5);
      const [[line]] = (await dominds('list')).json as [[{ rootId: string }]];
      assert.equal(line.rootId, rootId);
    } finally {
      await driving.runtime.close();
    }
  });

  it('reminders, clear-mind, done, reopen and archive work by hand', async () => {
    await play('  - {say: Hi., repeat: true}\n');
    const { rootId } = settledOf(await dominds('start', 'hello'));
    assert.deepEqual((await dominds('reminders', rootId, 'add', 'one')).json, [[{ reminder_no: 1, content: 'one' }]]);
    assert.deepEqual((await dominds('clear-mind', rootId, '--reminder', 'two')).json, [
      { rootId, selfId: rootId, course: 2 },
    ]);
    assert.deepEqual((await dominds('reminders', rootId)).json, [
      [
        { reminder_no: 1, content: 'one' },
        { reminder_no: 2, content: 'two' },
      ],
    ]);
    assert.deepEqual((await dominds('done', rootId)).json, [{ rootId, status: 'completed' }]);
    assert.deepEqual((await dominds('archive', rootId)).json, [{ rootId, status: 'archived' }]);
    assert.deepEqual((await dominds('reopen', rootId)).json, [{ rootId, status: 'running' }]);
  });

  it('a root is also named by root#self, as JSON gives both', async () => {
    await play('  - {say: Hi., repeat: true}\n');
    const { rootId } = settledOf(await dominds('start', 'hello'));
    const [tree] = (await dominds('tree', `${rootId}#${rootId}`)).json as [{ rootId: string; selfId: string }];
    assert.deepEqual([tree.rootId, tree.selfId], [rootId, rootId]);
    assert.equal((await dominds('show', `${rootId}#nobody`)).code, 1);
  });

  it('a name with an empty or a third part is no dialog, though only one subdialog could be meant', async () => {
    await play('  - {when: {agent: lead}, say: "!?@bob Paint"}\n  - {say: Done., repeat: true}\n');
    const { rootId } = settledOf(await dominds('start', 'paint'));
    const [tree] = (await dominds('tree', rootId)).json as [{ children: { selfId: string }[] }];
    for (const name of [`${rootId}#`, `#${rootId}`, `${rootId}#${tree.children[0]?.selfId}#x`])
      assert.match((await dominds('show', name)).stderr, /^dominds: There is no dialog \S*#\S* — /, name);
  });

  it('what a dialog said last is the same text in every settled line', async () => {
    await play('  - {say: "\\n\\nHi.\\n\\n", repeat: true}\n');
    const { rootId, response } = settledOf(await dominds('start', 'hello', '--no-diligence'));
    assert.equal(response, 'Hi.');
    assert.equal(settledOf(await dominds('send', rootId, 'more', '--no-wait')).response, 'Hi.');
  });

  it('a subdialog is named by root#self, by its own id, and by a unique start of that', async () => {
    await play('  - {when: {agent: lead}, say: "!?@bob Paint"}\n  - {say: Done., repeat: true}\n');
    const { rootId } = settledOf(await dominds('start', 'paint'));
    const [tree] = (await dominds('tree', rootId)).json as [{ children: { selfId: string }[] }];
    const bob = tree.children[0]?.selfId ?? '';
    const [records] = (await dominds('show', `${rootId}#${bob}`)).json;
    assert.deepEqual((await dominds('show', bob)).json, [records]);
    assert.deepEqual((await dominds('show', bob.slice(0, -1))).json, [records]);
  });

  it('start --no-wait records the message and drives nothing', async () => {
    await play('  - {say: Hi., repeat: true}\n');
    const started = await dominds('start', 'hello', '--no-wait');
    const { rootId } = settledOf(started);
    assert.deepEqual(started.json, [
      { type: 'settled', rootId, state: 'idle', response: null, questions: [], changes },
    ]);
    const [records] = (await dominds('show', rootId)).json as [{ kind: string }[]];
    assert.deepEqual(
      records.map(({ kind }) => kind),
      ['dialogCreated', 'userSaid'],
    );
    assert.equal(settledOf(await dominds('continue', '--all')).response, 'Hi.');
  });

  it('list and tree say of a dialog with work to do that no process runs it, until one does', async () => {
    await play('  - {say: Hi., repeat: true}\n');
    const { rootId } = settledOf(await dominds('start', 'hello', '--no-wait'));
    const pauses = async () =>
      [...(await dominds('list')).json.flat(), ...(await dominds('tree', rootId)).json].map(
        each => (each as { pause?: object }).pause,
      );
    assert.deepEqual(await pauses(), [{ kind: 'left' }, { kind: 'left' }]);
    const listed = await runDominds(['list'], { openRuntime, cwd: workspace.folder, env: {} });
    assert.match(listed.stdout, / not running /);
    assert.match(listed.stderr, /^a dialog has work to do, and no process runs it: dominds continue goes on\n$/);
    const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'drive', resume: 'ask' });
    assert.ok(opened.ok);
    assert.deepEqual(opened.runtime.listRoots()[0]?.pause, { kind: 'left' });
    await opened.runtime.close();
    assert.equal((await dominds('continue')).code, 0);
    assert.deepEqual(await pauses(), [undefined, undefined]);
  });

  it('start --no-wait hands the dialog to the process that drives, start leaves it and exits 5', async () => {
    await play('  - {say: Hi., repeat: true}\n');
    const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'drive' });
    assert.ok(opened.ok);
    const { runtime: window } = opened;
    try {
      assert.equal((await dominds('start', 'hello')).code, 5);
      assert.deepEqual(window.listRoots(), []);
      const { code, json } = await dominds('start', 'hello', '--no-wait');
      const { rootId } = json.at(-1) as { rootId: RootId };
      assert.equal(code, 0);
      assert.equal((await window.settled(rootId)).response, 'Hi.');
      assert.deepEqual(
        window.listRoots().map(root => root.rootId),
        [rootId],
      );
      assert.equal((await dominds('start', 'hello', '--no-wait', '--agent', 'zed')).code, 1);
    } finally {
      await window.close();
    }
  });

  it('a folder that cannot be opened is named with what stands in the way', async () => {
    const told = async (folder: string) => {
      const { code, stderr } = await runDominds(['-C', folder, 'list'], { openRuntime, cwd: workspace.folder });
      assert.equal(code, 1);
      return stderr;
    };
    assert.match(await told('gone'), /^dominds: There is no folder \S+gone — open an existing folder\n$/);
    assert.match(await told('.minds/team.yaml'), /team\.yaml is a file, not a folder — open a folder\n$/);
    assert.match(await told('x'.repeat(5_000)), /^dominds: \S+ cannot be opened: ENAMETOOLONG/);
  });

  it('images are named by files from where the person stands, kept, exported, and said not to be sent', async () => {
    const server = await startMockServer({ respond: () => ({ say: 'Seen.' }) });
    const elsewhere = await makeTempWorkspace({});
    try {
      writeFileSync(path.join(elsewhere.folder, 'shot.png'), redPixelBytes);
      const env = { OPENAI_BASE_URL: server.baseUrl, DOMINDS_MODEL: 'plain', DOMINDS_PROVIDER: 'openai' };
      const run = (...argv: string[]) =>
        runDominds(['-C', workspace.folder, ...argv], { openRuntime, cwd: elsewhere.folder, env });
      const started = await run('start', '--image', 'shot.png');
      assert.equal(started.code, 0, started.stderr);
      assert.match(started.stdout + started.stderr, /not known to take images: 1 was not sent/);
      const { rootId } = settledOf(await run('start', 'hi', '--json'));
      const sent = await run('send', rootId, 'Look', '--image', 'shot.png', '--image', 'shot.png');
      assert.equal(sent.code, 0, sent.stderr);
      assert.match((await run('show', rootId)).stdout, /Look\n {2}\[image shot\.png \(1 kB\)\]/);
      assert.ok((await run('export', rootId)).stdout.includes(`![shot.png](data:image/png;base64,${redPixel})`));
      assert.match(server.requests.at(-1)?.body.messages.at(-1)?.content ?? '', /shot\.png: attached by the person/);
      const missing = await run('send', rootId, 'Look', '--image', 'no.png');
      assert.deepEqual([missing.code, /There is no file .*no\.png/.test(missing.stderr)], [1, true]);
      const folder = await run('send', rootId, 'Look', '--image', '.');
      assert.match(folder.stderr, /^dominds: \S+ is a folder — name an image file\n$/);
      const endless = await run('send', rootId, 'Look', '--image', 'x'.repeat(5_000));
      assert.match(endless.stderr, /^dominds: \S+ cannot be read: ENAMETOOLONG/);
      const wrong = await run('send', rootId, 'Look', '--image', path.join(workspace.folder, '.minds/team.yaml'));
      assert.match(wrong.stderr, /team\.yaml is not a supported image — attach a PNG/);
    } finally {
      await server.close();
      await elsewhere.remove();
    }
  });

  it('what interrupts says what to do at a terminal, and the command that goes on', async () => {
    const server = await startMockServer({ respond: () => ({ status: 401, body: { error: { message: 'no' } } }) });
    try {
      const env = { OPENAI_BASE_URL: server.baseUrl, DOMINDS_MODEL: 'plain', DOMINDS_PROVIDER: 'openai' };
      const { code, stderr } = await runDominds(['start', 'hi'], { openRuntime, cwd: workspace.folder, env });
      assert.equal(code, 4);
      assert.match(
        stderr,
        /no \(no API key is set for 127.*\) — set a key: OPENAI_API_KEY, .*; then dominds continue \S+ resumes it/,
      );
    } finally {
      await server.close();
    }
  });

  it('reaches a model server by the proxy of the environment', async () => {
    const proxy = await startMockServer({ respond: () => ({ say: 'By the proxy.' }) });
    const before = process.env.HTTP_PROXY;
    try {
      process.env.HTTP_PROXY = new URL(proxy.baseUrl).origin;
      const env = { OPENAI_BASE_URL: 'http://models.test/v1', DOMINDS_MODEL: 'far' };
      const { stdout } = await runDominds(['start', 'hi'], { openRuntime, cwd: workspace.folder, env });
      assert.match(stdout, /By the proxy\./);
      assert.equal(proxy.requests[0]?.path, 'http://models.test/v1/chat/completions');
    } finally {
      if (before === undefined) delete process.env.HTTP_PROXY;
      else process.env.HTTP_PROXY = before;
      await proxy.close();
    }
  });

  it('a relative playbook of the environment starts where the person stands, not at -C', () => {
    const { playbook, provider } = environmentSource({ DOMINDS_PLAYBOOK: 'demo.yaml' });
    assert.deepEqual([playbook, provider], [path.join(process.cwd(), 'demo.yaml'), 'playbook']);
    assert.equal(environmentSource({ DOMINDS_PLAYBOOK: '/x/demo.yaml' }).playbook, path.resolve('/x/demo.yaml'));
  });
});
