// Wakes dialogs that sleep, in the process that drives (SPEC 21.4). What they sleep until stands in the lines of their
// roots, so that no tree is loaded before its time, over restarts and jumps of the clock. One timer and one watch for
// all of them.
import * as path from 'node:path';
import type { RootId } from '../../core/base/ids.ts';
import type { WakingPorts } from '../../core/dialog/sleep.ts';
import type { Sleep } from '../../core/dialog/tool-call.ts';
import type { RootSummary } from '../../core/dialog/view/projection.ts';
import { Alarm, type AlarmPorts } from '../notices/alarm.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { isSomeOver, type SleepWorldPorts, worldFor } from './sleep-world.ts';

export interface WakesPorts extends Omit<AlarmPorts, 'ring'>, Pick<SleepWorldPorts, 'markOf' | 'statusesOf'> {
  readonly rtws: string;
  /** Whether this process is to wake dialogs of that root now. */
  readonly mayWake: (rootId: RootId) => boolean;
  /** Wakes the dialogs of a tree whose sleep is over. */
  readonly wake: (rootId: RootId, ports: WakingPorts) => Promise<void>;
  /**
   * From now on tells of what happens in these folders, and in no others; of one that is not there, in the nearest
   * above it. True if something may have happened just before.
   */
  readonly watch: (folders: ReadonlySet<string>) => boolean;
  readonly log: { error(message: string, error?: unknown): void };
}

export class Wakes {
  readonly #ports: WakesPorts;
  readonly #alarm: Alarm;
  /** Roots with dialogs that sleep. */
  readonly #sleeping = new Map<RootId, readonly Sleep[]>();

  constructor(ports: WakesPorts) {
    this.#ports = ports;
    this.#alarm = new Alarm({ now: ports.now, after: ports.after, ring: () => void this.look() });
  }

  /** Begins with these lines, in place of what it knew; none: it wakes nobody, and nothing runs. */
  begin(lines: Iterable<RootSummary>): Promise<void> {
    this.#sleeping.clear();
    for (const { rootId, sleeps } of lines) if (sleeps) this.#sleeping.set(rootId, sleeps);
    return this.look();
  }

  /** A root has a new line. */
  changed({ rootId, sleeps, status }: Pick<RootSummary, 'rootId' | 'sleeps' | 'status'>): void {
    const had = this.#sleeping.get(rootId);
    if (sleeps) this.#sleeping.set(rootId, sleeps);
    else this.#sleeping.delete(rootId);
    const isAwaited = status !== 'running' && [...this.#sleeping.values()].flat().some(({ root }) => root === rootId);
    if (isAwaited || JSON.stringify(had) !== JSON.stringify(sleeps ?? undefined)) void this.look();
  }

  /** Wakes who is due, and waits for what is due next. Never rejects. */
  readonly look = oneAtATime(async () => {
    do await this.#wakeDue(this.#present());
    while (this.#plan());
  });

  /**
   * Wakes all who are due, also where this process waited for the person's word, and gives their roots. `lines` are
   * newer than what it knew.
   */
  async wakeAll(lines: Iterable<RootSummary> = []): Promise<readonly RootId[]> {
    for (const { rootId, sleeps } of lines) if (sleeps) this.#sleeping.set(rootId, sleeps);
    const woken = await this.#wakeDue([...this.#sleeping]);
    void this.look();
    return woken;
  }

  dispose(): void {
    void this.begin([]);
  }

  async #wakeDue(among: readonly (readonly [RootId, readonly Sleep[]])[]): Promise<readonly RootId[]> {
    const { wake, log } = this.#ports;
    const ports = await this.#world(among.flatMap(([, sleeps]) => sleeps));
    if (!ports) return [];
    const due = among.filter(([rootId, sleeps]) => isSomeOver(rootId, sleeps, ports)).map(([rootId]) => rootId);
    for (const rootId of due) {
      // Woken once: whether it sleeps again is said by its next line.
      this.#sleeping.delete(rootId);
      try {
        await wake(rootId, ports);
      } catch (error) {
        log.error(`${rootId} could not be woken`, error);
      }
    }
    return due;
  }

  /** Undefined when the store is away: its lines come again once it is back. */
  async #world(sleeps: readonly Sleep[]): Promise<WakingPorts | undefined> {
    try {
      return await worldFor(sleeps, { ...this.#ports, sleepsIn: rootId => this.#sleeping.get(rootId) ?? [] });
    } catch (error) {
      this.#ports.log.error('dialogs that wait for others were not looked at', error);
      return undefined;
    }
  }

  /** True if it has to look once more. */
  #plan(): boolean {
    const { rtws, watch } = this.#ports;
    const sleeps = this.#present().flatMap(([, each]) => each);
    const dues = sleeps.map(({ until }) => (until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until)));
    this.#alarm.set(sleeps.length === 0 ? undefined : Math.min(...dues));
    return watch(new Set(sleeps.flatMap(({ file }) => (file ? [path.dirname(path.join(rtws, file.path))] : []))));
  }

  #present(): readonly (readonly [RootId, readonly Sleep[]])[] {
    return [...this.#sleeping].filter(([rootId]) => this.#ports.mayWake(rootId));
  }
}
