// Turns of the event loop. Within one, nothing can be heard from outside: what was looked at in it need not be looked at
// again, since whoever changed it meanwhile might as well have done so a moment later.

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
