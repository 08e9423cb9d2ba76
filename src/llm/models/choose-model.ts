// Chooses the model of a member (SPEC 10.1): the configured one, else one that can be found (SPEC 10.2).

import type { Interruption } from '../../core/facts/interruption.ts';
import { type ContextLimits, DEFAULT_OPTIMAL_TOKENS } from '../../core/spending/context-health.ts';
import type { Prices } from '../../core/spending/cost.ts';
import {
  isServerProvider,
  type ServerProvider,
  type ServerProviderId,
  serverProvider,
  serverProviders,
} from '../../core/team/providers.ts';
import type { Member } from '../../core/team/team.ts';
import { type EditorModels, editorModelName, pickEditorModel } from '../editor/editor-models.ts';
import { createEditorProvider } from '../editor/editor-provider.ts';
import type { Patience } from '../failures/patience.ts';
import type { HttpClient } from '../http/http-client.ts';
import { createHttpProvider } from '../http-providers.ts';
import type { Playbook } from '../playbook/playbook.ts';
import { createPlaybookProvider } from '../playbook/playbook-provider.ts';
import type { LlmProvider } from '../provider.ts';
import { hostOf } from '../server.ts';
import type { LocalServer } from './local-servers.ts';
import { type FileSource, type Merged, type ModelSource, mergeSources } from './merge-sources.ts';
import { presetOf } from './presets.ts';

/** A model for one generation, or why there is none. */
export type ChosenModel = Model | { readonly kind: 'none'; readonly why: Interruption };

/** A model that can be asked. */
export interface Model {
  readonly kind: 'model';
  readonly provider: LlmProvider;
  readonly model?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** Where they are configured or the editor knows them (SPEC 10.4). */
  readonly limits?: ContextLimits;
  readonly prices?: Prices;
  /** Whether it accepts images, if configured. */
  readonly images?: boolean;
  /** How long to wait for it; absent: for ever (SPEC 10.8). */
  readonly patience?: Patience;
  /** Generations side by side for this provider, where configured. */
  readonly concurrency?: number;
}

export interface ModelSources {
  readonly environment: () => ModelSource;
  /** From `.minds/llm.yaml`, read again each time. */
  readonly file: () => FileSource;
  /** Why that file cannot be relied on, with its place; absent or undefined: it can. */
  readonly unreadFile?: () => string | undefined;
  readonly settings: () => ModelSource;
  /** The key that may be sent to this address, if there is one (see `key-owner.ts`). */
  readonly apiKey: (baseUrl: string) => Promise<string | undefined>;
  /**
   * Whether a server that only the files of the folder name may be asked, and be given a key; absent: both
   * (SPEC 18.6).
   */
  readonly mayAsk?: (baseUrl: string) => 'yes' | 'without-key' | 'no';
  /** Played when the provider is `playbook` and none is named. */
  readonly demoPlaybook?: string;
  readonly readPlaybook: (file: string) => { readonly playbook: Playbook } | { readonly problem: string };
  /** The editor's own models; absent outside an editor. */
  readonly editorModels?: EditorModels;
  /** The address that the environment names for a provider, used where none is configured. */
  readonly addressOf?: (type: ServerProviderId) => string | undefined;
  /** The model servers on this machine, in order of preference. */
  readonly localServers: () => Promise<readonly LocalServer[]>;
  /** How servers are asked; absent: directly. */
  readonly http?: HttpClient;
  readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Milliseconds from any moment on. */
  readonly elapsed: () => number;
}

export interface ModelChooser {
  /** Asked at every generation, so that edits apply at the next one. */
  choose(member: Member): Promise<ChosenModel>;
  /** The scripted demo. */
  demo(): ChosenModel;
  /** The configuration of a member, with its source. */
  configured(member: Member): Merged;
}

