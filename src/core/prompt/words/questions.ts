// The questions that the runtime asks of the person, in the work language: permission, forms, caps, long waits, and
// replies that get no further. Their texts are in `en/` and `zh/`; what both share is here. Pure.
import type { Form, FormField, FormFormat } from '../../dialog/form.ts';
import { labelOf } from '../../dialog/form-answers.ts';
import { formatCost } from '../../spending/cost.ts';
import type { Cap, Spending } from '../../spending/spending.ts';

/** A text of the runtime that suspends a dialog (SPEC 5.1). */
export interface QuestionText {
  readonly headline: string;
  readonly body: string;
  readonly options: readonly string[];
}

/** The question that stands for a form of others (SPEC 22.1). */
export interface FormTexts {
  readonly serverAsks: (server: string, message: string) => string;
  /** The fields, and how to answer. */
  readonly howTo: string;
  /** How to answer when there is one field. */
  readonly howToOne: string;
  readonly required: string;
  readonly oneOf: (choices: readonly string[]) => string;
  readonly someOf: (choices: readonly string[]) => string;
  readonly type: Readonly<Record<'text' | 'number' | 'integer' | 'boolean', string>>;
  readonly format: Readonly<Record<FormFormat, string>>;
  readonly between: (least: number | undefined, most: number | undefined) => string;
  /** The same of the characters of a text. */
  readonly length: (least: number | undefined, most: number | undefined) => string;
  readonly initially: (value: string) => string;
  /** The reason with which such a question is closed. */
  readonly noLongerWaits: string;
}

/** What a form asks for, after the message of the one who asks. */
export function formBody({ fields }: Pick<Form, 'fields'>, message: string, texts: FormTexts): string {
  const lines = fields.map(field => `- **${field.name}**${nameBeside(field)} (${detailsOf(field, texts).join('; ')})`);
  const how = fields.length === 0 ? [] : [fields.length === 1 ? texts.howToOne : texts.howTo];
  return [message.trim(), lines.join('\n'), ...how].filter(part => part !== '').join('\n\n');
}

function nameBeside({ name, title, description }: FormField): string {
  const said = [...(title !== undefined && title !== name ? [title] : []), ...(description ? [description] : [])];
  return said.length > 0 ? `: ${said.join('. ')}` : '';
}

/** What a field takes: its type, its limits, its default. */
export function detailsOf(field: FormField, texts: FormTexts): readonly string[] {
  const { type, choices = [], isRequired, least, most, initial } = field;
  const labels = choices.map(labelOf);
  const what = whatOf(field, labels, texts);
  return [
    what,
    ...(least !== undefined || most !== undefined
      ? [(type === 'text' ? texts.length : texts.between)(least, most)]
      : []),
    ...(initial !== undefined ? [texts.initially(String(initial))] : []),
    ...(isRequired ? [texts.required] : []),
  ];
}

function whatOf({ type, format }: FormField, labels: readonly string[], texts: FormTexts): string {
  if (type === 'choice') return texts.oneOf(labels);
  if (type === 'choices') return texts.someOf(labels);
  return format ? texts.format[format] : texts.type[type];
}

/** What the question tells whether a tree may continue beyond a cap (SPEC 10.10). */
export interface CapReport {
  readonly reached: readonly ReachedLimit[];
  /** Generations without a word of the person, when those are too many. */
  readonly unattended?: { readonly made: number; readonly cap: number };
  /** Generations that run now, and what they are expected to use. */
  readonly atWork: Spending & { readonly count: number };
  /** The dialogs below the root with their subtrees, and the root itself, highest usage first. */
  readonly branches: readonly Branch[];
}

/** A cap of the tree, or of a member in it. `left`: the remaining amount under the raised cap. */
export interface ReachedLimit {
  readonly agentId?: string;
  readonly spent: Spending;
  readonly cap: Cap;
  readonly left: Cap;
}

export interface Branch extends Spending {
  readonly agentId: string;
  readonly headline: string;
  readonly isRoot: boolean;
}

export type CapQuestion = (report: CapReport) => QuestionText;

/** Branches that the question lists. */
const MAX_BRANCHES = 6;

