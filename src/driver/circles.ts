// The question that takes the place of a generation which would repeat the ones before it (SPEC 7.4).

import type { QuestionId } from '../core/base/ids.ts';
import { repeatedPattern } from '../core/dialog/circles.ts';
import { factsOf } from '../core/dialog/fold/work-facts.ts';
import type { Fact } from '../core/dialog/record.ts';
import type { DialogState } from '../core/dialog/state.ts';
import type { Repeating } from '../core/prompt/words/words.ts';
import type { Dialog } from './driver-context.ts';

/** What repeats in a dialog or in its Internal flows, and how it should continue. */
export function circleQuestion({ tree: { ctx }, state }: Dialog, who: Repeating): Fact {
  const { recent, recentInternal = [], genseq } = state;
  const pattern = repeatedPattern(who === 'internal' ? recentInternal : recent) ?? [];
  const text = ctx.minds.texts().circleQuestion(
    who,
    pattern.map(({ shows }) => shows),
    nameOf(state),
    who === 'agent' && isIdle(state),
  );
  return { kind: 'questionAsked', questionId: ctx.newId() as QuestionId, questionKind: 'repeat', ...text, genseq };
}

/** Whatever it calls, no tool ran, nor did it tidy up: its model does not use its tools (SPEC 23.15). */
function isIdle(state: DialogState): boolean {
  const { tools = {}, answers = 0 } = factsOf(state) ?? {};
  const hasTidied = state.course > 1 || state.reminders.length > 0;
  return !hasTidied && answers === 0 && Object.values(tools).every(count => !count);
}

const NAME_MAX = 60;

/** The name of a dialog in a question, from the first words of its task. */
export function nameOf({ headline }: DialogState): string {
  const name = headline.trim();
  return name.length > NAME_MAX ? `${name.slice(0, NAME_MAX - 1)}…` : name;
}
