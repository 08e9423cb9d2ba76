// One timer for the next thing that is due by the clock (SPEC 21.4). Timers stand still while a machine sleeps, and
// clocks are set, so the clock is looked at again now and then.
import type { After } from '../../core/base/after.ts';

export interface AlarmPorts {
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly after: After;
  /** Called when it is due, or when the clock was set back since it was set. It rings once. */
  readonly ring: () => void;
}

/** The clock is looked at again after so many milliseconds. */
const LONGEST_WAIT = 60_000;

export class Alarm {
  readonly #ports: AlarmPorts;
  #cancel: (() => void) | undefined;

  constructor(ports: AlarmPorts) {
    this.#ports = ports;
  }

  /** Rings at that instant, in place of the one before; `undefined`: never, and no timer runs. */
  set(due: number | undefined): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (due !== undefined) this.#await(this.#ports.now(), due);
  }

  #await(since: number, due: number): void {
    const { now, after, ring } = this.#ports;
    const wait = Math.min(Math.max(due - now(), 0), LONGEST_WAIT);
    this.#cancel = after(wait, () => {
      this.#cancel = undefined;
      if (now() >= due || now() < since) ring();
      else this.#await(since, due);
    });
  }
}
