// What a runtime is made of: the parts that stay, whatever its role, and the driver with its stores, made anew for each role.
import * as os from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { RootId } from '../core/dialog/ids.ts';
import { createIds } from '../core/dialog/ids.ts';
import type { RootSummary } from '../core/dialog/projection.ts';
import { hasBuiltInTexts, type WorkLanguage, workLanguage } from '../core/prompt/language.ts';
import type { Seals } from '../core/seals.ts';
import { secretsIn } from '../core/secrets.ts';
import { Driver, type DriverRole } from '../driver/driver.ts';
import { createFeed, type Feed } from '../driver/feed.ts';
import { questionsOf } from '../driver/queries.ts';
import { createScheduler } from '../driver/scheduler.ts';
import type { Timers } from '../driver/silence.ts';
import { createLook } from '../minds/look.ts';
import { createMinds, type Minds } from '../minds/minds.ts';
import { diskFiles, type Files } from '../store/disk-files.ts';
import { type ConfinedFiles, confineFiles } from '../store/files/confined-files.ts';
import { createDialogStore, type DialogStore, type StoreOptions } from '../store/files/course-files.ts';
import { dialogsInFiles } from '../store/files/dialogs.ts';
import { type LockEnvironment, readLock } from '../store/files/lock.ts';
import { pidSpace } from '../store/files/pid-space.ts';
import { openRootsIndex, type RootsIndex } from '../store/files/roots-index.ts';
import { loopTurn } from '../store/loop-turn.ts';
import type { DialogStore as Dialogs, RootsIndex as RootLines } from '../store/storage.ts';
import type { McpServers } from '../tools/mcp/mcp-servers.ts';
import { diskOnly } from '../tools/workspace-files.ts';
import { sayFault } from '../words/say.ts';
import type { OpenOptions } from './api.ts';
import { createDesk, type Desk } from './desk.ts';
import { draftLimits } from './draft-limits.ts';
import { filesAsEntities } from './entities.ts';
import { indexRoots } from './index-roots.ts';
import { createLog, type RuntimeLog } from './log.ts';
import { openMcpServers } from './mcp.ts';
import { createDriverMinds } from './minds.ts';
import { createModels, type Models } from './models.ts';
import { personalFolder } from './personal-folder.ts';
import { createPolicies, type Policies } from './policies.ts';
import { createSeals } from './seals.ts';
import { createShelf } from './shelf.ts';
import { createEdits } from './undo-edits.ts';

/** Generations side by side for one provider, nesting, and subdialogs alive for one root (SPEC 3.6). */
const CONCURRENT_GENERATIONS = 64;
const LIMITS = { depth: 8, subdialogs: 64 };
/** Lists follow at the rate of an eye; index files are for other programs and later readers. */
const DELAYS_MS = { soon: 40, late: 250 };

export interface Parts {
  readonly options: OpenOptions;
  readonly rtws: string;
  readonly minds: Minds;
  readonly language: WorkLanguage;
  readonly models: Models;
  /** None in a folder that is not trusted. */
  readonly mcpServers: McpServers | undefined;
  readonly policies: Policies;
  readonly feed: Feed;
  readonly log: RuntimeLog;
  readonly newId: () => string;
  readonly seals: Seals;
  /** The files of `.dialogs/`. */
  readonly files: ConfinedFiles;
  readonly lockEnvironment: LockEnvironment;
}

export function createParts(options: OpenOptions): Parts {
  const { rtws, env, now = Date.now } = options;
  const files = confineFiles(diskFiles, rtws);
  const look = createLook(loopTurn);
  const log = createLog({
    rtws,
    env,
    files,
    now,
    later: (ms, work) => void setTimeout(work, ms).unref(),
    ...pick(options, 'log'),
    ...pick(options, 'logLevel'),
    secrets: look.remember(() => [...models.knownSecrets(), ...(mcpServers?.secrets() ?? [])]),
  });
  const language = workLanguage(options.language ?? env.DOMINDS_LANG);
  const minds = createMinds({
    rtws,
    language: () => language,
    files: diskFiles,
    now,
    look,
    onTeamUnread: ({ file, fault }) => {
      const { message, remedy } = sayFault(fault, 'en');
      log.warn(`${file}: ${message} — ${remedy}`);
    },
    ...pick(options, 'unsaved'),
  });
  const models = createModels({
    rtws,
    env,
    look,
    settings: () => options.settings?.() ?? {},
    delay,
    ...pick(options, 'apiKey'),
    ...pick(options, 'storedKeys'),
    ...pick(options, 'editorModels'),
    ...pick(options, 'demoPlaybook'),
    ...pick(options, 'proxies'),
  });
  const policies = createPolicies(() => options.policies?.(), log);
  const mcpServers = options.isUntrusted ? undefined : openMcpServers(options, { minds, policies, log });
  return {
    options,
    rtws,
    minds,
    language,
    models,
    mcpServers,
    policies,
    feed: createFeed(error => log.error('a view failed', error)),
    log,
    newId: createIds(now, Math.random),
    seals: createSeals(rtws, personalFolder(env)),
    files,
    lockEnvironment: {
      files,
      pid: process.pid,
      host: os.hostname(),
      pidSpace: pidSpace(),
      now,
      elapsed: () => performance.now(),
      turn: loopTurn,
      isAlive,
    },
  };
}

