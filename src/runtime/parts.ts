// The parts of a runtime: those that stay, whatever its role, and the driver with its stores, created for each role.
import { setTimeout as wait } from 'node:timers/promises';
import type { RootId } from '../core/dialog/ids.ts';
import { createIds } from '../core/dialog/ids.ts';
import type { RootSummary } from '../core/dialog/projection.ts';
import type { Status } from '../core/dialog/state.ts';
import { pausesInMemory } from '../core/pauses.ts';
import { hasBuiltInTexts, type WorkLanguage, workLanguage } from '../core/prompt/language.ts';
import type { Seals } from '../core/seals.ts';
import { secretsIn } from '../core/secrets.ts';
import { Driver, type DriverRole } from '../driver/driver.ts';
import { createFeed, type Feed } from '../driver/feed.ts';
import { createScheduler } from '../driver/generate/scheduler.ts';
import type { Timers } from '../driver/generate/silence.ts';
import { questionsOf } from '../driver/queries.ts';
import { createTree, rootOf, type Tree } from '../driver/tree.ts';
import { createMinds, type Minds } from '../minds/minds.ts';
import { createTurnCache } from '../minds/turn-cache.ts';
import { diskFiles } from '../store/disk-files.ts';
import { loopTurn } from '../store/loop-turn.ts';
import type { OpenStorage, Storage } from '../store/storage.ts';
import type { McpServers } from '../tools/mcp/mcp-servers.ts';
import { diskOnly } from '../tools/workspace-files.ts';
import { sayFault } from '../words/say.ts';
import { type Agents, openAgents } from './agents.ts';
import type { OpenOptions } from './api.ts';
import { createBackground } from './background.ts';
import { createDesk, type Desk } from './desk.ts';
import { draftLimits } from './draft-limits.ts';
import { filesAsEntities } from './entities.ts';
import { indexRoots } from './index-roots.ts';
import { createLog, type RuntimeLog } from './log/log.ts';
import { openMcpServers } from './mcp.ts';
import { createDriverMinds } from './minds.ts';
import { createModels, type Models } from './models/models.ts';
import { personalFolder } from './personal-folder.ts';
import { createPolicies, type Policies } from './policies.ts';
import { createSeals } from './seals.ts';
import { createToolProvider } from './tool-provider.ts';
import { createEdits } from './undo/undo-edits.ts';

/** Generations side by side for one provider, nesting, and subdialogs alive for one root (SPEC 3.6). */
const CONCURRENT_GENERATIONS = 64;
const LIMITS = { depth: 8, subdialogs: 64 };
/** Lists follow at the rate of an eye; index files are for other programs and later readers. */
const DELAYS_MS = { ui: 40, indexes: 250 };