/** Makes the chooser. Providers are made once and reused. */
export function createModelChooser(sources: ModelSources): ModelChooser {
  const providers = new Map<string, LlmProvider>();
  const once = (key: string, make: () => LlmProvider): LlmProvider => {
    const known = providers.get(key) ?? make();
    providers.set(key, known);
    return known;
  };
  const configured = (member: Member) => {
    const { environment, file, settings } = sources;
    return mergeSources({ environment: environment(), file: file(), settings: settings() }, member);
  };
  return {
    configured,
    demo: () => playbookModel(sources, sources.demoPlaybook, once),
    async choose(member) {
      const merged = configured(member);
      const unread = sources.unreadFile?.();
      if (unread !== undefined && !isNamedByEnvironment(merged)) return none('broken-settings', unread);
      switch (merged.type) {
        case 'playbook':
          return playbookModel(sources, merged.playbook ?? sources.demoPlaybook, once);
        case 'vscode-lm':
          return editorModel(sources, merged, once);
        default:
          if (isServerProvider(merged.type)) return httpModel(sources, merged, merged.type, once);
          return withNothingConfigured(sources, merged, once);
      }
    },
  };
}

/** Who is asked then is the person's word, whatever the file says. */
function isNamedByEnvironment({ from }: Merged): boolean {
  return from.baseUrl === 'environment' || from.playbook === 'environment';
}

type Once = (key: string, make: () => LlmProvider) => LlmProvider;

function playbookModel(sources: ModelSources, file: string | undefined, once: Once): ChosenModel {
  if (file === undefined) return none('not-configured', 'the provider is `playbook`, but no playbook is named');
  const read = sources.readPlaybook(file);
  if ('problem' in read) return none('broken-playbook', read.problem);
  const { playbook } = read;
  const label = `scripted playbook ${file.split(/[\\/]/).at(-1)}`;
  const make = () =>
    createPlaybookProvider({ id: 'playbook', label, playbook, delay: sources.delay, elapsed: sources.elapsed });
  return { kind: 'model', provider: once(`playbook ${file} ${keyOf(playbook)}`, make), model: 'scripted' };
}

async function editorModel(sources: ModelSources, merged: Merged, once: Once): Promise<ChosenModel> {
  const { editorModels } = sources;
  if (!editorModels) return none('not-configured', 'the provider is `vscode-lm`, which exists only inside the editor');
  const models = await editorModels.list();
  const model = pickEditorModel(models, merged.model);
  if (!model) {
    const known = models.map(editorModelName).join(', ');
    const asked = merged.model === undefined ? 'no language model' : `no language model \`${merged.model}\``;
    return none('not-configured', `the editor has ${asked}${known && `; it has ${known}`}`);
  }
  const limits = merged.limits ?? { optimal: DEFAULT_OPTIMAL_TOKENS, window: model.maxInputTokens };
  const provider = once('vscode-lm', () => createEditorProvider(editorModels));
  return modelOf(provider, { ...merged, model: editorModelName(model), limits });
}

async function httpModel(
  sources: ModelSources,
  merged: Merged,
  type: ServerProviderId,
  once: Once,
): Promise<ChosenModel> {
  const { headers, apiVersion, cacheMarks } = merged;
  const baseUrl = merged.baseUrl ?? sources.addressOf?.(type);
  const address = baseUrl ?? serverProvider(type).baseUrl;
  const isOfFolder = merged.from.baseUrl === 'file' || merged.from.baseUrl === 'provider';
  const may = isOfFolder ? (sources.mayAsk?.(address) ?? 'yes') : 'yes';
  if (may === 'no') {
    return none('untrusted', `.minds/llm.yaml names ${address}`);
  }
  const apiKey = may === 'yes' ? await sources.apiKey(address) : undefined;
  if (apiKey === undefined && baseUrl === undefined) {
    return none('not-configured', `there is no API key for ${hostOf(address)}, and no other endpoint is named`);
  }
  const key = JSON.stringify([type, baseUrl, headers, apiVersion, apiKey, cacheMarks]);
  const make = () =>
    createHttpProvider(type, {
      id: `${type} ${baseUrl ?? ''}`,
      label: presetOf(address)?.name ?? hostOf(address),
      ...(baseUrl !== undefined && { baseUrl }),
      ...(apiKey !== undefined && { apiKey }),
      ...(headers && { headers }),
      ...(apiVersion !== undefined && { apiVersion }),
      ...(cacheMarks !== undefined && { cacheMarks }),
      ...(sources.http && { http: sources.http }),
    });
  return modelOf(once(key, make), { ...HTTP_PATIENCE, ...merged });
}

