// Calls of tools that a model wrote as text (SPEC 23.5): tags, JSON objects with name and arguments, `functions.x(…)`,
// and the forms of chat templates that a server did not read. Pure; the cost is linear in the text.

/** One call in a text, with the place it takes there, wrappers included. */
export interface WrittenCall {
  readonly name: string;
  /** JSON text of its arguments. */
  readonly args: string;
  readonly start: number;
  readonly end: number;
}

interface CallReading {
  /** The tool on offer that a name means. */
  readonly toolOf: (name: string) => string | undefined;
  /** JSON as models write it; undefined for anything else. */
  readonly parse: (text: string) => unknown;
}

/** Calls of one text that are looked at. */
const MOST_CALLS = 50;

/** The calls in a text, in order. A name without a tool counts where the form leaves no doubt that a call was meant. */
export function writtenCalls(text: string, reading: CallReading): readonly WrittenCall[] {
  if (!/[{<(]/.test(text)) return [];
  const calls: WrittenCall[] = [];
  let from = 0;
  while (calls.length < MOST_CALLS) {
    const next = nextCall(text, from, reading);
    if (!next) break;
    calls.push(...next.calls);
    from = next.end;
  }
  return calls;
}

/** The calls with which a text ends, nothing but white space behind and between them. */
export function callsAtEnd(text: string, calls: readonly WrittenCall[]): readonly WrittenCall[] {
  let end = text.trimEnd().length;
  const last: WrittenCall[] = [];
  for (const call of calls.toReversed()) {
    if (call.end < end) break;
    last.unshift(call);
    end = text.slice(0, call.start).trimEnd().length;
  }
  return last;
}

interface Found {
  readonly calls: readonly WrittenCall[];
  readonly end: number;
}

function nextCall(text: string, from: number, reading: CallReading): Found | undefined {
  const candidate = /\{|<(?:\w+:)?invoke\s|<function=|^[ \t]*[\w.]+\(/gm;
  candidate.lastIndex = from;
  let open = 0;
  for (let match = candidate.exec(text); match && open < MOST_OPEN; match = candidate.exec(text)) {
    const at = match.index;
    const [sign] = match;
    if (sign === '{') {
      const end = objectEnd(text, at);
      const found = jsonCall(text, { at, from, end: end ?? text.length }, reading);
      if (found) return found;
      // An object that is no call holds none.
      if (end !== undefined) candidate.lastIndex = end;
      else open += 1;
    } else {
      const found = sign.startsWith('<') ? tagCall(text, at) : pythonCall(text, at, reading);
      if (found) return found;
      if (sign.startsWith('<')) open += 1;
    }
  }
  return undefined;
}

/** What is not closed is read to the end of the text, so seldom. */
const MOST_OPEN = 20;

// ── JSON ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

function jsonCall(
  text: string,
  { at, from, end }: { readonly at: number; readonly from: number; readonly end: number },
  reading: CallReading,
): Found | undefined {
  const before = text.slice(Math.max(from, at - LONGEST_OPENING), at);
  const named = nameBefore(before);
  const isNamed = named && (named.isCertain || reading.toolOf(named.name) !== undefined);
  const written = text.slice(at, end);
  if (!isNamed && !/\b(?:name|tool|tool_name|function|action|tool_calls)["']?\s*:/.test(written)) return undefined;
  const value = reading.parse(written);
  if (!isObject(value)) return undefined;
  if (isNamed) {
    const call = { name: named.name, args: JSON.stringify(value), start: at - named.length, end };
    return withWrappers(text, from, [call]);
  }
  const isWrapped = /(?:<\|?tool(?:_call)?s?\|?>|<function_calls?>|\[TOOL_CALLS\])\s*(?:\[\s*)?$/i.test(before);
  const isCertain = isWrapped || (isWhole(text, at, end) && isObject(value.arguments));
  const calls = callsOf(value, reading).filter(({ name }) => isCertain || reading.toolOf(name) !== undefined);
  if (calls.length === 0) return undefined;
  return withWrappers(
    text,
    from,
    calls.map(call => ({ ...call, start: at, end })),
  );
}

/** Nothing else is said, but for a fence. */
function isWhole(text: string, at: number, end: number): boolean {
  return /^\s*(?:```\w*\s*)?$/.test(text.slice(0, at)) && /^\s*(?:```\s*)?$/.test(text.slice(end));
}

const LONGEST_OPENING = 200;

/** A name right before the arguments. */
function nameBefore(
  before: string,
): { readonly name: string; readonly length: number; readonly isCertain: boolean } | undefined {
  for (const form of namedForms) {
    const match = form.pattern.exec(before);
    const name = match?.slice(1).find(group => group !== undefined);
    if (match && name !== undefined) return { name, length: before.length - match.index, isCertain: form.isCertain };
  }
  return undefined;
}

const namedForms = [
  { pattern: /<function=([\w.-]+)>\s*$/, isCertain: true },
  { pattern: /\bfunctions[.:]([\w-]+)(?::\d+)?\s*(?:<\|[^|>]*\|>)?\s*\(?\s*$/, isCertain: true },
  { pattern: /\[TOOL_CALLS\]\s*([\w-]+)(?:\[ARGS\])?\s*$/, isCertain: true },
  // DeepSeek's template has U+2581 between the words and U+FF5C at the edges.
  { pattern: /tool[\u2581_ ]sep[\uff5c|]>\s*([\w-]+)\s*(?:```(?:json)?)?\s*$/, isCertain: true },
  { pattern: /Action:\s*([\w-]+)\s+Action Input:\s*(?:```(?:json)?\s*)?$/, isCertain: true },
  { pattern: /(?:^|\n)[ \t]*(?:\w+\.)?([\w-]+)\s*\(?\s*$/, isCertain: false },
] as const;

/** The calls that an object says: itself, or a list of them. */
function callsOf(value: Fields, reading: CallReading): readonly Pick<WrittenCall, 'name' | 'args'>[] {
  const { tool_calls: list, function: inner } = value;
  if (Array.isArray(list)) return list.filter(isObject).flatMap(each => callsOf(each, reading));
  if (isObject(inner)) return callsOf(inner, reading);
  const nameKey = ['name', 'tool', 'tool_name', 'function', 'action'].find(each => isText(value[each])) ?? 'name';
  const { [nameKey]: name, ...rest } = value;
  if (!isText(name)) return [];
  const key = ['arguments', 'args', 'parameters', 'params', 'input', 'action_input', 'tool_input'].find(
    each => each in value,
  );
  const given = key === undefined ? undefined : value[key];
  if (isText(given)) return [{ name, args: given }];
  if (isObject(given)) return [{ name, args: JSON.stringify(given) }];
  // Arguments beside the name. A tool that is listed has a description there.
  const isFlat = Object.keys(rest).length > 0 && !('description' in rest) && reading.toolOf(name) !== undefined;
  return isFlat ? [{ name, args: JSON.stringify(rest) }] : [];
}

/** The end of an object that opens here; undefined when it is not closed. */
function objectEnd(text: string, at: number): number | undefined {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const sign = text[i];
    if (sign === '"') {
      i = stringEnd(text, i);
    } else if (sign === '{') depth++;
    else if (sign === '}' && --depth === 0) return i + 1;
  }
  return undefined;
}

function stringEnd(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '"') return i;
  }
  return text.length;
}

/** Takes fences, tags and brackets around calls into their place. */
function withWrappers(text: string, from: number, calls: readonly WrittenCall[]): Found {
  const [first] = calls;
  const last = calls.at(-1);
  if (!first || !last) return { calls, end: text.length };
  const before = opening.exec(text.slice(Math.max(from, first.start - LONGEST_OPENING), first.start))?.[0] ?? '';
  const after = closing.exec(text.slice(last.end, last.end + LONGEST_OPENING))?.[0] ?? '';
  const start = first.start - before.length;
  const end = last.end + after.length;
  return { calls: calls.map(call => ({ ...call, start, end })), end };
}

const opening =
  /(?:```[\w-]*\s*|~~~[\w-]*\s*|<[^<>\n]{1,60}>\s*|\[TOOL_CALLS\]\s*|\[\s*|(?:Thought|Action):[^\n]*\n)*$/;
const closing = /^(?:\s*(?:```|~~~|<[^<>\n]{1,60}>|[)\],;]))*/;

// ── Tags and calls as code ───────────────────────────────────────────────────────────────────────────────────────────

/** `<invoke name="x"><parameter name="y">…`, `<function=x><parameter=y>…`. */
function tagCall(text: string, at: number): Found | undefined {
  const opened = /^<(?:\w+:)?(?:invoke\s+name="([\w.-]+)"|function=([\w.-]+))\s*>/.exec(
    text.slice(at, at + LONGEST_OPENING),
  );
  const name = opened?.[1] ?? opened?.[2];
  if (!opened || name === undefined) return undefined;
  const from = at + opened[0].length;
  const close = /<\/(?:\w+:)?(?:invoke|function)>/g;
  close.lastIndex = from;
  const closed = close.exec(text);
  const inner = text.slice(from, closed?.index ?? text.length);
  const parameter =
    /<(?:\w+:)?parameter(?:\s+name="([\w.-]+)"[^>]*|=([\w.-]+))>([^<]*(?:<(?!\/(?:\w+:)?parameter>)[^<]*)*)/g;
  const args = [...inner.matchAll(parameter)].map(([, quoted, plain, value = '']) => [
    quoted ?? plain ?? '',
    bare(value),
  ]);
  if (args.length === 0 && inner.trim() !== '') return undefined;
  const call = {
    name,
    args: JSON.stringify(Object.fromEntries(args)),
    start: at,
    end: closed ? close.lastIndex : text.length,
  };
  return withWrappers(text, 0, [call]);
}

/** A value stands on lines of its own, or between its tags. */
function bare(value: string): string {
  return value.replace(/^\n/, '').replace(/\n$/, '');
}

/** `read_file(path="src/a.ts")` on a line of its own. */
function pythonCall(text: string, at: number, { toolOf }: CallReading): Found | undefined {
  const line = text.slice(at, at + LONGEST_LINE);
  const match =
    /^[ \t]*(?:print\()?(?:\w+\.)*(\w+)\(((?:\s*\w+\s*=\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[\w.-]+)\s*,?)+)\)+/.exec(
      line,
    );
  const [whole, name, given = ''] = match ?? [];
  if (whole === undefined || name === undefined || toolOf(name) === undefined) return undefined;
  const args = [...given.matchAll(/(\w+)\s*=\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[\w.-]+)/g)].map(
    ([, key = '', value = '']) => [key, literal(value)],
  );
  return withWrappers(text, 0, [
    { name, args: JSON.stringify(Object.fromEntries(args)), start: at, end: at + whole.length },
  ]);
}

const LONGEST_LINE = 4000;

function literal(written: string): unknown {
  if (/^["']/.test(written))
    return written
      .slice(1, -1)
      .replaceAll(/\\(["'\\])/g, '$1')
      .replaceAll('\\n', '\n');
  if (/^-?\d+(?:\.\d+)?$/.test(written)) return Number(written);
  return { true: true, false: false, none: null, null: null }[written.toLowerCase()] ?? written;
}

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
