// Conditions over the slots of a flow (SPEC 16.14): a small closed language of `==`, `!=`, `<`, `in`, `and`, `or`,
// `not`, `filled()`, brackets, names of slots, numbers, texts in quotes, `true`, `false` and lists. Checked when a
// domain is loaded; evaluating one is pure and total. JSON-safe, like everything in a domain.

import type { ConditionPart, ConditionProblem } from '../domain-faults.ts';
import { isSameJson, type Json } from '../values/json.ts';
import { isAfter } from '../values/moments.ts';
import { numberIn, optionsNamed } from '../values/plain-value.ts';

/** One side of a comparison: a slot, or a value written in the condition. */
export type Operand = { readonly slot: string } | { readonly value: Json };

export type Condition =
  | { readonly op: 'and' | 'or'; readonly of: readonly Condition[] }
  | { readonly op: 'not'; readonly of: Condition }
  | { readonly op: 'filled'; readonly slot: string }
  | { readonly op: '==' | '!=' | '<' | 'in'; readonly left: Operand; readonly right: Operand };

export type ParsedCondition =
  | { readonly ok: true; readonly condition: Condition }
  | { readonly ok: false; readonly problem: ConditionProblem };

/** Longer conditions are refused: they nest no deeper than this. */
const LONGEST = 500;

/** Reads a condition. */
export function parseCondition(text: string): ParsedCondition {
  const { length } = text;
  if (length > LONGEST) return { ok: false, problem: { kind: 'tooLong', length, most: LONGEST } };
  const reader = createReader(tokensOf(text));
  const condition = readAny(reader);
  reader.end();
  const problem = reader.problem();
  return problem === undefined ? { ok: true, condition } : { ok: false, problem };
}

/** A condition in its written form. */
export function conditionText(condition: Condition): string {
  switch (condition.op) {
    case 'and':
    case 'or':
      return condition.of.map(each => inBrackets(each)).join(` ${condition.op} `);
    case 'not':
      return `not ${inBrackets(condition.of)}`;
    case 'filled':
      return `filled(${condition.slot})`;
    default:
      return `${operandText(condition.left)} ${condition.op} ${operandText(condition.right)}`;
  }
}

function inBrackets(condition: Condition): string {
  const text = conditionText(condition);
  return condition.op === 'and' || condition.op === 'or' ? `(${text})` : text;
}

function operandText(operand: Operand): string {
  return 'slot' in operand ? operand.slot : JSON.stringify(operand.value);
}

/** Names of the slots that a condition looks at. */
export function slotsIn(condition: Condition): readonly string[] {
  switch (condition.op) {
    case 'and':
    case 'or':
      return condition.of.flatMap(slotsIn);
    case 'not':
      return slotsIn(condition.of);
    case 'filled':
      return [condition.slot];
    default:
      return [condition.left, condition.right].flatMap(operand => ('slot' in operand ? [operand.slot] : []));
  }
}

/** A slot as conditions see it; undefined if it does not count. */
export type SlotReader = (slot: string) => { readonly value: Json; readonly filled: boolean } | undefined;

/** Evaluates a condition. An unset slot equals nothing, and comes before nothing. */
export function holds(condition: Condition, slotIn: SlotReader): boolean {
  switch (condition.op) {
    case 'and':
      return condition.of.every(each => holds(each, slotIn));
    case 'or':
      return condition.of.some(each => holds(each, slotIn));
    case 'not':
      return !holds(condition.of, slotIn);
    case 'filled':
      return slotIn(condition.slot)?.filled ?? false;
    default: {
      const [left, right] = [condition.left, condition.right].map(operand =>
        'slot' in operand ? (slotIn(operand.slot)?.value ?? null) : operand.value,
      ) as [Json, Json];
      return compared(condition.op, left, right);
    }
  }
}

function compared(op: '==' | '!=' | '<' | 'in', left: Json, right: Json): boolean {
  switch (op) {
    case '==':
      return isAlike(left, right);
    case '!=':
      return !isAlike(left, right);
    case '<':
      return left !== null && right !== null && !isAlike(left, right) && isBefore(left, right);
    case 'in':
      return listOf(left).some(each => listOf(right).some(other => isAlike(each, other)));
  }
}

/** Compares like slot values: case and number format do not count. A list equals its only entry. */
function isAlike(left: Json, right: Json): boolean {
  const [a, b] = [onlyOf(left), onlyOf(right)];
  if (!isScalar(a) || !isScalar(b)) return a !== null && isSameJson(a, b);
  return optionsNamed([String(a)], b).length > 0 || optionsNamed([String(b)], a).length > 0;
}