/** Seconds; models of the editor and scripted ones have no limit unless one is configured. */
const HTTP_PATIENCE = { firstTokenS: 600, silenceS: 300 };

/** A key, else an editor model, else a server on this machine, else the offer to set one up (SPEC 10.2). */
async function withNothingConfigured(sources: ModelSources, merged: Merged, once: Once): Promise<ChosenModel> {
  if (merged.type !== undefined) {
    return none('not-configured', `the provider \`${merged.type}\` is not described in .minds/llm.yaml`);
  }
  for (const type of byModelName(merged.model)) {
    const isReady = sources.addressOf?.(type) ?? (await sources.apiKey(serverProvider(type).baseUrl));
    if (isReady !== undefined) return httpModel(sources, merged, type, once);
  }
  // A model named for a provider that is not there hinders nothing.
  const { model: _, ...rest } = merged;
  const inEditor = (await sources.editorModels?.list()) ?? [];
  if (inEditor.length > 0) return editorModel(sources, pickEditorModel(inEditor, merged.model) ? merged : rest, once);
  const local = pickLocalModel(await sources.localServers(), merged.model);
  if (local) return httpModel(sources, { ...merged, ...local }, 'openai', once);
  return none('not-configured', 'no endpoint, no key, no editor model, and no model server on this machine');
}

/** The server that lists `asked`, by its id or without Ollama's `:latest`; else the first model of the first server. */
function pickLocalModel(
  servers: readonly LocalServer[],
  asked: string | undefined,
): { readonly baseUrl: string; readonly model: string } | undefined {
  const listed = servers.flatMap(({ baseUrl, models }) => models.map(model => ({ baseUrl, model })));
  const byId = (id: string) => listed.find(({ model }) => model === id);
  return (asked === undefined ? undefined : (byId(asked) ?? byId(`${asked}:latest`))) ?? listed[0];
}

/** The providers whose key is used when nothing is named: first the one whose models have such names. */
function byModelName(model: string | undefined): readonly ServerProviderId[] {
  const fits = ({ models }: ServerProvider) => (model !== undefined && models?.test(model) ? 0 : 1);
  return serverProviders
    .filter(({ models }) => models)
    .toSorted((a, b) => fits(a) - fits(b))
    .map(({ id }) => id);
}

function modelOf(provider: LlmProvider, merged: Merged): ChosenModel {
  const { model, params, limits, prices, images, concurrency } = merged;
  const patience = patienceOf(merged);
  return {
    kind: 'model',
    provider,
    ...(model !== undefined && { model }),
    ...(params && { params }),
    ...(limits && { limits }),
    ...(prices && { prices }),
    ...(images !== undefined && { images }),
    ...(patience && { patience }),
    ...(concurrency !== undefined && { concurrency }),
  };
}

/** 0 is for ever, which is no limit. */
function patienceOf({ firstTokenS = 0, silenceS = 0 }: Merged): Patience | undefined {
  if (firstTokenS === 0 && silenceS === 0) return undefined;
  return {
    ...(firstTokenS > 0 && { firstTokenMs: firstTokenS * 1000 }),
    ...(silenceS > 0 && { silenceMs: silenceS * 1000 }),
  };
}

function none(code: Interruption['code'], message: string): ChosenModel {
  return { kind: 'none', why: { code, message } };
}

/** Playbooks are parsed again when their file changes; each parse has its own provider. */
const playbookKeys = new WeakMap<Playbook, number>();
let playbooks = 0;

function keyOf(playbook: Playbook): number {
  const known = playbookKeys.get(playbook);
  if (known !== undefined) return known;
  playbookKeys.set(playbook, ++playbooks);
  return playbooks;
}
