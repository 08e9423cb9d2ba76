// The sources of the model configuration: environment, `.minds/llm.yaml`, playbooks (SPEC 10.1). Changed files are read
// again.
import { existsSync, type Stats, statSync } from 'node:fs';
import * as path from 'node:path';
import { isServerProvider, type ServerProviderId, serverProvider } from '../../core/team/providers.ts';
import type { FileProblem } from '../../core/team/team.ts';
import { providerTypeOf } from '../../llm/http-providers.ts';
import type { ModelSources } from '../../llm/models/choose-model.ts';
import type { FileSource, ModelSource } from '../../llm/models/merge-sources.ts';
import { type Playbook, parsePlaybook } from '../../llm/playbook/playbook.ts';
import { confine } from '../../minds/files/confine.ts';
import { createTextFiles, readTextFile, type TextFile } from '../../minds/files/text-files.ts';
import type { TurnCache } from '../../minds/files/turn-cache.ts';
import { type EndpointConfig, type LlmConfig, llmFilePath } from '../../minds/models/llm-file.ts';
import { createLlmReader, type LlmReading } from '../../minds/models/llm-reader.ts';
import { sayFault } from '../../words/say.ts';

/** Larger playbooks are not read (SPEC 18.3). */
const MAX_PLAYBOOK_BYTES = 8 * 1024 * 1024;

/** The files of an rtws that configure models. */
export interface ModelFiles {
  config(): LlmConfig;
  source(): FileSource;
  /** The fault that keeps models from being asked, with its place. */
  unread(): string | undefined;
  problems(): readonly FileProblem[];
  readonly readPlaybook: ModelSources['readPlaybook'];
}

/** Reads nothing until it is asked. */
export function openModelFiles(rtws: string, cache: TurnCache): ModelFiles {
  const readLlm = cachedLlmFile(rtws, cache);
  const config = cache.remember((): LlmConfig => readLlm().config);
  const playbooks = new Map<string, () => ReturnType<ModelSources['readPlaybook']> | undefined>();
  return {
    config,
    source: () => fileSource(rtws, config()),
    unread() {
      const { unread } = readLlm();
      return unread && told(unread);
    },
    problems: () => [...readLlm().problems, ...strayPlaybooks(rtws, config())],
    readPlaybook(file) {
      const read = playbooks.get(file) ?? cachedPlaybook(file);
      playbooks.set(file, read);
      return read() ?? { problem: `there is no playbook ${file}` };
    },
  };
}

/**
 * The configuration in environment variables. A key alone names no provider: it belongs to the provider chosen
 * otherwise. A relative playbook path starts at the current directory, like any path on a command line, whatever folder
 * `-C` names.
 */
export function environmentSource(env: NodeJS.ProcessEnv): ModelSource {
  const { DOMINDS_PROVIDER, DOMINDS_MODEL, DOMINDS_PLAYBOOK, OPENAI_BASE_URL } = env;
  const byAddress = OPENAI_BASE_URL ? providerTypeOf(OPENAI_BASE_URL) : undefined;
  const provider = DOMINDS_PROVIDER || (DOMINDS_PLAYBOOK ? 'playbook' : byAddress);
  const baseUrl = isServerProvider(DOMINDS_PROVIDER) ? addressInEnvironment(env, DOMINDS_PROVIDER) : OPENAI_BASE_URL;
  return {
    ...(provider && { provider }),
    ...(DOMINDS_MODEL && { model: DOMINDS_MODEL }),
    ...(DOMINDS_PLAYBOOK && { playbook: path.resolve(DOMINDS_PLAYBOOK) }),
    ...(baseUrl && { baseUrl }),
  };
}

/**
 * The address that the environment names for a provider; the one for `openai` is part of `environmentSource` as well.
 */
export function addressInEnvironment(env: NodeJS.ProcessEnv, type: ServerProviderId): string | undefined {
  return env[serverProvider(type).addressVariable] || undefined;
}

function fileSource(rtws: string, config: LlmConfig): FileSource {
  const { provider, providers, caps, ...own } = config;
  return {
    ...endpointSource(rtws, own),
    ...(provider !== undefined && { provider }),
    named(name) {
      const endpoint = Object.hasOwn(providers, name) ? providers[name] : undefined;
      return endpoint && { ...endpointSource(rtws, endpoint), type: endpoint.type ?? typeOf(endpoint) };
    },
  };
}

function typeOf({ baseUrl }: EndpointConfig): string {
  return baseUrl === undefined ? 'openai' : providerTypeOf(baseUrl);
}

function endpointSource(rtws: string, { playbook, type, ...endpoint }: EndpointConfig): ModelSource {
  const found = playbook === undefined ? undefined : findPlaybook(rtws, playbook);
  return { ...endpoint, ...(found !== undefined && { playbook: found }) };
}

/** A cloned folder may name only its own files, with links resolved. */
function findPlaybook(rtws: string, name: string): string | undefined {
  const inMinds = path.resolve(rtws, '.minds', name);
  const found = existsSync(inMinds) ? inMinds : path.resolve(rtws, name);
  return confine(rtws, found) === undefined ? undefined : found;
}

function strayPlaybooks(rtws: string, { providers, ...own }: LlmConfig): FileProblem[] {
  const named = [own, ...Object.values(providers)].flatMap(({ playbook }) => playbook ?? []);
  return named
    .filter(name => findPlaybook(rtws, name) === undefined)
    .map(name => ({
      file: llmFilePath,
      fault: { id: 'playbook-outside', playbook: name },
      severity: 'error',
    }));
}

/** Reads `.minds/llm.yaml` again only when it changed. */
function cachedLlmFile(rtws: string, { look }: TurnCache): () => LlmReading {
  const texts = createTextFiles(rtws, Date.now, look);
  const readLlm = createLlmReader();
  let last: { readonly file: TextFile; readonly read: LlmReading } | undefined;
  return () => {
    const file = texts.read(llmFilePath);
    if (last?.file !== file) last = { file, read: readLlm(file) };
    return last.read;
  };
}

function told({ file, line, column, fault }: FileProblem): string {
  const place = line === undefined ? file : `${file}:${line}:${column}`;
  return `${place}: ${sayFault(fault, 'en').message}`;
}

type ReadPlaybook = { readonly playbook: Playbook } | { readonly problem: string };

/** Reads a playbook again only when it changed; `undefined` when it is not there. */
function cachedPlaybook(file: string): () => ReadPlaybook | undefined {
  let last: { readonly stamp: string; readonly read: ReadPlaybook } | undefined;
  return () => {
    const stat = statOf(file);
    if (stat === undefined) return undefined;
    const stamp = `${stat.mtimeMs} ${stat.size} ${stat.ino}`;
    if (last?.stamp !== stamp) last = { stamp, read: readPlaybook(file) };
    return last.read;
  };
}

function readPlaybook(file: string): ReadPlaybook {
  const source = readTextFile(file, file, MAX_PLAYBOOK_BYTES);
  if (source.kind === 'broken') return { problem: `${file}: ${sayFault(source.problem.fault, 'en').message}` };
  const parsed = parsePlaybook(source.kind === 'text' ? source.text : '', file);
  if ('playbook' in parsed) return parsed;
  const [problem] = parsed.problems;
  return {
    problem: problem ? `${problem.file}:${problem.line}:${problem.column}: ${problem.message}` : `${file} is broken`,
  };
}

function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
