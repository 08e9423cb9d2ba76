// Shows consecutive prompts in one widget. The editor's own pick and input close the widget on answer, and the focus
// returns to the panel until the next one opens: keys typed in between would go into a message.
import {
  commands,
  Disposable,
  type Event,
  EventEmitter,
  type InputBox,
  type InputBoxOptions,
  type QuickInput,
  type QuickPick,
  type QuickPickItem,
  type QuickPickOptions,
  type ViewColumn,
  window,
} from 'vscode';
import { plainNotice } from './plain-notice.ts';
import { TypedAhead, type TypedAheadPorts } from './typed-ahead.ts';

type PickOptions = Pick<QuickPickOptions, 'title' | 'placeHolder' | 'prompt' | 'matchOnDescription' | 'matchOnDetail'>;
type AskOptions = Pick<InputBoxOptions, 'title' | 'prompt' | 'placeHolder' | 'value' | 'password'> & {
  /** The problem of a value, if it has one. */
  readonly validate?: (value: string) => string | undefined;
};

/** Keeps what a person types while a page is on its way to get the focus. */
export interface KeyKeeper {
  /** The page has it, or will not: closes the prompt and gives what was typed, Enter as `\n`. */
  take(): string;
}

/** Takes the keys that a page had instead of a prompt. */
type KeyTaker = Pick<TypedAhead, 'type' | 'lose' | 'regain'>;

/** Prompts that are shown now; the editor may give the focus back to a panel after the first has opened. */
const open = new Map<object, KeyTaker>();
const changes = new EventEmitter<boolean>();

/** True if a prompt is shown. */
export function isPrompting(): boolean {
  return open.size > 0;
}

/** Where a new panel is shown: it leaves the focus to a prompt that is open. */
export function shownIn(viewColumn: ViewColumn): { readonly viewColumn: ViewColumn; readonly preserveFocus: boolean } {
  return { viewColumn, preserveFocus: isPrompting() };
}

/** What is typed into a page from here on, which has the focus of the prompt that is shown, follows what the prompt has now. */
export function loseFocus(): void {
  taker()?.lose();
}

/** Gives the focus back to the prompt that is shown, if one is. */
export function giveBackFocus(): void {
  loseFocus();
  taker()?.regain();
}

/** Gives the prompt that is shown, if one is, the keys that a page got instead. */
export async function giveBackKeys(keys: string): Promise<void> {
  await taker()?.type(keys);
}

/** Of the prompt that is shown. */
function taker(): KeyTaker | undefined {
  return [...open.values()].at(-1);
}

/** A page that may have keys of a prompt. */
export interface KeyTeller {
  /** Resolves once the host has every key that was typed into the page until now. */
  keysTold(): Promise<void>;
}

const tellers = new Set<KeyTeller>();

/** Has every prompt wait for the keys of this page before it takes an answer. Returns what ends it. */
export function awaitKeysOf(page: KeyTeller): Disposable {
  tellers.add(page);
  return new Disposable(() => tellers.delete(page));
}

async function keysTold(): Promise<void> {
  await Promise.all([...tellers].map(page => page.keysTold()));
}

/** The caret is after all that a field has by then, which the host may not know yet. */
const TEXT_END = 2 ** 31 - 1;

/** Prompts that are being shown anew, and how many hidings of theirs are still to be told. */
const shownAnew = new WeakMap<QuickInput, number>();

/**
 * Gives the focus to a prompt that is shown. No command does: *Focus Quick Open* gives it to the list, which an input has none of. What
 * hides it here is nobody's answer (`onClosed`).
 */
function showAnew(prompt: WithText): void {
  shownAnew.set(prompt, (shownAnew.get(prompt) ?? 0) + 1);
  prompt.hide();
  // A field that is shown has its text selected: the next key would replace it.
  Object.assign(prompt, { valueSelection: [TEXT_END, TEXT_END] });
  if (isPick(prompt)) {
    const { items, activeItems, selectedItems, canSelectMany } = prompt;
    Object.assign(prompt, { items, activeItems }, canSelectMany && { selectedItems });
  }
  prompt.show();
}

/** Calls `work` when a prompt is closed: by the person, by the next one, or by its command. */
function onClosed(prompt: QuickInput, work: () => void): void {
  prompt.onDidHide(() => {
    const own = shownAnew.get(prompt) ?? 0;
    if (own > 0) shownAnew.set(prompt, own - 1);
    else work();
  });
}

function isPick(prompt: WithText): prompt is QuickPick<QuickPickItem> {
  return 'items' in prompt;
}

