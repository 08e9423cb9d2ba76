// Queries for setting up models: available models, a test of the chosen one, and the edits that make a choice
// permanent. Changes no file and shows no key.
import * as os from 'node:os';
import type { AgentId } from '../../core/base/ids.ts';
import type { Outcome } from '../../core/facts/trouble.ts';
import { isServerProvider, type ServerProviderId } from '../../core/team/providers.ts';
import type { Member, Team } from '../../core/team/team.ts';
import { type EditorModels, editorModelName } from '../../llm/editor/editor-models.ts';
import { failureFromError, isPageSent } from '../../llm/failures/failure.ts';
import { listModels, providerTypeOf } from '../../llm/http-providers.ts';
import type { SourceName } from '../../llm/models/merge-sources.ts';
import { type Preset, presetOf, presets } from '../../llm/models/presets.ts';
import { effortsOf, type ReasoningEffort } from '../../llm/models/reasoning-efforts.ts';
import { takesImages } from '../../llm/models/takes-images.ts';
import type { LlmFailure } from '../../llm/provider.ts';
import { describeServer } from '../../llm/server.ts';
import { type ConnectionReport, testConnection } from './connection-test.ts';
import { type ChoiceEdits, editsFor, type ModelChoice, namesModel } from './model-edits.ts';
import type { Models } from './models.ts';

/** A place with models. `provider` is its name in `.minds/llm.yaml`, where it has one. */
export interface ModelPlace {
  readonly kind: 'editor' | 'endpoint' | 'local';
  readonly name: string;
  readonly baseUrl?: string;
  readonly provider?: string;
  /** The person chose it before, here or in another folder; nothing else names it here. */
  readonly isKnown?: true;
  /** The server's protocol; absent: decided by its address. */
  readonly type?: ServerProviderId;
  readonly models: readonly PlacedModel[];
  /** The reason why its models could not be listed. */
  readonly problem?: string;
  /** The remedy, where the server or the network names one. */
  readonly fault?: 'key' | 'address';
}

export interface PlacedModel {
  /** The setting to change. */
  readonly id: string;
  readonly name: string;
  readonly contextTokens?: number;
}

/**
 * Everything within reach. `machine` is where local servers were looked for, a remote one in a remote window; absent
 * when looking is turned off.
 */
export interface ModelSurvey {
  readonly machine?: string;
  readonly places: readonly ModelPlace[];
}

/** The current configuration of a member, for people. */
export interface ConfiguredModel {
  readonly type: string | undefined;
  readonly baseUrl?: string;
  readonly model?: string;
  readonly from: Readonly<Record<string, SourceName>>;
  /** Absent where only the model itself tells: one of the editor, or one that its server chooses. */
  readonly takesImages?: boolean;
  /** `tools: false` holds for it: requests carry no tools. */
  readonly withoutTools?: true;
}

/** How a server is asked: `type` where its address does not tell. */
export interface HowAsked {
  readonly type?: ServerProviderId;
  readonly key?: string;
}

export interface ModelApi {
  readonly presets: readonly Preset[];
  /** How much a model can be told to think; empty where it is not known to have the choice. */
  efforts(model: string): readonly ReasoningEffort[];
  survey(signal: AbortSignal): Promise<ModelSurvey>;
  /**
   * The models at one address, asked with the key that belongs to it, or with `key`, which is tried before it is
   * stored.
   */
  modelsAt(baseUrl: string, signal: AbortSignal, how?: HowAsked): Promise<ModelPlace>;
  /** Without a member: the default responder. */
  configured(agentId?: string): ConfiguredModel;
  /** Asks the model of a member for one word and tells all that was tried. */
  test(agentId: string | undefined, signal: AbortSignal): Promise<ConnectionReport>;
  /** Keeps a chosen server for every folder; `everywhere`: it answers where nothing else is named. */
  remember(choice: ModelChoice, everywhere: boolean): void;
  /** Offers it no more. */
  forget(baseUrl: string): void;
  /** True if the folder's files name the model. */
  isNamedByFile(): boolean;
  /** The texts of files, and settings, with which a choice holds for the folder or for one member. */
  editsFor(choice: ModelChoice, agentId: string | undefined): Outcome<ChoiceEdits>;
}

export interface ModelApiOptions {
  readonly rtws: string;
  readonly models: Models;
  readonly team: () => Team;
  readonly editorModels?: EditorModels;
  readonly unsaved?: (file: string) => string | undefined;
}

/** The models of one rtws, for people. */
export function createModelApi(options: ModelApiOptions): ModelApi {
  const { models, team } = options;
  const memberOf = (agentId: string | undefined): Member => {
    const { members, defaultResponder } = team();
    const member = members.get((agentId ?? defaultResponder) as AgentId) ?? members.values().next().value;
    return (
      member ?? {
        id: 'dominds' as AgentId,
        name: '',
        diligencePushMax: 0,
        fbr: { effort: 0, tools: false },
        hidden: false,
      }
    );
  };
  const modelsAt: ModelApi['modelsAt'] = (baseUrl, signal, how = {}) => listAt(models, baseUrl, signal, how);
  return {
    get presets() {
      return presets;
    },
    efforts: effortsOf,
    modelsAt,
    survey: signal => survey(options, { modelsAt, memberOf, signal }),
    configured(agentId) {
      const { type, baseUrl, model, from, images, tools } = models.configured(memberOf(agentId));
      const isTold = images !== undefined || (model !== undefined && isServerProvider(type));
      return {
        type,
        from,
        ...(baseUrl !== undefined && { baseUrl }),
        ...(model !== undefined && { model }),
        ...(isTold && { takesImages: takesImages(model, images) }),
        ...(tools === false && { withoutTools: true as const }),
      };
    },
    test: (agentId, signal) => testConnection(models, memberOf(agentId), signal),
    remember(choice, everywhere) {
      if (choice.kind !== 'endpoint') return;
      const { baseUrl, type, model } = choice;
      models.known().add({
        baseUrl,
        ...(type && { type }),
        ...(model !== undefined && { model }),
        ...(everywhere && { everywhere: true as const }),
      });
    },
    forget: baseUrl => void models.known().remove(baseUrl),
    isNamedByFile: () => namesModel(models.config()),
    editsFor: (choice, agentId) =>
      editsFor(choice, {
        rtws: options.rtws,
        config: models.config(),
        ...(agentId !== undefined && { agentId }),
        ...(options.unsaved && { unsaved: options.unsaved }),
      }),
  };
}

