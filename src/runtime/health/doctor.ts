// The health check of a runtime, and its repair (SPEC 14.2). Only what the records say again is written; what cannot be
// understood is kept aside. Whether something was repaired is what a second look says, not what was tried.
import { assertNever } from '../../core/base/assert.ts';
import type { RootId } from '../../core/base/ids.ts';
import { type HealthReport, isNote } from '../../core/facts/health.ts';
import type { Outcome } from '../../core/facts/trouble.ts';
import type { Fault, Remedy } from '../../store/health.ts';
import type { Engine } from '../engine.ts';
import type { Role } from '../roles/role.ts';
import type { Roles } from '../roles/roles.ts';
import { writeBeside } from '../roles/write-beside.ts';
import type { Services, StoredServices } from '../services.ts';
import { checkHealth } from './check-health.ts';

/**
 * Looks for faults; with `repair` mends what it can and looks again. Repairing is refused while another process drives.
 */
export async function runDoctor(
  services: StoredServices,
  { current, takeOver }: Pick<Roles, 'current' | 'takeOver'>,
  options: { repair?: boolean } = {},
): Promise<Outcome<{ report: HealthReport }>> {
  // Late writes of a driver are not problems.
  for (const tree of current().engine.driver.loaded()) current().engine.driver.settle(tree);
  const look = () => checkHealth(services, rootId => current().isBusy(rootId));
  const faults = await look();
  // Repairs are of stored dialogs: for nothing stored no lock is taken.
  if (!options.repair || services.storage.isUntouched?.())
    return { ok: true, report: reportOf(faults, { isRepaired: () => false }) };
  if (services.storage.shared) return repairBeside(services, faults, look);
  const taken = await takeOver('record');
  return taken.ok ? { ok: true, report: await repair(faults, look, new Treatment(services, current())) } : taken;
}

/** If trees are claimed one by one, the faulty ones are claimed for the repair. */
async function repairBeside(
  services: StoredServices,
  before: readonly Fault[],
  look: () => Promise<readonly Fault[]>,
): Promise<Outcome<{ report: HealthReport }>> {
  const repaired = await writeBeside(services, async role => {
    await treat(before, new Treatment(services, role));
    return { ok: true };
  });
  return repaired.ok ? { ok: true, report: reportOf(before, { isRepaired: isGone(await look()) }) } : repaired;
}

async function repair(
  before: readonly Fault[],
  look: () => Promise<readonly Fault[]>,
  treatment: Treatment,
): Promise<HealthReport> {
  await treat(before, treatment);
  // Indexes may change after trees were repaired.
  for (const fault of await look()) await treatment.apply(fault);
  await treatment.finish();
  return reportOf(before, { isRepaired: isGone(await look()), notes: treatment.notes });
}

async function treat(faults: readonly Fault[], treatment: Treatment): Promise<void> {
  // Files come first: loading a tree may rewrite its indexes, and overwrite a person's edits.
  for (const fault of faults) await treatment.apply(fault);
  for (const rootId of new Set(faults.flatMap(fault => fault.rootId ?? []))) await treatment.reload(rootId);
}

function isGone(left: readonly Fault[]): (fault: Fault) => boolean {
  const keys = new Set(left.map(keyOf));
  return fault => !keys.has(keyOf(fault));
}

function keyOf({ kind, path: at, finding }: Fault): string {
  return `${kind}\n${at}\n${JSON.stringify(finding)}`;
}

/** Applies remedies, one after another; one that fails is logged. */
class Treatment {
  /** As what was kept aside what lay at the path of a fault. */
  readonly notes = new Map<string, string>();
  readonly #log: Services['log'];
  readonly #role: Role;
  readonly #engine: Engine;
  #isListOutdated = false;

  constructor({ log }: Services, role: Role) {
    this.#log = log;
    this.#role = role;
    this.#engine = role.engine;
  }

  /** Applies the remedy of a fault, unless its root is being driven. */
  async apply(fault: Fault): Promise<void> {
    const { remedy, rootId } = fault;
    if (remedy && !(rootId && this.#role.isBusy(rootId))) await this.#attempt(() => this.#applyRemedy(fault, remedy));
  }

  /** Loads a root as at a start: its records are mended, its folder is moved to where it belongs. */
  async reload(rootId: RootId): Promise<void> {
    if (this.#role.isBusy(rootId)) return;
    const { driver, open } = this.#engine;
    await this.#attempt(async () => {
      driver.forget(rootId);
      const tree = await driver.tree(rootId);
      if (tree) open.roots.put(driver.summaryOf(tree));
    });
  }

  async finish(): Promise<void> {
    if (this.#isListOutdated) await this.#attempt(() => this.#engine.open.roots.rewrite?.());
  }

  async #mend(path: string, { mend }: Extract<Remedy, { kind: 'mend' }>): Promise<void> {
    const keptAs = await mend();
    if (keptAs !== undefined) this.notes.set(path, keptAs);
  }

  #applyRemedy({ path, rootId }: Fault, remedy: Remedy): Promise<void> {
    switch (remedy.kind) {
      case 'mend':
        return this.#mend(path, remedy);
      case 'writeLine':
        return this.#writeLine(rootId);
      case 'takeReminders':
        return this.#takeReminders(remedy);
      default:
        return assertNever(remedy);
    }
  }

  async #writeLine(rootId: RootId | undefined): Promise<void> {
    const { driver, open } = this.#engine;
    this.#isListOutdated = true;
    if (!rootId) return;
    const tree = (await open.dialogs.listRoots()).has(rootId) ? await driver.tree(rootId) : undefined;
    if (tree) open.roots.put(driver.summaryOf(tree));
    else open.roots.drop(rootId);
  }

  async #takeReminders({ dialog, reminders }: Extract<Remedy, { kind: 'takeReminders' }>): Promise<void> {
    const { perform, driver } = this.#engine;
    await perform({ kind: 'setReminders', dialog, reminders });
    const tree = driver.loadedTree(dialog.rootId);
    if (tree) driver.settle(tree);
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
  return { ok: problems.every(({ repaired, kind }) => repaired || isNote(kind)), problems };
}
