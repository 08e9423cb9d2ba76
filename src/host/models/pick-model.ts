// Picks of the set-up of models: which model, which server, which key. They only ask; nothing is written here but a
// key.
import { type ExtensionContext, ProgressLocation, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import { originOf } from '../../core/text/origin-of.ts';
import type { ModelChoice, ModelPlace, Preset, Runtime } from '../../runtime.ts';
import type { Prompts } from '../notices/prompts.ts';
import { readApiKey, storeApiKey, wholeAddress } from '../settings/api-key.ts';
import { t } from '../words.ts';
import { effortEntries, type ModelAction, type ModelEntry, modelEntries } from './model-items.ts';

/** How the person is asked, where models are looked for, and where keys are kept. */
export interface Picking {
  readonly prompts: Prompts;
  readonly runtime: Runtime;
  readonly extension: ExtensionContext;
}

/** Asks for a model out of everything within reach; undefined when the person backs out. */
export async function pickModel(picking: Picking, title: string): Promise<ModelChoice | 'demo' | undefined> {
  for (;;) {
    const action = await pickAction(picking, title);
    switch (action?.kind) {
      case 'look':
        continue;
      case 'demo':
        return 'demo';
      case 'use':
        return action.choice;
      case 'setUp':
        return pickAtServer(picking, action);
      default:
        return undefined;
    }
  }
}

/**
 * Asks how much the model is to think, where it can be told; undefined when the person backs out. The first entry
 * leaves it to the model.
 */
export async function pickEffort({ prompts, runtime }: Picking, choice: ModelChoice): Promise<ModelChoice | undefined> {
  if (choice.kind !== 'endpoint' || choice.model === undefined) return choice;
  const entries = effortEntries(runtime.models.efforts(choice.model), t);
  if (entries.length === 0) return choice;
  const picked = await prompts.pick(entries, {
    title: choice.model,
    placeHolder: t('How much should it think?'),
  });
  return picked && { ...choice, ...(picked.effort && { effort: picked.effort }) };
}

/** Asks for the key of a server, and stores nothing; '' stands for no key. */
export async function askApiKey(
  { prompts, runtime, extension }: Picking,
  baseUrl: string,
): Promise<string | undefined> {
  const isStored = (await readApiKey(extension, baseUrl)) !== undefined;
  const empty = isStored ? t('Leave empty to remove the stored key.') : t('Leave empty if the server needs none.');
  const docs = runtime.models.presets.find(preset => preset.baseUrl === baseUrl)?.docs;
  const place = docs === undefined ? '' : ` ${t('Create a key at {0}.', docs)}`;
  return prompts.ask({
    title: t('API key for {0}', originOf(baseUrl) ?? baseUrl),
    prompt: `${t('Kept in the secret storage of VS Code and sent to this server only.')} ${empty}${place}`,
    password: true,
  });
}

/** A server to be tried; `key` was typed and is not stored yet. */
export interface ListedServer {
  readonly baseUrl: string;
  readonly key?: string;
  /** How it is spoken to; absent: as its address tells. */
  readonly type?: Preset['provider'];
  /** It is listed because the person chose it before. */
  readonly isKnown?: true;
}

/**
 * Tries a server until it lists its models or the person uses it anyway; what fails is put right here (SPEC 13.13).
 * Stores the key that was typed then, and only then.
 */
export async function connect(picking: Picking, first: ListedServer): Promise<ModelPlace | undefined> {
  let server: ListedServer | undefined = first;
  while (server !== undefined) {
    const { baseUrl, key, type }: ListedServer = server;
    const tried = { ...(key !== undefined && { key }), ...(type && { type }) };
    const place: ModelPlace = await looking(signal => picking.runtime.models.modelsAt(baseUrl, signal, tried));
    const way = place.problem === undefined ? 'use' : await pickWay(picking.prompts, { ...place, ...first });
    if (way === 'forget') {
      picking.runtime.models.forget(first.baseUrl);
      return undefined;
    }
    if (way === 'use') {
      if (key !== undefined) await storeApiKey(picking.extension, baseUrl, key);
      return place;
    }
    server = way && (await changed(picking, server, way));
  }
  return undefined;
}

/** Asks for a model of a server that was tried; the name can be typed where the server lists none. */
export async function pickAtPlace(
  prompts: Prompts,
  { baseUrl = '', ...place }: ModelPlace,
): Promise<ModelChoice | undefined> {
  const model = await pickName(prompts, place);
  return model === undefined ? undefined : { kind: 'endpoint', baseUrl, ...(model !== '' && { model }) };
}

type Way = 'key' | 'address' | 'use' | 'forget';

/** The failure, and its remedies; the likeliest first. */
async function pickWay(
  prompts: Prompts,
  { name, problem = '', fault, isKnown }: Pick<ModelPlace, 'name' | 'problem' | 'fault' | 'isKnown'>,
): Promise<Way | undefined> {
  const key = { label: t('Change Key'), way: 'key' as const };
  const address = { label: t('Change Address'), way: 'address' as const };
  const changes = fault === 'address' ? [address, key] : [key, address];
  const picked = await prompts.pick<QuickPickItem & { readonly way: Way }>(
    [
      ...changes,
      { label: t('Use Anyway'), way: 'use' },
      ...(isKnown ? [{ label: t('Remove Server'), way: 'forget' as const }] : []),
    ],
    {
      title: fault === 'key' ? t('{0} rejected the API key', name) : t('Could not load models from {0}', name),
      prompt: problem,
    },
  );
  return picked?.way;
}

async function changed(
  picking: Picking,
  server: ListedServer,
  what: 'key' | 'address',
): Promise<ListedServer | undefined> {
  if (what === 'key') {
    const key = await askApiKey(picking, server.baseUrl);
    return key === undefined ? undefined : { ...server, key };
  }
  const { name } = picking.runtime.models.presets.find(({ baseUrl }) => baseUrl === server.baseUrl) ?? {};
  const baseUrl = await askForAddress(picking.prompts, { ...(name && { name }), value: server.baseUrl });
  return baseUrl === undefined ? undefined : { ...server, baseUrl };
}

/** Asks for the base URL of a server. */
export async function askForAddress(
  prompts: Prompts,
  { name = t('Another OpenAI-compatible server'), value = '' }: { readonly name?: string; readonly value?: string },
): Promise<string | undefined> {
  const address = await prompts.ask({
    title: name,
    prompt: t('The base URL, for example {0}', 'http://127.0.0.1:8000/v1'),
    value,
    validate: text =>
      wholeAddress(text) === undefined ? t('Enter a URL such as {0}.', 'localhost:8000/v1') : undefined,
  });
  return address === undefined ? undefined : wholeAddress(address);
}

interface ActionItem extends QuickPickItem {
  readonly action?: ModelAction;
}

async function pickAction({ prompts, runtime }: Picking, title: string): Promise<ModelAction | undefined> {
  const items = looking(signal => runtime.models.survey(signal)).then(survey =>
    modelEntries(survey, { presets: runtime.models.presets, current: runtime.models.configured() }, t).map(itemOf),
  );
  const picked = await prompts.pick(items, {
    title,
    placeHolder: t('Which model?'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.action;
}

function itemOf({ label, icon, description, detail, action }: ModelEntry): ActionItem {
  if (!action) return { label, kind: QuickPickItemKind.Separator };
  return {
    label: icon === undefined ? label : `$(${icon}) ${label}`,
    action,
    ...(description !== undefined && { description }),
    ...(detail !== undefined && { detail }),
  };
}

/** A server whose listing failed is tried anyway: the test shows what is wrong. */
async function pickAtServer(
  picking: Picking,
  { preset, baseUrl: known, isKnown }: Extract<ModelAction, { kind: 'setUp' }>,
): Promise<ModelChoice | undefined> {
  const baseUrl = known ?? (await addressOf(picking.prompts, preset));
  if (baseUrl === undefined) return undefined;
  const wantsKey = known === undefined && !preset?.isLocal;
  const isStored = (await readApiKey(picking.extension, baseUrl)) !== undefined;
  const key = wantsKey && !isStored ? await askApiKey(picking, baseUrl) : '';
  if (key === undefined) return undefined;
  const place = await connect(picking, {
    baseUrl,
    ...(key !== '' && { key }),
    ...(preset?.provider && { type: preset.provider }),
    ...(isKnown && { isKnown }),
  });
  return place && pickAtPlace(picking.prompts, place);
}

/** The address of a preset with its placeholders filled in by the person, or a whole address. */
async function addressOf(prompts: Prompts, preset: Preset | undefined): Promise<string | undefined> {
  if (preset && !preset.baseUrl.includes('{')) return preset.baseUrl;
  return askForAddress(prompts, preset ? { name: preset.name, value: preset.baseUrl } : {});
}

/** Empty: the first model that the server lists. */
async function pickName(prompts: Prompts, place: Pick<ModelPlace, 'name' | 'models'>): Promise<string | undefined> {
  if (place.models.length === 0) {
    return prompts.ask({
      title: place.name,
      prompt: t("Name of the model. Leave empty to use the server's default."),
    });
  }
  const items = place.models.map(({ id }) => ({ label: id }));
  const options = { title: place.name, placeHolder: t('Which model?') };
  return (await prompts.pick(items, options))?.label;
}

function looking<T>(look: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const options = { location: ProgressLocation.Window, title: t('Looking for models') };
  return Promise.resolve(window.withProgress(options, () => look(AbortSignal.timeout(LOOKING_MS))));
}

const LOOKING_MS = 10_000;
