// The one composition root: puts store, minds, models, tools and driver together for one rtws. Host and command line
// use only this.

import { once } from './core/base/once.ts';
import { type Outcome, refuseOutside } from './core/facts/trouble.ts';
import { noticeRows } from './core/notices/notice.ts';
import type { WriteMode } from './driver/open-mode.ts';
import { watchMinds } from './minds/files/watch-minds.ts';
import type { Minds } from './minds/minds.ts';
import { type Perform, performs, type Runtime } from './runtime/api.ts';
import type { Attachment } from './runtime/attachment.ts';
import { after, unansweredAfter } from './runtime/clock/after.ts';
import { listSchedules } from './runtime/clock/schedules.ts';
import { startSleepers } from './runtime/clock/sleepers.ts';
import { startSchedules } from './runtime/clock/start-schedules.ts';
import { draftLimits } from './runtime/folder/draft-limits.ts';
import { findFolder } from './runtime/folder/find-folder.ts';
import { keepsGoing } from './runtime/folder/minds.ts';
import { runDoctor } from './runtime/health/doctor.ts';
import { countMetrics } from './runtime/health/metrics.ts';
import { logEvent } from './runtime/log/log-events.ts';
import { createModelApi } from './runtime/models/model-api.ts';
import type { PushBrowser } from './runtime/notices/browsers.ts';
import { actionSeals, readAction } from './runtime/notices/notice-actions.ts';
import { createNotifySources } from './runtime/notices/notify-settings.ts';
import { createBrowserNotices } from './runtime/notices/send-notices.ts';
import { startNotices } from './runtime/notices/start-notices.ts';
import type { OpenOptions } from './runtime/open-options.ts';
import { pick } from './runtime/pick.ts';
import { openRoles, type Roles } from './runtime/roles/roles.ts';
import { createServices, type StoredServices } from './runtime/services.ts';
import { checkStart } from './runtime/start-root.ts';
import { openStorage, workspaceOf } from './runtime/stored/open-storage.ts';
import { measureRoots, removeArchived } from './runtime/stored/storage.ts';
import { openStoreWorker as startWorker, type Worker, type WorkerOptions } from './runtime/stored/worker.ts';
import { createServerOffers } from './runtime/tools/server-offers.ts';
import { createWorkspacePermissions } from './runtime/trust/workspace-permissions.ts';

export type { HealthProblem, HealthReport } from './core/facts/health.ts';
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
} from './llm/editor/editor-models.ts';
export type { Preset } from './llm/models/presets.ts';
export type { ReasoningEffort } from './llm/models/reasoning-efforts.ts';
export { type ImportOrigin, importOrigins } from './minds/imports/found.ts';
export type { ImportPlan, PlannedFile } from './minds/imports/plan-import.ts';
export type { LoadedTeam } from './minds/team/team-file.ts';
export type { KeptTeams } from './minds/team/team-reader.ts';
export {
  type ActingRuntime,
  asPerson,
  type BrowserNotices,
  type DrivenBy,
  type NoticeAction,
  type Runtime,
  type StoredRoot,
} from './runtime/api.ts';
export { planRuleImport, writePlanned } from './runtime/folder/import-rules.ts';
export type { KeepGoing } from './runtime/folder/minds.ts';
export { type MindsReader, readDomainFile, readMinds } from './runtime/folder/read-minds.ts';
export type { ConnectionReport, ConnectionStep } from './runtime/models/connection-test.ts';
export type { ConfiguredModel, ModelApi, ModelPlace, ModelSurvey } from './runtime/models/model-api.ts';
export type { ChoiceEdits, ModelChoice } from './runtime/models/model-edits.ts';
export type { InView, OpenOptions, OpenStore } from './runtime/open-options.ts';
export type { WorkEvent } from './runtime/roles/claims.ts';
export { responderOf } from './runtime/start-root.ts';
export { copyDialogs, migrateStore, pruneStore, storeStatus, workspaceName } from './runtime/stored/store-admin.ts';
export type { ServedWorkspace, Worker, WorkerOptions } from './runtime/stored/worker.ts';
export type { Restored, RestorePlan } from './runtime/tools/restore.ts';
export type { EditedFile, EditState, UndoneEdits } from './runtime/tools/undo-entry.ts';
export { type FolderAct, type TrustedActs, trustActs } from './runtime/trust/folder-acts.ts';
export { realPath } from './runtime/trust/real-path.ts';
export { createPersonalSeals } from './runtime/trust/seals.ts';
export { createTrustLook, type FolderTrust, lookAtTrust } from './runtime/trust/trust.ts';
export type { FoundDialog } from './store/storage.ts';
export type { EditorTool, EditorTools } from './tools/editor-tools.ts';
export type { WorkspaceFiles } from './tools/files/workspace-files.ts';
export type { StartCommand } from './tools/shell/run-shell.ts';
export type { ShellEnd } from './tools/shell-process.ts';
export { createWorkspacePermissions };

/**
 * Opens the runtime of a folder. Refused when there is no such folder, it may not be read, or another process drives
 * it.
 */
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
  const attached: Attachment[] = [];
  const runtime = runtimeOf({ ...services, storage }, { ...roles, perform }, attached);
  const mayWake = () => runtime.drivenBy() === 'this' || (lateMode !== undefined && runtime.drivenBy() === 'nobody');
  if (!options.wakes) return { ok: true, runtime };
  const performScheduled = performs(async (intent, by) => {
    if (intent.kind !== 'start') return perform(intent, by);
    const started = await perform(intent, by);
    if (started.ok) roles.current().keep(started.rootId);
    return started;
  });
  attached.push(startSchedules(runtime, { mayWake, perform: performScheduled }, { ...services, storage }));
  const notices = startNotices(runtime, { mayWake, sources: createNotifySources(services) }, { ...services, storage });
  if (notices) attached.push(notices);
  return { ok: true, runtime };
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

function runtimeOf(services: StoredServices, roles: Roles, attached: readonly Attachment[]): Runtime {
  const { minds, models, mcpServers, serverConsent, feed, options, rtws, storage } = services;
  const { queries, current, follow } = roles;
  const sleepers = startSleepers(roles, services);
  const sources = createNotifySources(services);
  const browserNotices = once(() => {
    const browsers = createBrowserNotices(services);
    const added = () => attached.forEach(({ browserAdded }) => void browserAdded?.());
    return { ...browsers, add: (browser: PushBrowser) => browsers.add(browser).finally(added) };
  });
  const offers = createServerOffers({
    servers: mcpServers,
    team: () => minds.team().team,
    timeout: () => unansweredAfter(OFFER_TIMEOUT_MS),
    ...(!options.isUntrusted && { files: minds.prompts }),
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
    promptFiles: offers.files,
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
    doctor: asked => runDoctor(services, roles, asked),
    metrics: () => countMetrics(services, current()),
    search: (query, signal) => storage.search(query, signal),
    storage: only => measureRoots(services, current(), only),
    removeArchived: rootIds => removeArchived(services, current(), rootIds),
    async close() {
      for (const each of attached) each.close();
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
