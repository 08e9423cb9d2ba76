// Internal flows (SPEC 16.3): which of them the end of a turn starts, the request of their model call, and the effect
// of its answer on the beliefs. A domain has them if it declares flows of these names with the intent Internal. Pure.

import { isPlainObject } from '../base/plain-object.ts';
import { applyCommand } from './apply-command.ts';
import { parseCommand } from './command.ts';
import type { BeliefContext } from './context.ts';
import { type Domain, type FlowSpec, flowOf, limits } from './domain/domain.ts';
import { endFlow } from './stack.ts';
import { type BeliefState, type Changed, type FlowFinding, flowById, isLive, wrong } from './state.ts';
import { isText } from './values/json.ts';

const internalFlowNames = ['repair_state', 'curate_memory', 'summarize_session'] as const;
export type InternalFlow = (typeof internalFlowNames)[number];

/** Findings from which on the scratchpad is curated, and how many may be left. */
const CURATE_FROM = 48;
const CURATED_MAX = 24;
/** Turns from one summary to the next. */
const SUMMARY_EVERY = 10;

/** True if a flow is a known background flow. */
export function isInternalFlow(name: string): name is InternalFlow {
  return internalFlowNames.some(each => each === name);
}

/** The flow that the end of this turn starts, one at a time; `before` is the state after the previous turn. */
export function internalDue(domain: Domain, before: BeliefState, state: BeliefState): FlowSpec | undefined {
  if (state.background.some(isLive)) return undefined;
  const due: Readonly<Record<InternalFlow, boolean>> = {
    // A single issue is left to the person; one that lasts longer is investigated.
    repair_state: before.flags.has_issues && state.flags.has_issues && state.stack.some(isLive),
    curate_memory: state.scratchpad.length >= CURATE_FROM,
    summarize_session: state.turn > 0 && state.turn % SUMMARY_EVERY === 0,
  };
  for (const name of internalFlowNames) {
    const spec = due[name] ? flowOf(domain, name) : undefined;
    if (spec?.intent === 'Internal') return spec;
  }
  return undefined;
}

/**
 * Applies an answer and ends its flow: Invalid when the answer cannot be used. `asked` is the state that the request
 * described.
 */
export function endInternal(
  context: BeliefContext,
  { asked, state, flowId, answer }: { asked: BeliefState; state: BeliefState; flowId: string; answer: unknown },
): Changed {
  const flow = flowById(state, flowId);
  if (flow === undefined) return wrong('not-live', { id: 'unknown-flow', flow: flowId });
  const done = isInternalFlow(flow.flow) ? takeAnswer[flow.flow](context, { asked, state, answer }) : undefined;
  return endFlow(done ?? state, flowId, done ? 'Completed' : 'Invalid');
}

interface Answered {
  readonly asked: BeliefState;
  readonly state: BeliefState;
  readonly answer: unknown;
}

const takeAnswer: Readonly<
  Record<InternalFlow, (context: BeliefContext, answered: Answered) => BeliefState | undefined>
> = {
  repair_state(context, { state, answer }) {
    const commands = isPlainObject(answer) && Array.isArray(answer.commands) ? answer.commands : undefined;
    return commands?.reduce<BeliefState>((next, source) => {
      const parsed = parseCommand(source);
      if (!parsed.ok || !['set', 'correct', 'clear', 'cancel'].includes(parsed.command.kind)) return next;
      const changed = applyCommand(context, next, parsed.command);
      return changed.ok ? changed.state : next;
    }, state);
  },
  curate_memory(_, { asked, state, answer }) {
    const findings = isPlainObject(answer) && Array.isArray(answer.findings) ? answer.findings.filter(isText) : [];
    if (findings.length === 0) return undefined;
    const curated = findings.slice(0, CURATED_MAX).map(text => findingOf(asked, 'curate_memory', text));
    // Findings made meanwhile stay.
    const seen = new Set(asked.scratchpad.map(keyOf));
    const later = state.scratchpad.filter(finding => !seen.has(keyOf(finding)));
    return { ...state, scratchpad: [...curated, ...later].slice(-limits.findings) };
  },
  summarize_session(_, { state, answer }) {
    const summary = isPlainObject(answer) && isText(answer.summary) ? answer.summary : undefined;
    if (summary === undefined) return undefined;
    const others = state.scratchpad.filter(({ flow }) => flow !== 'summarize_session');
    return {
      ...state,
      scratchpad: [...others, findingOf(state, 'summarize_session', summary)].slice(-limits.findings),
    };
  },
};

/** Tells a finding from all others, also after the beliefs were read again. */
function keyOf({ flowId, turn, text }: FlowFinding): string {
  return JSON.stringify([flowId, turn, text]);
}

function findingOf({ turn, background }: BeliefState, flow: InternalFlow, text: string): FlowFinding {
  return { flowId: background.find(each => each.flow === flow)?.flowId ?? flow, flow, turn, text: text.trim() };
}
