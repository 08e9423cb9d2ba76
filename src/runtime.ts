// The one composition root: puts store, minds, models, tools and driver together for one rtws. Host and command line use
// only this.
import { existsSync, statSync } from 'node:fs';
import * as path from 'node:path';
import type { FeedEvent } from './core/feed-event.ts';
import type { FileProblem } from './core/team.ts';
import { type Outcome, refuse } from './core/trouble.ts';
import { schedulesFilePath } from './minds/schedules-file.ts';
import { watchMinds } from './minds/watch-minds.ts';
import type { OpenOptions, OpenStore, Runtime } from './runtime/api.ts';
import type { Desk } from './runtime/desk.ts';
import { doctor } from './runtime/doctor.ts';
import { draftLimits } from './runtime/draft-limits.ts';
import { logEvent, type SessionOf } from './runtime/log-events.ts';
import { countMetrics, countStoredMetrics } from './runtime/metrics.ts';
import { keepsGoing } from './runtime/minds.ts';
import { createModelDesk } from './runtime/model-desk.ts';
import { createParts, type Parts, pick } from './runtime/parts.ts';
import { openRoles, type Roles } from './runtime/roles.ts';
import { listSchedules, Schedules } from './runtime/schedules.ts';
import { openSharedRole } from './runtime/shared-roles.ts';
import { openStore } from './runtime/shared-runtime.ts';
import { measureRoots, removeArchived } from './runtime/storage.ts';
import { measureStored, removeStored } from './runtime/stored-roots.ts';
import { openWorker as startWorker, type Worker, type WorkerOptions } from './runtime/worker.ts';
import { createLayout } from './store/files/layout.ts';
import { searchCourses } from './store/files/search-courses.ts';

export type { HealthProblem, HealthReport } from './core/health.ts';
export type { BeliefView, Believed } from './driver/belief-intents.ts';
export type { Proposal } from './driver/proposal.ts';
export type { DialogView, Settled } from './driver/queries.ts';
export type {
  EditorAnswer,
  EditorMessage,
  EditorModel,
  EditorModels,
  EditorPart,
  EditorRequest,
} from './llm/editor-models.ts';
export type { Preset } from './llm/presets.ts';
export type { ReasoningEffort } from './llm/reasoning-efforts.ts';
export { type ImportOrigin, importOrigins } from './minds/imports/found.ts';
export type { ImportPlan, PlannedFile } from './minds/imports/plan-import.ts';
export type { AnswerQuestion, OpenMode, OpenOptions, OpenStore, Runtime, Say, StartRoot } from './runtime/api.ts';
export type { WorkEvent } from './runtime/claims.ts';
export type { ConnectionReport, ConnectionStep } from './runtime/connection-test.ts';
export { planRuleImport, writePlanned } from './runtime/import-rules.ts';
export type { KeepGoing } from './runtime/minds.ts';
export type { ConfiguredModel, ModelDesk, ModelPlace, ModelSurvey } from './runtime/model-desk.ts';
export type { ChoiceEdits, ModelChoice } from './runtime/model-edits.ts';
export { type MindsReader, readDomainFile, readMinds } from './runtime/read-minds.ts';
export type { DrivenBy } from './runtime/role.ts';
export { createPersonalSeals } from './runtime/seals.ts';
export type { StoredRoot } from './runtime/storage.ts';
export { copyDialogs, migrateStore, pruneStore, storeStatus, workspaceName } from './runtime/store-admin.ts';
export { type FolderAct, type FolderTrust, lookAtTrust } from './runtime/trust.ts';
export type { EditedFile, EditState, UndoneEdits } from './runtime/undo-edits.ts';
export type { ServedWorkspace, Worker, WorkerOptions } from './runtime/worker.ts';
export type { FoundDialog } from './store/files/search-courses.ts';
export type { EditorTool, EditorTools } from './tools/editor-tools.ts';
export type { WorkspaceFiles } from './tools/workspace-files.ts';

/** Opens the runtime of a folder. Refused when there is no such folder, or when another process drives it. */
export async function openRuntime(options: OpenOptions): Promise<Outcome<{ runtime: Runtime }>> {
  const { rtws } = options;
  if (!statSync(rtws, { throwIfNoEntry: false })?.isDirectory()) {
    return refuse('no-folder', { folder: rtws });
  }
  const parts = createParts(options);
  return options.store ? openAtStore(parts, options.store) : openInFiles(parts);
}

async function openInFiles(parts: Parts): Promise<Outcome<{ runtime: Runtime }>> {
  const { options, rtws } = parts;
  const isLate = options.drivesLate === true && options.mode === 'drive' && !existsSync(createLayout(rtws).base);
  const opened = await openRoles(parts, isLate ? 'read' : options.mode);
  if (!opened.ok) return opened;
  const { current, follow, onDriverChange, takeOver, close } = opened.roles;
  const desk = isLate ? startingLate(opened.roles) : opened.roles.desk;
  readOnce(parts);
  if (options.resume === 'always' && options.mode === 'drive') await desk.continueAll();
  const runtime: Runtime = {
    ...common(parts, {
      desk,
      follow,
      problems: () => current().problems(),
      sessionOf: ref => current().engine.driver.sessionOf(ref),
      close,
    }),
    drivenBy: () => current().drivenBy(),
    onDriverChange,
    takeOver: () => takeOver(),
    doctor: asked => doctor(parts, opened.roles, asked),
    metrics: () => countMetrics(parts, current()),
    search: (query, signal) => searchCourses({ rtws, files: parts.files, query, signal }),
    storage: only => measureRoots(parts, current(), only),
    removeArchived: rootIds => removeArchived(parts, current(), rootIds),
  };
  const mayWake = () => runtime.drivenBy() === 'this' || (isLate && runtime.drivenBy() === 'nobody');
  if (options.wakes) wake({ runtime, mayWake }, parts, options);
  return { ok: true, runtime };
}

