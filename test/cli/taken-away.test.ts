// A command that drives while its lock, or all of its dialogs, are taken away: `git clean -fdX` does so (SPEC 9.4,
// 18.4).
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { Program } from '../support/program.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

describe('a command that drives', function () {
  // Several real processes.
  this.timeout(120_000);
  let workspace: TempWorkspace;
  let model: MockServer;
  /** Who speaks on and on, until `end` is resolved. */
  let speaker: 'root' | 'subdialog';
  let end: PromiseWithResolvers<void>;

  beforeEach(async () => {
    end = Promise.withResolvers();
    model = await startMockServer({
      respond({ body: { messages } }) {
        const isAnn = messages[0]?.content?.startsWith('You are ann') === true;
        const say = isAnn ? 'On and on.' : '!?@ann work';
        if (!isAnn && messages.some(({ role }) => role === 'assistant')) return { say: 'Done.' };
        return isAnn === (speaker === 'subdialog') ? { say, chunkSize: 3, gates: { 1: end.promise } } : { say };
      },
    });
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'member_defaults: {diligence-push-max: 0}\nmembers: {lead: {}, ann: {}}\n',
      '.minds/llm.yaml': `base_url: ${model.baseUrl}\nmodel: m\n`,
    });
  });
  afterEach(async () => {
    await model.close();
    await workspace.remove();
  });

  /** One whose root, or the subdialog below it, has begun to speak. */
  const begun = async (who: typeof speaker) => {
    speaker = who;
    const program = new Program(workspace.folder, {}, ['start', 'go']);
    await program.line(({ type, selfId, rootId }) => type === 'chunk' && (selfId === rootId) === (who === 'root'));
    return program;
  };

  const dialogs = () => path.join(workspace.folder, '.dialogs');
  const trash = () => path.join(workspace.folder, 'trash');

  it('goes on after its lock was removed, and says what came of it', async () => {
    const program = await begun('subdialog');
    await rm(path.join(dialogs(), 'lock'));
    end.resolve();
    const { code, lines, stderr } = await program.ended;
    assert.deepEqual([code, lines.at(-1)?.response], [0, 'Done.'], stderr);
  });

  it('stops with the reason when its dialog was removed, instead of calling it idle', async () => {
    const program = await begun('subdialog');
    // At once: removing file by file fails when one is written meanwhile.
    renameSync(dialogs(), trash());
    mkdirSync(dialogs());
    end.resolve();
    const { code, stderr } = await program.ended;
    assert.equal(code, 4, stderr);
    assert.match(stderr, /is gone/);
    assert.ok(!existsSync(path.join(dialogs(), 'run')));
  });

  for (const who of ['root', 'subdialog'] as const) {
    it(`stops when all dialogs were moved away while the ${who} speaks, and goes on once they are back`, async () => {
      const program = await begun(who);
      renameSync(dialogs(), trash());
      end.resolve();
      const { code, stderr } = await program.ended;
      assert.equal(code, 4, stderr);
      assert.match(stderr, /is gone — .*restore what is missing/);
      assert.ok(!existsSync(path.join(dialogs(), 'run')), 'nothing of a removed dialog comes back by itself');
      await rm(dialogs(), { recursive: true, force: true });
      renameSync(trash(), dialogs());
      const next = await new Program(workspace.folder, {}, ['continue', '--all']).ended;
      assert.deepEqual([next.code, next.lines.at(-1)?.response], [0, 'Done.'], next.stderr);
    });
  }
});
