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