/** A desk whose first dialog makes this process the one that drives. */
function startingLate({ desk, takeOver }: Roles): Desk {
  return {
    ...desk,
    async start(input) {
      const taken = await takeOver();
      return taken.ok ? desk.start(input) : taken;
    },
  };
}

async function openAtStore(parts: Parts, store: OpenStore): Promise<Outcome<{ runtime: Runtime }>> {
  const { mode } = parts.options;
  const stored = await openStore(parts, store, mode);
  if (!stored.ok) return stored;
  const { storage } = stored;
  const opened = await openSharedRole({ parts, storage, store }, mode);
  if (!opened.ok) {
    await storage.close();
    return opened;
  }
  const { role } = opened;
  readOnce(parts);
  const runtime: Runtime = {
    ...common(parts, { ...role, sessionOf: ref => role.driver.sessionOf(ref) }),
    drivenBy: role.drivenBy,
    onDriverChange: role.onDriverChange,
    takeOver: async () => refuse('driven-by-other'),
    doctor: async () => refuse('health-of-store'),
    metrics: () => countStoredMetrics(parts, role),
    search: (query, signal) => storage.search(query, signal),
    storage: only => measureStored(storage, role, only),
    removeArchived: rootIds => removeStored(parts, role, rootIds),
  };
  return { ok: true, runtime };
}

/** Read while they are in order, so that there is a last good reading (SPEC 18.6). */
function readOnce({ minds, policies }: Parts): void {
  minds.team();
  policies.rules();
}

interface CommonPorts {
  readonly desk: Desk;
  follow(): void;
  problems(): readonly FileProblem[];
  readonly sessionOf: SessionOf;
  close(): Promise<void>;
}

/** What a runtime offers wherever its dialogs are. */
function common(parts: Parts, { desk, follow, problems, sessionOf, close }: CommonPorts) {
  const { minds, models, mcpServers, feed, options, rtws } = parts;
  feed.subscribe(event => logEvent(parts.log, event, sessionOf));
  return {
    rtws,
    ...desk,
    team: () => minds.team(),
    keepsGoing: (taskDocPath: string) => keepsGoing(minds, options.keepGoing?.() ?? 'always', taskDocPath),
    schedules: () => listSchedules(minds.schedules().schedules, (options.now ?? Date.now)()),
    draftLimits: () => draftLimits(minds, options.draftSettings?.() ?? {}),
    problems: () => [...problems(), ...minds.problems(), ...models.problems(), ...(mcpServers?.problems() ?? [])],
    subscribe(listener: (event: FeedEvent) => void) {
      follow();
      return feed.subscribe(listener);
    },
    watchMinds: (listener: (paths: readonly string[]) => void) =>
      watchMinds({ rtws, taskdocs: () => taskdocsInUse(desk), onChange: listener, after }),
    taskdocText: minds.taskdocText,
    models: createModelDesk({
      rtws,
      models,
      team: () => minds.team().team,
      ...pick(options, 'editorModels'),
      ...pick(options, 'unsaved'),
    }),
    async close() {
      await close();
      await mcpServers?.close();
    },
  };
}

/** Starts a worker over a PostgreSQL store; refused when the store or one of the folders cannot be opened. */
export function openWorker(options: WorkerOptions): Promise<Outcome<{ worker: Worker }>> {
  return startWorker(options, openRuntime);
}

/** Starts what is scheduled, whenever this process is the one that drives (SPEC 21.4). */
function wake(
  { runtime, mayWake }: { readonly runtime: Runtime; readonly mayWake: () => boolean },
  { minds, rtws, log }: ReturnType<typeof createParts>,
  { now = Date.now }: OpenOptions,
): void {
  const schedules = new Schedules({
    schedules: () => (mayWake() ? minds.schedules().schedules : []),
    since: () => statSync(path.join(rtws, schedulesFilePath), { throwIfNoEntry: false })?.mtimeMs ?? now(),
    roots: () => runtime.listRoots(),
    start: input => runtime.start(input),
    say: input => runtime.say(input),
    now,
    after,
    log,
  });
  const watch = runtime.watchMinds(paths => {
    if (paths.includes(schedulesFilePath)) void schedules.look();
  });
  const driver = runtime.onDriverChange(() => void schedules.look());
  const close = runtime.close.bind(runtime);
  runtime.close = async () => {
    watch.dispose();
    driver.dispose();
    schedules.dispose();
    await close();
  };
  void schedules.look();
}

function taskdocsInUse(desk: Pick<Runtime, 'listRoots'>): readonly string[] {
  return [...new Set(desk.listRoots({ status: 'running' }).map(root => root.taskDocPath))];
}

function after(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}
