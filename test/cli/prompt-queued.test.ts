// A message waits behind a question or an interrupted call: `prompt` shows it, since the next generation reads it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Prompt } from '../../src/core/base/chat.ts';
import { openRuntime } from '../../src/runtime.ts';
import { startMockServer } from '../support/mock-server.ts';
import { makeTempWorkspace } from '../support/temp-workspace.ts';
import { runDominds, settledOf } from './run-support.ts';

describe('prompt, with a queued message', () => {
  it('shows the message once the question before it is answered, and records nothing', async () => {
    const team = 'members: {lead: {diligence-push-max: 0, toolsets: [read]}}\n';
    const workspace = await makeTempWorkspace({ '.minds/team.yaml': team });
    const server = await startMockServer({ replies: [{ say: '!?@human Which?\n' }, { say: 'Done.' }] });
    const env = { OPENAI_BASE_URL: server.baseUrl, DOMINDS_MODEL: 'm', DOMINDS_PROVIDER: 'openai' };
    const dominds = (...argv: string[]) => runDominds([...argv, '--json'], { openRuntime, cwd: workspace.folder, env });
    const shown = async (dialog: string) =>
      ((await dominds('prompt', dialog)).json[0] as Prompt).messages.map(({ role, content }) => ({ role, content }));
    try {
      const { rootId, questions } = settledOf(await dominds('start', 'look'));
      await dominds('send', rootId, 'And hurry.', '--no-wait');
      assert.doesNotMatch(JSON.stringify(await shown(rootId)), /And hurry/);
      await dominds('answer', questions[0]?.id ?? '', 'Both.', '--no-wait');
      const course = path.join(workspace.folder, '.dialogs/run', rootId, 'course-001.jsonl');
      const before = readFileSync(course, 'utf8');
      const messages = await shown(rootId);
      assert.equal(messages.at(-1)?.content, 'And hurry.');
      assert.equal(readFileSync(course, 'utf8'), before);
      assert.equal((await dominds('continue', rootId)).code, 0);
      const sent = server.requests[1]?.body.messages.map(({ role, content }) => ({ role, content: content ?? '' }));
      assert.deepEqual(sent, messages);
    } finally {
      await server.close();
      await workspace.remove();
    }
  });
});
