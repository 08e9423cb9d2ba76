// Keys that a page took while it had the focus of a prompt: they go into the prompt's text where they would stand had it had the
// focus all the time. The editor's field is elsewhere: it is written as a whole, and what a person types into it meanwhile is
// overwritten there but told, so it is written again.

/** Enter and Backspace among typed characters. */
export const ENTER = '\n';
export const BACKSPACE = '\b';

/** The text of a prompt that is shown. */
export interface PromptField {
  /** As the editor told it last, or as it was written since. */
  value: string;
}

export interface TypedAheadPorts {
  readonly field: PromptField;
  /** Gives the prompt the focus. */
  readonly giveFocus: () => void;
  /** Resolves once everything written before is in the editor's field, and what it held until then is told. */
  readonly roundTrip: () => Promise<void>;
  /** Resolves once every page has told what was typed into it until now. */
  readonly keysTold: () => Promise<void>;
  /**
   * Takes the answer, which ends at Enter. `rest` was typed after it: it is for the next prompt. `isAsChosen`: it is what the field held
   * when Enter was pressed there. False if it is none. Undefined for a prompt that only keeps keys, Enter among them.
   */
  readonly accept: ((answer: string, rest: string, isAsChosen: boolean) => boolean) | undefined;
}

export class TypedAhead {
  readonly #ports: TypedAheadPorts;
  /** Everything that was typed. The field is to have it until Enter. */
  #typed: string;
  /** What the field held when it was heard of last. */
  #seen: string;
  /** What is on its way to the field, or arrived there last, while there is something to do. */
  #written: string | undefined;
  /** It has arrived there, as was told. */
  #isThere = false;
  /** Where the next key of the page belongs. */
  #at: number;
  /** As much was typed when the answer was taken. */
  #taken: number | undefined;

  constructor(ports: TypedAheadPorts) {
    this.#ports = ports;
    this.#typed = ports.field.value;
    this.#seen = this.#typed;
    this.#at = this.#typed.length;
  }

  /** The text with everything that was typed, Enter as `\n`. */
  get typed(): string {
    return this.#typed;
  }

  /** What came into the field after the answer was taken: for the next prompt, too. */
  get late(): string {
    return this.#taken === undefined ? '' : this.#typed.slice(this.#taken);
  }

  /** True if the field has everything that was typed. */
  get isSettled(): boolean {
    return this.#written === undefined;
  }

  /** True from Enter until the answer is taken. */
  get isAnswering(): boolean {
    return this.#hasEnter && !this.isSettled;
  }

  /** The page was given the focus: what is typed into it from here on follows what the prompt has now. */
  lose(): void {
    this.#at = this.#typed.length;
  }

  /** The prompt is to have the focus again. */
  regain(): void {
    this.#ports.giveFocus();
  }

  /** Takes keys of the page. */
  async type(keys: string): Promise<void> {
    for (const key of keys) this.#take(key);
    await this.#settleUnlessDone(false);
  }

  /** Enter in the field: what a page has not told yet was typed before it, what comes into the field from here on after it. */
  async enter(): Promise<void> {
    // Pressed twice, it is meant once.
    if (this.#typed.endsWith(ENTER)) return;
    this.#typed += ENTER;
    await this.#settleUnlessDone(true);
  }

  /** The editor tells what the field holds. */
  changed(value: string): void {
    const written = this.#written;
    const isNewlyThere =
      written !== undefined && !this.#isThere && value.startsWith(written) && !startsLonger(value, this.#seen, written);
    const before = isNewlyThere ? written : this.#seen;
    this.#isThere ||= isNewlyThere;
    if (value.startsWith(before)) this.#typed += value.slice(before.length);
    else if (before.startsWith(value)) this.#shorten(before.length - value.length);
    else if (written === undefined && !this.#hasEnter) this.#typed = value;
    this.#at = Math.min(this.#at, this.#typed.length);
    this.#seen = value;
  }

  get #hasEnter(): boolean {
    return this.#typed.includes(ENTER);
  }

  /** What the field is to have. */
  get #answer(): string {
    return this.#typed.split(ENTER, 1)[0] ?? '';
  }

  /** Takes characters away that were typed last, none from before Enter. */
  #shorten(count: number): void {
    const start = this.#typed.lastIndexOf(ENTER) + 1;
    this.#typed = this.#typed.slice(0, Math.max(start, this.#typed.length - count));
  }

  #take(key: string): void {
    const [before, after] = [this.#typed.slice(0, this.#at), this.#typed.slice(this.#at)];
    const now = key === BACKSPACE ? withoutLast(before) : before + key;
    this.#typed = now + after;
    this.#at = now.length;
  }

  async #settleUnlessDone(isChosen: boolean): Promise<void> {
    if (this.isSettled && this.#taken === undefined) await this.#settle(isChosen);
  }

  /** Writes until the field has everything, then gives the answer if Enter was pressed. `isChosen`: in the field. */
  async #settle(isChosen: boolean): Promise<void> {
    const chosen = isChosen ? this.#seen : undefined;
    let areTold = false;
    // Enter of a page may come before the editor has told what a prompt lists that has just opened.
    let hasHeard = isChosen;
    this.#written = this.#seen;
    this.#isThere = true;
    for (;;) {
      if (this.#answer !== this.#seen || (this.#hasEnter && !hasHeard)) {
        hasHeard = true;
        await this.#write();
      } else if (this.#hasEnter && this.#ports.accept && !areTold) {
        areTold = true;
        await this.#ports.keysTold();
      } else break;
    }
    this.#written = undefined;
    if (this.#hasEnter) this.#accept(this.#answer === chosen);
  }

  async #write(): Promise<void> {
    const text = this.#answer;
    this.#written = text;
    this.#isThere = false;
    this.#ports.field.value = text;
    await this.#ports.roundTrip();
    // What was told before it was there has been overwritten.
    if (!this.#isThere) this.#seen = text;
  }

  #accept(isAsChosen: boolean): void {
    const { accept } = this.#ports;
    if (!accept) return;
    const [answer, typed] = [this.#answer, this.#typed];
    this.#typed = answer;
    this.#at = answer.length;
    if (!accept(answer, typed.slice(answer.length + ENTER.length), isAsChosen)) return;
    this.#typed = typed;
    this.#taken = typed.length;
  }
}

/** Without its last character, which Enter is none of. */
function withoutLast(text: string): string {
  return text.endsWith(ENTER) ? text : [...text].slice(0, -1).join('');
}

/** True if a text starts with the first of two, and that one is the longer. */
function startsLonger(text: string, first: string, second: string): boolean {
  return text.startsWith(first) && first.length > second.length;
}
