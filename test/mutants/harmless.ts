// Faults that no test can notice, or none should: what they change is the same for everybody, or only a matter of cost.

/** A fault by the line in which it begins and by what it changes, so that it is found again when lines move. */
export interface Harmless {
  readonly file: string;
  readonly line: string;
  readonly change: string;
  readonly why: string;
}

export const harmless: readonly Harmless[] = [];
