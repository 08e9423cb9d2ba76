// Which collections are open at a column of one line of YAML: its block map or list, and those in `{}` and `[]`. Pure.

export interface Frame {
  readonly isList: boolean;
  /** The key whose value is being written. */
  key?: string | undefined;
  /** Keys or items of the whole collection, as far as the line shows them. */
  readonly seen: string[];
}

/** The open collections at a column, the outermost first; `undefined` when it lies in a comment. */
export function scanLine(
  text: string,
  begin: { readonly from: number; readonly isItem: boolean },
  column: number,
): readonly Frame[] | undefined {
  const scan = new LineScan(text, begin.isItem);
  let found: readonly Frame[] | undefined;
  for (let at = begin.from; at < text.length; at++) {
    if (at === column) found = scan.open();
    if (!scan.take(at)) return found;
  }
  return found ?? scan.open();
}

class LineScan {
  readonly #text: string;
  readonly #frames: Frame[];
  /** What is being written: a key, a value, an item. */
  #token = '';
  #quote = '';

  constructor(text: string, isItem: boolean) {
    this.#text = text;
    this.#frames = [{ isList: isItem, seen: [] }];
  }

  /** What is open now; `seen` goes on growing with the line. */
  open(): readonly Frame[] {
    return this.#frames.map(frame => ({ ...frame }));
  }

  /** Takes the next letter; `false` when a comment begins. */
  take(at: number): boolean {
    const letter = this.#text[at] ?? '';
    if (this.#quote !== '') this.#takeQuoted(letter);
    else if (letter === '#' && /^\s?$/.test(this.#text[at - 1] ?? '')) return false;
    else if (this.#token.trim() === '' && /["'{[]/.test(letter)) this.#begin(letter);
    else if (this.#isFlow && /[}\],]/.test(letter)) this.#end(letter);
    else if (letter === ':' && /^\s?$/.test(this.#text[at + 1] ?? '')) this.#takeColon();
    else this.#token += letter;
    return true;
  }

  get #isFlow(): boolean {
    return this.#frames.length > 1;
  }

  #takeQuoted(letter: string): void {
    if (letter === this.#quote) this.#quote = '';
    else this.#token += letter;
  }

  #begin(letter: string): void {
    if (letter === '"' || letter === "'") {
      this.#quote = letter;
      return;
    }
    this.#frames.push({ isList: letter === '[', seen: [] });
    this.#token = '';
  }

  #end(letter: string): void {
    const top = this.#frames.at(-1);
    const item = this.#token.trim();
    if (top?.isList && item !== '') top.seen.push(item);
    this.#token = '';
    if (letter !== ',') this.#frames.pop();
    else if (top) top.key = undefined;
  }

  #takeColon(): void {
    const top = this.#frames.at(-1);
    if (!top || top.key !== undefined) {
      this.#token += ':';
      return;
    }
    top.key = this.#token.trim();
    if (!top.isList) top.seen.push(top.key);
    this.#token = '';
  }
}
