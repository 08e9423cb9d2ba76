// Shows consecutive prompts in one widget. The editor's own pick and input close the widget on answer, and the focus
// returns to the panel until the next one opens: keys typed in between would go into a message.
import {
  type InputBox,
  type InputBoxOptions,
  type QuickPick,
  type QuickPickItem,
  type QuickPickOptions,
  TabInputWebview,
  type ViewColumn,
  window,
} from 'vscode';
import { plainNotice } from './plain-notice.ts';

type PickOptions = Pick<QuickPickOptions, 'title' | 'placeHolder' | 'prompt' | 'matchOnDescription' | 'matchOnDetail'>;
type AskOptions = Pick<InputBoxOptions, 'title' | 'prompt' | 'placeHolder' | 'value' | 'password'> & {
  /** The problem of a value, if it has one. */
  readonly validate?: (value: string) => string | undefined;
};

type Prompt = InputBox | QuickPick<QuickPickItem>;

/** Prompts that are shown now, each with what gives it the focus again. */
const open = new Map<Prompt, () => void>();

/** True if a prompt is shown. */
export function isPrompting(): boolean {
  return open.size > 0;
}

/** Where a new panel is shown: it leaves the focus to a prompt that is open. */
export function shownIn(viewColumn: ViewColumn): { readonly viewColumn: ViewColumn; readonly preserveFocus: boolean } {
  return { viewColumn, preserveFocus: isPrompting() };
}

/** Milliseconds in which the editor gives a panel the focus back after its palette has closed. */
const FOCUS_BACK_MS = 100;
/** The same before a modal message, which cannot take the focus again. */
const BEFORE_MODAL_MS = 300;
/** Prompts that wait for that. */
const returning = new Set<() => void>();

/** The editor gave a panel the focus, and the person did not: a prompt takes it now, or again. */
export function regainFocus(): void {
  if (returning.size === 0) [...open.values()].at(-1)?.();
  for (const show of [...returning]) show();
}

/** Resolves when a modal message may be shown: a panel that gets the focus back later would take its keys. */
export function readyForModal(): Promise<void> {
  return new Promise(resolve => afterReturn(resolve, BEFORE_MODAL_MS));
}

/** Calls `show` once the panel in front has the focus back: it would take it from a prompt that opens before. */
function afterReturn(show: () => void, patience = FOCUS_BACK_MS): void {
  const isPanel = window.tabGroups.activeTabGroup.activeTab?.input instanceof TabInputWebview;
  if (isPrompting() || !isPanel) {
    show();
    return;
  }
  const once = () => {
    clearTimeout(timer);
    returning.delete(once);
    show();
  };
  const timer = setTimeout(once, patience);
  returning.add(once);
}

/**
 * Shows a prompt, which the person alone closes: the editor may give the focus back to a panel a moment after it
 * opened. `closed` is called then.
 */
export function showPrompt(prompt: Prompt, closed: () => void): void {
  prompt.ignoreFocusOut = true;
  let ownHidings = 0;
  afterReturn(() => prompt.show());
  open.set(prompt, () => {
    ownHidings += 1;
    showAgain(prompt);
  });
  prompt.onDidHide(() => {
    if (ownHidings > 0) {
      ownHidings -= 1;
      return;
    }
    open.delete(prompt);
    closed();
  });
}

/** The caret is after all that a field has by then. */
const TEXT_END = 2 ** 31 - 1;

/** Gives a prompt the focus: no command does that for every kind. */
function showAgain(prompt: Prompt): void {
  prompt.hide();
  // A field that is shown has its text selected, and a list is empty.
  if (!('items' in prompt)) prompt.valueSelection = [TEXT_END, TEXT_END];
  else {
    const { items, activeItems, selectedItems, canSelectMany } = prompt;
    const isChosen = activeItems.length > 0;
    Object.assign(prompt, { items }, isChosen && { activeItems }, canSelectMany && { selectedItems });
  }
  prompt.show();
}

/** The prompts of one command. Each resolves with undefined once the person has closed the widget. */
export class Prompts {
  /** Shown now, answered or not. */
  #shown: Prompt | undefined;
  #isLeft = false;

  /** One of these items, which may still be on their way. Throws what they reject with. */
  async pick<T extends QuickPickItem>(
    items: readonly T[] | Promise<readonly T[]>,
    { placeHolder, prompt, ...options }: PickOptions,
  ): Promise<T | undefined> {
    const said = { placeholder: placeHolder, prompt: prompt && plainNotice(prompt) };
    const pick = Object.assign(window.createQuickPick<T>(), options, said, { busy: items instanceof Promise });
    // Enter that is pressed as soon as the title is seen chooses among what is known by then.
    if (!(items instanceof Promise)) pick.items = items;
    const picked = this.#show(pick, () => pick.selectedItems[0]);
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
    return this.#show(input, () => valid(input.value));
  }

  /** Closes the widget. */
  close(): void {
    // One that was never shown is not hidden either.
    if (this.#shown) open.delete(this.#shown);
    this.#shown?.dispose();
    this.#shown = undefined;
  }

  /** Shows a prompt in place of the last one. `answerNow` gives undefined when there is nothing to take. */
  #show<T>(prompt: Prompt, answerNow: () => T | undefined): Promise<T | undefined> {
    if (this.#isLeft) return Promise.resolve(undefined);
    this.#shown = prompt;
    return new Promise(resolve => {
      prompt.onDidAccept(() => {
        const answer = answerNow();
        if (answer !== undefined) resolve(answer);
      });
      showPrompt(prompt, () => {
        // The next prompt hides an answered one too.
        if (this.#shown === prompt) this.#isLeft = true;
        prompt.dispose();
        resolve(undefined);
      });
    });
  }
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
