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
  /** Takes what the field holds as the answer. `rest` was typed after Enter: it is for the next prompt. */
  readonly accept: (rest: string) => void;
}

export class TypedAhead {
  readonly #ports: TypedAheadPorts;
  /** The text that the field is to have. */
  #wanted: string;
  /** What the field held when it was heard of last. */
  #seen: string;
  /** What is on its way to the field. */
  #written: string | undefined;
  /** It has arrived there, as was told. */
  #isThere = false;
  /** Where the next key of the page belongs. */
  #at: number;
  /** What was typed after Enter, once that was. */
  #rest: string | undefined;

  constructor(ports: TypedAheadPorts) {
    this.#ports = ports;
    this.#wanted = ports.field.value;
    this.#seen = this.#wanted;
    this.#at = this.#wanted.length;
  }

  /** The text with everything that was typed. */
  get value(): string {
    return this.#wanted;
  }

  /** What a page typed after an Enter that is not taken yet; absent when there is none. */
  get rest(): string | undefined {
    return this.#rest;
  }

  /** True if the field has everything that was typed. */
  get isSettled(): boolean {
    return this.#written === undefined;
  }

  /** The page was given the focus: what is typed into it from here on follows what the prompt has now. */
  lose(): void {
    this.#at = this.#wanted.length;
  }

  /** The prompt is to have the focus again. */
  regain(): void {
    this.#ports.giveFocus();
  }

  /** Takes keys of the page. */
  async type(keys: string): Promise<void> {
    for (const key of keys) this.#take(key);
    if (this.#written === undefined) await this.#settle();
  }

  /** The editor tells what the field holds. */
  changed(value: string): void {
    const written = this.#written;
    if (written === undefined) this.#wanted = value;
    else {
      const isNewlyThere = !this.#isThere && value.startsWith(written) && !startsLonger(value, this.#seen, written);
      const before = isNewlyThere ? written : this.#seen;
      this.#isThere ||= isNewlyThere;
      if (value.startsWith(before)) this.#wanted += value.slice(before.length);
      else if (before.startsWith(value)) this.#wanted = this.#wanted.slice(0, value.length - before.length);
    }
    this.#at = Math.min(this.#at, this.#wanted.length);
    this.#seen = value;
  }

  #take(key: string): void {
    const [before, after] = [this.#wanted.slice(0, this.#at), this.#wanted.slice(this.#at)];
    if (this.#rest !== undefined) this.#rest += key;
    else if (key === ENTER) this.#rest = '';
    else this.#wanted = (key === BACKSPACE ? [...before].slice(0, -1).join('') : before + key) + after;
    this.#at = this.#wanted.length - after.length;
  }

  /** Writes until the field has everything, then takes it as the answer if the page was told to. */
  async #settle(): Promise<void> {
    do {
      const text = this.#wanted;
      this.#written = text;
      this.#isThere = false;
      this.#ports.field.value = text;
      await this.#ports.roundTrip();
      // What was told before it was there has been overwritten.
      if (!this.#isThere) this.#seen = text;
      this.#written = undefined;
    } while (this.#wanted !== this.#seen);
    const rest = this.#rest;
    this.#rest = undefined;
    if (rest !== undefined) this.#ports.accept(rest);
  }
}

/** True if a text starts with the first of two, and that one is the longer. */
function startsLonger(text: string, first: string, second: string): boolean {
  return text.startsWith(first) && first.length > second.length;
}
