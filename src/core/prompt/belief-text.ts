// The beliefs as models and people read them: the state in a request, and the questions that the runtime asks about it
// (SPEC 16.5). Pure.

import { assertNever } from '../base/assert.ts';
import type { Prompt } from '../base/chat.ts';
import { isHeld } from '../belief/belief-progress.ts';
import { type Domain, flowMeaning, flowOf, flowTitle, slotOf, slotTitle } from '../belief/domain/domain.ts';
import type { BeliefEdit } from '../belief/intent.ts';
import type { InternalFlow } from '../belief/internal.ts';
import { type Awaited, missingSlots, slotsForAgent } from '../belief/missing.ts';
import {
  activeFlow,
  type BeliefState,
  type Flow,
  isLive,
  liveFlow,
  type PlanStep,
  runName,
  runNumber,
  type Slot,
} from '../belief/state.ts';
import { type Json, lineOf } from '../belief/values/json.ts';
import { dontCare } from '../belief/values/plain-value.ts';
import { type Kept, whyOf } from '../belief/values/reasons.ts';
import { choicesOf } from '../belief/values/slot-form.ts';
import type { BeliefTexts, Guide } from './words/belief-words.ts';
import type { QuestionText } from './words/questions.ts';

/** Findings that a request shows, the newest. */
const SHOWN_FINDINGS = 16;
/** Flows that have ended, of which a request shows the values. */
const SHOWN_PAST = 8;
/** Characters of one value that a request shows. */
const SHOWN_VALUE = 400;

/** The state as a section of a request; `guided` adds the next step. */
export function beliefText(
  state: BeliefState,
  { words, domain, guided }: { words: BeliefTexts; domain: Domain | undefined; guided: boolean },
): string {
  const flags = Object.entries(state.flags).flatMap(([name, on]) => (on ? [name] : []));
  const active = activeFlow(state);
  const waiting = state.stack.filter(flow => isLive(flow) && flow !== active);
  const findings = state.scratchpad.slice(-SHOWN_FINDINGS);
  return [
    words.turn(state.turn, state.intent, flags),
    ...(active === undefined ? [words.noFlow] : activeText(state, active, { words, domain })),
    ...(waiting.length === 0 ? [] : [words.below, ...waiting.map(flow => `- ${flowLine(state, flow)}`)]),
    ...pastText(state, words),
    ...requestedText(state, words),
    ...(findings.length === 0 ? [] : [words.findings, ...findings.map(({ flow, text }) => `- ${flow}: ${text}`)]),
    ...(state.refused.length === 0 ? [] : [words.refused, ...state.refused.map(each => `- ${reasonOf(each, words)}`)]),
    ...(guided ? [words.guide[guideOf(state, active)]] : []),
  ].join('\n');
}

/** The steps of a plan, one a line; `state` says how far they are. */
function stepLines(steps: readonly PlanStep[], words: BeliefTexts, state?: BeliefState, planId?: string): string {
  const own = state?.stack.filter(flow => flow.planId === planId && isLive(flow)) ?? [];
  // The stack holds the remaining flow steps: the last ones, in order.
  const flows = steps.filter(step => 'flow' in step);
  return steps
    .map((step, index) => {
      const why = step.why === undefined ? '' : ` (${step.why})`;
      if ('tellask' in step)
        return `${index + 1}. ${step.tellask}${why}${state ? ` [${words.stepStates.tellask}]` : ''}`;
      const at = flows.indexOf(step) - (flows.length - own.length);
      const run = at < 0 ? undefined : own[at];
      const how = run === undefined ? 'over' : run.status === 'Active' ? 'now' : 'left';
      const values = Object.entries(step.slots ?? {}).map(([name, value]) => `${name} = ${shown(value)}`);
      const text = `${index + 1}. ${step.flow}${values.length === 0 ? '' : `: ${values.join('; ')}`}${why}`;
      return state ? `${text} [${words.stepStates[how]}]` : text;
    })
    .join('\n');
}

/** Asks the person for exactly what the active flow lacks, and for what the words left open (SPEC 16.5). */
export function clarifyText(
  state: BeliefState,
  { words, domain, question }: { words: BeliefTexts; domain: Domain; question?: string | undefined },
): Omit<QuestionText, 'options'> & { readonly options?: readonly string[] } {
  const active = state.isTalk ? undefined : activeFlow(state);
  const { required, elective } = active === undefined ? { required: [], elective: [] } : missingSlots(active);
  const line = (name: string) => slotLine(name, active, { words, domain });
  const refused = state.refused.map(each => reasonOf(each, words));
  const asked = required.concat(elective).map(name => {
    const own = active && slotOf(flowOf(domain, active.flow), name)?.question;
    return {
      name,
      title: active ? slotTitle(domain, active.flow, name) : name,
      own,
      isElective: elective.includes(name),
    };
  });
  const untold = asked.filter(({ own }) => own === undefined);
  const candidates = question === '' ? state.predictions.map(({ flow }) => flowMeaning(domain, flow)) : [];
  const text = words.clarify({
    ...(active && { flow: runTitle(state, active, domain) }),
    understood: active ? understoodIn(active, domain) : [],
    asks: asked.flatMap(({ own }) => own ?? []),
    titles: untold.flatMap(({ title, isElective }) => (isElective ? [] : [title])),
    electiveTitles: untold.flatMap(({ title, isElective }) => (isElective ? [title] : [])),
    required: required.map(line),
    elective: elective.map(line),
    question: question ?? '',
    candidates,
    refused,
  });
  const options = candidates.length > 0 ? candidates : optionsOf(active, [...required, ...elective], domain);
  return { ...text, ...(options.length > 0 && { options }) };
}

