// The team of a folder as an MCP server, driven by the SDK's own client in both generations of the protocol (SPEC
// 22.2).
import assert from 'node:assert/strict';
import path from 'node:path';
import { Client, type ClientOptions, type ElicitResult } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import type { After } from '../../../src/core/base/after.ts';
import { serveMcp } from '../../../src/doors/mcp/serve.ts';
import { openRuntime, type Runtime } from '../../../src/runtime.ts';
import type { TempWorkspace } from '../../support/temp-workspace.ts';
import { openTeam, teamFolder } from './mcp-support.ts';

const eras = {
  'of 2025': { mode: 'legacy' },
  'of 2026': { mode: { pin: '2026-07-28' } },
} as const satisfies Record<string, ClientOptions['versionNegotiation']>;

/** What the person at the client does with a form. */
type Person = (message: string) => ElicitResult;

for (const [era, versionNegotiation] of Object.entries(eras)) {
  describe(`an MCP client ${era}`, () => {
    let workspace: TempWorkspace;
    let runtime: Runtime;
    const ends: (() => Promise<unknown>)[] = [];
    beforeEach(async () => {
      ({ workspace, runtime } = await openTeam());
    });
    afterEach(async () => {
      for (const end of ends.splice(0).toReversed()) await end();
      await runtime.close();
      await workspace.remove();
    });

    /** Without a person the client has no forms. */
    async function connect(person?: Person, more: { readonly clientConfirms?: boolean; readonly after?: After } = {}) {
      const [ours, theirs] = InMemoryTransport.createLinkedPair();
      const warnings: string[] = [];
      const { clientConfirms = false, after = never } = more;
      const warn = (message: string) => warnings.push(message);
      const server = serveMcp({ runtime, version: '1', transport: ours, clientConfirms, language: 'en', after, warn });
      const capabilities = person ? { elicitation: {} } : {};
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation, capabilities });
      const asked: string[] = [];
      if (person) {
        client.setRequestHandler('elicitation/create', ({ params }) => {
          asked.push(params.message);
          return person(params.message);
        });
      }
      await client.connect(theirs);
      ends.push(
        () => server.close(),
        () => client.close(),
      );
      const call = async (name: string, args: Record<string, unknown> = {}) => {
        const result = await client.callTool({ name, arguments: args });
        const [content] = result.content;
        const text = content?.type === 'text' ? content.text : '';
        // biome-ignore lint/suspicious/noExplicitAny: results are compared part by part.
        return { isError: result.isError === true, text, value: (result.structuredContent ?? {}) as any };
      };
      return { client, call, asked, warnings };
    }

    it('finds the tools and what they take', async () => {
      const { client } = await connect();
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        ['start_dialog', 'send', 'get_dialog', 'list_questions', 'answer_question', 'stop'],
      );
      assert.deepEqual(tools[0]?.inputSchema.required, ['task']);
    });

    it('is told why a dialog is interrupted', async () => {
      const { call } = await connect();
      const { value } = await call('start_dialog', { task: 'nothing fits' });
      assert.equal(value.state, 'interrupted');
      assert.match(value.interrupted, /^The scripted model has no reply left: .*"nothing fits"$/);
      const { value: stopped } = await call('start_dialog', { task: 'slow work', wait_s: 0 });
      assert.match(stopped.note, /works on/);
      await call('stop', { dialog: stopped.dialog });
      assert.equal((await call('get_dialog', { dialog: stopped.dialog })).value.interrupted, 'Stopped by you');
    });

    it('starts a dialog, is asked back, and gets the end of the work with the person’s answer', async () => {
      const { call, asked, warnings } = await connect(() => ({ action: 'accept', content: { answer: 'blue' } }));
      const { value } = await call('start_dialog', { task: 'paint it' });
      assert.deepEqual([value.state, value.lastSaid, value.questions], ['idle', 'Painted blue.', []]);
      assert.deepEqual(asked, ['lead asks: Which colour?\n\nRed or blue.']);
      assert.equal(runtime.listRoots().length, 1, 'the call that came again started nothing');
      const viewed = await runtime.view({ rootId: value.dialog, selfId: value.dialog });
      assert.ok(viewed.ok);
      const answered = viewed.view.records.find(({ kind }) => kind === 'questionAnswered');
      assert.equal(answered?.kind === 'questionAnswered' && answered.by?.surface, 'mcp');
      assert.deepEqual(warnings, []);
    });

    it('leaves a question open that the person declines, and answers it later once they confirm', async () => {
      let accepts = false;
      const { call, asked } = await connect(message =>
        accepts ? { action: 'accept', content: { answer: message.includes('Answer:') } } : { action: 'decline' },
      );
      const { value } = await call('start_dialog', { task: 'paint it' });
      assert.equal(value.state, 'awaiting-q4h');
      const listed = await call('list_questions');
      const question_id = listed.value.questions[0].questionId;
      const declined = await call('answer_question', { question_id, answer: 'blue' });
      assert.match(declined.text, /did not confirm/);
      accepts = true;
      assert.equal((await call('answer_question', { question_id, answer: 'blue' })).isError, false);
      assert.equal(asked.at(-1), 'lead asks: Which colour?\n\nAnswer: blue');
      await runtime.settled(value.dialog);
      assert.equal((await call('get_dialog', { dialog: value.dialog })).value.lastSaid, 'Painted blue.');
    });

    it('without forms sees the question, and may answer it only where it confirms calls itself', async () => {
      const unable = await connect();
      const { value } = await unable.call('start_dialog', { task: 'paint it' });
      const question_id = value.questions[0].questionId;
      const refused = await unable.call('answer_question', { question_id, answer: 'blue' });
      assert.equal(refused.isError, true);
      assert.match(refused.text, /--client-confirms/);
      const { call } = await connect(undefined, { clientConfirms: true });
      assert.equal((await call('answer_question', { question_id, answer: 'blue' })).isError, false);
    });

    it('gives a dialog that works for long back in time, stops it, and speaks to it again', async () => {
      const { call } = await connect(undefined, { after: atOnce });
      const { value } = await call('start_dialog', { task: 'slow work' });
      assert.deepEqual(
        [value.state, value.note],
        ['generating', 'It works on in the background; get_dialog tells how it stands.'],
      );
      const stopped = await call('stop', { dialog: value.dialog });
      assert.deepEqual(stopped.value, { stopped: [value.dialog] });
      await runtime.settled(value.dialog);
      assert.equal((await call('get_dialog', { dialog: value.dialog })).value.state, 'interrupted');
      const { call: patient } = await connect();
      const said = await patient('send', { dialog: value.dialog, text: 'hello' });
      assert.equal(said.value.lastSaid, 'Hello.');
    });

    it('reads dialogs and the taskdocs in use as resources, and no other file', async () => {
      const { client, call } = await connect();
      const { value } = await call('start_dialog', { task: 'hello' });
      const { resources } = await client.listResources();
      assert.deepEqual(
        resources.map(({ uri }) => uri.replaceAll(value.dialog, 'ID')),
        ['dominds://dialog/ID', 'dominds://taskdoc/tasks/ID.tsk'],
      );
      for (const { uri } of resources) {
        const { contents } = await client.readResource({ uri });
        assert.equal(contents[0]?.uri, uri);
      }
      const { contents } = await client.readResource({ uri: `dominds://dialog/${value.dialog}` });
      assert.match(JSON.stringify(contents), /Hello\./);
      await assert.rejects(client.readResource({ uri: 'dominds://taskdoc/.minds/llm.yaml' }));
      await assert.rejects(client.readResource({ uri: 'dominds://dialog/nobody' }));
    });

    it('is told in words what was wrong', async () => {
      const { call } = await connect();
      assert.match((await call('get_dialog', { dialog: 'nobody' })).text, /nobody.* — /);
      assert.match((await call('start_dialog', { task: 'x', agent: 'ghost' })).text, /ghost/);
    });
  });
}

describe('dominds mcp', function () {
  this.timeout(60_000);

  it('serves a client that starts it, on standard streams, and ends with it', async () => {
    const workspace = await teamFolder();
    const entry = path.resolve(import.meta.dirname, '../../../src/cli/entry.ts');
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [entry, '-C', workspace.folder, 'mcp', '--trust'],
    });
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
    try {
      await client.connect(transport);
      const result = await client.callTool({ name: 'start_dialog', arguments: { task: 'hello' } });
      assert.match(JSON.stringify(result.structuredContent), /"lastSaid":"Hello\."/);
      await client.close();
      // The folder is free again.
      const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'drive' });
      assert.ok(opened.ok);
      await opened.runtime.close();
    } finally {
      await client.close();
      await workspace.remove();
    }
  });
});

const never: After = () => () => {};
const atOnce: After = (_, work) => {
  const timer = setImmediate(work);
  return () => clearImmediate(timer);
};
