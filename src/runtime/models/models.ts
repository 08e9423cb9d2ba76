// The models of an rtws: which one answers for a member, how many generations a provider takes side by side, and what
// can be reached besides (SPEC 10.1, 10.2).

import type { AgentId } from '../../core/base/ids.ts';
import { once } from '../../core/base/once.ts';
import { isSmallModel, SMALL_WINDOW } from '../../core/prompt/short-form.ts';
import { type ServerProviderId, serverProvider } from '../../core/team/providers.ts';
import type { FileProblem, Member } from '../../core/team/team.ts';
import type { EditorModels } from '../../llm/editor/editor-models.ts';
import { createEnvironmentProxies } from '../../llm/http/environment-proxies.ts';
import { createHttpClient, type HttpClient } from '../../llm/http/http-client.ts';
import { type ChosenModel, createModelChooser, type ModelSources } from '../../llm/models/choose-model.ts';
import { keyFromEnvironment } from '../../llm/models/key-owner.ts';
import { findLocalServers, type LocalServer } from '../../llm/models/local-servers.ts';
import type { Merged, ModelSource } from '../../llm/models/merge-sources.ts';
import { presets } from '../../llm/models/presets.ts';
import type { LlmProvider } from '../../llm/provider.ts';
import type { TurnCache } from '../../minds/files/turn-cache.ts';
import type { LlmConfig } from '../../minds/models/llm-file.ts';
import type { AgentMember } from '../tools/agents.ts';
import { createKnownServers, type KnownServers } from './known-servers.ts';
import { addressInEnvironment, environmentSource, openModelFiles } from './model-config.ts';

export interface ModelsOptions {
  readonly rtws: string;
  readonly env: NodeJS.ProcessEnv;
  /** How long what was read of the files holds. */
  readonly cache: TurnCache;
  /** Provider, base URL, model and playbook (absolute) of the editor's settings. */
  readonly settings?: (() => ModelSource & { readonly probeLocal?: boolean }) | undefined;
  /** The key that was stored for the server at this address. */
  readonly apiKey?: (baseUrl: string) => Promise<string | undefined>;
  /** All keys that are stored. */
  readonly storedKeys?: () => Promise<readonly string[]>;
  /** Whether a server that the folder's files name may be asked, and be given a key; absent: both. */
  readonly mayAsk?: ModelSources['mayAsk'];
  readonly editorModels?: EditorModels;
  readonly demoPlaybook?: string;
  /** The proxies for requests; the editor handles its own. Absent: those of the environment. */
  readonly proxies?: 'environment' | 'editor';
  readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Milliseconds from any moment on. */
  readonly elapsed: () => number;
  /** The agent of another vendor that a command starts, or why it may not be started (SPEC 22.4). */
  readonly agent: (member: AgentMember) => { readonly provider: LlmProvider } | { readonly forbidden: string };
}

export interface Models {
  /** `demo`: the scripted demo, regardless of the configuration. */
  choose(member: Member, which?: 'configured' | 'demo'): Promise<ChosenModel>;
  configured(member: Member): Merged;
  /** False for a member whose model is configured to take no tools; an agent of another vendor has its own. */
  takesTools(member: Member): boolean;
  /** True for a member whose prompt is short: as configured, else by the context window of its model. */
  isShort(member: Member): boolean;
  /** Generations side by side for a provider, as its last choice said; undefined when nothing is configured. */
  concurrency(providerId: string): number | undefined;
  /** How model servers are asked. */
  readonly http: HttpClient;
  config(): LlmConfig;
  problems(): readonly FileProblem[];
  apiKey(baseUrl: string): Promise<string | undefined>;
  /** The servers that the person chose in any folder. */
  readonly known: () => KnownServers;
  /** Whether a server that the folder's files name may be asked, and be given a key. */
  readonly mayAsk: NonNullable<ModelSources['mayAsk']>;
  /** The default address of a provider. */
  addressOf(type: ServerProviderId): string;
  /** Every key that a model server was or may be given, for code that must hide them. */
  secrets(): Promise<readonly string[]>;
  /** Those of them that were given to a server. */
  givenKeys(): readonly string[];
  looksForLocalServers(): boolean;
  /** Servers on this machine; none when looking is turned off. */
  localServers(): Promise<readonly LocalServer[]>;
}

const PROBE_MS = 800;

