// Pages over a PostgreSQL store, whose dialogs workers drive (SPEC 20.4, 21.1).
import assert from 'node:assert/strict';
import type { RootId } from '../../src/core/base/ids.ts';
import { openRuntime, openWorker } from '../../src/runtime.ts';
import { startMockServer } from '../support/mock-server.ts';
import { emptySchema, emptyStore } from '../support/postgres.ts';
import { Program } from '../support/program.ts';
import { receiver } from '../support/receiver.ts';
import { ServedWorkspace } from '../support/served-workspace.ts';
import { makeTempWorkspace } from '../support/temp-workspace.ts';

describe('serve over a store', function () {
  // Real processes and a server.
  this.timeout(120_000);

  it('shows what a worker drives as it comes, and hands it the answer of a browser', async () => {
    const url = await emptySchema();
    const isShown = Promise.withResolvers<void>();
    const model = await startMockServer({
      replies: [
        { say: 'I ask.\n!?@human Which?\n' },
        { say: 'Blue it is then, and here is why.', chunkSize: 10, gates: { 1: isShown.promise } },
      ],
    });
    const workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'workspace: shop\nmembers:\n  lead: {diligence-push-max: 0}\n',
      '.minds/llm.yaml': `base_url: ${model.baseUrl}\nmodel: m\n`,
    });
    const env = { DOMINDS_STORE: url };
    assert.equal((await new Program(workspace.folder, env, ['store', 'migrate']).ended).code, 0);
    const worker = new Program(workspace.folder, env, ['work']);
    const started = await new Program(workspace.folder, env, ['start', 'paint', '--no-wait']).ended;
    const rootId = started.lines.at(-1)?.rootId as RootId;
    const opened = await openRuntime({
      rtws: workspace.folder,
      env: {},
      mode: 'read',
      store: { url, drive: 'workers' },
    });
    assert.ok(opened.ok);
    const at = await ServedWorkspace.over(workspace, opened.runtime);
    const page = await at.page(`/socket?page=dialog&root=${rootId}&self=${rootId}&tab=1`, { Cookie: await at.enter() });
    page.say({ kind: 'ready' });
    const snapshot = await page.next(({ kind }) => kind === 'snapshot');
    assert.equal(snapshot.readOnly, undefined);
    await worker.line(({ type }) => type === 'released');
    const [question] = await at.runtime.questions();
    page.say({
      kind: 'drive_dialog_by_user_answer',
      dialog: { rootId, selfId: rootId },
      questionId: question?.id,
      content: 'Blue',
      msgId: 'm1',
      continuationType: 'answer',
    });
    const answered = await page.next(
      ({ kind, record }) => kind === 'recorded' && (record as { kind: string }).kind === 'questionAnswered',
    );
    assert.deepEqual((answered.record as { by: unknown }).by, { kind: 'person', surface: 'browser' });
    await page.next(({ kind }) => kind === 'passing');
    isShown.resolve();
    await page.next(({ kind, record }) => kind === 'recorded' && (record as { kind: string }).kind === 'assistantSaid');
    page.close();
    worker.child.kill('SIGTERM');
    await worker.ended;
    await at.close();
    await model.close();
  });

  it('takes the answer by the address of a notice that a worker in another folder sent', async () => {
    const url = await emptyStore();
    const hook = await receiver(200);
    const files = {
      '.minds/team.yaml': 'members: {lead: {diligence-push-max: 0}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml':
        'replies:\n  - say: |\n      !?@human Which?\n      !?- Red\n      !?- Blue\n  - {say: Blue it is., repeat: true}\n',
    };
    const [there, here] = [
      await makeTempWorkspace({
        ...files,
        '.minds/notify.yaml': `after_s: 0\ncontent: headline\nbase_url: https://team.example.org\ntransports:\n  - {kind: webhook, url: "${hook.url}"}\n`,
      }),
      await makeTempWorkspace(files),
    ];
    const working = await openWorker({
      url,
      serves: [{ name: 'shop', rtws: there.folder }],
      room: 5,
      env: {},
      onEvent() {},
      onAway: why => assert.equal(why, undefined),
    });
    assert.ok(working.ok);
    const store = { url, workspace: 'shop', drive: 'workers' } as const;
    const opened = await openRuntime({ rtws: here.folder, env: {}, mode: 'read', store });
    assert.ok(opened.ok);
    const at = await ServedWorkspace.over(here, opened.runtime);
    const started = await at.runtime.perform({ kind: 'start', text: 'Begin' });
    assert.ok(started.ok, JSON.stringify(started));
    await hook.until(1);
    const { actions } = JSON.parse(hook.received[0]?.body ?? '') as { actions: { option: string; url: string }[] };
    const blue = actions.find(({ option }) => option === 'Blue')?.url ?? '';
    assert.match(blue, /^https:\/\/team\.example\.org\/act\//);
    // A follower has the news a moment later.
    while ((await at.runtime.questions()).length === 0) await new Promise(setImmediate);
    const path = blue.slice('https://team.example.org'.length);
    assert.match((await at.ask(path)).body, /Answer: Blue/);
    assert.match((await at.ask(path, { method: 'POST' })).body, /Answered: Blue/);
    assert.equal((await at.ask(`${path.slice(0, -8)}AAAAAAAA`)).status, 403);
    await working.worker.close();
    await at.close();
    await there.remove();
    await hook.close();
  });
});
