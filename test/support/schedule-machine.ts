// A machine on which schedules start root dialogs: its clock, its timers and its roots are the test's to change (SPEC
// 21.4).
import assert from 'node:assert/strict';
import type { RootId } from '../../src/core/base/ids.ts';
import type { RootSummary } from '../../src/core/dialog/view/projection.ts';
import type { IntentOf } from '../../src/core/intents/intents.ts';
import type { Schedule } from '../../src/core/notices/schedule.ts';
import type { ScheduleLine } from '../../src/core/notices/schedule-log.ts';
import { Schedules } from '../../src/runtime/clock/schedules.ts';
import { performing } from './fake-runtime.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** A machine with a clock of its own, whose process may be closed and opened again. */
export function machine(first: readonly Schedule[], from: string) {
  let schedules = first;
  let now = Date.parse(from);
  let written = now;
  let lines: readonly ScheduleLine[] = [];
  /** `ahead`: how far this machine's clock is before that of the store, which has none of its own when it is absent. */
  const known: { isBroken: boolean; ahead?: number } = { isBroken: false };
  const errors: string[] = [];
  const store = <T>(work: () => T): Promise<T> =>
    known.isBroken ? Promise.reject(new Error('broken')) : Promise.resolve(work());
  const roots: RootSummary[] = [];
  const begun: NonNullable<IntentOf<'start'>['schedule']>[] = [];
  const said: string[] = [];
  let timer: { at: number; work: () => void } | undefined;
  let process: Schedules | undefined;
  const open = async () => {
    process = new Schedules({
      schedules: () => schedules,
      written: () => written,
      roots: () => roots,
      known: {
        ...(known.ahead !== undefined && { now: () => store(() => now - (known.ahead ?? 0)) }),
        read: () => store(() => lines),
        append: more =>
          store(() => {
            lines = [...lines, ...more];
          }),
        keepOnly: kept =>
          store(() => {
            lines = kept;
          }),
      },
      mayKeep: () => true,
      perform: performing({
        async start({ schedule, text = '' }) {
          assert.ok(schedule);
          const rootId = `r${begun.push(schedule)}` as RootId;
          roots.push({ rootId, status: 'running', headline: text, schedule } as RootSummary);
          return { ok: true, rootId };
        },
        async say({ content }) {
          said.push(content);
          return { ok: true, queued: false };
        },
      }),
      now: () => now,
      after(ms, work) {
        timer = { at: now + ms, work };
        return () => {
          timer = undefined;
        };
      },
      log: {
        info() {},
        error(message, error) {
          assert.ok(known.isBroken, `${message} ${error}`);
          errors.push(message);
        },
      },
    });
    await process.look();
  };
  const close = () => {
    process?.dispose();
    process = undefined;
    timer = undefined;
  };
  /** Lets time pass, with every timer that falls due in it. */
  const pass = async (ms: number) => {
    const end = now + ms;
    for (let due = timer; due && due.at <= end; due = timer) {
      now = Math.max(now, due.at);
      timer = undefined;
      due.work();
      // It waits again when it has looked.
      while (process && !timer) await null;
    }
    now = end;
  };
  const dues = () => begun.map(({ due }) => due);
  /** Sets the clock. What a timer waits for comes as late or early by it. */
  const jump = (ms: number) => {
    now += ms;
    if (timer) timer = { ...timer, at: timer.at + ms };
  };
  /** Writes the file; `at` is the date that it gets. */
  const write = async (next: readonly Schedule[], at = now) => {
    schedules = next;
    written = at;
    await process?.look();
  };
  const clock = () => now;
  const rule = () => schedules[0]?.cron ?? '';
  return { open, close, pass, dues, begun, roots, said, jump, write, clock, rule, known, errors };
}

/** At 02:30 in Berlin, which two nights of a year leave out or repeat. */
export const nightly: Schedule = {
  name: 'nightly',
  cron: '30 2 * * *',
  zone: 'Europe/Berlin',
  task: 'Check.',
  missed: 'skip',
};
