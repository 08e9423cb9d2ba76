// The acceptance of a draft, and what lets a mind think on: as records (SPEC 15.5, 15.10).

import type { Fact } from '../../core/dialog/record.ts';
import { closeQuestions, type QuestionClosing } from '../../core/dialog/view/question-closing.ts';
import type { RunRequest } from '../../core/draft/state.ts';
import { commit } from '../commit.ts';
import type { Dialog, DriverContext } from '../driver-context.ts';
import { limitsOf } from './prompt.ts';

/** Accepts a draft; with idle thinking on, the mind thinks on. */
export function acceptDraft(root: Dialog, accepted: { draftId: string; by: 'person' | 'quiet'; msgId?: string }): void {
  const { ctx } = root.tree;
  const { historyPairs, idleThinking } = limitsOf(ctx);
  const by = accepted.by === 'quiet' ? { by: accepted.by } : {};
  const thinkOn = idleThinking ? [{ ...runRequest(ctx, { until: 'paused' }), ...by }] : [];
  // All that the mind asks is whether, and with which model or budget, it should go on with the message.
  const left = closeQuestions(root.state.questions, wentOn);
  commit(root, ...left, { kind: 'draftAccepted', ...accepted, historyPairs }, ...thinkOn);
}

/** Whether the mind should go on with what it repeats is settled; a cap or a wait holds for the new message as well. */
export function circlesLeft({ state: { questions } }: Dialog): Fact[] {
  const circles = questions.filter(({ questionKind }) => questionKind === 'repeat');
  return closeQuestions(circles, wentOn);
}

const wentOn: QuestionClosing = { reason: 'the person went on with something else', because: 'went-on' };

/** A request to think: until there is a draft, until the mind pauses, or for some steps. */
export function runRequest(
  ctx: DriverContext,
  asked: { readonly until: 'draft' | 'paused' } | { readonly until: 'steps'; readonly steps: number },
): { readonly kind: 'draftRunAsked' } & RunRequest {
  const { maxIterations, quietSteps, autoAccept } = limitsOf(ctx);
  if (asked.until === 'steps') {
    return { kind: 'draftRunAsked', until: 'steps', maxSteps: asked.steps, quietSteps: 0, autoAccept: 0 };
  }
  return { kind: 'draftRunAsked', until: asked.until, maxSteps: maxIterations, quietSteps, autoAccept };
}
