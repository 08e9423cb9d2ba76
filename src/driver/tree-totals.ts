// Sums over the dialogs of a tree that every generation asks for, kept up to date as each state changes: a generation
// in a tree of five thousand dialogs costs what one in a tree of five does.
import type { DialogId } from '../core/base/ids.ts';
import type { DialogState } from '../core/dialog/state.ts';

export class TreeTotals {
  /** Complete generations. */
  generations = 0;
  /** Tokens of requests, and of replies. */
  prompt = 0;
  completion = 0;
  /** Dialogs with open questions. */
  readonly asking = new Set<DialogId>();
  /** Dialogs with notes of a scripted model. */
  readonly marked = new Set<DialogId>();
  /** The number of generations at which a person last spoke in any of them. */
  #heardAt = 0;
  /** Such numbers that are higher than there are generations: written by hand, they do not count. */
  #claimed: number[] = [];

  /** Takes in that a dialog has another state; `before` is absent for a dialog that is added. */
  change(before: DialogState | undefined, after: DialogState): void {
    const { selfId } = after.identity;
    this.generations += after.generations - (before?.generations ?? 0);
    this.prompt += after.tokens.prompt - (before?.tokens.prompt ?? 0);
    this.completion += after.tokens.completion - (before?.tokens.completion ?? 0);
    if (after.questions !== before?.questions) keep(this.asking, selfId, after.questions.length > 0);
    if (after.marks !== before?.marks) keep(this.marked, selfId, after.marks.length > 0);
    if (after.heardAt !== undefined && after.heardAt !== before?.heardAt) this.#claimed.push(after.heardAt);
  }

  /** Generations that the tree made since the person last spoke in any of its dialogs. */
  unattended(): number {
    if (this.#claimed.length > 0) {
      const counts = (heardAt: number) => heardAt <= this.generations;
      this.#heardAt = Math.max(this.#heardAt, ...this.#claimed.filter(counts));
      this.#claimed = this.#claimed.filter(heardAt => !counts(heardAt));
    }
    return this.generations - this.#heardAt;
  }
}

function keep<T>(set: Set<T>, each: T, isIn: boolean): void {
  if (isIn) set.add(each);
  else set.delete(each);
}