/** The values of a flow that were given, for people. */
function understoodIn({ flow, slots }: Flow, domain: Domain): string[] {
  return Object.entries(slots).flatMap(([name, { value, isDefault, isHidden, ask }]) =>
    value === null || isDefault || isHidden || ask || value === dontCare
      ? []
      : [`${slotTitle(domain, flow, name)}: ${beginningOf(lineOf(value))}`],
  );
}

/** Puts to the person what a flow waits for: its steps, going on with it, or its values (SPEC 16.5, 16.14). */
export function decisionText(
  state: BeliefState,
  flow: Flow,
  awaited: Awaited,
  { words, domain }: Reading,
): QuestionText {
  const title = runTitle(state, flow, domain);
  switch (awaited) {
    case 'approval':
      return words.plan(title, stepLines(flow.steps ?? [], words));
    case 'resume':
      return words.resume(title, valueLines(flow, { words, domain }));
    case 'confirm':
      return words.confirm(title, valueLines(flow, { words, domain }));
    default:
      return assertNever(awaited);
  }
}

function runTitle(state: BeliefState, flow: Flow, domain: Domain | undefined): string {
  return `${flowTitle(domain, flow.flow)}${runNumber(state, flow)}`;
}

/** What a person's edit changed, as the person and the model read it. */
export function editedText(
  { kind, ...place }: BeliefEdit,
  { from, to }: { readonly from: BeliefState; readonly to: BeliefState },
  { words, domain }: Reading,
): string {
  const flow = flowTitle(domain, place.flow);
  const valueIn = (state: BeliefState, name: string) => {
    const slot = liveFlow(state, place.flow)?.slots[name];
    return slot ? valueText(slot, words, lineOf) : words.unset;
  };
  const { changes } = words;
  const change =
    'slot' in place
      ? changes.slot(
          `${flow} · ${slotTitle(domain, place.flow, place.slot)}`,
          valueIn(from, place.slot),
          valueIn(to, place.slot),
        )
      : kind === 'startFlow'
        ? changes.started(flow)
        : changes.cancelled(flow);
  return words.edited([change, ...(from.intent === to.intent ? [] : [changes.intent(from.intent, to.intent)])]);
}

/** The values that count, one a line. */
function valueLines({ flow, slots }: Flow, { words, domain }: Reading): string {
  return Object.entries(slots)
    .filter(([, { value, isHidden }]) => value !== null && !isHidden)
    .map(([name, slot]) => `- ${slotTitle(domain, flow, name)}: ${valueText(slot, words, lineOf)}`)
    .join('\n');
}

/** The request of an Internal flow (SPEC 16.3): the state, the findings and the end of the talk. */
export function internalPrompt(
  flow: InternalFlow,
  state: BeliefState,
  { words, domain, talk }: { words: BeliefTexts; domain: Domain; talk: string },
): Prompt {
  const findings = state.scratchpad.map(({ flow: by, text }) => `- ${by}: ${text}`).join('\n');
  const sections = [
    [words.predict.stateTitle, beliefText(state, { words, domain, guided: false })],
    [words.internal.findingsTitle, findings],
    [words.predict.talkTitle, talk],
  ];
  const content = sections.flatMap(([title, text]) => (text === '' ? [] : [`# ${title}\n\n${text}`])).join('\n\n');
  return {
    messages: [
      { role: 'system', content: words.internal[flow] },
      { role: 'user', content },
    ],
    tools: [],
  };
}

interface Reading {
  readonly words: BeliefTexts;
  readonly domain: Domain | undefined;
}

