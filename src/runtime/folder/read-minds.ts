// Looks at what people edit (`.minds/`, `AGENTS.md`, taskdocs) without opening the runtime: takes no lock and changes
// no file, so that views can show a team in a folder where nothing was ever driven.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { workLanguage } from '../../core/base/language.ts';
import type { DomainFile } from '../../core/belief/domain/domain-file.ts';
import { readDomain } from '../../core/belief/domain/rules.ts';
import type { FileProblem, Member, Team } from '../../core/team/team.ts';
import { type ModelSource, mergeSources } from '../../llm/models/merge-sources.ts';
import { isDomainFile } from '../../minds/domain-files.ts';
import { draftFilePath, parseDraftFile } from '../../minds/draft-file.ts';
import { createTextFiles, readTextFile, type TextFile } from '../../minds/files/text-files.ts';
import { createTurnCache } from '../../minds/files/turn-cache.ts';
import { type MindsWatch, watchMinds } from '../../minds/files/watch-minds.ts';
import { createMinds } from '../../minds/minds.ts';
import { llmFilePath, parseLlmFile } from '../../minds/models/llm-file.ts';
import { mcpFilePath, parseMcpFile } from '../../minds/servers/mcp-file.ts';
import { parseTeam } from '../../minds/team/team-file.ts';
import { teamFilePath } from '../../minds/team/team-files.ts';
import { notifyFilePath } from '../../minds/times/notify-file.ts';
import { parseNotifyFile } from '../../minds/times/parse-notify.ts';
import { parseSchedulesFile } from '../../minds/times/parse-schedules.ts';
import { schedulesFilePath } from '../../minds/times/schedules-file.ts';
import { diskFiles } from '../../store/disk-files.ts';
import { loopTurn } from '../../store/loop-turn.ts';
import { after } from '../clock/after.ts';
import { environmentSource, openModelFiles } from '../models/model-config.ts';

export interface ReadMindsOptions {
  /** Absolute. */
  readonly rtws: string;
  readonly env: NodeJS.ProcessEnv;
  /** Work language; absent: `DOMINDS_LANG`, else English (SPEC 12.2). */
  readonly language?: string;
  /** The model configuration of the editor's settings. */
  readonly settings?: () => ModelSource;
  /** Names of the tools that the editor offers now. */
  readonly editorTools?: () => readonly string[];
}

/** The minds of an rtws, always as the disk says now. */
export interface MindsReader {
  /** The team; without a team file the one that holds then. */
  team(): { readonly team: Team; readonly problems: readonly FileProblem[] };
  hasTeamFile(): boolean;
  /** Whether the model that is configured for a member is offered tools. */
  takesTools(member: Member): boolean;
  /** The effective taskdoc at a path, as models see it (SPEC 6.4). */
  taskdocText(taskDocPath: string): string;
  /** The names of the MCP servers of `.minds/mcp.yaml`. */
  ownServers(): readonly string[];
  /** Faults of all files of `.minds/` and `AGENTS.md`, and of these taskdocs. */
  problems(taskDocPaths: readonly string[]): readonly FileProblem[];
  /**
   * Faults of a text that is not saved yet, for files whose text is checked: team, models, MCP servers, drafts and
   * domains.
   */
  check(file: string, text: string): readonly FileProblem[] | undefined;
  /**
   * Follows the files of `.minds/`, `AGENTS.md` and the given taskdocs, which are asked for at every look (SPEC 6.5).
   */
  watch(taskdocs: () => readonly string[], onChange: (paths: readonly string[]) => void): MindsWatch;
}

/** A domain file anywhere, as a dialog would read it; undefined when there is none. `file` names it in problems. */
export function readDomainFile(absolute: string, file: string): DomainFile | undefined {
  const source = readTextFile(absolute, file);
  if (source.kind === 'missing') return undefined;
  return source.kind === 'text' ? readDomain(source.text, file) : { problems: [source.problem] };
}

/** A reader of the minds of an rtws. Touches no file until it is asked. */
export function readMinds({ rtws, env, language, settings, editorTools }: ReadMindsOptions): MindsReader {
  const speech = workLanguage(language ?? env.DOMINDS_LANG);
  const cache = createTurnCache(loopTurn);
  const models = openModelFiles(rtws, cache);
  const sources = () => ({
    environment: environmentSource(env),
    file: models.source(),
    settings: settings?.() ?? {},
  });
  const minds = createMinds({
    rtws,
    language: () => speech,
    files: diskFiles,
    now: Date.now,
    ...(editorTools && { editorTools }),
    cache,
  });
  const texts = createTextFiles(rtws, Date.now);
  return {
    team: minds.team,
    hasTeamFile: () => existsSync(path.join(rtws, teamFilePath)),
    takesTools: member => member.acp !== undefined || mergeSources(sources(), member).tools !== false,
    taskdocText: minds.taskdocText,
    ownServers: () => minds.mcp().servers.flatMap(({ name, isShared }) => (isShared ? [] : [name])),
    problems: taskDocPaths => [...minds.problems(taskDocPaths), ...problemsOf(texts.read(llmFilePath), llmFilePath)],
    check: checkText,
    watch: (taskdocs, onChange) => watchMinds({ rtws, taskdocs, onChange, after }),
  };
}

function problemsOf(source: TextFile, file: string): readonly FileProblem[] {
  if (source.kind === 'broken') return [source.problem];
  return source.kind === 'text' ? (checkText(file, source.text) ?? []) : [];
}

function checkText(file: string, text: string): readonly FileProblem[] | undefined {
  if (file === teamFilePath) return parseTeam(text, file).problems;
  if (file === llmFilePath) return parseLlmFile(text, file).problems;
  if (isDomainFile(file)) return readDomain(text, file).problems;
  if (file === mcpFilePath) return parseMcpFile(text, file).problems;
  if (file === draftFilePath) return parseDraftFile(text, file).problems;
  if (file === notifyFilePath) return parseNotifyFile(text, { env: {}, mayRun: false }).problems;
  if (file === schedulesFilePath) return parseSchedulesFile(text).problems;
  return undefined;
}
