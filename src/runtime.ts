// The one composition root: puts store, minds, models, tools and driver together for one rtws. Host and command line use
// only this.
import { noticeRows } from './core/notice.ts';
import { once } from './core/once.ts';
import { type Outcome, refuseOutside } from './core/trouble.ts';
import type { WriteMode } from './driver/open-mode.ts';
import type { Minds } from './minds/minds.ts';
import { watchMinds } from './minds/watch-minds.ts';
import { after, unansweredAfter } from './runtime/after.ts';
import { type Perform, performs, type Runtime } from './runtime/api.ts';
import { draftLimits } from './runtime/draft-limits.ts';
import { findFolder } from './runtime/find-folder.ts';
import { doctor } from './runtime/health/doctor.ts';
import { countMetrics } from './runtime/health/metrics.ts';
import { logEvent } from './runtime/log/log-events.ts';
import { keepsGoing } from './runtime/minds.ts';
import { createModelApi } from './runtime/models/model-api.ts';
import { actionSeals, readAction } from './runtime/notice-actions.ts';
import { createNotifySources } from './runtime/notify-settings.ts';
import type { OpenOptions } from './runtime/open-options.ts';
import { openStorage, workspaceOf } from './runtime/open-storage.ts';
import { pick } from './runtime/pick.ts';
import { openRoles, type Roles } from './runtime/roles/roles.ts';
import { listSchedules } from './runtime/schedules.ts';
import { createBrowserNotices } from './runtime/send-notices.ts';
import { createServerOffers } from './runtime/server-offers.ts';
import { createServices, type StoredServices } from './runtime/services.ts';
import { startSleepers } from './runtime/sleepers.ts';
import { checkStart } from './runtime/start-root.ts';
import { measureRoots, removeArchived } from './runtime/storage.ts';
import { withNotices } from './runtime/with-notices.ts';
import { withSchedules } from './runtime/with-schedules.ts';
import { openWorker as startWorker, type Worker, type WorkerOptions } from './runtime/worker.ts';
import { createWorkspacePermissions } from './runtime/workspace-permissions.ts';

export type { HealthProblem, HealthReport } from './core/health.ts';
export type { BeliefView } from './driver/belief/intents.ts';
export type { OpenMode, WriteMode } from './driver/open-mode.ts';
export type { DialogView, Settled } from './driver/queries.ts';
export type { Proposal } from './driver/tools/proposal.ts';
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
export type { LoadedTeam } from './minds/team-file.ts';
export type { KeptTeams } from './minds/team-reader.ts';
export {
  type ActingRuntime,
  asPerson,
  type BrowserNotices,
  type DrivenBy,
  type NoticeAction,
  type Runtime,
  type StoredRoot,
} from './runtime/api.ts';
export { type FolderAct, type TrustedActs, trustActs } from './runtime/folder-acts.ts';
export { planRuleImport, writePlanned } from './runtime/import-rules.ts';
export type { KeepGoing } from './runtime/minds.ts';
export type { ConnectionReport, ConnectionStep } from './runtime/models/connection-test.ts';
export type { ConfiguredModel, ModelApi, ModelPlace, ModelSurvey } from './runtime/models/model-api.ts';
export type { ChoiceEdits, ModelChoice } from './runtime/models/model-edits.ts';
export type { InView, OpenOptions, OpenStore } from './runtime/open-options.ts';
export { type MindsReader, readDomainFile, readMinds } from './runtime/read-minds.ts';
export { realPath } from './runtime/real-path.ts';
export type { WorkEvent } from './runtime/roles/claims.ts';
export { createPersonalSeals } from './runtime/seals.ts';
export { responderOf } from './runtime/start-root.ts';
export { copyDialogs, migrateStore, pruneStore, storeStatus, workspaceName } from './runtime/store-admin.ts';
export { createTrustLook, type FolderTrust, lookAtTrust } from './runtime/trust.ts';
export type { EditedFile, UndoneEdits } from './runtime/undo/undo-edits.ts';
export type { EditState } from './runtime/undo/undo-entry.ts';
export type { ServedWorkspace, Worker, WorkerOptions } from './runtime/worker.ts';
export type { FoundDialog } from './store/storage.ts';
export type { EditorTool, EditorTools } from './tools/editor-tools.ts';
export type { StartCommand } from './tools/run-shell.ts';
export type { ShellEnd } from './tools/shell-process.ts';
export type { WorkspaceFiles } from './tools/workspace-files.ts';
export { createWorkspacePermissions };

/** Opens the runtime of a folder. Refused when there is no such folder, it may not be read, or another process drives it. */
export async function openRuntime(options: OpenOptions): Promise<Outcome<{ runtime: Runtime }>> {
  try {
    return await open(options);
  } catch (error) {
    const refused = refuseOutside(error);
    if (!refused) throw error;
    return refused;
  }
}