function isBefore(left: Json, right: Json): boolean {
  const [a, b] = [numberIn(left), numberIn(right)];
  return a !== undefined && b !== undefined ? a < b : isAfter(right, left);
}

/** An unset slot is a list of nothing that equals anything. */
function listOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]).map(nameOf) : [nameOf(value)];
}

function onlyOf(value: Json): Json {
  return Array.isArray(value) && value.length === 1 ? nameOf(value[0] ?? null) : nameOf(value);
}

/** The name of an entity `{name, …}`, the text of an item `{item, checked}`. */
function nameOf(value: Json): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { name, item } = value as { readonly name?: Json; readonly item?: Json };
  return name ?? item ?? value;
}

function isScalar(value: Json): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

interface Token {
  readonly text: string;
  /** From 1. */
  readonly at: number;
}

const token =
  /\s*(?:(==|!=|[<>]=?|=|[()[\],])|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|([+-]?\d+(?:\.\d+)?)|([\p{L}_][\p{L}\p{N}_.-]*)|(\S))/uy;

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const found = match.slice(1).find(part => part !== undefined) ?? '';
    tokens.push({ text: found, at: token.lastIndex - found.length + 1 });
  }
  return tokens;
}

/** Reads on to the first fault; after it nothing is left to read. */
interface Reader {
  /** Takes the next token if it is this word; false if not. */
  take(word: string): boolean;
  next(): string | undefined;
  /** The next token, which is not taken. */
  peek(): string | undefined;
  /** Fails: the next token is not the expected one. */
  fail(expected: ConditionPart): void;
  end(): void;
  problem(): ConditionProblem | undefined;
}

function createReader(tokens: readonly Token[]): Reader {
  let index = 0;
  let problem: ConditionProblem | undefined;
  const fail = (expected: ConditionPart) => {
    const token = tokens[index];
    problem ??=
      token === undefined ? { kind: 'ends', expected } : { kind: 'stray', found: token.text, at: token.at, expected };
    index = tokens.length;
  };
  return {
    fail,
    take(word) {
      const isIt = tokens[index]?.text.toLowerCase() === word;
      if (isIt) index += 1;
      return isIt;
    },
    next() {
      index += 1;
      return tokens[index - 1]?.text;
    },
    peek: () => tokens[index]?.text,
    end() {
      if (index < tokens.length) fail('end');
    },
    problem: () => problem,
  };
}

function readAny(reader: Reader): Condition {
  return joined('or', reader, readAll);
}

function readAll(reader: Reader): Condition {
  return joined('and', reader, readOne);
}

function joined(op: 'and' | 'or', reader: Reader, read: (reader: Reader) => Condition): Condition {
  const first = read(reader);
  const of = [first];
  while (reader.take(op)) of.push(read(reader));
  return of.length === 1 ? first : { op, of };
}

function readOne(reader: Reader): Condition {
  if (reader.take('not')) return { op: 'not', of: readOne(reader) };
  if (reader.take('(')) {
    const inner = readAny(reader);
    if (!reader.take(')')) reader.fail('bracket');
    return inner;
  }
  const left = readOperand(reader);
  if ('slot' in left && left.slot === 'filled' && reader.take('(')) {
    const slot = reader.next() ?? '';
    if (!reader.take(')')) reader.fail('bracket');
    return { op: 'filled', slot };
  }
  const op = (['==', '!=', '<', 'in'] as const).find(each => reader.take(each));
  if (op === undefined) reader.fail('comparison');
  return { op: op ?? '==', left, right: readOperand(reader) };
}

function readOperand(reader: Reader): Operand {
  if (reader.take('[')) return { value: readList(reader) };
  const text = reader.peek();
  const operand = text === undefined ? undefined : operandIn(text);
  if (operand === undefined) reader.fail('operand');
  else reader.next();
  return operand ?? { value: null };
}

function operandIn(text: string): Operand | undefined {
  if (/^["']./.test(text)) return { value: text.slice(1, -1).replace(/\\(.)/g, '$1') };
  if (/^[+-]?\d/.test(text)) return { value: Number(text) };
  if (text === 'true' || text === 'false') return { value: text === 'true' };
  return isSlotName(text) ? { slot: text } : undefined;
}

function isSlotName(text: string): boolean {
  return /^[\p{L}_]/u.test(text) && !['and', 'or', 'not', 'in'].includes(text);
}

/** Bare words in a list are texts. */
function readList(reader: Reader): readonly Json[] {
  const values: Json[] = [];
  if (reader.take(']')) return values;
  do {
    const item = readOperand(reader);
    values.push('slot' in item ? item.slot : item.value);
  } while (reader.take(','));
  if (!reader.take(']')) reader.fail('listEnd');
  return values;
}
