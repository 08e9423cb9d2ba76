// What a person does in a draft dialogue: checked, recorded, and then the loop is let loose (SPEC 15.2, 15.5, 15.6,
// 15.10).
import { assertNever } from '../../core/base/assert.ts';
import type { Fact } from '../../core/dialog/record.ts';
import { refusalOfClosed } from '../../core/dialog/view/refusal-to-say.ts';
import type { DraftIntent } from '../../core/draft/intent.ts';
import { decideDraft } from '../../core/draft/next-step.ts';
import { chooseDraft, draftsNumbered, refusalToAdd, refusalToSend, refusalToTake } from '../../core/draft/rules.ts';
import { type DraftState, nextDraftId } from '../../core/draft/state.ts';
import { type Outcome, refuse } from '../../core/facts/trouble.ts';
import { refuseText } from '../../core/text/message-text.ts';
import { commit } from '../commit.ts';
import type { Driver } from '../driver.ts';
import type { AbortReason, Dialog, Tree } from '../driver-context.ts';
import { isApplied } from '../intents/applied.ts';
import { reopenForWords } from '../intents/change-status.ts';
import { rootOf } from '../tree.ts';
import { acceptDraft, circlesLeft, runRequest } from './accept.ts';
import { limitsOf } from './prompt.ts';

/** The outcome of an intent; `unknown`: numbers and ids that match no draft (SPEC 15.6). */
export type Drafted = Outcome<{ readonly draft: DraftState; readonly unknown?: readonly (number | string)[] }>;

type Of<K extends DraftIntent['kind']> = Extract<DraftIntent, { kind: K }>;

/** One intent; a refusal changes nothing. */
export function draftIntent(driver: Driver, tree: Tree, intent: DraftIntent): Drafted {
  const root = rootOf(tree);
  const { draft } = root.state;
  if (!draft) return refuse('no-drafts');
  // Words reopen a completed root (SPEC 19.4).
  const isWord = intent.kind === 'send' && root.state.status === 'completed';
  const closed = isWord ? undefined : refusalOfClosed(root.state.status);
  if (closed) return closed;
  const at: At = { driver, tree, root, draft };
  if ('msgId' in intent && intent.msgId !== undefined && isApplied(root, intent.msgId)) return done(at);
  switch (intent.kind) {
    case 'send':
      return send(at, intent);
    case 'add':
      return add(at, intent);
    case 'take':
      return take(at, intent);
    case 'run':
      return goOn(at, intent);
    case 'accept':
      return accept(at, intent);
    case 'seen':
      return markSeen(at, intent);
    case 'prune':
      return prune(at, intent);
    default:
      return assertNever(intent);
  }
}

interface At {
  readonly driver: Driver;
  readonly tree: Tree;
  readonly root: Dialog;
  readonly draft: DraftState;
}

function send(at: At, { msgId, content: given, run }: Of<'send'>): Drafted {
  const { driver, draft } = at;
  const content = given.trim();
  const unusable = refuseText(content, 'message');
  if (unusable) return unusable;
  const refused = refusalToSend(draft);
  if (refused) return refused;
  reopenForWords(at.tree);
  const asked = run === undefined ? [] : [runRequest(driver.ctx, { until: run })];
  return settleWith(at, [{ kind: 'draftMessageSent', msgId, content }, ...circlesLeft(at.root), ...asked]);
}

/** The drafts stay; a mind that paused goes on towards what it was asked for (SPEC 15.15). */
function add(at: At, { msgId, content: given }: Of<'add'>): Drafted {
  const { driver, draft } = at;
  const content = given.trim();
  const refused = refuseText(content, 'message') ?? refusalToAdd(draft);
  if (refused) return refused;
  const isPaused = draft.run !== null && decideDraft(draft).kind === 'pause';
  const until = draft.run?.until === 'paused' ? 'paused' : 'draft';
  const asked = isPaused ? [runRequest(driver.ctx, { until })] : [];
  return settleWith(at, [{ kind: 'draftMessageAdded', msgId, content }, ...circlesLeft(at.root), ...asked]);
}

/** What the mind wrote in no place of its own is a draft all the same (SPEC 15.14). */
function take(at: At, intent: Of<'take'>): Drafted {
  const { driver, draft } = at;
  const refused = refusalToTake(draft);
  if (refused) return refused;
  const taken = { id: nextDraftId(draft), text: draft.rest ?? '' };
  const { bufferSize } = limitsOf(driver.ctx);
  const { genseq } = at.root.state;
  commit(at.root, { kind: 'draftTaken', draft: taken, genseq, bufferSize, ...handedOver(intent) });
  driver.release(at.tree);
  return done(at);
}

function goOn(at: At, intent: Of<'run'>): Drafted {
  const { driver, draft } = at;
  if (!draft.awaiting && !limitsOf(driver.ctx).idleThinking) return refuse('nothing-to-think');
  if (intent.until === 'steps' && !(Number.isInteger(intent.steps) && intent.steps > 0)) {
    return refuse('bad-steps', { given: intent.steps });
  }
  commit(at.root, { ...runRequest(driver.ctx, intent), ...handedOver(intent) });
  driver.release(at.tree);
  return done(at);
}

function accept(at: At, choice: Of<'accept'>): Drafted {
  const chosen = chooseDraft(at.draft, choice);
  if (!chosen.ok) return chosen;
  acceptDraft(at.root, { draftId: chosen.draft.id, by: 'person', ...handedOver(choice) });
  endStep(at.root);
  at.driver.release(at.tree);
  return done(at);
}

function markSeen(at: At, { numbers = [], ids }: Of<'seen'>): Drafted {
  const { draft } = at;
  const numbered = draftsNumbered(draft, numbers);
  const named = ids && draft.drafts.filter(({ id }) => ids.includes(id));
  const unknown = ids?.filter(id => !draft.drafts.some(each => each.id === id)) ?? numbered.unknown;
  const drafts = named ?? numbered.drafts;
  if (drafts.length === 0 && unknown.length > 0) {
    return refuse('unknown-draft', { drafts: unknown.map(String), count: draft.drafts.length });
  }
  const draftIds = drafts.filter(({ seen }) => !seen).map(({ id }) => id);
  if (draftIds.length > 0) commit(at.root, { kind: 'draftsSeen', draftIds });
  return { ...done(at), ...(unknown.length > 0 && { unknown }) };
}

function prune(at: At, { pairs, ...handed }: Of<'prune'>): Drafted {
  if (!Number.isInteger(pairs) || pairs < 1) {
    return refuse('bad-exchanges', { given: pairs });
  }
  const present = at.draft.history.length / 2;
  if (present === 0) return refuse('no-exchange');
  commit(at.root, { kind: 'exchangesPruned', pairs: Math.min(pairs, present), ...handedOver(handed) });
  return done(at);
}

function handedOver({ msgId }: { readonly msgId?: string | undefined }): { msgId?: string } {
  return msgId === undefined ? {} : { msgId };
}

/** The mind's input has changed, so a running step is discarded. */
function settleWith(at: At, facts: readonly Fact[]): Drafted {
  commit(at.root, ...facts);
  endStep(at.root);
  at.driver.release(at.tree);
  return done(at);
}

function endStep(root: Dialog): void {
  root.abort?.abort('dismissed' satisfies AbortReason);
}

function done({ root, draft }: At): { readonly ok: true; readonly draft: DraftState } {
  return { ok: true, draft: root.state.draft ?? draft };
}
