// The health check of a runtime, and its repair (SPEC 14.2). Only what the records say again is written; what cannot be
// understood is kept aside. Whether something was repaired is what a second look says, not what was tried.
import path from 'node:path';
import { foldCourse } from '../core/dialog/apply.ts';
import type { RootId } from '../core/dialog/ids.ts';
import type { HealthReport } from '../core/health.ts';
import type { Outcome } from '../core/trouble.ts';
import type { Files } from '../store/disk-files.ts';
import { keepAside, mendCourse, readCourse } from '../store/files/course-log.ts';
import { checkHealth, type Fault, type Remedy } from './check-health.ts';
import type { Engine, Parts } from './parts.ts';
import type { Role } from './role.ts';
import type { Roles } from './roles.ts';

/** Looks for faults; with `repair` mends what it can and looks again. Repairing is refused while another process drives. */
export async function doctor(
  parts: Parts,
  { current, takeOver }: Pick<Roles, 'current' | 'takeOver'>,
  options: { repair?: boolean } = {},
): Promise<Outcome<{ report: HealthReport }>> {
  // What a driver writes a little later is no fault.
  for (const tree of current().engine.driver.loaded()) current().engine.driver.settle(tree);
  const faults = await checkHealth(parts, current().isBusy);
  if (!options.repair) return { ok: true, report: reportOf(faults, { isRepaired: () => false }) };
  const taken = await takeOver('records');
  return taken.ok ? { ok: true, report: await repair(parts, faults, current()) } : taken;
}

async function repair(parts: Parts, before: readonly Fault[], role: Role): Promise<HealthReport> {
  const treatment = new Treatment(parts, role);
  // Files come first: loading a tree may write its indexes anew, and over what a person left there.
  for (const fault of before) await treatment.apply(fault);
  for (const rootId of new Set(before.flatMap(fault => fault.rootId ?? []))) await treatment.reload(rootId);
  // What indexes are to say may be another now that trees were mended.
  for (const fault of await checkHealth(parts, role.isBusy)) await treatment.apply(fault);
  await treatment.finish();
  const left = new Set((await checkHealth(parts, role.isBusy)).map(keyOf));
  return reportOf(before, { isRepaired: fault => !left.has(keyOf(fault)), notes: treatment.notes });
}

function keyOf({ kind, path: at, finding }: Fault): string {
  return `${kind}\n${at}\n${JSON.stringify(finding)}`;
}

/** Applies remedies, one after another; one that fails is logged. */
class Treatment {
  /** What was kept aside, and as what, by the path of a fault. */
  readonly notes = new Map<string, string>();
  readonly #log: Parts['log'];
  readonly #role: Role;
  readonly #engine: Engine;
  readonly #files: Files;
  #isListOutdated = false;

  constructor({ log }: Parts, role: Role) {
    this.#log = log;
    this.#role = role;
    this.#engine = role.engine;
    this.#files = role.files;
  }

  /** Applies the remedy of a fault, unless its root is being driven. */
  async apply(fault: Fault): Promise<void> {
    const { remedy, rootId } = fault;
    if (remedy && !(rootId && this.#role.isBusy(rootId))) await this.#attempt(() => this.#applyRemedy(fault, remedy));
  }

  /** Loads a root as at a start: its records are mended, its folder is moved to where it belongs. */
  async reload(rootId: RootId): Promise<void> {
    if (this.#role.isBusy(rootId)) return;
    const { driver, roots } = this.#engine;
    await this.#attempt(async () => {
      driver.forget(rootId);
      const tree = await driver.tree(rootId);
      if (tree) roots.put(driver.summaryOf(tree));
    });
  }

  async finish(): Promise<void> {
    if (this.#isListOutdated) await this.#attempt(() => this.#engine.roots.rewrite());
  }

  #applyRemedy(fault: Fault, remedy: Remedy): Promise<void> | void {
    if (remedy.kind === 'remove') return this.#files.remove(remedy.file);
    if (remedy.kind === 'mendCourse') return this.#mendCourse(remedy.file);
    if (remedy.kind === 'writeLine') return this.#writeLine(fault.rootId);
    if (remedy.kind === 'takeReminders') return this.#takeReminders(remedy);
    return this.#writeIndex(fault, remedy);
  }

  /** Bad lines go into a file of their own; a file that cannot open its course at all is judged when its root is loaded. */
  #mendCourse(file: string): void {
    const bytes = this.#files.readBytes(file);
    const content = bytes && readCourse(bytes);
    if (content && foldCourse(content.records)) mendCourse(this.#files, file, content);
  }

  async #writeLine(rootId: RootId | undefined): Promise<void> {
    const { driver, roots, store } = this.#engine;
    this.#isListOutdated = true;
    if (!rootId) return;
    const tree = store.listRoots().has(rootId) ? await driver.tree(rootId) : undefined;
    if (tree) roots.put(driver.summaryOf(tree));
    else roots.drop(rootId);
  }

  async #takeReminders({ dialog, reminders }: Extract<Remedy, { kind: 'takeReminders' }>): Promise<void> {
    const { desk, driver } = this.#engine;
    await desk.setReminders(dialog, reminders);
    const tree = driver.loadedTree(dialog.rootId);
    if (tree) driver.settle(tree);
  }

  #writeIndex(fault: Fault, { file, text, isForeign }: Extract<Remedy, { kind: 'writeIndex' }>): void {
    if (isForeign) this.notes.set(fault.path, path.basename(keepAside(this.#files, file)));
    if (text === undefined) this.#files.remove(file);
    else this.#files.replace(file, text);
  }

  async #attempt(work: () => Promise<void> | void): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#log.error('a repair failed', error);
    }
  }
}

function reportOf(
  faults: readonly Fault[],
  { isRepaired, notes }: { isRepaired: (fault: Fault) => boolean; notes?: ReadonlyMap<string, string> },
): HealthReport {
  const problems = faults.map(fault => {
    const { kind, path: at, finding } = fault;
    const keptAs = notes?.get(at);
    return { kind, path: at, finding, ...(keptAs !== undefined && { keptAs }), repaired: isRepaired(fault) };
  });
  return { ok: problems.every(({ repaired }) => repaired), problems };
}
