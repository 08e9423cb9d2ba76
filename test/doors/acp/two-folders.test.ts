// Sessions of a client that works in two folders which hold the same dialog (SPEC 22.3).
import assert from 'node:assert/strict';
import { cpSync, existsSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { methods } from '@agentclientprotocol/sdk';
import { serveAcp } from '../../../src/doors/acp/agent.ts';
import { openRuntime, type Runtime, realPath } from '../../../src/runtime.ts';
import { makeTempWorkspace, type TempWorkspace } from '../../support/temp-workspace.ts';
import { connectEditor, type Editor, streamPair } from './support.ts';
import { acpTeam } from './team.ts';

describe('an ACP session of a dialog that two folders hold', () => {
  const team = acpTeam();
  let copy: TempWorkspace;
  let runtimes: Map<string, Runtime>;
  let editor: Editor;
  let sessionId: string;

  const runtimeOf = async (folder: string): Promise<Runtime> => {
    const known = runtimes.get(realPath(folder));
    if (known) return known;
    const opened = await openRuntime({ rtws: folder, env: {}, mode: 'drive' });
    const { runtime } = opened.ok ? opened : assert.fail(opened.code);
    runtimes.set(realPath(folder), runtime);
    team.ends.push(() => runtime.close());
    return runtime;
  };
  const load = (cwd: string) =>
    editor.connection.agent.request(methods.agent.session.load, { cwd, sessionId, mcpServers: [] });
  /** Where the session writes `a.txt` now. */
  const writesIn = async (): Promise<readonly string[]> => {
    await editor.prompt(sessionId, 'write it');
    return [team.workspace.folder, copy.folder].filter(folder => existsSync(path.join(folder, 'a.txt')));
  };

  beforeEach(async () => {
    copy = await makeTempWorkspace();
    team.ends.push(() => copy.remove());
    runtimes = new Map([[realPath(team.workspace.folder), team.runtime]]);
    const [ours, theirs] = streamPair();
    const door = serveAcp({
      version: '1',
      language: 'en',
      stream: ours,
      folder: team.workspace.folder,
      open: async folder => ({ ok: true, runtime: await runtimeOf(folder) }),
      warn: message => assert.fail(message),
    });
    team.ends.push(async () => door.close());
    editor = await connectEditor(theirs, { permit: () => 'allow once' });
    sessionId = await editor.start(team.workspace.folder);
  });

  async function copied(): Promise<void> {
    await editor.prompt(sessionId, 'hello');
    cpSync(team.workspace.folder, copy.folder, { recursive: true });
    rmSync(path.join(copy.folder, '.dialogs/lock'), { force: true, recursive: true });
  }

  it('works in the folder that it is loaded for, although it is open in the other one', async () => {
    await copied();
    await load(copy.folder);
    assert.deepEqual(await writesIn(), [copy.folder]);
  });

  it('works in the first folder again once it is loaded for that', async () => {
    await copied();
    await load(copy.folder);
    await load(team.workspace.folder);
    assert.deepEqual(await writesIn(), [team.workspace.folder]);
  });

  it('is resumed in the folder that is named', async () => {
    await copied();
    await editor.connection.agent.request(methods.agent.session.resume, { cwd: copy.folder, sessionId });
    assert.deepEqual(await writesIn(), [copy.folder]);
  });

  it('is not loaded for the other folder while its turn is under way', async () => {
    await copied();
    const turn = editor.prompt(sessionId, 'be slow');
    await assert.rejects(load(copy.folder), /its turn is under way in another folder/);
    await editor.connection.agent.notify(methods.agent.session.cancel, { sessionId });
    assert.equal(await turn, 'cancelled');
    await load(copy.folder);
    assert.deepEqual(await writesIn(), [copy.folder]);
  });

  it('in which nothing was said is known in its own folder alone', async () => {
    await assert.rejects(load(copy.folder), { code: -32002 });
    await load(team.workspace.folder);
    assert.deepEqual(await writesIn(), [team.workspace.folder]);
  });

  it('stays the same in a folder that is named by a link', async () => {
    await copied();
    const link = path.join(copy.folder, 'link');
    symlinkSync(team.workspace.folder, link);
    await load(link);
    assert.deepEqual(await writesIn(), [team.workspace.folder]);
  });
});
