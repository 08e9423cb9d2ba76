// Where the configuration of models comes from: environment, `.minds/llm.yaml`, playbooks (SPEC 10.1). Files are read again
// when they changed.
import { existsSync, readFileSync, statSync } from 'node:fs';
import * as path from 'node:path';
import type { FileProblem } from '../core/team.ts';
import type { ModelSources } from '../llm/choose-model.ts';
import type { FileSource, ModelSource } from '../llm/merge-sources.ts';
import { type Playbook, parsePlaybook } from '../llm/playbook.ts';
import { type EndpointConfig, emptyLlmConfig, type LlmConfig, parseLlmFile } from '../minds/llm-file.ts';

/** Relative to the rtws. */
export const llmFilePath = '.minds/llm.yaml';

/** The files of an rtws that configure models. */
export interface ModelFiles {
  config(): LlmConfig;
  source(): FileSource;
  problems(): readonly FileProblem[];
  readonly readPlaybook: ModelSources['readPlaybook'];
}

/** Reads nothing until it is asked. */
export function openModelFiles(rtws: string): ModelFiles {
  const readLlm = cachedFile(path.join(rtws, llmFilePath), text => parseLlmFile(text, llmFilePath));
  const config = (): LlmConfig => readLlm()?.config ?? emptyLlmConfig;
  const playbooks = new Map<string, () => ReturnType<ModelSources['readPlaybook']> | undefined>();
  return {
    config,
    source: () => fileSource(rtws, config()),
    problems: () => readLlm()?.problems ?? [],
    readPlaybook(file) {
      const read = playbooks.get(file) ?? cachedFile(file, text => readPlaybook(text, file));
      playbooks.set(file, read);
      return read() ?? { problem: `there is no playbook ${file}` };
    },
  };
}

/**
 * What environment variables say. A key alone names no provider: it is for whoever is chosen otherwise. A relative
 * playbook starts where the person stands, as any path at a command line does, whatever folder `-C` names.
 */
export function environmentSource(env: NodeJS.ProcessEnv): ModelSource {
  const { DOMINDS_PROVIDER, DOMINDS_MODEL, DOMINDS_PLAYBOOK, OPENAI_BASE_URL } = env;
  const provider = DOMINDS_PROVIDER || (DOMINDS_PLAYBOOK ? 'playbook' : OPENAI_BASE_URL ? 'openai' : undefined);
  return {
    ...(provider && { provider }),
    ...(DOMINDS_MODEL && { model: DOMINDS_MODEL }),
    ...(DOMINDS_PLAYBOOK && { playbook: path.resolve(DOMINDS_PLAYBOOK) }),
    ...(OPENAI_BASE_URL && { baseUrl: OPENAI_BASE_URL }),
  };
}

function fileSource(rtws: string, config: LlmConfig): FileSource {
  const { provider, providers, caps, ...own } = config;
  return {
    ...endpointSource(rtws, own),
    ...(provider !== undefined && { provider }),
    named(name) {
      const endpoint = Object.hasOwn(providers, name) ? providers[name] : undefined;
      return endpoint && { ...endpointSource(rtws, endpoint), type: endpoint.type ?? 'openai' };
    },
  };
}

function endpointSource(rtws: string, { playbook, type, ...endpoint }: EndpointConfig): ModelSource {
  return { ...endpoint, ...(playbook !== undefined && { playbook: findPlaybook(rtws, playbook) }) };
}

function findPlaybook(rtws: string, name: string): string {
  const inMinds = path.resolve(rtws, '.minds', name);
  return existsSync(inMinds) ? inMinds : path.resolve(rtws, name);
}

function readPlaybook(text: string, file: string): { playbook: Playbook } | { problem: string } {
  const parsed = parsePlaybook(text, file);
  if ('playbook' in parsed) return parsed;
  const [problem] = parsed.problems;
  return {
    problem: problem ? `${problem.file}:${problem.line}:${problem.column}: ${problem.message}` : `${file} is broken`,
  };
}

/** Reads a file again only when it changed; `undefined` when it is not there. */
function cachedFile<T>(file: string, parse: (text: string) => T): () => T | undefined {
  let last: { stamp: string; value: T } | undefined;
  return () => {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (!stat?.isFile()) return undefined;
    const stamp = `${stat.mtimeMs} ${stat.size} ${stat.ino}`;
    if (last?.stamp !== stamp) last = { stamp, value: parse(readFileSync(file, 'utf8')) };
    return last.value;
  };
}
