// A command that drives while its lock, or all of its dialogs, are taken away: `git clean -fdX` does so (SPEC 9.4, 18.4).
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Program } from '../support/program.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

describe('a command that drives', function () {
  // A real process that notices at its heartbeat.
  this.timeout(60_000);
  let workspace: TempWorkspace;

  beforeEach(async () => {
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'member_defaults: {diligence-push-max: 0}\nmembers: {lead: {}, ann: {}}\n',
      '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
      '.minds/p.yaml': `chunkDelayMs: 20
replies:
  - when: {agent: ann}
    say: ${'on and '.repeat(100)}on.
    repeat: true
  - {when: {contains: go}, say: "!?@ann work"}
  - {say: Done., repeat: true}
`,
    });
  });
  afterEach(() => workspace.remove());

  /** One whose root, or the subdialog below it, has begun to speak. */
  const begun = async (speaker: 'root' | 'subdialog') => {
    const program = new Program(workspace.folder, {}, ['start', 'go']);
    const { rootId } = await program.line(({ rootId: id }) => id !== undefined);
    await program.line(
      ({ record, selfId }) => record?.kind === 'generationStarted' && (selfId === rootId) === (speaker === 'root'),
    );
    return program;
  };

  const dialogs = () => path.join(workspace.folder, '.dialogs');
  const trash = () => path.join(workspace.folder, 'trash');

  it('goes on after its lock was removed, and says what came of it', async () => {
    const program = await begun('subdialog');
    await rm(path.join(dialogs(), 'lock'));
    const { code, lines, stderr } = await program.ended;
    assert.deepEqual([code, lines.at(-1)?.response], [0, 'Done.'], stderr);
  });

  it('fails when its dialog was removed, instead of calling it idle', async () => {
    const program = await begun('subdialog');
    // At once: removing file by file fails when one is written meanwhile.
    renameSync(dialogs(), trash());
    mkdirSync(dialogs());
    const { code, stderr } = await program.ended;
    assert.equal(code, 1, stderr);
    assert.match(stderr, /no dialog/);
    assert.ok(!existsSync(path.join(dialogs(), 'run')));
  });

  for (const speaker of ['root', 'subdialog'] as const) {
    it(`stops when all dialogs were moved away while the ${speaker} speaks, and goes on once they are back`, async () => {
      const program = await begun(speaker);
      renameSync(dialogs(), trash());
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
