import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RootId } from '../core/base/ids.ts';
import { once } from '../core/base/once.ts';
import { createSlices } from '../core/base/time-slices.ts';
import { pausesInMemory } from '../core/dialog/pauses.ts';
import type { Status } from '../core/dialog/state.ts';
import type { RootSummary } from '../core/dialog/view/projection.ts';
import { isLikelyPassword, secretsIn } from '../core/text/secrets.ts';
import { Driver } from '../driver/driver.ts';
import type { Tree } from '../driver/driver-context.ts';
import { createScheduler } from '../driver/generate/scheduler.ts';
import { say, standStill } from '../driver/intents/intents.ts';
import { restoreTalk } from '../driver/intents/restore-talk.ts';
import type { OpenMode } from '../driver/open-mode.ts';
import { shownSummary } from '../driver/shown-states.ts';
import { createTree, rootOf, statesOf } from '../driver/tree.ts';
import type { OpenStorage } from '../store/storage.ts';
import { createAskGit } from '../tools/files/ask-git.ts';
import { diskOnly } from '../tools/files/workspace-files.ts';
import type { ToolProvider } from '../tools/tool.ts';
import { createWorkTree } from '../tools/work-tree/work-tree.ts';
import type { DialogQueries, Perform } from './api.ts';
import { after } from './clock/after.ts';
import { delay, timers } from './clock/timers.ts';
import { createDialogQueries, type DialogQueriesOptions } from './dialog-queries.ts';
import { draftLimits } from './folder/draft-limits.ts';
import { createDriverMinds } from './folder/minds.ts';
import { placesAt } from './folder/places.ts';
import { noticeSecrets } from './notices/notify-settings.ts';
import type { OpenOptions } from './open-options.ts';
import { createPerform, type PerformPorts } from './perform.ts';
import { pick } from './pick.ts';
import type { StoredServices } from './services.ts';
import { indexRoots } from './stored/index-roots.ts';
import { OpenQuestions } from './stored/open-questions.ts';
import { createLookAround, todayAt } from './surroundings.ts';
import { createBackground } from './tools/background.ts';
import { filesAsEntities } from './tools/entities.ts';
import type { RestoreActs } from './tools/reverts.ts';
import { createToolProvider } from './tools/tool-provider.ts';
import { createEdits, type Edits } from './tools/undo-edits.ts';
import { isTrustedRule } from './trust/folder-acts.ts';
import { createWorkspacePermissions } from './trust/workspace-permissions.ts';

/** Generations side by side for one provider, nesting, and subdialogs alive for one root (SPEC 3.6). */
const CONCURRENT_GENERATIONS = 64;
const LIMITS = { depth: 8, subdialogs: 64 };
/** Lists follow at the rate of an eye; index files are for other programs and later readers. */
const DELAYS_MS = { ui: 40, indexes: 250, retry: 15_000 };

/** A driver over what a role opened of its storage, what performs intents by it, and the queries that it answers. */
export interface Engine {
  readonly driver: Driver;
  readonly open: OpenStorage;
  readonly perform: Perform;
  readonly queries: DialogQueries;
  readonly openQuestions: OpenQuestions;
  /** The list of roots is kept up to date from now on. */
  follow(): void;
}

/** Makes the driver of a role; the list of roots is whole when this resolves. */
export async function createEngine(services: StoredServices, mode: OpenMode, open: OpenStorage): Promise<Engine> {
  const { minds, options, newId, log, now, storage } = services;
  const readOnly = mode === 'read';
  const edits: () => Edits = once(() => createEdits(options.workspaceFiles ?? diskOnly, restoreActs(driver, newId)));
  const driver = createDriver(services, mode, { ...open, edits });
  await indexRoots({ driver, open, log, now });
  const listed = {
    driver,
    roots: open.roots,
    readLines: readOnly && open.unlisted ? await linesAtWork(driver, open) : new Map<RootSummary, RootSummary>(),
  };
  const openQuestions = new OpenQuestions({
    ...listed,
    treeToShow: rootId => (storage.shared ? readTree(driver, rootId) : driver.tree(rootId)),
    areLinesCurrent: storage.shared !== undefined,
    newSlices: ownSlices,
  });
  const ports: PerformPorts & DialogQueriesOptions = {
    ...listed,
    minds,
    store: open.dialogs,
    openQuestions,
    edits,
    newId,
    invalidateReads: services.invalidateReads,
    lostTo: () => lostTo(storage),
    readOnly,
    isDrivenElsewhere: () => readOnly && storage.holder() !== undefined,
  };
  return {
    driver,
    open,
    perform: createPerform(ports),
    queries: createDialogQueries(ports),
    openQuestions,
    follow: () => openQuestions.follow(),
  };
}

/** A tree from memory, or as it is stored: viewing does not claim it. */
async function readTree(driver: Driver, rootId: RootId): Promise<Tree | undefined> {
  const loaded = driver.loadedTree(rootId);
  const read = loaded ? undefined : await driver.ctx.store.load(rootId, 'toRead');
  return read ? createTree(driver.ctx, rootId, [read.root, ...read.subdialogs]) : loaded;
}

const ownSlices = () => createSlices({ now: () => performance.now(), nextTurn });

function restoreActs(driver: Driver, newId: () => string): RestoreActs {
  const stop = (tree: Tree) => standStill(driver, tree);
  return {
    newId,
    standStill: stop,
    goOn: (tree, restored) => restoreTalk({ driver, say, standStill: stop }, tree, restored),
  };
}