/** Says once that there are no built-in texts in the work language. */
export function tellLanguage({ language, log }: Pick<Parts, 'language' | 'log'>): void {
  if (hasBuiltInTexts(language)) return;
  const { name, tag } = language;
  log.info(`members work in ${name} (${tag}); built-in texts do not exist in it and are English`);
}

/** A driver over its stores, and the desk in front of it. */
export interface Engine {
  readonly driver: Driver;
  readonly store: DialogStore;
  readonly roots: RootsIndex;
  readonly desk: Desk;
}

/**
 * Makes the driver of a role over these files; the list of roots is in line with their folders when this resolves. `marks`
 * tell what it stores from what others do.
 */
export async function createEngine(
  parts: Parts,
  role: DriverRole,
  files: Files,
  marks: Pick<StoreOptions, 'writer' | 'onOutrun'> = {},
): Promise<Engine> {
  const { rtws, minds, options, newId, log } = parts;
  const readOnly = role === 'reads';
  const store = createDialogStore({ rtws, files, readOnly, ...marks });
  const roots = openRootsIndex({ rtws, files, readOnly });
  const driver = createDriver(parts, role, dialogsInFiles(store), roots);
  const edits = createEdits(options.workspaceFiles ?? diskOnly);
  await indexRoots({ driver, store, roots, log, now: parts.lockEnvironment.now });
  const isDrivenElsewhere = () => readOnly && readLock(rtws, parts.lockEnvironment) !== undefined;
  const readLines = readOnly ? await linesAtWork(driver, roots) : new Map<RootSummary, RootSummary>();
  const desk = createDesk({
    driver,
    minds,
    roots,
    store: driver.run.store,
    readLines,
    edits,
    newId,
    readOnly,
    isDrivenElsewhere,
  });
  return { driver, store, roots, desk };
}

/** The driver of a role over what stores its dialogs and their list. */
export function createDriver(parts: Parts, role: DriverRole, store: Dialogs, roots: RootLines): Driver {
  const { rtws, minds, options, newId, log } = parts;
  const lookUp = filesAsEntities(rtws);
  const driver = new Driver({
    rtws,
    store,
    roots,
    feed: parts.feed,
    scheduler: createScheduler(provider => parts.models.concurrency(provider) ?? CONCURRENT_GENERATIONS, Date.now),
    minds: createDriverMinds(minds, () => parts.language, options.keepGoing),
    tools: createShelf({
      minds,
      workspace: {
        shell: { env: options.env, secrets: () => parts.models.secrets() },
        ...(options.workspaceFiles && { files: options.workspaceFiles }),
      },
      ...pick(parts, 'mcpServers'),
      ...pick(options, 'editorTools'),
      lookUp,
      questionsOf: rootId => questionsAt(rootId),
      secrets: async () => [
        ...(await parts.models.secrets()),
        ...(parts.mcpServers?.secrets() ?? []),
        ...secretsIn(options.env),
      ],
    }),
    lookUp,
    policies: parts.policies.rules,
    seals: parts.seals,
    isUntrusted: options.isUntrusted === true,
    chooseModel: parts.models.choose,
    treeCap: () => parts.models.config().caps,
    now: parts.lockEnvironment.now,
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
  const questionsAt = (rootId: RootId) => {
    const tree = driver.loadedTree(rootId);
    return tree ? questionsOf(tree) : [];
  };
  return driver;
}

/** What the records of trees that other processes drive say now, by their lines. */
async function linesAtWork(driver: Driver, roots: RootsIndex): Promise<ReadonlyMap<RootSummary, RootSummary>> {
  const lines = new Map<RootSummary, RootSummary>();
  for (const line of roots.summaries.values()) {
    const read = line.needsDrive ? await driver.lineOf(line.rootId) : undefined;
    if (read) lines.set(line, read);
  }
  return lines;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The longest that a timer of Node can count; a longer one ends at once. Who waits longer looks at the clock and waits on. */
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
