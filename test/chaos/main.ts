// `npm run chaos [-- --rounds n] [--histories n] [--seed s] [--starts n] [--trees n] [--blows n]`: processes that start
// at the same instant, every kill and every fault of the story in process, power cuts at every step of so many random
// histories, then so many real kills at steps drawn from the seed, and so many trees on workers of a store to which
// something happens each second. Prints how many were tried and how many were survived; fails when one was not.
import '../support/personal-folder.ts';
import { parseArgs } from 'node:util';
import { asideMoments, playFromAside } from './aside-kills.ts';
import { canMount, statesOnDisk } from './disk-image.ts';
import { faults, healthyStory, playThrough } from './faults.ts';
import { actsOf, hostileFolders } from './hostile.ts';
import { momentsOf, playFrom } from './kills.ts';
import { namespaceCommand, raceForLock } from './lock-races.ts';
import { brokenIn, statesOf } from './power-cuts.ts';
import { playHistory } from './power-story.ts';
import { countSteps, inFolder, killAt, killPrinting, race, type When } from './real-kills.ts';
import { seeded } from './seeded.ts';
import { playWorkers } from './worker-chaos.ts';
import { countWorkplaceSteps, killWithWorkplaces } from './workplace-kills.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    histories: { type: 'string' },
    seed: { type: 'string' },
    starts: { type: 'string' },
    trees: { type: 'string' },
    blows: { type: 'string' },
  },
});
const rounds = Number(values.rounds ?? 30);
const histories = Number(values.histories ?? 200);
const seed = Number(values.seed ?? 1);
const random = seeded(seed);
let isWhole = true;

await lockRaces();
await killsInProcess();
await killsInAsides();
await faultsInProcess();
await powerCuts();
await powerCutsOnDisk();
await realKills();
await hostile();
await workersAtStore();
process.exitCode = isWhole ? 0 : 1;

async function killsInProcess(): Promise<void> {
  const { moments, kills, end } = await momentsOf();
  const survived = await count(moments, async moment => (await playFrom(moment)) === end);
  tell(`killed at ${kills} places (${moments.length} that differ)`, survived, moments.length);
}

async function killsInAsides(): Promise<void> {
  const moments = await asideMoments();
  const survived = await count(moments, async moment => {
    await playFromAside(moment);
    return true;
  });
  tell('killed within asides', survived, moments.length);
}

async function faultsInProcess(): Promise<void> {
  const { steps, end } = await healthyStory();
  const from = Array.from({ length: steps }, (_, index) => index + 1);
  for (const fault of faults) {
    tell(fault.name, await count(from, async step => (await playThrough(fault, step)) === end), steps);
  }
}

async function powerCuts(): Promise<void> {
  let tried = 0;
  let survived = 0;
  for (let history = seed; history < seed + histories; history++) {
    for (const state of statesOf(await playHistory(history), { seed: history })) {
      const broken = await brokenIn(state);
      tried += 1;
      if (broken.length === 0) survived += 1;
      else console.error(`history ${history}, ${state.at}:`, broken);
    }
  }
  tell(`power cuts in ${histories} histories`, survived, tried);
}

/** A tenth of the histories, on a real ext4; without any sync as well, where promises must break. */
async function powerCutsOnDisk(): Promise<void> {
  if (!canMount()) return console.log('this process may not mount an image: power cuts of a real ext4 are left out');
  const seeds = Array.from({ length: Math.ceil(histories / 10) }, (_, index) => seed + index);
  for (const syncs of [true, false]) {
    const states = [];
    for (const history of seeds) states.push(...(await statesOnDisk(history, { syncs })));
    const kept = await count(states, async state => (await brokenIn(state)).length === 0);
    if (syncs) tell(`power cuts of a real ext4 in ${seeds.length} histories`, kept, states.length);
    else console.log(`without any sync, ${states.length - kept} of ${states.length} break a promise`);
  }
}

