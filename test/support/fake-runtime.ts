// A runtime without files and models for tests of the front ends: each test gives the few methods that it uses; any
// other one fails the test by its name.

import type { AgentId, DialogId, DialogRef, QuestionId, RootId } from '../../src/core/base/ids.ts';
import { formatRef, rootRef } from '../../src/core/base/ids.ts';
import type { AnsweredBy } from '../../src/core/dialog/answered-by.ts';
import type { CourseRecord, Fact } from '../../src/core/dialog/record.ts';
import type { FeedEvent } from '../../src/core/dialog/view/feed-event.ts';
import type { DialogNode, PendingQuestion } from '../../src/core/dialog/view/projection.ts';
import { type Outcome, toldRefusal } from '../../src/core/facts/trouble.ts';
import type { IntentKind, IntentOf } from '../../src/core/intents/intents.ts';
import { type IntentResults, type Perform, type PerformAny, performs } from '../../src/runtime/api.ts';
import type { ActingRuntime, Settled } from '../../src/runtime.ts';

export interface FakeRuntime {
  readonly runtime: ActingRuntime;
  /** For whom an intent was performed. */
  readonly people: readonly AnsweredBy[];
  /** Sends an event to everybody who subscribed. */
  publish(event: FeedEvent): void;
  readonly isClosed: () => boolean;
}

/** What the test answers to the intents that it expects. */
export type FakeIntents = {
  readonly [K in IntentKind]?: (intent: IntentOf<K>, by?: AnsweredBy) => Promise<Outcome<IntentResults[K]>>;
};

/** Performs these intents; any other one fails the test by its name. */
export function performing(intents: FakeIntents): Perform {
  return performs(async (intent, by) => {
    const perform = intents[intent.kind] as PerformAny | undefined;
    if (!perform) throw new Error(`the test performs no ${intent.kind}`);
    return perform(intent, by);
  });
}

/**
 * A runtime of these methods and intents; it knows the dialogs `refs`, closes, subscribes and has no problems by
 * itself.
 */
export function fakeRuntime(
  { intents = {}, ...methods }: Partial<ActingRuntime> & { readonly intents?: FakeIntents },
  refs: readonly DialogRef[] = [lead],
): FakeRuntime {
  const listeners = new Set<(event: FeedEvent) => void>();
  let isClosed = false;
  const people: AnsweredBy[] = [];
  const present: Partial<ActingRuntime> = {
    rtws: '/rtws',
    perform: performs((intent, by) => {
      if (by) people.push(by);
      return performing(intents)(intent, by);
    }),
    problems: () => [],
    fillIn: async content => ({ ok: true, content }),
    promptFiles: () => [],
    serverOffers: async () => [],
    sharedServers: () => [],
    listRoots: () => [],
    compared: async () => {},
    unserved: () => undefined,
    tree: async () => toldRefusal('unknown-dialog', 'no tree here', 'give one'),
    async resolve(name) {
      const dialog = refs.find(ref => formatRef(ref) === name);
      return dialog
        ? { ok: true, dialog }
        : toldRefusal('unknown-dialog', `there is no dialog ${name}.`, 'list shows them');
    },
    subscribe(listener) {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    async close() {
      isClosed = true;
    },
    ...methods,
  };
  const runtime = new Proxy(present as ActingRuntime, {
    get(target, name) {
      if (Reflect.has(target, name)) return Reflect.get(target, name);
      throw new Error(`the test gives no ${String(name)}`);
    },
  });
  const publish = (event: FeedEvent) => {
    for (const listener of [...listeners]) listener(event);
  };
  return { runtime, people, publish, isClosed: () => isClosed };
}

export const rootId = 'root-1' as RootId;
export const lead = rootRef(rootId);
export const researcher: DialogRef = { rootId, selfId: 'sub-1' as DialogId };

/** How the tree of `lead` stands; idle and silent unless told otherwise. */
export function settled(change: Partial<Settled> = {}): Settled {
  return { rootId, state: 'idle', response: null, questions: [], sleeps: [], interrupted: [], ...change };
}

/** A question that `lead` asks. */
export function question(change: Partial<PendingQuestion> = {}): PendingQuestion {
  return {
    id: 'q-1' as QuestionId,
    kind: 'ask',
    ...lead,
    agentId: 'lead' as AgentId,
    tellaskHead: '@human Which colour?\n',
    bodyContent: 'Red or blue.\n',
    askedAt: '2025-01-02T03:04:05.000Z',
    callSiteRef: { course: 1, genseq: 1 },
    ...change,
  };
}

/** A node of a tree without children. */
export function node(ref: DialogRef, agentId: string, change: Partial<DialogNode> = {}): DialogNode {
  return {
    ...ref,
    agentId: agentId as AgentId,
    state: 'idle',
    states: ['idle'],
    headline: '',
    lastModified: '2025-01-02T03:04:05.000Z',
    pending: [],
    questions: [],
    questionsBelow: 0,
    children: [],
    ...change,
  };
}

/** A fact as it is recorded, at a fixed time. */
export function recordOf(fact: Fact): CourseRecord {
  return { v: 1, at: '2025-01-02T03:04:05.000Z', ...fact };
}
