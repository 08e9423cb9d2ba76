// JSON as models write it: with a trailing comma, single quotes, comments, line breaks in strings, Python's constants,
// a code fence or words around it, or without its end. Every reading is one that the text allows without a guess: a
// string ends at its quote, so a quote that lacks its backslash makes the text unreadable. Linear in the text. Pure.

/** A value read from a text. */
export interface LooseJson {
  readonly value: unknown;
  /** The text ends where more was to come: within a string or number, or after a name, a colon or a comma. */
  readonly isCut: boolean;
}

/** Deeper values are not read. */
export const MAX_DEPTH = 100;

/** The first object of a text; undefined when it cannot be read, or another one follows it. */
export function parseLooseJson(text: string): LooseJson | undefined {
  const start = text.indexOf('{');
  // Within a list or a string it is no object of arguments.
  if (start < 0 || /["[\]}]/.test(text.slice(0, start))) return undefined;
  const reader = new Reader(text, start);
  try {
    const value = reader.value(0);
    if (text.indexOf('{', reader.at) >= 0) return undefined;
    return { value, isCut: reader.isCut };
  } catch (error) {
    if (error === unreadable) return undefined;
    throw error;
  }
}

const unreadable = new Error('unreadable');
const constants: Readonly<Record<string, unknown>> = { true: true, false: false, null: null, True: true, False: false };
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
const MORE = {
  space: /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y,
  name: /[\p{L}_$][\p{L}\p{N}_$-]*/uy,
  number: /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y,
};

class Reader {
  at: number;
  isCut = false;
  readonly #text: string;

  constructor(text: string, start: number) {
    this.#text = text;
    this.at = start;
  }

  value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw unreadable;
    this.#take(MORE.space);
    const first = this.#text[this.at];
    if (first === '{') return this.#object(depth);
    if (first === '[') return this.#list(depth);
    if (first === '"' || first === "'") return this.#string(first);
    const number = this.#take(MORE.number);
    if (number !== undefined) {
      this.#endsHere();
      return Number(number);
    }
    const name = this.#take(MORE.name) ?? '';
    if (name === 'None') return null;
    if (!Object.hasOwn(constants, name)) throw unreadable;
    return constants[name];
  }

  #object(depth: number): unknown {
    const entries: [string, unknown][] = [];
    this.at += 1;
    while (this.#goesOn('}', entries.length)) {
      const quote = this.#text[this.at];
      const key = quote === '"' || quote === "'" ? this.#string(quote) : this.#take(MORE.name);
      if (key === undefined) throw unreadable;
      this.#take(MORE.space);
      if (this.#endsHere()) break;
      if (this.#text[this.at] !== ':') throw unreadable;
      this.at += 1;
      this.#take(MORE.space);
      if (this.#endsHere()) break;
      entries.push([key, this.value(depth + 1)]);
    }
    // Own entries, `__proto__` included.
    return Object.fromEntries(entries);
  }

  #list(depth: number): unknown {
    const values: unknown[] = [];
    this.at += 1;
    while (this.#goesOn(']', values.length)) values.push(this.value(depth + 1));
    return values;
  }

  /** Whether an entry follows; passes the comma before it, and the end. */
  #goesOn(end: '}' | ']', before: number): boolean {
    const from = this.at;
    this.#take(MORE.space);
    const hasComma = before > 0 && this.#text[this.at] === ',';
    if (hasComma) {
      this.at += 1;
      this.#take(MORE.space);
    }
    if (this.at >= this.#text.length) {
      this.isCut ||= hasComma || before === 0;
      return false;
    }
    if (this.#text[this.at] === end) {
      this.at += 1;
      return false;
    }
    // A line end or a space parts two entries as well as a comma does.
    if (before > 0 && this.at === from) throw unreadable;
    return true;
  }

  #string(quote: string): string {
    const parts: string[] = [];
    let from = this.at + 1;
    for (let at = from; at < this.#text.length; at++) {
      const letter = this.#text[at];
      if (letter === quote) {
        this.at = at + 1;
        parts.push(this.#text.slice(from, at));
        return parts.join('');
      }
      if (letter !== '\\') continue;
      parts.push(this.#text.slice(from, at));
      const escaped = this.#escaped(at);
      parts.push(escaped.text);
      at = escaped.end - 1;
      from = escaped.end;
    }
    this.isCut = true;
    parts.push(this.#text.slice(from));
    this.at = this.#text.length;
    return parts.join('');
  }

  /** An escape that JSON does not know stands for itself, backslash included: models write regular expressions so. */
  #escaped(at: number): { readonly text: string; readonly end: number } {
    const letter = this.#text[at + 1] ?? '';
    const known = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined;
    if (known !== undefined) return { text: known, end: at + 2 };
    if (letter !== '' && `"'\\/`.includes(letter)) return { text: letter, end: at + 2 };
    const hex = letter === 'u' ? this.#text.slice(at + 2, at + 6) : '';
    if (/^[\da-f]{4}$/i.test(hex)) return { text: String.fromCharCode(Number.parseInt(hex, 16)), end: at + 6 };
    return { text: `\\${letter}`, end: at + 1 + letter.length };
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  /** Whether the text ends where more was to come. */
  #endsHere(): boolean {
    if (this.at < this.#text.length) return false;
    this.isCut = true;
    return true;
  }
}