export interface Parts {
  readonly options: OpenOptions;
  readonly rtws: string;
  readonly minds: Minds;
  readonly language: WorkLanguage;
  readonly models: Models;
  /** None in a folder that is not trusted. */
  readonly mcpServers: McpServers | undefined;
  readonly agents: Agents;
  readonly policies: Policies;
  readonly feed: Feed;
  readonly log: RuntimeLog;
  readonly newId: () => string;
  readonly seals: Seals;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** The parts over the storage of their dialogs. */
export interface StoredParts extends Parts {
  readonly storage: Storage;
}

export function createParts(options: OpenOptions): Parts {
  const { rtws, env, now = Date.now } = options;
  const cache = createTurnCache(loopTurn);
  const log = createLog({
    env,
    now,
    later: (ms, work) => void setTimeout(work, ms).unref(),
    ...pick(options, 'log'),
    ...pick(options, 'logLevel'),
    secrets: cache.remember(() => [...models.knownSecrets(), ...(mcpServers?.secrets() ?? [])]),
  });
  const language = workLanguage(options.language ?? env.DOMINDS_LANG);
  const minds = createMinds({
    rtws,
    language: () => language,
    env,
    files: diskFiles,
    now,
    cache,
    onTeamUnread: ({ file, fault }) => {
      const { message, remedy } = sayFault(fault, 'en');
      log.warn(`${file}: ${message} — ${remedy}`);
    },
    ...pick(options, 'unsaved'),
  });
  const policies = createPolicies(() => options.policies?.(), log);
  const newId = createIds(now, Math.random);
  const agents = openAgents(options, { policies, newId });
  const models = createModels({
    rtws,
    env,
    cache,
    agent: agents.agent,
    settings: () => options.settings?.() ?? {},
    delay,
    ...pick(options, 'apiKey'),
    ...pick(options, 'storedKeys'),
    ...pick(options, 'editorModels'),
    ...pick(options, 'demoPlaybook'),
    ...pick(options, 'proxies'),
  });
  const mcpServers = options.isUntrusted ? undefined : openMcpServers(options, { minds, policies, log });
  return {
    options,
    rtws,
    minds,
    language,
    models,
    mcpServers,
    agents,
    policies,
    feed: createFeed(error => log.error('a view failed', error)),
    log,
    newId,
    seals: createSeals(rtws, personalFolder(env)),
    now,
  };
}

/** Says once that there are no built-in texts in the work language. */
export function tellLanguage({ language, log }: Pick<Parts, 'language' | 'log'>): void {
  if (hasBuiltInTexts(language)) return;
  const { name, tag } = language;
  log.info(`members work in ${name} (${tag}); built-in texts do not exist in it and are English`);
}

/** A driver over what a role opened of its storage, and the desk in front of it. */
export interface Engine {
  readonly driver: Driver;
  readonly open: OpenStorage;
  readonly desk: Desk;
}

/** Makes the driver of a role; the list of roots is whole when this resolves. */
export async function createEngine(parts: StoredParts, role: DriverRole, open: OpenStorage): Promise<Engine> {
  const { minds, options, newId, log, now, storage } = parts;
  const readOnly = role === 'reads';
  const driver = createDriver(parts, role, open);
  await indexRoots({ driver, open, log, now });
  const desk = createDesk({
    driver,
    minds,
    roots: open.roots,
    store: open.dialogs,
    treeToShow: rootId => (storage.shared ? readTree(driver, rootId) : driver.tree(rootId)),
    readLines: readOnly && open.unlisted ? await linesAtWork(driver, open) : new Map(),
    edits: createEdits(options.workspaceFiles ?? diskOnly),
    newId,
    readOnly,
    isDrivenElsewhere: () => readOnly && storage.holder() !== undefined,
  });
  return { driver, open, desk };
}

/** A tree from memory, or as it is stored: viewing does not claim it. */
async function readTree(driver: Driver, rootId: RootId): Promise<Tree | undefined> {
  const loaded = driver.loadedTree(rootId);
  const read = loaded ? undefined : await driver.ctx.store.load(rootId, 'toRead');
  return read ? createTree(driver.ctx, rootId, [read.root, ...read.subdialogs]) : loaded;
}

function createDriver(parts: StoredParts, role: DriverRole, { dialogs, roots }: OpenStorage): Driver {
  const { rtws, minds, options, newId, log, storage } = parts;
  const pauses = storage.shared?.pauses ?? pausesInMemory(Date.now);
  const lookUp = filesAsEntities(rtws);
  const { env, startCommand: start } = options;
  const shell = { env, secrets: () => parts.models.secrets(), ...(start && { start }) };
  const background = createBackground({ shell, store: dialogs, feed: parts.feed, driver: () => driver });
  const driver: Driver = new Driver({
    rtws,
    store: dialogs,
    roots,
    feed: parts.feed,
    scheduler: createScheduler(provider => parts.models.concurrency(provider) ?? CONCURRENT_GENERATIONS, pauses),
    minds: createDriverMinds(minds, () => parts.language, options.keepGoing),
    tools: createToolProvider({
      minds,
      workspace: {
        shell,
        background,
        ...(options.workspaceFiles && { files: options.workspaceFiles }),
      },
      ...pick(parts, 'mcpServers'),
      ...pick(options, 'editorTools'),
      lookUp,
      questionsOf: rootId => questionsAt(rootId),
      waits: {
        now: parts.now,
        root: id => rootAt(id as RootId),
        ...(options.store?.worker && { isUnattended: true as const }),
      },
      secrets: async () => [
        ...(await parts.models.secrets()),
        ...(parts.mcpServers?.secrets() ?? []),
        ...secretsIn(options.env),
      ],
    }),
    lookUp,
    background,
    policies: parts.policies.rules,
    seals: parts.seals,
    isUntrusted: options.isUntrusted === true,
    chooseModel: parts.models.choose,
    treeCap: () => parts.models.config().caps,
    now: parts.now,
    random: Math.random,
    newId,
    delay,
    timers,
    defer: (work, when) => void setTimeout(work, DELAYS_MS[when]).unref(),
    log,
    limits: LIMITS,
    draftLimits: () => draftLimits(minds, options.draftSettings?.() ?? {}),
    role,
  });
  const rootAt = (rootId: RootId) => {
    const status = statusOf(driver, roots, rootId);
    return status && { rootId, status };
  };
  const questionsAt = (rootId: RootId) => {
    const tree = driver.loadedTree(rootId);
    return tree ? questionsOf(tree) : [];
  };
  return driver;
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
    const read = line.needsDrive ? await driver.lineOf(line.rootId) : undefined;
    if (read) lines.set(line, read);
  }
  return lines;
}

/** The longest delay of a Node timer; a longer one fires at once. Longer waits check the clock and continue. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const timers: Timers = {
  now: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, Math.min(ms, LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  },
};

async function delay(ms: number, signal: AbortSignal): Promise<void> {
  await wait(Math.min(ms, LONGEST_TIMER_MS), undefined, { signal, ref: true }).catch(() => {});
}

/** One optional key of an object, absent when it is undefined. */
export function pick<T, K extends keyof T>(from: T, key: K): { [P in K]?: NonNullable<T[K]> } {
  return from[key] === undefined ? {} : ({ [key]: from[key] } as { [P in K]?: NonNullable<T[K]> });
}
