// Real processes at a PostgreSQL store: workers, and commands beside them (SPEC 20.3, 20.4, 20.5).
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openRuntime } from '../../src/runtime.ts';
import { parseStoreAddress } from '../../src/store/postgres/address.ts';
import { openLink } from '../../src/store/postgres/link.ts';
import { emptySchema } from '../support/postgres.ts';
import { Program } from '../support/program.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';
import { runDominds } from './run-support.ts';

const team = `workspace: shop
members:
  lead: {diligence-push-max: 0}
  bob: {}
`;

describe('dominds work', function () {
  // Several real processes and a server.
  this.timeout(120_000);
  let workspace: TempWorkspace;
  let store: string;
  const programs: Program[] = [];
  const dominds = (...argv: readonly string[]) => {
    const program = new Program(workspace.folder, { DOMINDS_STORE: store }, argv);
    programs.push(program);
    return program;
  };
  const ended = async (...argv: readonly string[]) => {
    const { code, lines, stderr } = await dominds(...argv).ended;
    return { code, last: lines.at(-1), lines, stderr };
  };
  const play = (replies: string) => workspace.write('.minds/p.yaml', `replies:\n${replies}`);

  beforeEach(async () => {
    store = await emptySchema();
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': team,
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
    });
    assert.equal((await ended('store', 'migrate')).code, 0);
  });
  afterEach(async () => {
    for (const { child } of programs.splice(0)) child.kill('SIGKILL');
    await workspace.remove();
  });

  it('drives what others start, and another worker goes on where a killed one was', async () => {
    await play(`
  - {when: {agent: lead}, say: "I ask.\\n!?@human Which?\\n!?Red or blue"}
  - {when: {agent: lead, contains: blue}, say: "!?@bob !tellaskSession wall Paint the wall"}
  - {when: {agent: bob}, delayMs: 2000, say: Painted.}
  - {when: {agent: lead}, say: All is painted.}
`);
    const workers = [dominds('work'), dominds('work')];
    const started = await ended('start', 'paint', '--no-wait');
    assert.equal(started.code, 0, started.stderr);
    const rootId = started.last?.rootId ?? '';
    const claimed = (worker: Program, times: number) =>
      worker.line(() => worker.lines.filter(({ type }) => type === 'claimed').length >= times);
    await Promise.race(workers.map(worker => claimed(worker, 1)));
    await Promise.race(workers.map(worker => worker.line(({ type }) => type === 'released')));
    const [open = []] = (await ended('q4h')).lines as unknown as [{ id: string }[]];
    const before = workers.map(({ lines }) => lines.length);
    const answering = dominds('answer', open[0]?.id ?? '', 'blue');
    await answering.line(({ record }) => record?.kind === 'tellaskMade');
    await answering.line(({ record }) => record?.kind === 'dialogCreated');
    const claimedAnew = workers.map(async (worker, index) => {
      await worker.line(() => worker.lines.slice(before[index]).some(({ type }) => type === 'claimed'));
      return worker;
    });
    const victim = await Promise.race(claimedAnew);
    victim.child.kill('SIGKILL');
    const { code, lines, stderr } = await answering.ended;
    assert.equal(lines.at(-1)?.type, 'settled', stderr);
    assert.equal(lines.at(-1)?.response, 'All is painted.');
    assert.equal(code, 0);
    const [records = []] = (await ended('show', rootId)).lines as unknown as [{ kind: string }[]];
    const count = (kind: string) => records.filter(each => each.kind === kind).length;
    assert.deepEqual([count('questionAnswered'), count('tellaskMade'), count('responseSupplied')], [1, 1, 1]);
    const survivor = workers.find(worker => worker !== victim);
    survivor?.child.kill('SIGTERM');
    assert.equal((await survivor?.ended)?.code, 0);
  });

  it('another worker goes on with a reply that a killed one was at', async () => {
    await play('  - {say: Done., delayMs: 100000, repeat: true}\n');
    const workers = [dominds('work'), dominds('work')];
    await Promise.all(workers.map(({ serves }) => serves.promise));
    const watching = dominds('watch');
    assert.equal((await ended('start', 'go', '--no-wait')).code, 0);
    // It tells of the reply, or finds it under way.
    await watching.line(({ summary }) => summary?.state === 'generating');
    const claimed = workers.map(async worker => {
      await worker.line(({ type }) => type === 'claimed');
      return worker;
    });
    (await Promise.race(claimed)).child.kill('SIGKILL');
    const resumed = await watching.line(({ record }) => record?.kind === 'resumed');
    const sinceThen = () => watching.lines.slice(watching.lines.indexOf(resumed));
    await watching.line(() => sinceThen().some(({ record }) => record?.kind === 'generationStarted'));
  });

  it('sends the traces of what it drives, each span by one worker', async () => {
    const spans: { spanId: string; name: string }[] = [];
    const collector = createServer(async (request, response) => {
      const { resourceSpans } = JSON.parse((await request.toArray()).join(''));
      spans.push(...resourceSpans[0].scopeSpans[0].spans);
      response.end('{}');
    });
    await new Promise<void>(resolve => collector.listen(0, '127.0.0.1', resolve));
    const { port } = collector.address() as AddressInfo;
    await play('  - {say: Done., repeat: true}\n');
    const env = { DOMINDS_STORE: store, OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` };
    const workers = [1, 2].map(() => new Program(workspace.folder, env, ['work']));
    programs.push(...workers);
    await Promise.all(workers.map(({ serves }) => serves.promise));
    for (let count = 0; count < 4; count++) assert.equal((await ended('start', 'go')).code, 0);
    for (const { child } of workers) child.kill('SIGTERM');
    await Promise.all(workers.map(worker => worker.ended));
    collector.close();
    assert.deepEqual(
      spans.map(({ name }) => name),
      Array(4).fill('chat playbook'),
    );
    assert.equal(new Set(spans.map(({ spanId }) => spanId)).size, 4);
  });

  it('start, send and stop work beside a worker as against files', async () => {
    await play(`
  - {when: {contains: once more}, say: "Again.\\n!?@human Enough?"}
  - {when: {contains: slow}, delayMs: 100000, say: Late.}
  - {say: Done.}
`);
    const worker = dominds('work');
    await worker.serves.promise;
    const first = dominds('start', 'go');
    await worker.line(({ type }) => type === 'claimed');
    const started = await first.ended;
    assert.deepEqual([started.code, started.lines.at(-1)?.response], [0, 'Done.'], started.stderr);
    const rootId = started.lines.at(-1)?.rootId ?? '';
    const sent = await ended('send', rootId, 'once more');
    assert.deepEqual([sent.code, sent.last?.questions?.length], [3, 1], sent.stderr);
    const slow = dominds('start', 'slow');
    const { rootId: slowId = '' } = await slow.line(({ record }) => record?.kind === 'generationStarted');
    const stopped = await ended('stop', slowId);
    assert.equal(stopped.code, 0, stopped.stderr);
    assert.equal((await slow.ended).code, 4);
    const done = await ended('done', rootId, '--force');
    assert.equal(done.code, 0, done.stderr);
  });

  it('a command that would write into a dialog at work is refused, and says that a worker drives it', async () => {
    await play('  - {say: Done., delayMs: 100000, repeat: true}\n');
    const worker = dominds('work');
    const { last } = await ended('start', 'go', '--no-wait');
    const rootId = last?.rootId ?? '';
    await worker.line(({ type }) => type === 'claimed');
    for (const command of [
      ['reminders', rootId, 'add', 'x'],
      ['clear-mind', rootId],
      ['done', rootId, '--force'],
      ['archive', rootId],
    ]) {
      const { code, stderr } = await ended(...command);
      assert.equal(code, 1, command.join(' '));
      assert.equal(stderr, 'dominds: A worker drives this dialog now — stop it first, or try again when it waits\n');
    }
  });

  it('tell and dismiss reach the worker that drives', async () => {
    await play(`
  - {when: {agent: lead, contains: go}, say: "!?@bob paint"}
  - {when: {agent: bob}, delayMs: 100000, say: Painted.}
  - {when: {agent: lead, contains: Hello}, say: Here I am.}
  - {when: {agent: lead}, say: Then not.}
`);
    const worker = dominds('work');
    await worker.serves.promise;
    const started = dominds('start', 'go');
    const { rootId = '' } = await started.line(({ type }) => type === 'recorded');
    await started.line(({ record, selfId }) => record?.kind === 'generationStarted' && selfId !== rootId);
    const [tree] = (await ended('tree', rootId)).lines as unknown as [{ pending: { callId: string }[] }];
    const callId = tree.pending[0]?.callId ?? '';
    const told = await ended('tell', rootId, callId, 'Use oak.');
    assert.deepEqual([told.code, told.lines], [0, [{ callId }]], told.stderr);
    const said = await ended('send', rootId, 'Hello?', '--no-wait');
    assert.deepEqual([said.code, said.last?.type], [0, 'settled'], said.stderr);
    const dismissed = await ended('dismiss', rootId, callId);
    assert.deepEqual([dismissed.code, dismissed.lines], [0, [{ callId }]], dismissed.stderr);
    assert.equal((await started.ended).lines.at(-1)?.response, 'Then not.');
  });

  it('lists what waits for a worker where none serves the workspace', async () => {
    await play('  - {say: Done., repeat: true}\n');
    const { last } = await ended('start', 'go', '--no-wait');
    const rootId = last?.rootId ?? '';
    const text = async (...argv: readonly string[]) => {
      const env = { DOMINDS_STORE: store };
      return (await runDominds(['-C', workspace.folder, ...argv], { openRuntime, env, cwd: workspace.folder })).stdout;
    };
    for (const argv of [['list'], ['tree', rootId], ['show', rootId]])
      assert.match(await text(...argv), /waits for a worker with shop/);
    const worker = dominds('work');
    await worker.line(({ type }) => type === 'released');
    assert.doesNotMatch(await text('list'), /waits for a worker/);
  });

  it('a command drives in this process where no worker serves, or with --here', async () => {
    await play('  - {say: Done., repeat: true}\n');
    const alone = await ended('start', 'go');
    assert.deepEqual([alone.code, alone.last?.response], [0, 'Done.'], alone.stderr);
    const worker = dominds('work', '--serve', `other=${workspace.folder}`);
    const beside = await ended('start', 'go', '--here');
    assert.deepEqual([beside.code, beside.last?.response], [0, 'Done.'], beside.stderr);
    worker.child.kill('SIGTERM');
    const { lines } = await worker.ended;
    assert.deepEqual(lines, []);
  });

  it('stops a dialog whose records the store refuses, and says why, instead of asking the model again and again', async () => {
    await play('  - {say: Done., repeat: true}\n');
    const parsed = parseStoreAddress(store);
    assert.ok(parsed.ok);
    const { query, close } = openLink({ address: parsed.address });
    await query(`alter table record add constraint no_room check (body not like '%assistantSaid%') not valid`);
    const worker = dominds('work');
    const start = await ended('start', 'go', '--no-wait');
    const rootId = start.last?.rootId ?? '';
    const lost = await worker.line(({ type }) => type === 'lost');
    assert.match(lost.why ?? '', /the store refuses it: .*"no_room"/);
    await worker.line(({ type }) => type === 'released');
    const [records = []] = (await ended('show', rootId)).lines as unknown as [{ kind: string; code?: string }[]];
    assert.equal(records.filter(({ kind }) => kind === 'generationStarted').length, 1);
    assert.equal(records.at(-1)?.code, 'store');
    await close();
  });

  it('a stopped worker that goes on writes nothing, and says that it lost the tree', async () => {
    // Over while it is stopped.
    await play('  - {delayMs: 6000, say: Done., repeat: true}\n');
    const first = dominds('work');
    const start = dominds('start', 'go', '--no-wait');
    const rootId = (await start.ended).lines.at(-1)?.rootId ?? '';
    await first.line(({ type }) => type === 'claimed');
    first.child.kill('SIGSTOP');
    await play('  - {say: Done., repeat: true}\n');
    const second = dominds('work');
    await second.line(({ type }) => type === 'claimed');
    first.child.kill('SIGCONT');
    await first.line(({ type }) => type === 'lost');
    await second.line(({ type }) => type === 'released');
    const [records = []] = (await ended('show', rootId)).lines as unknown as [{ kind: string }[]];
    assert.equal(records.filter(({ kind }) => kind === 'assistantSaid').length, 1);
  });

  it('refuses without a store, and a flag that it does not understand', async () => {
    store = '';
    const none = await ended('work');
    assert.equal(none.code, 1);
    assert.match(none.stderr, /No PostgreSQL store is named/);
    store = 'postgres://127.0.0.1:1/none';
    assert.equal((await ended('work', '--room', 'x')).code, 2);
    assert.equal((await ended('work', '--serve', 'x')).code, 2);
    assert.match((await ended('work')).stderr, /cannot be reached/);
  });
});