/** The word for an amount that is not exact, if it is not. */
export function aboutWord({ isEstimated }: Spending, word: string): string {
  return isEstimated ? word : '';
}

/** True if a model reported no usage. */
export function hasEstimate({ reached }: CapReport): boolean {
  return reached.some(({ spent }) => spent.isEstimated);
}

/** Words around amounts. */
export interface AmountWords {
  readonly tokens: (tokens: string) => string;
  readonly cost: (cost: string) => string;
  readonly limit: (limit: string) => string;
  readonly and: string;
}

/** The amounts that a cap limits, each with its limit. */
export function usedText({ tokens, cost }: Spending, { maxTokens, maxCost }: Cap, words: AmountWords): string {
  return [
    ...(maxTokens === undefined ? [] : [words.tokens(amountText(tokens)) + words.limit(amountText(maxTokens))]),
    ...(maxCost === undefined ? [] : [words.cost(formatCost(cost)) + words.limit(formatCost(maxCost))]),
  ].join(words.and);
}

/** The amounts that may still be used. */
export function leftText({ maxTokens, maxCost }: Cap, words: AmountWords): string {
  return [
    ...(maxTokens === undefined ? [] : [words.tokens(amountText(maxTokens))]),
    ...(maxCost === undefined ? [] : [words.cost(formatCost(maxCost))]),
  ].join(words.and);
}

/** Tokens and what they cost. */
export function spendingText({ tokens, cost }: Spending, words: AmountWords): string {
  const price = cost > 0 ? ` (${formatCost(cost)})` : '';
  return `${words.tokens(amountText(tokens))}${price}`;
}

/** The usage by branch, under a title; none of a single branch. */
export function branchLines({ branches }: CapReport, title: string, words: AmountWords, root: string): string[] {
  if (branches.length < 2) return [];
  const lines = branches.slice(0, MAX_BRANCHES).map(branch => {
    const what = branch.isRoot ? root : branch.headline;
    return `- @${branch.agentId} (${what}): ${spendingText(branch, words)}`;
  });
  return [title, ...lines, ...(branches.length > MAX_BRANCHES ? ['- …'] : [])];
}

/** A whole number with its thousands apart. */
export function amountText(number: number): string {
  return Math.ceil(number).toLocaleString('en');
}

/** Raised when the model server asks for a long wait (SPEC 10.3). `ms`: how long the server asks to wait; `message`: what it said. */
export type LongWaitQuestion = (wait: { readonly ms: number; readonly message: string }) => QuestionText;

/** The answers to a long wait. */
export const waitOptions = ['wait', 'other model', 'stop'];

/** A time of more than two minutes in the unit in which people think of it. */
export function longTime(ms: number, units: Readonly<Record<'minutes' | 'hours' | 'days', string>>): string {
  const minutes = Math.ceil(ms / 60_000);
  if (minutes <= 120) return `${minutes}${units.minutes}`;
  const hours = Math.ceil(minutes / 60);
  return hours <= 48 ? `${hours}${units.hours}` : `${Math.ceil(hours / 24)}${units.days}`;
}

/** The answers to them. */
export const missOptions = ['other model', 'continue', 'stop'];

/** How a model writes calls as text. */
export const callForms = {
  json: '```json\n{"name": "TOOL", "arguments": {"ARGUMENT": "VALUE"}}\n```',
  tag: '<tool_call>{"name": "TOOL", "arguments": {"ARGUMENT": "VALUE"}}</tool_call>',
};

const SHOWN_MAX = 120;
const QUOTED_MAX = 400;

/** What a reply repeats, in quotes; `space` names white space. */
export function unitText(unit: string, space: string): string {
  const line = unit.trim().replaceAll(/\s+/g, ' ');
  return line === '' ? space : `"${line.length > SHOWN_MAX ? `${line.slice(0, SHOWN_MAX)}…` : line}"`;
}

/** The beginning of a text as a quote. */
export function quotedWords(text: string): string {
  const cut = text.length > QUOTED_MAX ? `${text.slice(0, QUOTED_MAX)}…` : text;
  return cut.replaceAll(/^/gm, '> ');
}
