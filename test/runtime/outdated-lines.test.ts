// A list of roots that is older than the dialogs, after a kill, a power cut or a merge: nobody goes by it before it was
// compared with them (SPEC 9.3, 9.7, 11.2).
import assert from 'node:assert/strict';
import { appendFileSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openRuntime, type Runtime } from '../../src/runtime.ts';
import { type MockServer, startMockServer } from '../support/mock-server.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';

describe('an outdated list of roots', () => {
  let workspace: TempWorkspace;
  let server: MockServer;
  beforeEach(async () => {
    server = await startMockServer({
      respond: ({ body: { messages } }) => ({
        say: JSON.stringify(messages).includes('blue') ? 'Blue it is.' : '!?@human Which colour?',
      }),
    });
    workspace = await makeTempWorkspace({
      '.minds/team.yaml': 'dialect: tellask\nmember_defaults: {diligence-push-max: 0}\nmembers: {lead: {}}\n',
    });
  });
  afterEach(async () => {
    await server.close();
    await workspace.remove();
  });

  const inDialogs = (...names: readonly string[]) => path.join(workspace.folder, '.dialogs', ...names);
  const using = async <T>(
    mode: 'read' | 'drive',
    use: (runtime: Runtime) => Promise<T>,
    resume?: 'always' | 'never',
  ): Promise<T> => {
    const env = { OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: 'k' };
    const opened = await openRuntime({ rtws: workspace.folder, env, mode, ...(resume && { resume }) });
    assert.ok(opened.ok);
    try {
      return await use(opened.runtime);
    } finally {
      await opened.runtime.close();
    }
  };
  const ask = (text: string) =>
    using('drive', async runtime => {
      const started = await runtime.perform({ kind: 'start', text });
      assert.ok(started.ok);
      const { questions } = await runtime.settled(started.rootId);
      assert.equal(questions.length, 1);
      return { rootId: started.rootId, questionId: questions[0]?.id };
    });
  /** As a process leaves it that is killed before it stores the line of the dialog. */
  const answerAndDie = ({ rootId, questionId }: Awaited<ReturnType<typeof ask>>) =>
    appendFileSync(
      inDialogs('run', rootId, 'course-001.jsonl'),
      `${JSON.stringify({ v: 1, at: new Date().toISOString(), n: 90, kind: 'questionAnswered', questionId, content: 'blue', msgId: 'm9' })}\n`,
    );

  it('keeps no answer from being taken up by the next process, by itself and on request', async () => {
    for (const resume of ['always', 'never'] as const) {
      const asked = await ask(`for ${resume}`);
      answerAndDie(asked);
      const response = await using(
        'drive',
        async runtime => {
          if (resume === 'never') await runtime.perform({ kind: 'continueAll' });
          return (await runtime.settled(asked.rootId)).response;
        },
        resume,
      );
      assert.equal(response, 'Blue it is.', resume);
    }
  });

  it('hides no question, from readers and from the driver, whether it ends in order or not', async () => {
    await using('drive', async () => {});
    const first = await ask('one');
    copyFileSync(inDialogs('roots.jsonl'), inDialogs('kept'));
    for (const end of ['', '{"ended":true}\n', '{"ended":true}\n{"began":true}\n']) {
      for (const mode of ['read', 'drive'] as const) {
        const lines = readFileSync(inDialogs('kept'), 'utf8')
          .split('\n')
          .filter(line => line.includes('rootId'));
        const old = JSON.stringify({ rootId: first.rootId, questions: 0, lastNumber: 2, needsDrive: false });
        writeFileSync(inDialogs('roots.jsonl'), `${lines.join('\n')}\n${old}\n${end}`);
        const [questions, listed] = await using(mode, async runtime => [
          (await runtime.questions()).length,
          runtime.listRoots().map(line => line.questions),
        ]);
        assert.deepEqual([questions, listed], [1, [1]], `${mode} ${end}`);
      }
    }
  });
});
