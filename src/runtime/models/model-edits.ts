// Plans the edits that make a model choice permanent: for the folder in the settings, or in `.minds/llm.yaml` if it
// already configures a model; for one member in `.minds/team.yaml`. Texts are edited as YAML documents, so that
// comments stay.
import path from 'node:path';
import { type Document, isMap, isScalar } from 'yaml';
import { type Outcome, refuse } from '../../core/facts/trouble.ts';
import { isServerProvider, type ServerProviderId, serverProvider } from '../../core/team/providers.ts';
import { parseYaml } from '../../core/text/parse-yaml.ts';
import { providerTypeOf } from '../../llm/http-providers.ts';
import { presetOf } from '../../llm/models/presets.ts';
import type { ReasoningEffort } from '../../llm/models/reasoning-efforts.ts';
import { readTextFile } from '../../minds/files/text-files.ts';
import { type LlmConfig, llmFilePath } from '../../minds/models/llm-file.ts';
import { teamFilePath } from '../../minds/team/team-files.ts';

/** A person's choice. `provider` is the name of an endpoint that `.minds/llm.yaml` already describes. */
export type ModelChoice =
  | { readonly kind: 'editor'; readonly model: string }
  | {
      readonly kind: 'endpoint';
      readonly baseUrl: string;
      readonly model?: string;
      readonly provider?: string;
      readonly type?: ServerProviderId;
      /** How much the model is told to think; absent: what the model does by itself. */
      readonly effort?: ReasoningEffort;
    };

/** Either files (relative to the rtws) with their whole new text, or settings; an empty value takes a setting back. */
export type ChoiceEdits =
  | { readonly kind: 'files'; readonly files: readonly { readonly path: string; readonly text: string }[] }
  | { readonly kind: 'settings'; readonly settings: ModelSettingsEdit };

export interface ModelSettingsEdit {
  readonly provider: string;
  readonly baseUrl: string;
  readonly model: string;
  readonly effort: string;
}

export interface EditContext {
  readonly rtws: string;
  readonly config: LlmConfig;
  /** Absent: for the whole folder. */
  readonly agentId?: string;
  readonly unsaved?: (file: string) => string | undefined;
}

/** The edits for a choice; refused when a file that has to change is broken. */
export function editsFor(choice: ModelChoice, context: EditContext): Outcome<ChoiceEdits> {
  if (context.agentId !== undefined) return forMember(choice, context, context.agentId);
  return namesModel(context.config)
    ? forFolderInFile(choice, context)
    : { ok: true, kind: 'settings', settings: settingsOf(choice) };
}

/** True if `.minds/llm.yaml` says which model answers. */
export function namesModel({ provider, baseUrl, playbook, model }: LlmConfig): boolean {
  return [provider, baseUrl, playbook, model].some(value => value !== undefined);
}

function settingsOf(choice: ModelChoice): ModelSettingsEdit {
  switch (choice.kind) {
    case 'editor':
      return { provider: 'vscode-lm', baseUrl: '', model: choice.model, effort: '' };
    case 'endpoint':
      return {
        provider: typeOf(choice),
        baseUrl: choice.baseUrl,
        model: choice.model ?? '',
        effort: choice.effort ?? '',
      };
  }
}

function typeOf({ baseUrl, type }: Extract<ModelChoice, { kind: 'endpoint' }>): ServerProviderId {
  return type ?? providerTypeOf(baseUrl);
}

function forFolderInFile(choice: ModelChoice, context: EditContext): Outcome<ChoiceEdits> {
  return edited(context, [
    {
      path: llmFilePath,
      change(document) {
        const named = choice.kind === 'endpoint' ? choice.provider : undefined;
        const settings = settingsOf(choice);
        if (settings.baseUrl === '' || settings.baseUrl !== context.config.baseUrl)
          keepFormer(document, context.config);
        set(document, ['provider'], named ?? settings.provider);
        set(document, ['model'], settings.model);
        set(document, ['base_url'], named === undefined ? settings.baseUrl : '');
        set(document, ['playbook'], '');
        const server = named === undefined ? [] : ['providers', named];
        set(document, [...server, 'params', 'reasoning_effort'], settings.effort);
      },
    },
  ]);
}

/** The folder's previous model stays, as an entry of `providers` (SPEC 13.13). */
function keepFormer(document: Document, config: LlmConfig): void {
  const { provider, providers, baseUrl, model, playbook } = config;
  if (playbook !== undefined) {
    const name = freeName('scripted', providers);
    if (Object.values(providers).some(each => each.playbook === playbook)) return;
    set(document, ['providers', name, 'type'], 'playbook');
    move(document, 'playbook', ['providers', name, 'playbook']);
    return;
  }
  const type = isServerProvider(provider) ? provider : undefined;
  const address = baseUrl ?? serverProvider(type ?? 'openai').baseUrl;
  const isKept = Object.values(providers).some(each => each.baseUrl === address);
  if (provider !== type || isKept || (baseUrl ?? model) === undefined) return;
  const name = nameFor(address, config);
  if (type && type !== providerTypeOf(address)) set(document, ['providers', name, 'type'], type);
  if (baseUrl === undefined) set(document, ['providers', name, 'base_url'], address);
  for (const key of serverKeys) move(document, key, ['providers', name, key]);
}