/** Resolves when the editor has what was set until now, and what it told before is heard. */
async function roundTrip(): Promise<void> {
  // The editor host sends what is set in the next task.
  await new Promise(resolve => setTimeout(resolve, 0));
  await commands.executeCommand('setContext', 'dominds.prompting', isPrompting());
}

/** Tells when the first prompt opens and when the last one closes. */
export const onPrompting: Event<boolean> = changes.event;

/** Counts a prompt, and has it closed by the person alone, not by a panel that takes the focus. */
export function keepOpen(prompt: WithText): void {
  prompt.ignoreFocusOut = true;
  // What it finds is chosen by the person alone.
  const acceptNothing = () => false;
  note(prompt, typedInto(prompt, acceptNothing));
  onClosed(prompt, () => note(prompt, undefined));
}

/** What is typed into a prompt that is open, in the page that had its focus too. */
function typedInto(field: WithText, accept: TypedAheadPorts['accept']): TypedAhead {
  const ahead = new TypedAhead({ field, giveFocus: () => showAnew(field), roundTrip, keysTold, accept });
  field.onDidChangeValue(value => ahead.changed(value));
  return ahead;
}

/** `taker`: of the prompt that is open; absent when none is any more. */
function note(prompts: object, taker: KeyTaker | undefined): void {
  const was = isPrompting();
  open.delete(prompts);
  if (taker) open.set(prompts, taker);
  if (was !== isPrompting()) changes.fire(isPrompting());
}

/** The prompts of one command. Each resolves with undefined once the person has closed the widget. */
export class Prompts {
  /** Shown now, answered or not. */
  #shown: Acceptable | undefined;
  #isLeft = false;
  /** Typed by the person before the next prompt is shown, as the host knows already. */
  #early = '';
  /** Gives what was typed after that into the field of the last prompt, until the editor showed another one. */
  #late: (() => string) | undefined;
  #keeper: OpenKeeper | undefined;

  /** One of these items, which may still be on their way. Throws what they reject with. */
  async pick<T extends QuickPickItem>(
    items: readonly T[] | Promise<readonly T[]>,
    { placeHolder, prompt, ...options }: PickOptions,
  ): Promise<T | undefined> {
    const said = { placeholder: placeHolder, prompt: prompt && plainNotice(prompt) };
    const pick = Object.assign(window.createQuickPick<T>(), options, said, { busy: items instanceof Promise });
    // Enter that is pressed as soon as the title is seen chooses among what is known by then.
    if (!(items instanceof Promise)) pick.items = items;
    const picked = this.#show(pick, (_, isByPage) => (isByPage ? pick.activeItems : pick.selectedItems)[0]);
    if (items instanceof Promise) Object.assign(pick, { items: await items, busy: false });
    return picked;
  }

  /** Any of these items, those with `picked` at first; none is an answer too. */
  pickMany<T extends QuickPickItem>(
    items: readonly T[],
    { placeHolder, ...options }: PickOptions,
  ): Promise<readonly T[] | undefined> {
    const more = { placeholder: placeHolder, canSelectMany: true, items };
    const pick = Object.assign(window.createQuickPick<T>(), options, more);
    pick.selectedItems = items.filter(({ picked }) => picked);
    return this.#show(pick, () => pick.selectedItems);
  }

  /** A text, which may be empty; not taken while it has a problem. */
  ask({ prompt, title, placeHolder, validate = () => undefined, ...options }: AskOptions): Promise<string | undefined> {
    // The texts above and below the line are plain text of any origin.
    const said = {
      prompt: prompt && plainNotice(prompt),
      title: title && plainNotice(title),
      placeholder: placeHolder,
    };
    const input = Object.assign(window.createInputBox(), options, said);
    const valid = (text: string) => {
      const problem = validate(text);
      input.validationMessage = problem && plainNotice(problem);
      return problem === undefined ? text : undefined;
    };
    input.onDidChangeValue(valid);
    return this.#show(input, valid);
  }

  /** Shows at once that something is asked, and keeps what is typed for the next prompt. */
  keepKeys(): void {
    this.#keeper ??= openKeeper(this.#takeTyped());
  }

  /**
   * Hands what is typed from now on over to a page that is on its way to the front: the editor would hand the focus on in several
   * steps, and drop the keys in between. The prompt stays when the widget is closed.
   */
  handOver(placeholder: string): KeyKeeper {
    const keeper = this.#keeper ?? openKeeper(this.#takeTyped());
    this.#keeper = undefined;
    keeper.input.placeholder = placeholder;
    // The last prompt tells what is typed into it until the editor hides it for this one.
    this.#shown = undefined;
    this.close();
    return keeper;
  }

