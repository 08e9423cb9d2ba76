// `.minds/` and the taskdocs of one rtws, for the rest of the product: always the current contents of the disk, cheap
// enough to query at every generation. Broken files give problems, never errors.

import type { AgentId } from '../core/base/ids.ts';
import type { WorkLanguage } from '../core/base/language.ts';
import { once } from '../core/base/once.ts';
import type { TodoLine } from '../core/evidence/todo.ts';
import type { Brief } from '../core/prompt/brief.ts';
import { promptTexts } from '../core/prompt/prompt-texts.ts';
import { dialectOf } from '../core/team/dialect.ts';
import type { FileProblem, Member } from '../core/team/team.ts';
import { readBrief } from './brief.ts';
import type { DiligenceText } from './diligence.ts';
import { diligenceFiles, readDiligence } from './diligence.ts';
import { createDomainFiles, type DomainFiles } from './domain-files.ts';
import { type DraftFile, draftFilePath, emptyDraftFile, parseDraftFile } from './draft-file.ts';
import { holdLast } from './files/held-reading.ts';
import { ignoredMinds, ignoredSections } from './files/ignored-files.ts';
import type { TextFile } from './files/text-files.ts';
import { createTextFiles, fileText } from './files/text-files.ts';
import type { TurnCache } from './files/turn-cache.ts';
import { type FolderRules, nearestRules } from './folder-rules.ts';
import type { Memories } from './memory.ts';
import { createMemories } from './memory.ts';
import type { Done, MindFiles } from './mind-files.ts';
import { goalsWithBoxes, openGoals } from './open-goals.ts';
import { createPromptFiles, type PromptFiles } from './prompt-files.ts';
import { emptyMcpFile, type McpFile, mcpFilePath, parseMcpFile } from './servers/mcp-file.ts';
import { parseSharedMcpFile, sharedMcpFilePath, withShared } from './servers/shared-mcp-file.ts';
import { createSkills, type Skills } from './skills.ts';
import { acceptanceText, effectiveSections, effectiveTaskdoc, hasGoals } from './taskdoc/effective-taskdoc.ts';
import type { TaskdocDisk } from './taskdoc/taskdoc.ts';
import { ensureTaskdoc, readTaskdoc } from './taskdoc/taskdoc.ts';
import type { TaskdocSections } from './taskdoc/taskdoc-sections.ts';
import { createTaskdocSections } from './taskdoc/taskdoc-sections.ts';
import { createCustomAgents, personaOf, withAgents } from './team/custom-agents.ts';
import { createSeenSections } from './team/seen-sections.ts';
import type { LoadedTeam } from './team/team-file.ts';
import type { TeamFiles } from './team/team-files.ts';
import { createTeamFiles, teamFilePath } from './team/team-files.ts';
import { createTeamReader, type KeptTeams } from './team/team-reader.ts';
import { unknownServers } from './team/unknown-servers.ts';
import { unknownTools } from './team/unknown-tools.ts';
import { unpricedCaps } from './team/unpriced-caps.ts';
import { emptyNotifyFile, type NotifyFile, notifyFilePath } from './times/notify-file.ts';
import { parseNotifyFile } from './times/parse-notify.ts';
import { parseSchedulesFile } from './times/parse-schedules.ts';
import { emptySchedulesFile, type SchedulesFile, schedulesFilePath } from './times/schedules-file.ts';

export interface MindsOptions {
  /** Absolute. */
  readonly rtws: string;
  /** The work language now. */
  readonly language: () => WorkLanguage;
  /** Holds what the files name by variables. */
  readonly env?: NodeJS.ProcessEnv;
  readonly files: MindFiles;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** The text of a file (absolute) that is open in an editor with unsaved edits. */
  readonly unsaved?: (file: string) => string | undefined;
  /** Told once at each change of the team file: whose last good reading holds, and who has no tools. */
  readonly onTeamUnread?: (problem: FileProblem) => void;
  readonly keptTeams?: KeptTeams;
  /** Names of the tools that the editor offers now. */
  readonly editorTools?: () => readonly string[];
  /** How long what was read holds. */
  readonly cache: TurnCache;
}

