// Two commands that drive at a PostgreSQL store without workers, each its own trees (SPEC 20.4).
import assert from 'node:assert/strict';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { emptyStore } from '../support/postgres.ts';
import { Program } from '../support/program.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

describe('commands at a store without workers', function () {
  // Several real processes.
  this.timeout(120_000);
  let workspace: TempWorkspace;
  let model: MockServer;
  let rest: PromiseWithResolvers<void>;
  let env: NodeJS.ProcessEnv;
  const programs: Program[] = [];
  const dominds = (...argv: readonly string[]) => {
    const program = new Program(workspace.folder, env, argv);
    programs.push(program);
    return program;
  };

  beforeEach(async () => {
    rest = Promise.withResolvers();
    model = await startMockServer({
      respond: ({ body: { messages } }) =>
        messages.some(({ content }) => content?.includes('More'))
          ? { say: 'More is done.' }
          : { say: 'It is done.', chunkSize: 3, gates: { 1: rest.promise } },
    });
    env = { DOMINDS_STORE: await emptyStore() };
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'workspace: shop\nmembers: {lead: {diligence-push-max: 0}}\n',
      '.minds/llm.yaml': `base_url: ${model.baseUrl}\nmodel: m\n`,
    });
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') for (const program of programs) console.error(program.heard());
    for (const { child } of programs.splice(0)) child.kill('SIGKILL');
    await model.close();
    await workspace.remove();
  });

  /** A command whose dialog is in the middle of its reply. */
  const begun = async () => {
    const driver = dominds('start', 'Begin');
    const { rootId = '' } = await driver.line(({ type }) => type === 'chunk');
    return { driver, rootId };
  };

  it('hand what is said to the one that drives the dialog, and wait there for what comes of it', async () => {
    const { driver, rootId } = await begun();
    const sending = dominds('send', rootId, 'More');
    await driver.recorded('messageQueued');
    rest.resolve();
    const [sent, driven] = await Promise.all([sending.ended, driver.ended]);
    assert.deepEqual([sent.code, sent.lines.at(-1)?.response], [0, 'More is done.'], sent.stderr);
    assert.deepEqual([driven.code, driven.lines.at(-1)?.response], [0, 'More is done.'], driven.stderr);
  });

  for (const which of ['one', 'all'] as const)
    it(`stop ${which === 'one' ? 'a dialog' : 'all dialogs'} that another one drives`, async () => {
      const { driver, rootId } = await begun();
      const { code, lines, stderr } = await dominds('stop', which === 'one' ? rootId : '--all').ended;
      assert.deepEqual([code, lines.at(-1)?.stopped?.length], [0, 1], stderr);
      assert.equal((await driver.ended).code, 4);
    });

  it('say what is left when the one that drives is killed', async () => {
    const { driver, rootId } = await begun();
    const sending = dominds('send', rootId, 'More');
    await driver.recorded('messageQueued');
    driver.child.kill('SIGKILL');
    const { code, lines, stderr } = await sending.ended;
    assert.deepEqual([code, lines.at(-1)?.state], [4, 'interrupted'], stderr);
    assert.match(stderr, /ended while this dialog was at work/);
  });
});