  /** Closes the widget. */
  close(): void {
    this.#shown?.dispose();
    this.#shown = undefined;
    this.#keeper?.take();
    this.#keeper = undefined;
    note(this, undefined);
  }

  #leave(): void {
    this.#isLeft = true;
    note(this, undefined);
  }

  #takeTyped(): TypedBefore {
    const typed = { early: this.#early, late: this.#keeper?.take ?? this.#late };
    this.#early = '';
    this.#late = undefined;
    this.#keeper = undefined;
    return typed;
  }

  /** Between two prompts. */
  #takeEarly(): KeyTaker {
    return {
      // The next one takes it.
      lose: () => {},
      regain: () => {},
      type: async keys => {
        this.#early += keys;
      },
    };
  }

  /**
   * Shows a prompt in place of the last one. `answerNow` gives undefined when there is nothing to take; it is asked after Enter behind
   * this text, in the prompt or in a page that had the focus instead.
   */
  #show<T>(prompt: Acceptable, answerNow: (text: string, isByPage: boolean) => T | undefined): Promise<T | undefined> {
    if (this.#isLeft) return Promise.resolve(undefined);
    this.#shown = prompt;
    // The editor may still be about to give the focus back to a panel: that would close the prompt, and the next key would go there.
    prompt.ignoreFocusOut = true;
    return new Promise(resolve => {
      let chosen: T | undefined;
      let phase: 'open' | 'closed' | 'over' = 'open';
      const end = (answer: T | undefined) => {
        phase = 'over';
        resolve(answer);
      };
      const leave = () => {
        // The next prompt hides an answered one too.
        if (this.#shown === prompt) this.#leave();
        end(undefined);
      };
      const ahead = typedInto(prompt, (text, rest, isAsChosen) => {
        const answer = isAsChosen ? chosen : answerNow(text, true);
        if (phase === 'over' || answer === undefined) {
          if (phase === 'closed') leave();
          else if (rest !== '') void ahead.type(rest);
          return false;
        }
        this.#early = rest;
        this.#late = () => ahead.late;
        note(this, this.#takeEarly());
        end(answer);
        return true;
      });
      note(this, ahead);
      prompt.onDidAccept(() => {
        chosen = answerNow(prompt.value, false);
        void ahead.enter();
      });
      onClosed(prompt, () => {
        if (phase === 'open') phase = 'closed';
        // Enter came before what closed it.
        if (!ahead.isAnswering) leave();
        prompt.dispose();
      });
      prompt.show();
      giveTyped(ahead, this.#takeTyped());
    });
  }
}

interface WithText extends QuickInput {
  value: string;
  readonly onDidChangeValue: Event<string>;
}

interface Acceptable extends WithText {
  readonly onDidAccept: Event<void>;
}

interface OpenKeeper extends KeyKeeper {
  readonly input: InputBox;
}

/** What was typed before a prompt is shown. */
interface TypedBefore {
  readonly early: string;
  /** Gives what was typed after that until the editor shows the prompt. */
  readonly late: (() => string) | undefined;
}

/** To a prompt that the host shows. */
function giveTyped(ahead: TypedAhead, { early, late }: TypedBefore): void {
  if (early !== '') void ahead.type(early);
  // What was typed until the editor shows this prompt instead is told before that is done.
  if (late) void roundTrip().then(() => ahead.type(late()));
}

/** Shows a prompt that keeps what is typed. */
function openKeeper(typed: TypedBefore): OpenKeeper {
  const input = Object.assign(window.createInputBox(), { busy: true, ignoreFocusOut: true });
  const ahead = typedInto(input, undefined);
  input.onDidAccept(() => void ahead.enter());
  onClosed(input, () => note(input, undefined));
  note(input, ahead);
  input.show();
  giveTyped(ahead, typed);
  return {
    input,
    take: () => {
      input.dispose();
      note(input, undefined);
      return ahead.typed;
    },
  };
}

/** Asks in one widget, and closes it. */
export async function prompting<T>(ask: (prompts: Prompts) => Promise<T>): Promise<T> {
  const prompts = new Prompts();
  try {
    return await ask(prompts);
  } finally {
    prompts.close();
  }
}

/** Asks for one of these items. */
export function pickOnce<T extends QuickPickItem>(items: readonly T[], options: PickOptions): Promise<T | undefined> {
  return prompting(prompts => prompts.pick(items, options));
}

/** Asks for one text. */
export function askOnce(options: AskOptions): Promise<string | undefined> {
  return prompting(prompts => prompts.ask(options));
}
