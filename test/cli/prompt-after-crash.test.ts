// The process died in the middle of a tool call, and nobody has driven since: `prompt` shows what the next generation
// sends all the same, and records nothing (SPEC 11.2).
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Prompt } from '../../src/core/base/chat.ts';
import { type RootId, rootRef } from '../../src/core/base/ids.ts';
import { openRuntime } from '../../src/runtime.ts';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';
import { runDominds, settledOf } from './run-support.ts';

describe('prompt, after a crash in the middle of a tool call', () => {
  let workspace: TempWorkspace;
  let server: MockServer;
  let rootId: string;
  let courseFile: string;
  beforeEach(async () => {
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'members: {lead: {diligence-push-max: 0, toolsets: [read]}}\n',
    });
    const tools = [{ id: 'call-1', name: 'list_dir', args: { path: '.' } }];
    server = await startMockServer({ replies: [{ tools }, { say: 'Done.' }, { say: 'Gone on.' }] });
    rootId = settledOf(await dominds('start', 'look')).rootId;
    courseFile = path.join(workspace.folder, '.dialogs/run', rootId, 'course-001.jsonl');
    const text = readFileSync(courseFile, 'utf8');
    writeFileSync(courseFile, text.slice(0, text.indexOf('\n', text.indexOf('"kind":"toolStarted"')) + 1));
  });
  afterEach(async () => {
    await server.close();
    await workspace.remove();
  });

  const dominds = (...argv: string[]) => {
    const env = { OPENAI_BASE_URL: server.baseUrl, DOMINDS_MODEL: 'm', DOMINDS_PROVIDER: 'openai' };
    return runDominds([...argv, '--json'], { openRuntime, cwd: workspace.folder, env });
  };
  const shown = async () => {
    const { code, json } = await dominds('prompt', rootId);
    assert.equal(code, 0);
    return (json[0] as Prompt).messages.map(({ role, content }) => ({ role, content }));
  };

  it('shows the request that is then sent, and records nothing', async () => {
    const before = readFileSync(courseFile, 'utf8');
    const messages = await shown();
    assert.equal(messages.at(-1)?.role, 'tool');
    assert.match(messages.at(-1)?.content ?? '', /^Outcome unknown: list_dir /);
    assert.equal(readFileSync(courseFile, 'utf8'), before);
    assert.equal((await dominds('continue', rootId)).code, 0);
    const sent = server.requests[2]?.body.messages.map(({ role, content }) => ({ role, content: content ?? '' }));
    assert.deepEqual(sent, messages);
  });

  it('shows no result of a call that another process may be at, until that one has found it left', async () => {
    const driving = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'record' });
    assert.ok(driving.ok);
    try {
      assert.equal((await shown()).at(-1)?.role, 'assistant');
      const own = await driving.runtime.prompt(rootRef(rootId as RootId));
      assert.equal(own.ok && own.prompt.messages.at(-1)?.role, 'tool');
      assert.equal((await shown()).at(-1)?.role, 'tool');
    } finally {
      await driving.runtime.close();
    }
  });
});
