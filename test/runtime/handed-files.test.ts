// The files by which a process hands intents over, and their seals: another version of the program reads both, so
// neither changes by a byte (SPEC 5.3, 5.4, 9.4, 18.6).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type CallId, type DialogRef, type RootId, rootRef } from '../../src/core/base/ids.ts';
import type { AnsweredBy } from '../../src/core/dialog/answered-by.ts';
import { type Intent, intentFields } from '../../src/core/intents/intents.ts';
import { readIntent, sealedIntent } from '../../src/core/intents/wire.ts';
import { type HandIntentsPorts, handIntents } from '../../src/runtime/roles/hand-intents.ts';
import { createHandOver } from '../../src/runtime/roles/hand-over.ts';
import { sealsWith } from '../../src/runtime/trust/seals.ts';
import { openInboxFolder } from '../../src/store/files/inbox.ts';
import type { StoredInbox } from '../../src/store/storage.ts';
import { lead, performing, question, researcher } from '../support/fake-runtime.ts';
import { redPixel } from '../support/images.ts';
import { createMemoryFiles } from '../support/memory-files.ts';

const panel: AnsweredBy = { kind: 'person', surface: 'panel' };
const callId = 'c-1' as CallId;
/** A draft dialogue with a draft that can be accepted. */
const drafted = 'root-2' as RootId;
const seals = sealsWith(() => Buffer.alloc(32, 7));

/** The file of an intent that a process hands over, without its line break. */
async function fileOf(intent: Intent, by?: AnsweredBy): Promise<string> {
  const files = createMemoryFiles();
  const inbox = openInboxFolder('/rtws', files);
  let written = '';
  const put: StoredInbox['put'] = async intent => {
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
  const queries = {
    view: async (dialog: DialogRef) => ({ ok: true, view: { state: stateOf(dialog), rootStatus: 'running' } }),
    questions: async () => [question()],
    belief: async () => ({ ok: true, view: { now: {}, rollbacks: [] } }),
    tree: async () => ({ ok: true }),
  };
  const options = {
    queries,
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
  } as unknown as HandIntentsPorts;
  await handIntents(options, performing({}))(intent, by);
  return written.trimEnd();
}

const goldens: readonly (readonly [string, Intent, AnsweredBy?])[] = [
  ['say', { kind: 'say', dialog: researcher, content: 'Grüße ✓', msgId: 'm-1' }, panel],
  ['say, by a program', { kind: 'say', dialog: researcher, content: 'Hello', msgId: 'm-1' }],
  [
    'say, with an image',
    { kind: 'say', dialog: researcher, content: '', msgId: 'm-1', images: [{ name: 'a.png', data: redPixel }] },
    panel,
  ],
  ['answer', { kind: 'answer', questionId: 'q-1', content: 'Blue', msgId: 'm-2', dialog: researcher }, panel],
  [
    'answer, of a queued message',
    { kind: 'answer', questionId: 'q-1', content: 'Blue', msgId: 'm-2', queuedMsgId: 'q-1' },
    panel,
  ],
  ['change a queued message', { kind: 'changeQueued', dialog: lead, queuedMsgId: 'q-1', content: 'So' }, panel],
  ['remove a queued message', { kind: 'removeQueued', dialog: researcher, queuedMsgId: 'q-1' }],
  ['dismiss', { kind: 'dismiss', dialog: lead, callId }, panel],
  ['tell', { kind: 'tell', dialog: lead, callId, content: 'Use oak.', msgId: 'm-3' }, panel],
  [
    'belief',
    {
      kind: 'belief',
      dialog: lead,
      belief: { kind: 'setSlot', flow: 'query', slot: 'limit', value: { b: 1, a: [2] } },
    },
    panel,
  ],
  [
    'draft: send',
    { kind: 'draft', dialog: lead, draft: { kind: 'send', msgId: 'm-4', content: 'Go', run: 'paused' } },
    panel,
  ],
  ['draft: run', { kind: 'draft', dialog: lead, draft: { kind: 'run', until: 'steps', steps: 3 } }],
  [
    'draft: accept',
    { kind: 'draft', dialog: rootRef(drafted), draft: { kind: 'accept', msgId: 'm-5', id: 'd-1' } },
    panel,
  ],
  ['draft: seen', { kind: 'draft', dialog: lead, draft: { kind: 'seen', ids: ['d-1'] } }, panel],
  ['draft: prune', { kind: 'draft', dialog: lead, draft: { kind: 'prune', pairs: 2 } }, panel],
  ['start', { kind: 'start', text: 'Go', agentId: 'lead', mode: 'chat', noDiligence: true }, panel],
  [
    'start, with its ids',
    { kind: 'start', images: [{ name: 'a.png', data: redPixel }], msgId: 'm-6', rootId: 'root-9' as RootId },
  ],
  ['stop', { kind: 'stop', dialog: researcher, tree: false }, panel],
  ['stop, a tree', { kind: 'stop', dialog: lead, tree: true }, panel],
  ['stop all', { kind: 'stopAll' }, panel],
  ['retry now', { kind: 'retryNow', dialog: lead, tree: true }, panel],
];

describe('the file of an intent that is handed over', () => {
  const lines = readFileSync(path.join(import.meta.dirname, '../fixtures/handed-intents.jsonl'), 'utf8').split('\n');
  goldens.forEach(([name, intent, by], index) => {
    it(`is the one of version 0.1.0 and later: ${name}`, async () => {
      assert.equal(await fileOf(intent, by), lines[index]);
    });
  });

  it('gives nothing that its seal does not cover', () => {
    const samples = [true, 'x', 1, { name: 'x', due: 'x' }, [{ name: 'x', data: 'x' }], lead];
    const names = new Set(Object.values(intentFields).flatMap(fields => Object.keys(fields)));
    for (const line of lines.slice(0, -1)) {
      const stored = JSON.parse(line);
      const sealed = readIntent(line);
      for (const name of names) {
        if (name in stored) continue;
        for (const sample of samples) {
          const changed = readIntent(JSON.stringify({ ...stored, [name]: sample }));
          if (changed && seals.holds(changed.seal, sealedIntent(changed))) assert.deepEqual(changed, sealed, name);
        }
      }
    }
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