export interface Minds {
  team(): LoadedTeam;
  /** `seenBy` (a dialog's full id) notes what that dialog is shown; leave it out to look only. */
  brief(member: Member, taskDocPath: string, seenBy?: string): Brief;
  /** The effective taskdoc, for previews. */
  taskdocText(taskDocPath: string): string;
  /** True if a taskdoc contains goals. */
  hasGoals(taskDocPath: string): boolean;
  /** Lines of goals and acceptance that are not ticked off. */
  openGoals(taskDocPath: string): readonly string[];
  /** The same lines and those that are ticked off. */
  goals(taskDocPath: string): readonly TodoLine[];
  /** The text of a taskdoc's acceptance lines; '' when there are none. */
  acceptance(taskDocPath: string): string;
  diligence(): DiligenceText;
  /** The limits of draft dialogues that `.minds/draft.yaml` sets. */
  draft(): DraftFile;
  /** The domains of dialogue state (SPEC 16.1). */
  readonly domains: DomainFiles;
  readonly skills: Skills;
  /** Prompts in files, for messages of the person. */
  readonly prompts: () => PromptFiles;
  /** The rules for what lies at a path, besides `AGENTS.md` of the root. */
  rulesAt(path: string): FolderRules | undefined;
  /** The servers of `.minds/mcp.yaml`. */
  mcp(): McpFile;
  /** The schedules of `.minds/schedules.yaml`. */
  schedules(): SchedulesFile;
  /** Who is told, and how, by `.minds/notify.yaml`; `emptyNotifyFile` without the file. */
  notify(): NotifyFile;
  /** Faults of all files of `.minds/` and `AGENTS.md`, and of these taskdocs. */
  problems(taskDocPaths?: readonly string[]): readonly FileProblem[];
  /** See `ensureTaskdoc` in `taskdoc.ts`. */
  ensureTaskdoc(taskDocPath: string): Done;
  readonly taskdocs: TaskdocSections;
  readonly memories: Memories;
  readonly teamFiles: TeamFiles;
  /** A tool of this process may have changed a file, so the disk is read again. */
  renew(): void;
}

/** The minds of an rtws. Touches no file until it is asked. */
export function createMinds(options: MindsOptions): Minds {
  const { rtws, language, now, cache } = options;
  const files = renewing(options.files, cache.renew);
  const broken = new Map<string, FileProblem>();
  const texts = notingProblems(createTextFiles(rtws, now, cache.look), broken);
  const disk: TaskdocDisk = { rtws, texts, files, unsaved: options.unsaved ?? (() => undefined) };
  const seen = createSeenSections();
  const agents = createCustomAgents(texts);
  const listedAgents = cache.remember(() => agents.list());
  const { onTeamUnread: onUnread, keptTeams: kept } = options;
  const readTeam = createTeamReader({ ...(onUnread && { onUnread }), ...(kept && { kept }) });
  const teamFile = remembered(() => texts.read(teamFilePath), readTeam);
  const loadTeam = cache.remember(joined(teamFile, listedAgents, withAgents));
  const briefFor = cache.remember((id: AgentId) => readBrief(texts, id, language()));
  const taskdocAt = cache.remember((taskDocPath: string) => readTaskdoc(disk, taskDocPath));
  const draft = cache.remember(remembered(() => texts.read(draftFilePath), readDraftFile));
  const domains = createDomainFiles(texts);
  const schedules = cache.remember(
    joined(
      () => texts.read(schedulesFilePath),
      loadTeam,
      holdLast({ path: schedulesFilePath, read: readSchedulesFile }),
    ),
  );
  const notify = cache.remember(
    remembered(
      () => texts.read(notifyFilePath),
      holdLast({ path: notifyFilePath, read: readNotifyFile(options.env ?? {}) }),
    ),
  );
  const skills = createSkills(texts);
  const listedSkills = cache.remember(() => skills.list());
  const ownServers = remembered(() => texts.read(mcpFilePath), holdLast({ path: mcpFilePath, read: readMcpFile }));
  const sharedServers = remembered(
    () => texts.read(sharedMcpFilePath),
    holdLast({ path: sharedMcpFilePath, read: readSharedMcpFile }),
  );
  const mcp = cache.remember(joined(ownServers, sharedServers, withShared));
  const brief: Minds['brief'] = ({ id }, taskDocPath, seenBy) => {
    const taskdoc = taskdocAt(taskDocPath);
    if (seenBy !== undefined) seen.showAll(seenBy, taskdoc);
    const speech = language();
    const own = briefFor(id);
    const persona = own.persona === '' ? personaOf(listedAgents(), id) : own.persona;
    return { ...own, persona, skills: listedSkills(), taskdoc: effectiveSections(taskdoc, promptTexts(speech.texts)) };
  };
  return {
    team: loadTeam,
    brief,
    taskdocText: taskDocPath => effectiveTaskdoc(readTaskdoc(disk, taskDocPath), promptTexts(language().texts)),
    hasGoals: taskDocPath => hasGoals(readTaskdoc(disk, taskDocPath)),
    openGoals: taskDocPath => openGoals(readTaskdoc(disk, taskDocPath)),
    goals: taskDocPath => goalsWithBoxes(readTaskdoc(disk, taskDocPath)),
    acceptance: taskDocPath => acceptanceText(readTaskdoc(disk, taskDocPath)),
    diligence: () => readDiligence(texts, language()),
    draft,
    domains,
    skills: { ...skills, list: listedSkills },
    prompts: once(() => createPromptFiles(texts)),
    rulesAt: path => nearestRules(texts, path, promptTexts(language().texts)),
    mcp,
    schedules,
    notify,
    problems(taskDocPaths = []) {
      cache.renew();
      broken.clear();
      const { team, problems } = loadTeam();
      for (const id of team.members.keys()) readBrief(texts, id, language());
      for (const file of diligenceFiles(language())) texts.read(file);
      for (const taskDocPath of taskDocPaths) readTaskdoc(disk, taskDocPath);
      return [
        ...new Set([
          ...problems,
          ...draft().problems,
          ...domains.problems(),
          ...mcp().problems,
          ...schedules().problems,
          ...notify().problems,
          ...skills.problems(),
          ...agents.problems(),
          ...unknownServers(texts, teamFile().team, mcp()),
          ...unknownTools(fileText(texts.read(teamFilePath)), {
            servers: mcp().servers,
            ofEditor: options.editorTools?.() ?? [],
          }),
          ...unpricedCaps(texts, teamFile().team),
          ...ignoredMinds(texts, team),
          ...taskDocPaths.flatMap(taskDocPath => ignoredSections(texts, taskDocPath)),
          ...broken.values(),
        ]),
      ];
    },
    ensureTaskdoc: taskDocPath => ensureTaskdoc(disk, taskDocPath, dialectOf(loadTeam().team.dialect)),
    taskdocs: createTaskdocSections(disk, seen),
    memories: createMemories(rtws, files, texts),
    teamFiles: createTeamFiles(rtws, files, texts),
    renew: cache.renew,
  };
}

