// Picks of the set-up of models: which model, which server, which key. They only ask; nothing is written here but a key.
import { type ExtensionContext, ProgressLocation, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import type { ModelChoice, ModelPlace, Preset, Runtime } from '../../runtime.ts';
import { readApiKey, serverOf, storeApiKey } from '../api-key.ts';
import type { Prompts } from '../notices/prompts.ts';
import { showWarning } from '../notices/show.ts';
import { t } from '../words.ts';
import { type ModelAction, type ModelEntry, modelEntries } from './model-items.ts';

/** How the person is asked, where models are looked for, and where keys are kept. */
export interface Picking {
  readonly prompts: Prompts;
  readonly runtime: Runtime;
  readonly extension: ExtensionContext;
}

/** Asks for a model out of everything within reach; undefined when the person backs out. */
export async function pickModel(picking: Picking, title: string): Promise<ModelChoice | undefined> {
  for (;;) {
    const action = await pickAction(picking, title);
    if (action?.kind === 'look') continue;
    if (action?.kind !== 'setUp') return action?.choice;
    return pickAtServer(picking, action);
  }
}

/** Asks for the key of a server and keeps it; resolves with what happened. */
export async function askApiKey(
  { prompts, extension }: Pick<Picking, 'prompts' | 'extension'>,
  baseUrl: string,
  docs?: string,
): Promise<'stored' | 'removed' | 'cancelled'> {
  const place = docs === undefined ? '' : ` ${t('Keys are made at {0}.', docs)}`;
  const key = await prompts.ask({
    title: t('API key for {0}', serverOf(baseUrl) ?? baseUrl),
    prompt: `${t('Kept in the secret storage of the editor and sent to this server only. Leave empty to remove the stored key.')}${place}`,
    password: true,
    ignoreFocusOut: true,
  });
  return key === undefined ? 'cancelled' : storeApiKey(extension, baseUrl, key);
}

/** Asks for a model of one server; the name can be typed where the server lists none. */
export async function pickAtAddress(
  { prompts, runtime }: Picking,
  baseUrl: string,
  type?: Preset['provider'],
): Promise<ModelChoice | undefined> {
  const place = await looking(signal => runtime.models.modelsAt(baseUrl, signal, type));
  if (place.problem !== undefined) {
    prompts.close();
    const anyway = t('Continue Anyway');
    const text = t('{0} does not list its models: {1}', place.name, place.problem);
    if ((await showWarning(text, anyway)) !== anyway) return undefined;
  }
  const model = await pickName(prompts, place);
  if (model === undefined) return undefined;
  return { kind: 'endpoint', baseUrl, ...(model !== '' && { model }), ...(type && { type }) };
}

interface ActionItem extends QuickPickItem {
  readonly action?: ModelAction;
}

async function pickAction({ prompts, runtime }: Picking, title: string): Promise<ModelAction | undefined> {
  const items = looking(signal => runtime.models.survey(signal)).then(survey =>
    modelEntries(survey, runtime.models.presets, t).map(itemOf),
  );
  const picked = await prompts.pick(items, {
    title,
    placeHolder: t('Which model?'),
    matchOnDescription: true,
    matchOnDetail: true,
    ignoreFocusOut: true,
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

async function pickAtServer(
  picking: Picking,
  { preset, baseUrl: known }: Extract<ModelAction, { kind: 'setUp' }>,
): Promise<ModelChoice | undefined> {
  const baseUrl = known ?? (await askForAddress(picking.prompts, preset));
  if (baseUrl === undefined) return undefined;
  const wantsKey = known !== undefined || !preset?.isLocal;
  const hasKey = (await readApiKey(picking.extension, baseUrl)) !== undefined;
  if (wantsKey && (known !== undefined || !hasKey)) {
    if ((await askApiKey(picking, baseUrl, preset?.docs)) === 'cancelled') return undefined;
  }
  return pickAtAddress(picking, baseUrl, preset?.provider);
}

/** The address of a preset with its placeholders filled in by the person, or a whole address. */
async function askForAddress(prompts: Prompts, preset: Preset | undefined): Promise<string | undefined> {
  if (preset && !preset.baseUrl.includes('{')) return preset.baseUrl;
  const address = await prompts.ask({
    title: preset?.name ?? t('Another OpenAI-compatible server'),
    prompt: t('The base URL, for example {0}', 'http://127.0.0.1:8000/v1'),
    value: preset?.baseUrl ?? 'http://',
    ignoreFocusOut: true,
    validate: text =>
      serverOf(text.trim()) === undefined || /[{}]/.test(text) ? t('Write the whole address.') : undefined,
  });
  return address?.trim();
}

/** Empty: the first model that the server lists. */
async function pickName(prompts: Prompts, place: ModelPlace): Promise<string | undefined> {
  if (place.models.length === 0) {
    return prompts.ask({
      title: place.name,
      prompt: t('Name of the model. Leave empty for the one that the server has.'),
      ignoreFocusOut: true,
    });
  }
  const items = place.models.map(({ id }) => ({ label: id }));
  const options = { title: place.name, placeHolder: t('Which model?'), ignoreFocusOut: true };
  return (await prompts.pick(items, options))?.label;
}

function looking<T>(look: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const options = { location: ProgressLocation.Window, title: t('Looking for models') };
  return Promise.resolve(window.withProgress(options, () => look(AbortSignal.timeout(LOOKING_MS))));
}

const LOOKING_MS = 10_000;