function createDriver(
  services: StoredServices,
  mode: OpenMode,
  { dialogs, roots, edits }: OpenStorage & { readonly edits: () => Edits },
): Driver {
  const { rtws, minds, options, newId, log, storage } = services;
  const pauses = storage.shared?.pauses ?? pausesInMemory(Date.now);
  const lookUp = filesAsEntities(rtws);
  const { env, startCommand: start, trustedActs: trusted } = options;
  const ofNotices = () => noticeSecrets(env, services);
  const secrets = async () => [...(await services.models.secrets()), ...ofNotices()];
  const workTree = once(() =>
    createWorkTree({ git: createAskGit(env, after), after, newSlices: ownSlices, now: services.now }),
  );
  const shell = { env, secrets, workTree, ...(start && { start }) };
  const background = createBackground({ shell, store: dialogs, feed: services.feed, driver: () => driver });
  const driver: Driver = new Driver({
    rtws,
    store: dialogs,
    roots,
    feed: services.feed,
    scheduler: createScheduler(provider => services.models.concurrency(provider) ?? CONCURRENT_GENERATIONS, pauses),
    minds: createDriverMinds(
      minds,
      () => services.language,
      options.keepGoing,
      () => todayAt(services.now()),
    ),
    lookAround: createLookAround({ rtws, platform: process.platform, after, elapsed: timers.now }),
    tools: lateTools(() =>
      createToolProvider({
        minds,
        workspace: {
          shell: { ...shell, letRunOn: (ref, callId, command) => background.adopt(ref, callId, command) },
          background,
          ...(options.workspaceFiles && { files: options.workspaceFiles }),
        },
        mcpServers: services.mcpServers,
        ...pick(options, 'editorTools'),
        lookUp,
        today: () => todayAt(services.now()),
        statesOf: rootId => statesAt(rootId),
        waits: {
          now: services.now,
          root: id => rootAt(id as RootId),
          sleepsIn: rootId => lineAt(rootId)?.sleeps ?? [],
        },
        secrets: async () => [
          ...(await secrets()),
          ...services.mcpServers.secrets(),
          ...secretsIn(options.env),
          ...(await storePassword(options)),
        ],
      }),
    ),
    lookUp,
    background,
    workTree,
    finishReverts: tree => edits().finish(tree),
    places: placesAt(rtws, { env, ...pick(options, 'unsaved') }),
    othersDrive: () => storage.shared !== undefined || (mode === 'read' && storage.holder() !== undefined),
    policies: services.policies.rules,
    seals: services.seals,
    workspacePermissions: createWorkspacePermissions(rtws, env),
    isUntrusted: options.isUntrusted === true,
    readsFreely: () => mayReadFreely(options),
    ...(trusted && { isTrustedRule: (member, rule) => isTrustedRule(trusted, member, rule) }),
    chooseModel: services.models.choose,
    takesTools: services.models.takesTools,
    isShort: services.models.isShort,
    treeCap: () => services.models.config().caps,
    now: services.now,
    random: Math.random,
    newId,
    delay,
    timers,
    defer: (work, when) => void setTimeout(work, DELAYS_MS[when]).unref(),
    log,
    limits: LIMITS,
    draftLimits: () => draftLimits(minds, options.draftSettings?.() ?? {}),
    mode,
  });
  const lineAt = (rootId: RootId) => {
    const tree = driver.loadedTree(rootId);
    return tree ? driver.summaryOf(tree) : roots.summaries.get(rootId);
  };
  const rootAt = async (rootId: RootId) => {
    // A worker does not follow the list of a store.
    const status = lineAt(rootId)?.status ?? (await storage.shared?.statusesOf([rootId]))?.get(rootId);
    return status && { rootId, status };
  };
  const statesAt = (rootId: RootId) => {
    const tree = driver.loadedTree(rootId);
    return tree ? statesOf(tree) : [];
  };
  return driver;
}

/** Who drives what this process may not write: where no worker serves the workspace, a window or a command does. */
function lostTo({ shared }: StoredServices['storage']): ReturnType<PerformPorts['lostTo']> {
  if (!shared) return 'driver-changed';
  return shared.isServed() ? 'driven-by-worker' : 'driven-by-other';
}

/** The password of the store, as whoever opened this keeps it; that of the environment is among the secrets there. */
async function storePassword({ store }: OpenOptions): Promise<readonly string[]> {
  const password = await store?.password?.().catch(() => undefined);
  return password !== undefined && isLikelyPassword(password) ? [password] : [];
}

/** How a root stands now; undefined when there is none. */
export function statusOf(driver: Driver, roots: OpenStorage['roots'], rootId: RootId): Status | undefined {
  const tree = driver.loadedTree(rootId);
  return tree ? rootOf(tree).state.status : roots.summaries.get(rootId)?.status;
}

/** The current records of trees that other processes drive, by their lines. */
async function linesAtWork(driver: Driver, { roots }: OpenStorage): Promise<ReadonlyMap<RootSummary, RootSummary>> {
  const lines = new Map<RootSummary, RootSummary>();
  for (const line of roots.summaries.values()) {
    const tree = line.needsDrive ? await driver.tree(line.rootId) : undefined;
    if (tree) lines.set(line, shownSummary(tree, driver.summaryOf(tree)));
  }
  return lines;
}

/**
 * Settings of the repository may name programs, so reading commands are free in a trusted folder alone. Nothing reads a
 * line of `cmd`.
 */
function mayReadFreely({ env, isUntrusted, readsFreely }: OpenOptions): boolean {
  return (
    isUntrusted !== true && process.platform !== 'win32' && (readsFreely?.() ?? env.DOMINDS_READING_COMMANDS !== 'ask')
  );
}

/** The tools are made when a dialog is first driven or shown: a start loads none of them. */
function lateTools(make: () => ToolProvider): ToolProvider {
  const made = once(make);
  return {
    get shell() {
      return made().shell;
    },
    toolsFor: (member, state) => made().toolsFor(member, state),
    ready: (member, state, signal) => made().ready?.(member, state, signal),
  };
}
