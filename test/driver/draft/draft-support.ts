// A draft dialogue on the test driver: a scripted mind, and what people ask of it.
import assert from 'node:assert/strict';
import type { AgentId } from '../../../src/core/base/ids.ts';
import type { DraftIntent } from '../../../src/core/draft/intent.ts';
import { type DraftLimits, defaultDraftLimits } from '../../../src/core/draft/limits.ts';
import { type DraftState, numberedDrafts } from '../../../src/core/draft/state.ts';
import type { Cap } from '../../../src/core/spending/spending.ts';
import { type Drafted, draftIntent } from '../../../src/driver/draft/intents.ts';
import type { Tree } from '../../../src/driver/driver-context.ts';
import { createRoot } from '../../../src/driver/intents/create-root.ts';
import { rootOf } from '../../../src/driver/tree.ts';
import type { Reply, Script } from '../../support/scripted-llm.ts';
import { createTestDriver, type TestDriver } from '../../support/test-driver.ts';
import { told } from '../../support/told.ts';

export interface Mind {
  readonly t: TestDriver;
  readonly tree: Tree;
  /** Asks and waits until the mind rests. */
  ask(intent: DraftIntent): Promise<DraftState>;
  /** Asks without waiting. */
  begin(intent: DraftIntent): Drafted;
  state(): DraftState;
  /** `<n> <text>` of the visible drafts, newest first. */
  texts(): string[];
  /** The input of each step so far. */
  inputs(): string[];
  /** The same mind after the process was killed now; `replies` are those that are left. */
  restart(...replies: readonly Reply[]): Promise<Mind>;
}

export const send = (content: string, run?: 'draft' | 'paused'): DraftIntent => ({
  kind: 'send',
  msgId: `m-${content}`,
  content,
  ...(run && { run }),
});
export const untilDraft: DraftIntent = { kind: 'run', until: 'draft' };
export const untilPaused: DraftIntent = { kind: 'run', until: 'paused' };
export const steps = (count: number): DraftIntent => ({ kind: 'run', until: 'steps', steps: count });

/** A new draft dialogue whose mind plays these replies. */
export function createMind(
  replies: readonly Reply[] | Script,
  limits: Partial<DraftLimits> = {},
  member: Cap = {},
): Mind {
  const t = createTestDriver({ script: scriptOf(replies), members: [{ id: 'lead', ...member }] });
  limit(t, limits);
  const tree = createRoot(t.driver, { agentId: 'lead' as AgentId, dialect: 'tellask', mode: 'draft' });
  t.driver.settle(tree);
  return mindOn(t, tree, limits);
}

/** The only root on the files of a driver. */
export function mindOn(t: TestDriver, tree: Tree, limits: Partial<DraftLimits>): Mind {
  const state = () => {
    const { draft } = rootOf(tree).state;
    assert.ok(draft);
    return draft;
  };
  const begin = (intent: DraftIntent) => draftIntent(t.driver, tree, intent);
  return {
    t,
    tree,
    begin,
    state,
    async ask(intent) {
      const outcome = told(begin(intent));
      assert.ok(outcome.ok, outcome.ok ? '' : outcome.message);
      await t.driver.quiet(tree);
      return state();
    },
    texts: () => numberedDrafts(state()).map(({ n, text }) => `${n} ${text}`),
    inputs: () => t.llm.requests.map(({ prompt }) => prompt.messages.at(-1)?.content ?? ''),
    async restart(...replies) {
      const again = t.restart(scriptOf(replies));
      limit(again, limits);
      return mindOn(again, await again.onlyTree(), limits);
    },
  };
}

function scriptOf(replies: readonly Reply[] | Script): Script {
  return Array.isArray(replies) ? { lead: replies as readonly Reply[] } : (replies as Script);
}

function limit({ driver }: TestDriver, limits: Partial<DraftLimits>): void {
  Object.assign(driver.ctx, { draftLimits: () => ({ ...defaultDraftLimits, ...limits }) });
}