/** The models of an rtws; files are read again when they changed. */
export function createModels(options: ModelsOptions): Models {
  const { env } = options;
  const known = once(() => createKnownServers(env));
  // An editor keeps the person's choice in its own settings.
  const settings: () => ModelSource & { readonly probeLocal?: boolean } =
    options.settings ?? (() => known().everywhere());
  const files = openModelFiles(options.rtws, options.cache);
  const http = createHttpClient(options.proxies === 'editor' ? undefined : createEnvironmentProxies());
  const limits = new Map<string, number>();
  const given = new Set<string>();
  const apiKey = async (baseUrl: string) => {
    const key = keyFromEnvironment(env, baseUrl) ?? (await options.apiKey?.(baseUrl));
    if (key !== undefined) given.add(key);
    return key;
  };
  // Looking for servers can be turned off (SPEC 18.5).
  const looksForLocalServers = () => settings().probeLocal !== false;
  const localServers = async () => (looksForLocalServers() ? findLocal() : []);
  const mayAsk = options.mayAsk ?? (() => 'yes' as const);
  const chooser = createModelChooser({
    environment: () => environmentSource(env),
    file: files.source,
    unreadFile: files.unread,
    settings,
    apiKey,
    mayAsk,
    readPlaybook: files.readPlaybook,
    ...(options.editorModels && { editorModels: options.editorModels }),
    ...(options.demoPlaybook !== undefined && { demoPlaybook: options.demoPlaybook }),
    addressOf: type => addressInEnvironment(env, type),
    http,
    localServers,
    delay: options.delay,
    elapsed: options.elapsed,
  });
  // Asked several times for each request.
  const lookedUp = new WeakMap<Member, { readonly look: number; readonly merged: Merged }>();
  const configured = (member: Member): Merged => {
    const look = options.cache.look();
    const last = lookedUp.get(member);
    if (last?.look === look) return last.merged;
    const merged = chooser.configured(member);
    lookedUp.set(member, { look, merged });
    return merged;
  };
  const takesTools = (member: Member) => member.acp !== undefined || configured(member).tools !== false;
  // By the member whose last choice they were: of the editor's models the window, of servers' first models the name is
  // not configured.
  const lastChosen = new Map<AgentId, { readonly window?: number | undefined; readonly model?: string | undefined }>();
  const isShort = (member: Member): boolean => {
    if (member.acp !== undefined) return false;
    const { prompt, limits: own, model } = configured(member);
    if (prompt !== undefined) return prompt === 'short';
    const last = lastChosen.get(member.id);
    const window = own?.window ?? last?.window;
    return window === undefined ? isSmallModel(model ?? last?.model ?? '') : window < SMALL_WINDOW;
  };
  return {
    ...files,
    http,
    apiKey,
    known,
    mayAsk,
    addressOf: type => addressInEnvironment(env, type) ?? serverProvider(type).baseUrl,
    configured: chooser.configured,
    takesTools,
    isShort,
    async choose(member, which = 'configured') {
      if (which === 'configured' && member.acp !== undefined)
        return agentModel(options.agent({ ...member, acp: member.acp }));
      const chosen = which === 'demo' ? chooser.demo() : await chooser.choose(member);
      if (chosen.kind === 'model') {
        lastChosen.set(member.id, { window: chosen.limits?.window, model: chosen.model });
        if (chosen.concurrency === undefined) limits.delete(chosen.provider.id);
        else limits.set(chosen.provider.id, chosen.concurrency);
      }
      return chosen;
    },
    concurrency: providerId => limits.get(providerId),
    async secrets() {
      const stored = (await options.storedKeys?.()) ?? [];
      const inEnvironment = presets.flatMap(({ keyVariable }) => (keyVariable && env[keyVariable]) || []);
      return [...new Set([...given, ...inEnvironment, ...stored])];
    },
    givenKeys: () => [...given],
    looksForLocalServers,
    localServers,
  };
}

/** Milliseconds: an agent may run a build before it says the next word. */
const AGENT_PATIENCE = { firstTokenMs: 900_000, silenceMs: 900_000 };

function agentModel(found: ReturnType<ModelsOptions['agent']>): ChosenModel {
  if ('forbidden' in found) return { kind: 'none', why: { code: 'agent-failed', message: found.forbidden } };
  return { kind: 'model', provider: found.provider, patience: AGENT_PATIENCE };
}

let lastProbe: { at: number; found: Promise<readonly LocalServer[]> } | undefined;

/** Looks for model servers on this machine, at most once in ten seconds. */
function findLocal(): Promise<readonly LocalServer[]> {
  const now = Date.now();
  if (lastProbe && now - lastProbe.at < 10_000) return lastProbe.found;
  const found = findLocalServers({ signal: AbortSignal.timeout(PROBE_MS) });
  lastProbe = { at: now, found };
  return found;
}
