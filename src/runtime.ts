// The one composition root: puts store, minds, models, tools and driver together for one rtws. Host and command line use
// only this.
import { statSync } from 'node:fs';
import * as path from 'node:path';
import { type Outcome, refuse } from './core/trouble.ts';
import { schedulesFilePath } from './minds/schedules-file.ts';
import { watchMinds } from './minds/watch-minds.ts';
import type { OpenOptions, Runtime } from './runtime/api.ts';
import { doctor } from './runtime/doctor.ts';
import { draftLimits } from './runtime/draft-limits.ts';
import { logEvent, type SessionOf } from './runtime/log-events.ts';
import { countMetrics } from './runtime/metrics.ts';
import { keepsGoing } from './runtime/minds.ts';
import { createModelDesk } from './runtime/model-desk.ts';
import { createParts, pick } from './runtime/parts.ts';
import { openRoles } from './runtime/roles.ts';
import { listSchedules, Schedules } from './runtime/schedules.ts';
import { measureRoots, removeArchived } from './runtime/storage.ts';
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
export type { AnswerQuestion, OpenMode, OpenOptions, Runtime, Say, StartRoot } from './runtime/api.ts';
export type { ConnectionReport, ConnectionStep } from './runtime/connection-test.ts';
export { planRuleImport, writePlanned } from './runtime/import-rules.ts';
export type { KeepGoing } from './runtime/minds.ts';
export type { ConfiguredModel, ModelDesk, ModelPlace, ModelSurvey } from './runtime/model-desk.ts';
export type { ChoiceEdits, ModelChoice } from './runtime/model-edits.ts';
export { type MindsReader, readDomainFile, readMinds } from './runtime/read-minds.ts';
export type { DrivenBy } from './runtime/role.ts';
export { createPersonalSeals } from './runtime/seals.ts';
export type { StoredRoot } from './runtime/storage.ts';
export { copyDialogs, migrateStore, pruneStore, storeStatus } from './runtime/store-admin.ts';
export { type FolderAct, type FolderTrust, lookAtTrust } from './runtime/trust.ts';
export type { EditedFile, EditState, UndoneEdits } from './runtime/undo-edits.ts';
export type { FoundDialog } from './store/files/search-courses.ts';
export type { EditorTool, EditorTools } from './tools/editor-tools.ts';
export type { WorkspaceFiles } from './tools/workspace-files.ts';

/** Opens the runtime of a folder. Refused when there is no such folder, or when another process drives it. */
export async function openRuntime(options: OpenOptions): Promise<Outcome<{ runtime: Runtime }>> {
  const { rtws, mode } = options;
  if (!statSync(rtws, { throwIfNoEntry: false })?.isDirectory()) {
    return refuse('no-folder', { folder: rtws });
  }
  const parts = createParts(options);
  const opened = await openRoles(parts, mode);
  if (!opened.ok) return opened;
  // Read while they are in order, so that there is a last good reading (SPEC 18.6).
  parts.minds.team();
  parts.policies.rules();
  const { desk, current, follow, onDriverChange, takeOver, close } = opened.roles;
  if (options.resume === 'always' && mode === 'drive') await desk.continueAll();
  const { minds, models, mcpServers, feed } = parts;
  const sessionOf: SessionOf = ref => current().engine.driver.sessionOf(ref);
  feed.subscribe(event => logEvent(parts.log, event, sessionOf));
  const runtime: Runtime = {
    rtws,
    ...desk,
    team: () => minds.team(),
    keepsGoing: taskDocPath => keepsGoing(minds, options.keepGoing?.() ?? 'always', taskDocPath),
    schedules: () => listSchedules(minds.schedules().schedules, (options.now ?? Date.now)()),
    draftLimits: () => draftLimits(minds, options.draftSettings?.() ?? {}),
    problems: () => [
      ...current().problems(),
      ...minds.problems(),
      ...models.problems(),
      ...(mcpServers?.problems() ?? []),
    ],
    subscribe(listener) {
      follow();
      return feed.subscribe(listener);
    },
    watchMinds: listener => watchMinds({ rtws, taskdocs: () => taskdocsInUse(desk), onChange: listener, after }),
    taskdocText: minds.taskdocText,
    models: createModelDesk({
      rtws,
      models,
      team: () => minds.team().team,
      ...pick(options, 'editorModels'),
      ...pick(options, 'unsaved'),
    }),
    drivenBy: () => current().drivenBy(),
    onDriverChange,
    takeOver: () => takeOver(),
    doctor: options => doctor(parts, opened.roles, options),
    metrics: () => countMetrics(parts, current()),
    search: (query, signal) => searchCourses({ rtws, files: parts.files, query, signal }),
    storage: only => measureRoots(parts, current(), only),
    removeArchived: rootIds => removeArchived(parts, current(), rootIds),
    async close() {
      await close();
      await mcpServers?.close();
    },
  };
  if (options.wakes) wake(runtime, parts, options);
  return { ok: true, runtime };
}

/** Starts what is scheduled, whenever this process is the one that drives (SPEC 21.4). */
function wake(
  runtime: Runtime,
  { minds, rtws, log }: ReturnType<typeof createParts>,
  { now = Date.now }: OpenOptions,
): void {
  const schedules = new Schedules({
    schedules: () => (runtime.drivenBy() === 'this' ? minds.schedules().schedules : []),
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
