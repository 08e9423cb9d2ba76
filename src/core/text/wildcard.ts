// Patterns with wildcards, matched in time proportional to pattern times text: all positions of the pattern advance
// together, so there is nothing to backtrack to. Pure.

/**
 * One step of a pattern: an exact character (a code point), or characters that pass a test. `one` takes exactly one of
 * them, `many` any number. `folders` takes whole folders: nothing, or any text up to and including a `/`.
 */
export type WildcardStep =
  | string
  | { readonly kind: 'one' | 'many'; readonly fits: (character: string) => boolean }
  | { readonly kind: 'folders' };

/** True if the steps match the whole text. */
export function matchesAll(steps: readonly WildcardStep[], text: string): boolean {
  return matchesUpTo(steps, text, next => next === undefined);
}

/**
 * True if the steps match the start of a text up to a place whose next character (`undefined` at the end) is accepted.
 */
export function matchesUpTo(
  steps: readonly WildcardStep[],
  text: string,
  isEnd: (next: string | undefined) => boolean,
): boolean {
  const positions = createPositions(steps);
  positions.enter(0);
  for (const character of text) {
    const present = positions.take();
    if (present.length === 0) return false;
    if (present.includes(steps.length) && isEnd(character)) return true;
    for (const at of present) advance(positions, at, steps[at], character);
  }
  return positions.take().includes(steps.length) && isEnd(undefined);
}

/** True if the steps match the text with some text in the place of each `unknown` character. */
export function mayMatchAll(steps: readonly WildcardStep[], text: string, unknown: string): boolean {
  const positions = createPositions(steps);
  positions.enter(0);
  for (const character of text) {
    const present = positions.take();
    if (present.length === 0) return false;
    // Some text leads from a position to each behind it.
    if (character === unknown) for (let at = Math.min(...present); at <= steps.length; at++) positions.enter(at);
    else for (const at of present) advance(positions, at, steps[at], character);
  }
  return positions.take().includes(steps.length);
}

/** The positions in a pattern that the text so far may have led to; each is there once. */
interface Positions {
  /** Reaches a position, and those behind it that need no character. */
  enter(at: number): void;
  /** Reaches a position inside `folders`, which is left behind a `/` only. */
  stay(at: number): void;
  take(): readonly number[];
}

function createPositions(steps: readonly WildcardStep[]): Positions {
  let reached: number[] = [];
  let round = 0;
  const roundOf = new Int32Array(steps.length + 1).fill(-1);
  const isNew = (at: number) => {
    if (roundOf[at] === round) return false;
    roundOf[at] = round;
    reached.push(at);
    return true;
  };
  const positions: Positions = {
    enter(at) {
      for (let next = at; isNew(next) && isOptional(steps[next]); next += 1);
    },
    stay: isNew,
    take() {
      const taken = reached;
      reached = [];
      round += 1;
      return taken;
    },
  };
  return positions;
}

function isOptional(step: WildcardStep | undefined): boolean {
  return typeof step === 'object' && step.kind !== 'one';
}

function advance(positions: Positions, at: number, step: WildcardStep | undefined, character: string): void {
  if (step === undefined) return;
  if (typeof step === 'string') {
    if (step === character) positions.enter(at + 1);
  } else if (step.kind === 'folders') {
    positions.stay(at);
    if (character === '/') positions.enter(at + 1);
  } else if (step.fits(character)) {
    positions.enter(step.kind === 'one' ? at + 1 : at);
  }
}