/** Keys that are about one server and its model. */
const serverKeys = [
  'base_url',
  'model',
  'api_version',
  'headers',
  'params',
  'context_length',
  'optimal_max_tokens',
  'images',
  'tools',
  'prompt',
  'cache_marks',
  'first_token_s',
  'silence_s',
  'prices',
] as const;

/** Moves a key of the file with its value. */
function move(document: Document, key: string, to: readonly string[]): void {
  const value = document.getIn([key], true);
  if (value === undefined) return;
  remove(document, [key]);
  makeMaps(document, to);
  document.setIn(to, value);
}

/** A member of another endpoint than the folder's needs that endpoint to have a name. */
function forMember(choice: ModelChoice, context: EditContext, agentId: string): Outcome<ChoiceEdits> {
  const name = choice.kind === 'endpoint' ? (choice.provider ?? nameFor(choice.baseUrl, context.config)) : undefined;
  const provider = name ?? settingsOf(choice).provider;
  const model = choice.model ?? '';
  const files: FileEdit[] = [
    {
      path: teamFilePath,
      change(document) {
        set(document, ['members', agentId, 'provider'], provider);
        set(document, ['members', agentId, 'model'], model);
        set(document, ['members', agentId, 'model_params', 'reasoning_effort'], settingsOf(choice).effort);
      },
    },
  ];
  if (choice.kind === 'endpoint' && name !== undefined && choice.provider === undefined) {
    const { baseUrl } = choice;
    const type = typeOf(choice);
    files.unshift({
      path: llmFilePath,
      change(document) {
        set(document, ['providers', name, 'base_url'], baseUrl);
        if (type !== providerTypeOf(baseUrl)) set(document, ['providers', name, 'type'], type);
      },
    });
  }
  return edited(context, files);
}

/** The name that the file already has for an address, else a new one: that of its preset, or its host. */
function nameFor(baseUrl: string, { providers }: LlmConfig): string {
  const known = Object.entries(providers).find(([, endpoint]) => endpoint.baseUrl === baseUrl)?.[0];
  if (known !== undefined) return known;
  const host = (URL.parse(baseUrl)?.host ?? 'endpoint').replace(/[^a-z0-9]+/gi, '-');
  const preset = presetOf(baseUrl)?.id;
  // The bare word names the kind of provider, not this endpoint.
  const wanted = preset === undefined || preset === 'openai' ? host : preset;
  return freeName(wanted, providers);
}

function freeName(wanted: string, providers: LlmConfig['providers']): string {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? wanted : `${wanted}-${n}`;
    if (!Object.hasOwn(providers, name)) return name;
  }
}

interface FileEdit {
  readonly path: string;
  readonly change: (document: Document) => void;
}

function edited({ rtws, unsaved }: EditContext, edits: readonly FileEdit[]): Outcome<ChoiceEdits> {
  const files: { path: string; text: string }[] = [];
  for (const { path: file, change } of edits) {
    const absolute = path.join(rtws, file);
    const text = unsaved?.(absolute) ?? storedText(absolute, file);
    if (text === undefined) return refuse('unreadable-text', { file });
    const document = parseYaml(text, {});
    const isEditable = document.errors.length === 0 && (document.contents === null || isMap(document.contents));
    if (!isEditable) return refuse('broken-yaml', { file });
    change(document);
    files.push({ path: file, text: document.toString({ lineWidth: 0 }) });
  }
  return { ok: true, kind: 'files', files };
}

/** Sets a value, making the maps on its way; an empty one is taken out. */
function set(document: Document, keys: readonly string[], value: string): void {
  if (value === '') {
    remove(document, keys);
    return;
  }
  makeMaps(document, keys);
  document.setIn(keys, value);
}

/** Makes the maps on the way to a key. */
function makeMaps(document: Document, keys: readonly string[]): void {
  for (let length = 1; length < keys.length; length += 1) {
    const at = keys.slice(0, length);
    if (!isMap(document.getIn(at, true))) document.setIn(at, document.createNode({}));
  }
}

/** The comment above the removed line is now above the next one. */
function remove(document: Document, keys: readonly string[]): void {
  const map = keys.length === 1 ? document.contents : document.getIn(keys.slice(0, -1), true);
  if (!isMap(map)) return;
  const at = map.items.findIndex(({ key }) => isScalar(key) && key.value === keys.at(-1));
  const [removed] = at < 0 ? [] : map.items.splice(at, 1);
  const next = map.items[at]?.key;
  if (!isScalar(removed?.key) || !removed.key.commentBefore) return;
  if (isScalar(next)) next.commentBefore = joined(removed.key.commentBefore, next.commentBefore);
  else map.comment = joined(removed.key.commentBefore, map.comment);
}

function joined(above: string, below: string | null | undefined): string {
  return below ? `${above}\n${below}` : above;
}

/** '' when there is no file yet; undefined when what lies there is no text, which an edit would take the place of. */
function storedText(absolute: string, file: string): string | undefined {
  const stored = readTextFile(absolute, file);
  if (stored.kind === 'broken') return undefined;
  return stored.kind === 'text' ? stored.text : '';
}
