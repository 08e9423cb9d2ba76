// Those who want to be told when something happens.

export class Listeners<Told extends readonly unknown[] = []> {
  readonly #all = new Set<(...told: Told) => void>();

  /** Tells `listener` from now on, until it is disposed of. */
  add(listener: (...told: Told) => void): { dispose(): void } {
    this.#all.add(listener);
    return { dispose: () => void this.#all.delete(listener) };
  }

  /** Tells all, one after another. Throws what one of them throws. */
  tell(...told: Told): void {
    for (const listener of this.#all) listener(...told);
  }

  /** Tells none of them any more. */
  clear(): void {
    this.#all.clear();
  }
}
