// The editor's language models as a provider, and what is shipped for those who have none, in the real extension host.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type DialogRef, rootRef } from '../../src/core/base/ids.ts';
import type { GivenImage } from '../../src/core/base/image.ts';
import type { CourseRecord, RecordOf } from '../../src/core/dialog/record.ts';
import type { Runtime } from '../../src/runtime.ts';
import { byPerson } from '../support/by-person.ts';
import { redPixel } from '../support/images.ts';
import { startMockServer } from '../support/mock-server.ts';
import { openRuntime } from './rtws.ts';

describe('models in the extension host', () => {
  before('nobody is pushed', async () => {
    await set({ provider: 'vscode-lm', 'editor.model': 'dominds-test/echo' });
  });
  after(() => set({ provider: undefined, 'editor.model': undefined }));

  it('asks a model of the editor, streams its answer, and counts its tokens', async () => {
    const { records, dialog, runtime } = await talk('good morning');
    assert.match(saidIn(records), /^echo: .*good morning/s);
    const ended = records.find(record => record.kind === 'generationEnded') as RecordOf<'generationEnded'>;
    assert.equal(ended.outcome, 'complete');
    assert.equal(ended.model, 'dominds-test/echo');
    assert.ok((ended.usage?.promptTokens ?? 0) > 1000, 'system prompt and tools are counted');
    assert.deepEqual(ended.limits, { optimal: 100_000, window: 100_000 });
    await runtime.perform({ kind: 'archive', dialog });
  });

  it('performs the tool calls of such a model and gives it their results', async () => {
    const { records, dialog, runtime } = await talk('use tool add_reminder {"content":"buy milk"}');
    assert.equal(records.find(record => record.kind === 'toolCalled')?.name, 'add_reminder');
    const viewed = await runtime.view(dialog);
    assert.ok(viewed.ok);
    assert.deepEqual(viewed.view.state.reminders, ['buy milk']);
    assert.match(saidIn(records), /^echo: .*buy milk/s);
    await runtime.perform({ kind: 'archive', dialog });
  });

  it('interrupts with consent-needed when the person refuses', async () => {
    const { records, dialog, runtime } = await talk('refuse me');
    const interrupted = records.findLast(record => record.kind === 'interrupted');
    assert.equal(interrupted?.code, 'consent-needed');
    await runtime.perform({ kind: 'archive', dialog });
  });

  it('gives images to a model of the editor that takes them, and words to one that does not', async () => {
    const images = [{ name: 'shot.png', data: redPixel }];
    const blind = await talk('look at this', images);
    assert.match(saidIn(blind.records), /^echo: .*shot\.png: attached by the person/s);
    const ended = blind.records.find(record => record.kind === 'generationEnded') as RecordOf<'generationEnded'>;
    assert.equal(ended.imagesLeftOut, 1);
    await set({ 'editor.model': 'dominds-test/eye' });
    const seeing = await talk('look at that', images);
    assert.match(saidIn(seeing.records), /^echo: .*look at that image image\/png of 70 bytes/s);
    await set({ 'editor.model': 'dominds-test/echo' });
    for (const { runtime, dialog } of [blind, seeing]) await runtime.perform({ kind: 'archive', dialog });
  });

  it('lists the models of the editor among those within reach', async () => {
    const { models } = await openRuntime();
    const { places } = await models.survey(AbortSignal.timeout(10_000));
    const editor = places.find(({ kind }) => kind === 'editor');
    assert.ok(editor?.models.some(({ id }) => id === 'dominds-test/echo'));
    const report = await models.test(undefined, AbortSignal.timeout(10_000));
    // It answers in words: what it said is shown, and that it called no tool.
    assert.ok(report.steps.some(({ kind }) => kind === 'answered'));
  });

  it('reaches model servers by the proxy of the editor, without the built-in fetch and its limits of time', async () => {
    const proxy = await startMockServer({ respond: () => ({ say: 'through the proxy' }) });
    const http = vscode.workspace.getConfiguration('http');
    const builtIn = globalThis.fetch;
    try {
      await http.update('proxy', new URL(proxy.baseUrl).origin, vscode.ConfigurationTarget.Global);
      await set({ provider: 'openai', 'openai.baseUrl': 'http://models.test/v1', 'openai.model': 'far' });
      globalThis.fetch = () => Promise.reject(new Error('the built-in fetch is not used'));
      const { records, dialog, runtime } = await talk('good evening');
      assert.equal(saidIn(records), 'through the proxy');
      assert.equal(proxy.requests[0]?.path, 'http://models.test/v1/chat/completions');
      await runtime.perform({ kind: 'archive', dialog });
    } finally {
      globalThis.fetch = builtIn;
      await http.update('proxy', undefined, vscode.ConfigurationTarget.Global);
      await set({ provider: 'vscode-lm', 'openai.baseUrl': undefined, 'openai.model': undefined });
      await proxy.close();
    }
  });

  it('plays the shipped demo to its question, and to its end after the answer', async () => {
    await set({ provider: 'playbook', playbook: undefined, 'editor.model': undefined });
    const { dialog, runtime } = await talk('Show me how a team works.');
    const [question] = await runtime.questions();
    assert.match(question?.tellaskHead ?? '', /Which model should your team talk with/);
    await runtime.perform(
      { kind: 'answer', questionId: `${question?.id}`, content: 'any', msgId: 'demo-answer' },
      byPerson,
    );
    assert.equal((await runtime.settled(dialog.rootId)).state, 'completed');
    await runtime.perform({ kind: 'archive', dialog });
  });
});

async function set(values: Readonly<Record<string, string | undefined>>): Promise<void> {
  const settings = vscode.workspace.getConfiguration('dominds');
  for (const [key, value] of Object.entries(values)) {
    await settings.update(key, value, vscode.ConfigurationTarget.Workspace);
  }
}

/** A dialog without pushes that was told one thing, after it settled. */
async function talk(
  text: string,
  images: readonly GivenImage[] = [],
): Promise<{ records: readonly CourseRecord[]; dialog: DialogRef; runtime: Runtime }> {
  const runtime = await openRuntime();
  const started = await runtime.perform({ kind: 'start', text, noDiligence: true, msgId: `models-${text}`, images });
  assert.ok(started.ok);
  const dialog = rootRef(started.rootId);
  await runtime.settled(started.rootId);
  const viewed = await runtime.view(dialog);
  assert.ok(viewed.ok);
  return { records: viewed.view.records, dialog, runtime };
}

function saidIn(records: readonly CourseRecord[]): string {
  const said = records.findLast(record => record.kind === 'assistantSaid');
  return said?.parts.map(part => (part.kind === 'prose' ? part.text : part.headline)).join('') ?? '';
}