async function open(options: OpenOptions): Promise<Outcome<{ runtime: Runtime }>> {
  const { rtws } = options;
  const folder = findFolder(rtws);
  if (!folder.ok) return folder;
  const services = createServices(options);
  const stored = await openStorage(services);
  if (!stored.ok) return stored;
  const { storage } = stored;
  const lateMode = options.drivesLate && options.mode !== 'read' && storage.isUntouched?.() ? options.mode : undefined;
  const opened = await openRoles({ ...services, storage }, lateMode ? 'read' : options.mode).catch(async error => {
    await storage.close();
    throw error;
  });
  if (!opened.ok) {
    await storage.close();
    return opened;
  }
  // Read while they are in order, so that there is a last good reading (SPEC 18.6).
  services.minds.team();
  services.policies.rules();
  const { roles } = opened;
  // Workers of a store go on by themselves.
  try {
    if (options.resume === 'always' && options.mode === 'drive' && !storage.shared)
      await roles.perform({ kind: 'continueAll', which: 'left' });
  } catch (error) {
    // Nobody else would let go of the lock.
    await roles.close();
    throw error;
  }
  const perform = lateMode ? startingLate(roles, lateMode, services.minds) : roles.perform;
  const runtime = runtimeOf({ ...services, storage }, { ...roles, perform });
  const mayWake = () => runtime.drivenBy() === 'this' || (lateMode !== undefined && runtime.drivenBy() === 'nobody');
  if (!options.wakes) return { ok: true, runtime };
  const performScheduled = performs(async (intent, by) => {
    if (intent.kind !== 'start') return perform(intent, by);
    const started = await perform(intent, by);
    if (started.ok) roles.current().keep(started.rootId);
    return started;
  });
  const scheduled = withSchedules(runtime, { mayWake, perform: performScheduled }, { ...services, storage });
  return {
    ok: true,
    runtime: withNotices(scheduled, { mayWake, sources: createNotifySources(services) }, { ...services, storage }),
  };
}

/** The first dialog that is started makes this process the one that drives. */
function startingLate({ perform, takeOver }: Roles, mode: WriteMode, minds: Minds): Perform {
  return performs(async (intent, by) => {
    if (intent.kind !== 'start') return perform(intent, by);
    const checked = checkStart(minds, intent);
    if (!checked.ok) return checked;
    const taken = await takeOver(mode);
    return taken.ok ? perform(intent, by) : taken;
  });
}

/** How long a server may take to tell what it offers, or to start for that. */
const OFFER_TIMEOUT_MS = 20_000;

function runtimeOf(services: StoredServices, roles: Roles): Runtime {
  const { minds, models, mcpServers, serverConsent, feed, options, rtws, storage } = services;
  const { queries, current, follow } = roles;
  const sleepers = startSleepers(roles, services);
  const sources = createNotifySources(services);
  const browserNotices = once(() => createBrowserNotices(services));
  const offers = createServerOffers({
    servers: mcpServers,
    team: () => minds.team().team,
    timeout: () => unansweredAfter(OFFER_TIMEOUT_MS),
  });
  feed.subscribe(event => logEvent(services.log, event, ref => current().engine.driver.sessionOf(ref)));
  return {
    rtws,
    ...queries,
    perform: sleepers.perform,
    team: () => minds.team(),
    keepsGoing: taskDocPath => keepsGoing(minds, options.keepGoing?.() ?? 'always', taskDocPath),
    schedules: () => {
      const { schedules } = minds.schedules();
      return schedules.length === 0 ? [] : listSchedules(schedules, services.now());
    },
    serverOffers: offers.list,
    fillIn: offers.fillIn,
    sharedServers: () =>
      serverConsent ? minds.mcp().servers.flatMap(each => (each.isShared ? serverConsent.shown(each) : [])) : [],
    decideServer(shown, word) {
      const isKept = serverConsent?.decide(shown, word) ?? false;
      mcpServers.lookAgain(shown.name);
      return isKept;
    },
    notices: async () => noticeRows((await storage.notices?.read())?.lines ?? [], services.now()),
    noticeAction: async token => readAction(await actionSeals(services), token),
    pagesUrl: () => sources.settings().baseUrl,
    browserNotices,
    draftLimits: () => draftLimits(minds, options.draftSettings?.() ?? {}),
    permissions: createWorkspacePermissions(rtws, options.env),
    problems: () => [...current().problems(), ...minds.problems(), ...models.problems(), ...mcpServers.problems()],
    subscribe(listener) {
      follow();
      return feed.subscribe(listener);
    },
    watchMinds: listener => watchMinds({ rtws, taskdocs: () => taskdocsInUse(queries), onChange: listener, after }),
    taskdocText: minds.taskdocText,
    models: createModelApi({
      rtws,
      models,
      team: () => minds.team().team,
      ...pick(options, 'editorModels'),
      ...pick(options, 'unsaved'),
    }),
    drivenBy: () => current().drivenBy(),
    drives: rootId => current().drives(rootId),
    unserved: () => (storage.shared && !storage.holder() ? workspaceOf(services) : undefined),
    onDriverChange: roles.onDriverChange,
    takeOver: () => roles.takeOver(),
    doctor: asked => doctor(services, roles, asked),
    metrics: () => countMetrics(services, current()),
    search: (query, signal) => storage.search(query, signal),
    storage: only => measureRoots(services, current(), only),
    removeArchived: rootIds => removeArchived(services, current(), rootIds),
    async close() {
      sleepers.close();
      await roles.close();
      await Promise.all([mcpServers.close(), services.agents.close()]);
    },
  };
}

/** Starts a worker over a PostgreSQL store; refused when the store or one of the folders cannot be opened. */
export function openWorker(options: WorkerOptions): Promise<Outcome<{ worker: Worker }>> {
  return startWorker(options, openRuntime);
}

function taskdocsInUse(api: Pick<Runtime, 'listRoots'>): readonly string[] {
  return [...new Set(api.listRoots({ status: 'running' }).map(root => root.taskDocPath))];
}