async function realKills(): Promise<void> {
  const healthy = await inFolder(async () => {});
  const steps = await countSteps();
  const whens: readonly When[] = ['before', 'within', 'after'];
  const each = Array.from({ length: rounds }, (_, index) => index);
  const pick = (from: number) => 1 + Math.floor(random() * from);
  const isSame = async (disturb: (rtws: string) => Promise<void>) => (await inFolder(disturb)) === healthy;
  const killed = await count(each, () => {
    const [step, again, when] = [pick(steps), pick(steps), whens[pick(3) - 1] ?? 'after'];
    return isSame(async rtws => {
      await killAt(rtws, step, when);
      // What mends it is killed as well.
      await killAt(rtws, again, when);
    });
  });
  tell(`SIGKILL twice at steps of the disk (of ${steps})`, killed, rounds);
  const printing = await count(each, () =>
    isSame(async rtws => {
      await killPrinting(rtws, [pick(25), 'start', 'Begin'], [pick(25), 'continue', '--all']);
    }),
  );
  tell('SIGKILL from outside while `dominds` prints', printing, rounds);
  for (const inGit of [true, false]) {
    const own = await countWorkplaceSteps(inGit);
    const survived = await count(each, async () => {
      await killWithWorkplaces(inGit, pick(own), whens[pick(3) - 1] ?? 'after');
      return true;
    });
    tell(`SIGKILL with places of their own, ${inGit ? 'in Git' : 'without Git'} (of ${own} steps)`, survived, rounds);
  }
  const raced = await count(each, () =>
    isSame(async rtws => {
      await killAt(rtws, pick(steps), 'after');
      await race(rtws);
    }),
  );
  tell('two drivers racing for what a kill left', raced, rounds);
}

async function hostile(): Promise<void> {
  const isIdle = (trusts: boolean) => async (folder: (typeof hostileFolders)[number]) => {
    const acts = await actsOf(folder, { trusts });
    if (acts.length > 0) console.error(`${folder.name}: ${acts.join(', ')}`);
    return acts.length === 0;
  };
  const asked = await count(hostileFolders, isIdle(false));
  tell('cloned folders that try to act, at a shell, not trusted', asked, hostileFolders.length);
  const evenTrusted = hostileFolders.filter(folder => folder.evenTrusted);
  const trusted = await count(evenTrusted, isIdle(true));
  tell('cloned folders that try to act, in a window, trusted and continued', trusted, evenTrusted.length);
}

async function workersAtStore(): Promise<void> {
  const roots = Number(values.trees ?? 50);
  const blows = Number(values.blows ?? 10);
  const { done, broken, continued, seconds } = await playWorkers({ roots, blows, seed });
  for (const each of broken) console.error(each);
  const what = Object.entries(done).map(([name, count]) => `${name} ${count} times`);
  const asked = continued > 0 ? `, ${continued} dialogs continued by their person` : '';
  tell(
    `trees on four workers of a store in ${Math.round(seconds)} s: ${what.join(', ')}${asked}`,
    roots - new Set(broken.map(each => each.split(' ')[0])).size,
    roots,
  );
}

/** All starts are spread evenly over numbers of processes, kinds of disk, and one or two pid namespaces. */
async function lockRaces(): Promise<void> {
  const hasNamespaces = namespaceCommand() !== undefined;
  if (!hasNamespaces) console.log('this system allows no pid namespaces: races between two of them are left out');
  const kinds = [2, 3, 4, 6, 8].flatMap(processes =>
    [0, 2].flatMap(slowestMs =>
      (hasNamespaces ? [false, true] : [false]).map(inNamespaces => ({ processes, slowestMs, inNamespaces })),
    ),
  );
  const starts = Number(values.starts ?? 1_000) / kinds.length;
  for (const kind of kinds) {
    const rounds = Math.ceil(starts / kind.processes);
    const { several, none } = await raceForLock({ ...kind, rounds });
    const where = `${kind.slowestMs > 0 ? 'slow disk' : 'disk as it is'}, ${kind.inNamespaces ? 'two pid namespaces' : 'one pid namespace'}`;
    const what = `one owner of ${kind.processes} processes started at once, ${where} (${several} with several, ${none} with none)`;
    tell(what, rounds - several - none, rounds);
  }
}

/** How many hold; tells of those that do not. */
async function count<T>(items: readonly T[], holds: (item: T) => Promise<boolean>): Promise<number> {
  let survived = 0;
  for (const item of items) {
    try {
      if (await holds(item)) survived += 1;
      else console.error('it ended in another way:', item);
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  }
  return survived;
}

function tell(what: string, survived: number, tried: number): void {
  isWhole &&= survived === tried;
  console.log(`${String(survived).padStart(5)} of ${String(tried).padStart(5)} survived: ${what}`);
}
