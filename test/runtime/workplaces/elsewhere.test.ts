// Work in a place of its own is taken in part where there are no boxes: at the command line, and in an ACP client (SPEC
// 27.2).
import assert from 'node:assert/strict';
import { serveAcp } from '../../../src/doors/acp/agent.ts';
import { openRuntime } from '../../../src/runtime.ts';
import { runDominds } from '../../cli/run-support.ts';
import { connectEditor, streamPair } from '../../doors/acp/support.ts';
import { makeStory, type Story } from './story.ts';

const text = (changed: Readonly<Record<number, string>>) =>
  Array.from({ length: 20 }, (_, at) => `${changed[at] ?? `line ${at}`}\n`).join('');

describe('work in a place of its own, away from the editor', () => {
  let story: Story;
  beforeEach(async () => {
    story = await makeStory({
      files: { 'a.txt': text({}), 'b.txt': 'b\n' },
      team: 'member_defaults: {diligence-push-max: 0, dialect: tellask}\nmembers: {lead: {}, coder: {workplace: own}}\n',
      replies: [
        { when: { agent: 'lead', contains: 'Please' }, say: '!?@coder Change it' },
        {
          when: { agent: 'coder' },
          tools: [
            ...['a.txt', 'b.txt'].map(file => ({ name: 'read_file', args: { path: file } })),
            { name: 'write_file', args: { path: 'a.txt', content: text({ 2: 'two', 15: 'fifteen' }) } },
            { name: 'write_file', args: { path: 'b.txt', content: 'B\n' } },
          ],
        },
        { when: { agent: 'coder' }, say: 'Done.' },
        { when: { agent: 'lead', contains: 'The rest is dropped' }, say: 'Half of it is here.' },
      ],
    });
  });
  afterEach(() => story.close());

  it('is answered by a command, which says what can be taken', async () => {
    const dominds = (...argv: string[]) =>
      runDominds(['--trust', ...argv], { openRuntime, cwd: story.folder, env: story.env });
    const started = await dominds('start', 'Please begin');
    assert.match(`${started.stdout}${started.stderr}`, /Take the changes of @coder\? 2 files \+3 −3/);
    const question = async () => JSON.parse((await dominds('--json', 'q4h')).stdout)[0];
    const { id, bodyContent } = await question();
    assert.match(bodyContent, /^@@ -13,7 \+13,7 @@ #2$/m);
    assert.match(bodyContent, /answer with files and numbers of hunks: `take a\.txt:1`/);
    const wrong = await dominds('answer', id, 'take a.txt:3');
    assert.match(`${wrong.stdout}${wrong.stderr}`, /a\.txt:3: no such change.*a\.txt:1-2 b\.txt/s);
    await dominds('answer', id, 'take a.txt:2');
    assert.equal(await story.read('a.txt'), text({ 15: 'fifteen' }));
    const rest = await question();
    assert.match(rest.tellaskHead, /the other changes of @coder\? 2 files/);
    const done = await dominds('answer', rest.id, 'drop');
    assert.match(done.stdout, /Half of it is here\./);
    assert.equal(await story.read('b.txt'), 'b\n');
  });

  it('is a form of an ACP client, which reads what came of it', async () => {
    const [ours, theirs] = streamPair();
    const runtime = await story.open();
    const door = serveAcp({
      version: '1',
      language: 'en',
      stream: ours,
      folder: story.folder,
      open: async () => ({ ok: true, runtime }),
      warn: message => assert.fail(message),
    });
    const asked: string[] = [];
    const editor = await connectEditor(theirs, {
      fillIn: ({ message }) => {
        asked.push(message);
        return { action: 'accept', content: asked.length === 1 ? { answer: 'take a.txt:1' } : { choice: 'drop' } };
      },
    });
    const sessionId = await editor.start(story.folder);
    assert.equal(await editor.prompt(sessionId, 'Please begin'), 'end_turn');
    assert.match(asked[0] ?? '', /Take the changes of @coder\? 2 files/);
    assert.match(asked[1] ?? '', /Take the other changes of @coder\?.*Taken: a\.txt:1/s);
    assert.match(
      editor.said(sessionId),
      /Taken: a\.txt:1\..*The rest is dropped: a\.txt, b\.txt.*Half of it is here\./s,
    );
    assert.equal(await story.read('a.txt'), text({ 2: 'two' }));
    await door.close();
  });
});