function activeText(state: BeliefState, active: Flow, { words, domain }: Reading): string[] {
  const description = (domain && flowOf(domain, active.flow)?.description) ?? '';
  const { required, elective } = missingSlots(active);
  const missing = [...required, ...(elective.length > 0 ? [words.oneOf(elective)] : [])];
  const own = slotsForAgent(active);
  const plan = active.intent === 'Plan' ? active : state.stack.find(({ flowId }) => flowId === active.planId);
  return [
    words.active(runName(state, active), description).trim(),
    ...(active.again === undefined ? [] : [words.again]),
    ...Object.entries(active.slots)
      .filter(([, { isHidden }]) => !isHidden)
      .map(([name, slot]) => `- ${name}: ${valueText(slot, words)}`),
    ...(missing.length === 0 ? [] : [words.missing(missing.join('; '))]),
    ...(own.length === 0 ? [] : [words.yours(own.join('; '))]),
    ...(plan?.steps
      ? [words.steps, stepLines(plan.steps, words, plan.awaitsApproval ? undefined : state, plan.flowId)]
      : []),
  ];
}

function guideOf(state: BeliefState, active: Flow | undefined): Guide {
  if (state.flags.has_issues && !state.isTalk && active !== undefined) return 'issues';
  if (active === undefined || state.isTalk) return 'talk';
  if (active.intent === 'Converse') return 'converse';
  if (isHeld(state)) return 'answer';
  if (active.intent !== 'Plan') return 'run';
  if (active.awaitsApproval) return 'replan';
  return active.steps === undefined ? 'propose' : 'carryOut';
}

/** `inWords` writes the value for people; without it the model reads it as JSON. */
function valueText(slot: Slot, words: BeliefTexts, inWords: (value: Json) => string = shown): string {
  const { value, isDefault, filled, from } = slot;
  if (value === null) return words.unset;
  const lacks = filled ? '' : reasonOf(slot, words);
  const notes = [
    ...(isDefault ? [words.byDefault] : []),
    ...(from === undefined ? [] : [words.carriedOver(from)]),
    ...(lacks === '' ? [] : [words.lacks(lacks)]),
  ];
  const text = value === dontCare ? words.noPreference : shown(inWords(value));
  return notes.length === 0 ? text : `${text} (${notes.join('; ')})`;
}

/** A reason that the state keeps; '' for none. */
function reasonOf(kept: Kept, words: BeliefTexts): string {
  const why = whyOf(kept);
  return why === undefined ? '' : words.reason(why);
}

/** The values of the last ended run of each flow, for another one and for what the person asks about. */
function pastText({ past = {} }: BeliefState, words: BeliefTexts): string[] {
  const lines = Object.entries(past).flatMap(([flow, values]) => {
    const shownValues = Object.entries(values).map(([name, value]) => `${name} = ${shown(value)}`);
    return shownValues.length === 0 ? [] : [`- ${flow}: ${shownValues.join('; ')}`];
  });
  return lines.length === 0 ? [] : [words.past, ...lines.slice(-SHOWN_PAST)];
}

/** Requests of the person come before other missing slots of the flow. */
function requestedText({ requested = [] }: BeliefState, words: BeliefTexts): string[] {
  if (requested.length === 0) return [];
  return [words.requested, ...requested.map(({ flow, slot }) => `- ${flow}: ${slot}`)];
}

function flowLine(state: BeliefState, flow: Flow): string {
  const set = Object.entries(flow.slots).flatMap(([name, { value, isDefault }]) =>
    value === null || isDefault ? [] : [`${name} = ${shown(value)}`],
  );
  return `${runName(state, flow)}${set.length === 0 ? '' : `: ${set.join('; ')}`}`;
}

function slotLine(
  name: string,
  flow: Flow | undefined,
  { words, domain }: { words: BeliefTexts; domain: Domain },
): string {
  const spec = flow && flowOf(domain, flow.flow)?.slots[name];
  const slot = flow?.slots[name];
  const { value = null, ask } = slot ?? {};
  const lacks = slot && !slot.filled ? reasonOf(slot, words) : '';
  const told = spec?.description ?? (spec ? choicesOf(spec) : '');
  const notes = [...(lacks === '' ? [] : [lacks]), ...(ask && value !== null ? [words.now(shown(lineOf(value)))] : [])];
  const title = flow ? slotTitle(domain, flow.flow, name) : name;
  return `${title}${told === '' ? '' : `: ${told}`}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`;
}

/** The choices when only one slot is missing. */
function optionsOf(flow: Flow | undefined, missing: readonly string[], domain: Domain): readonly string[] {
  const [name, ...others] = missing;
  if (flow === undefined || name === undefined || others.length > 0) return [];
  const spec = flowOf(domain, flow.flow)?.slots[name];
  const value = flow.slots[name]?.value;
  if (Array.isArray(value) && spec?.behaviour === 'CategorySlot') return value.map(String);
  return spec?.options ?? (spec?.candidates ?? []).filter(each => typeof each === 'string');
}

function shown(value: unknown): string {
  return beginningOf(typeof value === 'string' ? value : JSON.stringify(value), SHOWN_VALUE);
}

function beginningOf(text: string, characters = 80): string {
  return text.length > characters ? `${text.slice(0, characters)}…` : text;
}
