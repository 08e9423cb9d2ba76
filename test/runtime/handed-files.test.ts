// The files by which a process hands intents over, and their seals: another version of the program reads both, so neither
// changes by a byte (SPEC 5.3, 5.4, 9.4, 18.6).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AnsweredBy } from '../../src/core/dialog/answered-by.ts';
import type { CallId, DialogRef, RootId } from '../../src/core/dialog/ids.ts';
import { sealedIntent } from '../../src/core/seals.ts';
import type { DialogApi } from '../../src/runtime/api.ts';
import { createFollowerApi, type FollowerApiOptions } from '../../src/runtime/roles/follower-api.ts';
import { createHandOver } from '../../src/runtime/roles/hand-over.ts';
import { startAtDriver } from '../../src/runtime/roles/start-at-driver.ts';
import { sealsWith } from '../../src/runtime/seals.ts';
import { openInboxFolder } from '../../src/store/files/inbox.ts';
import type { Inbox } from '../../src/store/storage.ts';
import { lead, question, researcher, rootId } from '../support/fake-runtime.ts';
import { redPixel } from '../support/images.ts';
import { createMemoryFiles } from '../support/memory-files.ts';

const panel: AnsweredBy = { kind: 'person', surface: 'panel' };
const callId = 'c-1' as CallId;
/** A draft dialogue with a draft that can be accepted. */
const drafted = 'root-2' as RootId;
const seals = sealsWith(() => Buffer.alloc(32, 7));

/** The file of an intent that a process hands over, without its line break. */
async function fileOf(ask: (api: DialogApi) => Promise<unknown>, by?: AnsweredBy): Promise<string> {
  const files = createMemoryFiles();
  const inbox = openInboxFolder('/rtws', files);
  let written = '';
  const put: Inbox['put'] = async intent => {
    inbox.put(intent);
    const [name = ''] = [...files.names(inbox.folder)];
    written = files.read(path.join(inbox.folder, name)) ?? '';
    inbox.remove(intent.msgId);
  };
  const follower = { isClosed: false, start() {}, look: async () => false, nextEvent: async () => {} };
  const state = {
    queued: [{ msgId: 'q-1', content: 'Hm' }],
    draft: { drafts: [{ id: 'd-1', seen: false }] },
  };
  const stateOf = ({ rootId, selfId }: DialogRef) => {
    if (rootId !== selfId.toString()) return { queued: state.queued };
    return rootId === drafted ? { ...state, draft: { ...state.draft, awaiting: true } } : state;
  };
  const api = {
    view: async (dialog: DialogRef) => ({ ok: true, view: { state: stateOf(dialog), rootStatus: 'running' } }),
    questions: async () => [question()],
    belief: async () => ({ ok: true, view: { now: {}, rollbacks: [] } }),
    tree: async () => ({ ok: true }),
  };
  const options = {
    by,
    api,
    feed: { subscribe: () => ({ dispose() {} }) },
    follower,
    handOver: createHandOver({
      inbox: { ...inbox, put, takeRefusal: async () => undefined },
      to: () => 'token-1',
      hasDriver: () => true,
      now: () => Date.parse('2026-01-02T03:04:05.006Z'),
      follower,
      seals,
    }),
    newId: () => 'new-1',
  } as unknown as FollowerApiOptions;
  await ask({ ...createFollowerApi(options), start: startAtDriver(options) });
  return written.trimEnd();
}

const goldens: readonly (readonly [string, (api: DialogApi) => Promise<unknown>, AnsweredBy?])[] = [
  ['say', api => api.say({ dialog: researcher, content: 'Grüße ✓', msgId: 'm-1' }), panel],
  ['say, by a program', api => api.say({ dialog: researcher, content: 'Hello', msgId: 'm-1' })],
  [
    'say, with an image',
    api => api.say({ dialog: researcher, content: '', msgId: 'm-1', images: [{ name: 'a.png', data: redPixel }] }),
    panel,
  ],
  ['answer', api => api.answer({ questionId: 'q-1', content: 'Blue', msgId: 'm-2', dialog: researcher }), panel],
  [
    'answer, of a queued message',
    api => api.answer({ questionId: 'q-1', content: 'Blue', msgId: 'm-2', queuedMsgId: 'q-1' }),
    panel,
  ],
  ['change a queued message', api => api.changeQueued(lead, { queuedMsgId: 'q-1', content: 'So' }), panel],
  ['remove a queued message', api => api.removeQueued(researcher, { queuedMsgId: 'q-1' })],
  ['dismiss', api => api.dismiss(rootId, callId), panel],
  ['tell', api => api.tellCallee(rootId, { callId, content: 'Use oak.', msgId: 'm-3' }), panel],
  [
    'belief',
    api => api.changeBelief(rootId, { kind: 'setSlot', flow: 'query', slot: 'limit', value: { b: 1, a: [2] } }),
    panel,
  ],
  ['draft: send', api => api.draft(rootId, { kind: 'send', msgId: 'm-4', content: 'Go', run: 'paused' }), panel],
  ['draft: run', api => api.draft(rootId, { kind: 'run', until: 'steps', steps: 3 })],
  ['draft: accept', api => api.draft(drafted, { kind: 'accept', msgId: 'm-5', id: 'd-1' }), panel],
  ['draft: seen', api => api.draft(rootId, { kind: 'seen', ids: ['d-1'] }), panel],
  ['draft: prune', api => api.draft(rootId, { kind: 'prune', pairs: 2 }), panel],
  ['start', api => api.start({ text: 'Go', agentId: 'lead', mode: 'chat', noDiligence: true }), panel],
  [
    'start, with its ids',
    api => api.start({ images: [{ name: 'a.png', data: redPixel }], msgId: 'm-6', rootId: 'root-9' as RootId }),
  ],
  ['stop', api => api.stop(researcher), panel],
  ['stop, a tree', api => api.stop(lead, { tree: true }), panel],
  ['stop all', api => api.stopAll(), panel],
  ['retry now', api => api.retryNow(lead, { tree: true }), panel],
];

describe('the file of an intent that is handed over', () => {
  const lines = readFileSync(path.join(import.meta.dirname, '../fixtures/handed-intents.jsonl'), 'utf8').split('\n');
  goldens.forEach(([name, ask, by], index) => {
    it(`is the one of version 0.1.0 and later: ${name}`, async () => {
      assert.equal(await fileOf(ask, by), lines[index]);
    });
  });

  it('is read with the seal that it was written with, under the names of version 0.1.0 as well', () => {
    const files = createMemoryFiles();
    const inbox = openInboxFolder('/rtws', files);
    files.makeFolder(inbox.folder);
    for (const line of lines.slice(0, -1)) {
      const { msgId } = JSON.parse(line);
      files.replace(path.join(inbox.folder, `${msgId}.json`), line);
      const found = inbox.look().next().value ?? [];
      assert.equal(found.length, 1, line);
      for (const intent of found) assert.ok(seals.holds(intent.seal, sealedIntent(intent)), line);
      inbox.remove(msgId);
    }
  });
});
