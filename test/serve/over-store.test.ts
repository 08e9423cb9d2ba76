// Pages over a PostgreSQL store, whose dialogs workers drive (SPEC 20.4, 21.1).
import assert from 'node:assert/strict';
import type { RootId } from '../../src/core/dialog/ids.ts';
import { openRuntime } from '../../src/runtime.ts';
import { emptySchema } from '../support/postgres.ts';
import { Program } from '../support/program.ts';
import { ServedWorkspace } from '../support/served-workspace.ts';
import { makeTempWorkspace } from '../support/temp-workspace.ts';

describe('serve over a store', function () {
  // Real processes and a server.
  this.timeout(40_000);

  it('shows what a worker drives as it comes, and hands it the answer of a browser', async () => {
    const url = await emptySchema();
    const workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'workspace: shop\nmembers:\n  lead: {diligence-push-max: 0}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml':
        'chunkDelayMs: 30\nreplies:\n  - {say: "I ask.\\n!?@human Which?\\n"}\n  - {say: "Blue it is then, and here is why, in many words."}\n',
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
    await page.next(({ kind, record }) => kind === 'recorded' && (record as { kind: string }).kind === 'assistantSaid');
    page.close();
    worker.child.kill('SIGTERM');
    await worker.ended;
    await at.close();
  });
});
