// All faults of an rtws (SPEC 14.2): what its storage finds in itself, beside whatever this or another process drives,
// and what is wrong in the files that people edit. Changes nothing.
import type { RootId } from '../../core/base/ids.ts';
import { failingTransports, noticeRows } from '../../core/notices/notice.ts';
import type { FileProblem } from '../../core/team/team.ts';
import type { Tree } from '../../driver/driver-context.ts';
import { shownDialog } from '../../driver/index-writer.ts';
import { rootOf } from '../../driver/tree.ts';
import { nameOfPlace, workplacesIn } from '../../driver/workplaces/make.ts';
import type { Fault, TreesToCheck, TreeToCheck } from '../../store/health.ts';
import { createEngine, type Engine } from '../engine.ts';
import { placesAt } from '../folder/places.ts';
import { readMinds } from '../folder/read-minds.ts';
import { createNotifySources } from '../notices/notify-settings.ts';
import type { StoredServices } from '../services.ts';
import { leftPlaces, type PlacedDialog } from './left-places.ts';

/** Looks for faults. `isBusy`: a root that is being driven; what is written late there is no fault. */
export async function checkHealth(services: StoredServices, isBusy: TreesToCheck['isBusy']): Promise<readonly Fault[]> {
  const open = await services.storage.open({ kind: 'reader' });
  const engine = await createEngine(services, 'read', open);
  const taskDocPaths = new Set<string>();
  const read = async (rootId: RootId) => {
    const tree = await readForCheck(engine, rootId);
    if (tree) taskDocPaths.add(tree.summary.taskDocPath);
    return tree;
  };
  try {
    const stored = await services.storage.check({ read, isBusy });
    return [
      ...stored,
      ...mindsFaults(services, [...taskDocPaths]),
      ...(await noticeFaults(services)),
      ...(await placeFaults(services, engine, isBusy)),
    ];
  } finally {
    await open.close(false);
  }
}

/** Of dialogs that are driven elsewhere nothing is said. */
async function placeFaults(
  { rtws, options: { env } }: StoredServices,
  { driver, open }: Engine,
  isBusy: TreesToCheck['isBusy'],
): Promise<readonly Fault[]> {
  const ports = placesAt(rtws, { env });
  if (workplacesIn(ports.folder).length === 0) return [];
  const dialogs = new Map<string, PlacedDialog>();
  let isAllRead = true;
  for (const rootId of (await open.dialogs.listRoots()).keys()) {
    const tree = isBusy(rootId) ? undefined : await driver.tree(rootId);
    if (!tree) isAllRead = false;
    const { status = 'running' } = tree ? rootOf(tree).state : {};
    for (const { state } of tree?.dialogs.values() ?? []) dialogs.set(nameOfPlace(state.identity), { state, status });
  }
  return leftPlaces(rtws, ports, name => dialogs.get(name) ?? (isAllRead ? undefined : 'unknown'));
}

async function readForCheck({ driver }: Engine, rootId: RootId): Promise<TreeToCheck | undefined> {
  const tree = await driver.tree(rootId);
  return tree && { summary: driver.summaryOf(tree), dialogs: shownDialogs(driver, tree) };
}

function shownDialogs(driver: Engine['driver'], tree: Tree): TreeToCheck['dialogs'] {
  const root = rootOf(tree);
  const others = [...tree.dialogs.values()].filter(dialog => dialog !== root);
  const shown = (dialog: typeof root) => shownDialog(dialog, driver.isDialogDue(dialog));
  return [shown(root), ...others.map(shown)];
}

function mindsFaults({ rtws, options }: StoredServices, taskDocPaths: readonly string[]): readonly Fault[] {
  const { language, env, editorTools } = options;
  const minds = readMinds({
    rtws,
    env,
    ...(language !== undefined && { language }),
    ...(editorTools && { editorTools: () => editorTools.list().map(({ name }) => name) }),
  });
  return minds.problems(taskDocPaths).map(problem => faultOf(problem, isOfMinds(problem.file) ? 'minds' : 'taskdoc'));
}

function isOfMinds(file: string): boolean {
  return file.startsWith('.minds/') || ['AGENTS.md', 'CLAUDE.md'].includes(file);
}

function faultOf({ file, line, column, fault }: FileProblem, kind: Fault['kind']): Fault {
  const place = [file, line, column].filter(part => part !== undefined);
  return { kind, path: place.join(':').replaceAll('\\', '/'), finding: { id: 'file-fault', fault } };
}

/** Faults of the person's own file and setting, and transports that did not work when they were last used. */
async function noticeFaults({
  minds,
  options: { env, notify },
  storage,
  browsers,
  now,
}: StoredServices): Promise<readonly Fault[]> {
  // To look at a folder takes no trust.
  const sources = createNotifySources({ minds, browsers, options: { env, ...(notify && { notify }) } });
  const places = sources.places();
  const failing = failingTransports(noticeRows((await storage.notices?.read())?.lines ?? [], now()));
  return [
    ...sources.problems().map(problem => faultOf(problem, 'notices')),
    ...failing.flatMap(({ transport, at, fault }): Fault[] => {
      const place = places.get(transport);
      return place === undefined
        ? []
        : [{ kind: 'notices', path: place, finding: { id: 'notice-failed', transport, at, fault } }];
    }),
  ];
}