interface Surveying extends Pick<ModelApi, 'modelsAt'> {
  readonly memberOf: (agentId: string | undefined) => Member;
  readonly signal: AbortSignal;
}

async function survey(options: ModelApiOptions, surveying: Surveying): Promise<ModelSurvey> {
  const { models, editorModels } = options;
  const [inEditor, local, endpoints] = await Promise.all([
    editorPlace(editorModels),
    models.localServers(),
    configuredEndpoints(models, surveying),
  ]);
  const found = local.map(
    ({ name, baseUrl, models: ids }): ModelPlace => ({ kind: 'local', name, baseUrl, models: ids.map(named) }),
  );
  const configured = new Set(endpoints.map(({ baseUrl }) => baseUrl));
  const places = [...inEditor, ...endpoints, ...found.filter(({ baseUrl }) => !configured.has(baseUrl))];
  return { places, ...(models.looksForLocalServers() && { machine: os.hostname() }) };
}

async function editorPlace(editorModels: EditorModels | undefined): Promise<ModelPlace[]> {
  const models = (await editorModels?.list()) ?? [];
  if (models.length === 0) return [];
  const placed = models.map(model => ({
    id: editorModelName(model),
    name: model.name,
    contextTokens: model.maxInputTokens,
  }));
  return [{ kind: 'editor', name: 'vscode-lm', models: placed }];
}

/**
 * Those that the folder may ask (SPEC 18.6): the endpoint that holds now, those of `.minds/llm.yaml`, and every preset
 * for whose server there is a key; then those that the person chose in other folders.
 */
async function configuredEndpoints(models: Models, { modelsAt, memberOf, signal }: Surveying): Promise<ModelPlace[]> {
  const wanted = new Map<string, Wanted>();
  const { type, baseUrl, from } = models.configured(memberOf(undefined));
  const mayList = (url: string) => models.mayAsk(url) === 'yes';
  const isOwn = from.baseUrl === 'environment' || from.baseUrl === 'settings';
  if (isServerProvider(type) && (isOwn || mayList(baseUrl ?? models.addressOf(type))))
    wanted.set(baseUrl ?? models.addressOf(type), { type });
  for (const [provider, endpoint] of Object.entries(models.config().providers)) {
    const kind = endpoint.type ?? (endpoint.baseUrl === undefined ? 'openai' : providerTypeOf(endpoint.baseUrl));
    if (!isServerProvider(kind)) continue;
    const url = endpoint.baseUrl ?? models.addressOf(kind);
    if (mayList(url)) wanted.set(url, { provider, type: kind });
  }
  for (const known of models.known().list()) {
    if (!wanted.has(known.baseUrl))
      wanted.set(known.baseUrl, { isKnown: true, ...(known.type && { type: known.type }) });
  }
  for (const preset of presets) {
    if (!preset.needsKey || preset.baseUrl.includes('{') || wanted.has(preset.baseUrl)) continue;
    if ((await models.apiKey(preset.baseUrl)) !== undefined) wanted.set(preset.baseUrl, {});
  }
  return Promise.all(
    [...wanted].map(async ([url, { provider, type, isKnown }]) => ({
      ...(await modelsAt(url, isKnown ? patient(signal) : signal, type ? { type } : {})),
      ...(provider !== undefined && { provider }),
      ...(isKnown && { isKnown }),
    })),
  );
}

interface Wanted {
  readonly provider?: string;
  readonly type?: ServerProviderId;
  readonly isKnown?: true;
}

/** Of servers of other folders, some are out of reach: nobody waits long for them. */
function patient(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(KNOWN_MS)]);
}

const KNOWN_MS = 3_000;

async function listAt(
  models: Models,
  baseUrl: string,
  signal: AbortSignal,
  { type, key }: HowAsked,
): Promise<ModelPlace> {
  const apiKey = key ?? (await models.apiKey(baseUrl));
  const options = { baseUrl, http: models.http, ...(apiKey !== undefined && { apiKey }) };
  const server = describeServer(options, baseUrl);
  const name = presetOf(baseUrl)?.name ?? server.host;
  const place = { kind: 'endpoint' as const, name, baseUrl, ...(type && type !== providerTypeOf(baseUrl) && { type }) };
  try {
    return { ...place, models: (await listModels(type ?? providerTypeOf(baseUrl), options, signal)).map(named) };
  } catch (error) {
    const failure: LlmFailure = failureFromError(error, server.failures);
    const fault = isPageSent(error) ? 'address' : faultOf(failure);
    return { ...place, models: [], problem: failure.message, ...(fault && { fault }) };
  }
}

/** A server that is there and has no such page is another address, mostly one without `/v1`. */
function faultOf({ code, status }: LlmFailure): ModelPlace['fault'] {
  if (code === 'auth') return 'key';
  return code === 'unreachable' || status === 404 || status === 405 ? 'address' : undefined;
}

function named(id: string): PlacedModel {
  return { id, name: id };
}