/** The same files; whatever they do empties the cache. */
function renewing(files: MindFiles, renew: () => void): MindFiles {
  const renewed = <A extends unknown[], R>(change: (...args: A) => R) => {
    return (...args: A): R => {
      renew();
      return change(...args);
    };
  };
  return {
    replace: renewed(files.replace),
    createExclusive: renewed(files.createExclusive),
    makeFolder: files.makeFolder,
    remove: renewed(files.remove),
  };
}

type Texts = ReturnType<typeof createTextFiles>;

/** The same files, which also remembers what could not be read. */
function notingProblems(texts: Texts, broken: Map<string, FileProblem>): Texts {
  return {
    ...texts,
    read(file, folder) {
      const read = texts.read(file, folder);
      if (read.kind !== 'broken') broken.delete(file);
      else if (!broken.has(file)) broken.set(file, read.problem);
      return read;
    },
    list(folder) {
      const entries = texts.list(folder);
      const problem = entries.length === 0 ? texts.refusal(folder) : undefined;
      if (problem && !broken.has(folder)) broken.set(folder, problem);
      return entries;
    },
  };
}

/** Reloads a value only when its file changed. */
function remembered<T>(read: () => TextFile, load: (file: TextFile) => T): () => T {
  let last: { readonly file: TextFile; readonly loaded: T } | undefined;
  return () => {
    const file = read();
    if (last?.file !== file) last = { file, loaded: load(file) };
    return last.loaded;
  };
}

/** Joins two things anew only when one of them is another. */
function joined<A, B, T>(first: () => A, second: () => B, join: (a: A, b: B) => T): () => T {
  let last: { readonly a: A; readonly b: B; readonly made: T } | undefined;
  return () => {
    const [a, b] = [first(), second()];
    if (last?.a !== a || last.b !== b) last = { a, b, made: join(a, b) };
    return last.made;
  };
}

function readMcpFile(file: TextFile): McpFile {
  return file.kind === 'text' ? parseMcpFile(file.text) : emptyMcpFile;
}

function readSharedMcpFile(file: TextFile): McpFile {
  return file.kind === 'text' ? parseSharedMcpFile(file.text) : emptyMcpFile;
}

function readSchedulesFile(file: TextFile, { team }: LoadedTeam): SchedulesFile {
  return file.kind === 'text' ? parseSchedulesFile(file.text, team) : emptySchedulesFile;
}

function readNotifyFile(env: NodeJS.ProcessEnv) {
  return (file: TextFile): NotifyFile =>
    file.kind === 'text' ? parseNotifyFile(file.text, { env, mayRun: false }) : emptyNotifyFile;
}

function readDraftFile(file: TextFile): DraftFile {
  return file.kind === 'text' ? parseDraftFile(file.text) : emptyDraftFile;
}
