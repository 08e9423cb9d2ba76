// A simulated year of schedules against a plain model: restarts, daylight saving, roots that are removed, rules that
// change and clocks that are set (SPEC 21.4).
import assert from 'node:assert/strict';
import type { Schedule } from '../../src/core/notices/schedule.ts';
import { seeded } from '../chaos/seeded.ts';
import { DAY, HOUR, machine, nightly } from '../support/schedule-machine.ts';

const MINUTE = 60_000;
const BEGIN = Date.parse('2026-01-01T00:00:00Z');
const END = Date.parse('2027-01-01T00:00:00Z');

/**
 * When half past that hour comes in Berlin on each day of 2026: in the night that leaves it out at its end, in the one
 * that repeats it once.
 */
function duesAt(hour: number): readonly number[] {
  const summer = { from: Date.parse('2026-03-29T01:00:00Z'), to: Date.parse('2026-10-25T01:00:00Z') };
  return Array.from({ length: 400 }, (_, day) => {
    const inSummer = BEGIN + (day - 10) * DAY + (hour - 1.5) * HOUR;
    if (inSummer > summer.from && inSummer < summer.to) return inSummer;
    const isLeftOut = inSummer < summer.from && inSummer + HOUR > summer.from;
    return isLeftOut ? summer.from : inSummer + HOUR;
  });
}

/** What must begin, by the rules alone. */
class Model {
  readonly begun: string[] = [];
  readonly #names: readonly Schedule[];
  readonly #served: ReadonlyMap<string, Set<number>>;
  #dues: readonly number[];
  #since: number;

  constructor(schedules: readonly Schedule[], hour: number) {
    this.#names = schedules;
    this.#served = new Map(schedules.map(({ name }) => [name, new Set<number>()]));
    this.#dues = duesAt(hour);
    this.#since = BEGIN;
  }

  /** The rule is another from that instant on. */
  change(hour: number, at: number): void {
    this.#dues = duesAt(hour);
    this.#since = at;
  }

  isNear(instant: number): boolean {
    return this.#dues.some(due => Math.abs(due - instant) < 5 * MINUTE);
  }

  /** The process looks for what was missed: after it was away, or after the clock was set. */
  catchUp(now: number): void {
    this.#since = Math.min(this.#since, now);
    for (const { name, missed } of this.#names) {
      const served = [...(this.#served.get(name) ?? [])].filter(due => due <= now);
      const from = missed === 'skip' ? now - 1 : Math.max(this.#since, ...served);
      for (const due of this.#dues.filter(each => from < each && each <= now).slice(-1)) this.#serve(name, due);
    }
  }

  /** The process runs while the clock goes. */
  run(from: number, to: number): void {
    for (const due of this.#dues) {
      if (due <= from || due > to) continue;
      for (const { name } of this.#names) this.#serve(name, due);
    }
  }

  #serve(name: string, due: number): void {
    const served = this.#served.get(name);
    if (due <= this.#since || served?.has(due)) return;
    served?.add(due);
    this.begun.push(`${name} ${new Date(due).toISOString()}`);
  }
}

describe('schedules in a year', () => {
  for (const seed of [2026, 1, 2, 3]) {
    it(`start what their rule says, and nothing else (${seed})`, async function () {
      this.timeout(60_000);
      const random = seeded(seed);
      const schedules = [nightly, { ...nightly, name: 'once', missed: 'once' as const }];
      const m = machine(schedules, new Date(BEGIN).toISOString());
      const model = new Model(schedules, 2);
      const minutes = (most: number) => Math.ceil(random() * most) * MINUTE;
      const happens = (share: number) => random() < share;
      const change = async () => {
        const hour = happens(0.5) ? 2 : 4;
        const isOther = !m.rule().startsWith(`30 ${hour} `);
        await m.write(schedules.map(each => ({ ...each, cron: `30 ${hour} * * *` })));
        if (isOther) model.change(hour, m.clock());
      };
      const setClock = () => {
        let by = (happens(0.5) ? -1 : 1) * minutes(60 * 60);
        while (model.isNear(m.clock() + by)) by += 10 * MINUTE;
        m.jump(by);
      };
      const run = async (ms: number) => {
        const from = m.clock();
        await m.pass(ms);
        model.run(from, m.clock());
      };
      while (m.clock() < END) {
        await m.open();
        model.catchUp(m.clock());
        await run(minutes(60 * 60));
        if (happens(0.2)) await change();
        if (happens(0.2)) {
          setClock();
          await m.pass(MINUTE);
          model.catchUp(m.clock());
        }
        if (happens(0.3)) m.roots.length = 0;
        await run(minutes(20 * 60));
        m.close();
        if (happens(0.1)) await change();
        if (happens(0.1)) setClock();
        await m.pass(minutes(40 * 60));
      }
      assert.ok(m.begun.length > 400, `${m.begun.length} began`);
      assert.deepEqual(
        m.begun.map(({ name, due }) => `${name} ${due}`),
        model.begun,
      );
    });
  }
});
