// Turns of the event loop. No outside event arrives within one, so a value read in this tick can be reused for the rest
// of it.

let turn = 0;
let isCounting = false;

/** The number of the present turn: another one as soon as something from outside may have been heard. */
export function loopTurn(): number {
  if (!isCounting) {
    isCounting = true;
    setImmediate(() => {
      isCounting = false;
      turn += 1;
    });
  }
  return turn;
}

/** Looks at files that people edit, which generations that follow each other at once share. */
export interface ReadWindow {
  /** The number of the present look. */
  current(): number;
  /** Something was heard from outside: what was read before this turn of the event loop is read again. */
  anew(): void;
}

/** A look lasts for its turn of the event loop, and for so many milliseconds of `elapsed` after it began. */
export function createReadWindow(lasts: number, elapsed: () => number): ReadWindow {
  let look = 0;
  let beganIn: number | undefined;
  let seenIn: number | undefined;
  let endsAt = 0;
  const current = () => {
    const turn = loopTurn();
    if (turn === seenIn) return look;
    seenIn = turn;
    const now = elapsed();
    if (now >= endsAt) {
      look += 1;
      beganIn = turn;
      endsAt = now + lasts;
    }
    return look;
  };
  return {
    current,
    anew() {
      if (beganIn === loopTurn()) return;
      endsAt = 0;
      seenIn = undefined;
    },
  };
}
