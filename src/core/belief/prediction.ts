// The request of a prediction and the reading of its answer (SPEC 16.4): one tool whose schema is made from the domain.
// Answers are model data: nothing here throws.
import type { ToolSpec } from '../base/chat.ts';
import { isPlainObject } from '../base/plain-object.ts';
import { type BeliefCommand, parseCommand } from './command.ts';
import { type Domain, flowOf, limits, slotOf } from './domain/domain.ts';
import { type BeliefState, isLive, runName } from './state.ts';
import { asJson, type Json } from './values/json.ts';
import { reasonText } from './values/reasons.ts';
import { orderedFormOf } from './values/slot-form.ts';

/** The tool that a prediction is given with. */
export const predictionTool = 'take_turn';

/** A valid prediction, as it was given. */
export type ReadPrediction =
  | { readonly ok: true; readonly predictions: readonly Json[]; readonly commands: readonly Json[] }
  | { readonly ok: false; readonly problem: string };

/** The tool of a domain: its arguments are `{predictions, commands}`. */
export function predictionSpec(domain: Domain, state: BeliefState, description: string): ToolSpec {
  return { name: predictionTool, description, parameters: predictionSchema(domain, state) };
}

/** The JSON schema of a prediction. Each flow and slot is named once; runs that share a name are named beside it. */
function predictionSchema(domain: Domain, state: BeliefState): Readonly<Record<string, unknown>> {
  const own = domain.flows.filter(({ intent }) => intent !== 'Internal');
  const runs = state.stack.filter(isLive).map(flow => runName(state, flow));
  const flow = { type: 'string', enum: [...new Set([...own.map(({ name }) => name), ...runs])] };
  const slot = { type: 'string', enum: [...new Set(own.flatMap(({ slots }) => Object.keys(slots)))] };
  const named = { flow: defined('flow'), slot: defined('slot') };
  const at = object({ ...named });
  const setting = object({ ...named, value: {} });
  return {
    ...object({
      predictions: {
        type: 'array',
        maxItems: limits.predictions,
        items: object({ flow: named.flow, confidence: { type: 'number', minimum: 0, maximum: 1 } }),
      },
      commands: {
        type: 'array',
        items: { anyOf: Object.entries(offered).map(([name, form]) => object({ [name]: contents[form] })) },
      },
    }),
    $defs: { flow, slot, at, setting },
  };
}

function defined(name: string): object {
  return { $ref: `#/$defs/${name}` };
}

type Offered = Exclude<BeliefCommand['kind'], 'complete' | 'invalidate'>;

type Form = 'flow' | 'ofFlow' | 'at' | 'setting' | 'fallback' | 'question' | 'flag';

/**
 * The commands that a prediction may give, with the form of their contents: words do not end a flow as done or failed.
 */
const offered: Readonly<Record<Offered, Form>> = {
  start: 'flow',
  set: 'setting',
  correct: 'setting',
  clear: 'at',
  cancel: 'flow',
  fallback: 'fallback',
  request: 'at',
  again: 'ofFlow',
  confirm: 'ofFlow',
  clarify: 'question',
  converse: 'flag',
};

const contents: Readonly<Record<Form, object>> = {
  flow: defined('flow'),
  ofFlow: object({ flow: defined('flow') }),
  at: defined('at'),
  setting: defined('setting'),
  fallback: object({ from: defined('flow'), to: defined('flow') }),
  question: { type: 'string' },
  flag: { type: 'boolean' },
};

function object(properties: Readonly<Record<string, unknown>>) {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

/** Reads what the model answered: the arguments of the tool, or a JSON object in its text. */
export function readPrediction(domain: Domain, answer: string): ReadPrediction {
  const source = parseJsonObject(answer);
  if (source === undefined) return wrong('it is no JSON object');
  const { predictions = [], commands = [] } = source;
  if (!('predictions' in source) && !('commands' in source)) return wrong('it has neither predictions nor commands');
  if (!Array.isArray(predictions)) return wrong('predictions is no list');
  if (!Array.isArray(commands)) return wrong('commands is no list');
  const problem = [
    ...predictions.map(prediction => predictionProblem(domain, prediction)),
    ...commands.map(command => commandProblem(domain, command)),
  ].find(each => each !== undefined);
  if (problem !== undefined) return wrong(problem);
  return { ok: true, predictions: predictions.map(jsonOf), commands: commands.map(jsonOf) };
}

/** Every flow that may be predicted, with its slots and the form of their values, for the model to read. */
export function describeDomain(domain: Domain): string {
  return domain.flows
    .filter(({ intent }) => intent !== 'Internal')
    .map(({ name, intent, description, slots, entity }) => {
      const lines = Object.entries(slots).map(
        ([slot, spec]) => `  - ${slot}${slot === entity ? ' (entity)' : ''}: ${orderedFormOf(spec)}`,
      );
      return [`- ${name} (${intent}): ${description}`, ...lines].join('\n');
    })
    .join('\n');
}

/** The question that a command puts to the person; '' when it names none. */
export function clarifyQuestion(commands: readonly Json[]): string | undefined {
  for (const source of commands) {
    const parsed = parseCommand(source);
    if (parsed.ok && parsed.command.kind === 'clarify') return parsed.command.question ?? '';
  }
  return undefined;
}

function predictionProblem(domain: Domain, source: unknown): string | undefined {
  const { flow, confidence } = isPlainObject(source) ? source : {};
  if (typeof flow !== 'string' || typeof confidence !== 'number' || !(confidence >= 0 && confidence <= 1)) {
    return `${shown(source)} is no {flow, confidence from 0 to 1}`;
  }
  return flowProblem(domain, flow);
}

function commandProblem(domain: Domain, source: unknown): string | undefined {
  const parsed = parseCommand(source);
  if (!parsed.ok) return `${shown(source)}: ${reasonText(parsed.why)}`;
  const { command } = parsed;
  if (!Object.hasOwn(offered, command.kind)) {
    return `${shown(source)}: ${reasonText({ id: 'unknown-command', command: command.kind })}`;
  }
  return (
    flowsOf(command)
      .map(flow => flowProblem(domain, flow))
      .find(each => each !== undefined) ?? slotProblem(domain, command)
  );
}

function slotProblem(domain: Domain, command: BeliefCommand): string | undefined {
  if (!('slot' in command)) return undefined;
  const { flow, slot } = command;
  const spec = flowOf(domain, flow);
  return spec && slotOf(spec, slot) ? undefined : reasonText({ id: 'unknown-slot', flow, slot });
}

function flowsOf(command: BeliefCommand): readonly string[] {
  if (command.kind === 'fallback') return [command.from, command.to];
  return 'flow' in command ? [command.flow] : [];
}

function flowProblem(domain: Domain, name: string): string | undefined {
  const flow = flowOf(domain, name);
  if (flow === undefined) return `there is no flow ${name}`;
  return flow.intent === 'Internal' ? `${name} is internal: it is never predicted` : undefined;
}

/** The JSON object between the outermost braces of an answer: fences and words around it are tolerated. */
export function parseJsonObject(answer: string): { readonly [key: string]: Json } | undefined {
  const text = answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1);
  try {
    const value: unknown = JSON.parse(text);
    return isPlainObject<Json>(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function jsonOf(value: unknown): Json {
  return asJson(value) ?? null;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function wrong(problem: string): ReadPrediction {
  return { ok: false, problem };
}
