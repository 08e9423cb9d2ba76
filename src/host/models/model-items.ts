// The entries of the Choose Model pick: everything within reach by place, then what can be set up. Pure.
import type { ConfiguredModel, ModelChoice, ModelPlace, ModelSurvey, Preset, ReasoningEffort } from '../../runtime.ts';
import type { Translate } from '../rows/wording.ts';

/** The effect of choosing an entry. */
export type ModelAction =
  | { readonly kind: 'use'; readonly choice: ModelChoice }
  /** A server that is known but lists nothing: its key, its model's name, or both are asked for. */
  | { readonly kind: 'setUp'; readonly preset?: Preset; readonly baseUrl?: string; readonly isKnown?: true }
  /** A dialog with the scripted demo; no model is chosen. */
  | { readonly kind: 'demo' }
  | { readonly kind: 'look' };

/** One entry; a heading has no action. */
export interface ModelEntry {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly icon?: string;
  readonly action?: ModelAction;
}

/** All entries, headings included, in the order in which they are shown. */
export function modelEntries(
  survey: ModelSurvey,
  {
    presets,
    current,
  }: { readonly presets: readonly Preset[]; readonly current: Pick<ConfiguredModel, 'baseUrl' | 'model'> },
  t: Translate,
): readonly ModelEntry[] {
  const entries = (place: ModelPlace) =>
    entriesOf(place, t).map(entry => (isCurrent(entry, current) ? marked(entry, t) : entry));
  return [
    ...survey.places.flatMap(place => [{ label: placeName(place, survey, t) }, ...entries(place)]),
    { label: t('Set up') },
    ...presets.filter(preset => !isListed(preset, presets, survey)).map(preset => presetEntry(preset, t)),
    { label: t('Another OpenAI-compatible server'), icon: 'globe', action: { kind: 'setUp' } },
    {
      label: t('Scripted demo'),
      description: t('No model: a script shows how a team works'),
      icon: 'play',
      action: { kind: 'demo' },
    },
    lookEntry(survey, presets, t),
  ];
}

/** How much a model can be told to think, what it does by itself first; empty where it has no such choice. */
export function effortEntries(
  efforts: readonly ReasoningEffort[],
  t: Translate,
): readonly { readonly label: string; readonly description?: string; readonly effort?: ReasoningEffort }[] {
  const told: Record<ReasoningEffort, string> = {
    low: t('quickest reply, fewest tokens'),
    medium: t('between the two'),
    high: t('most thorough, slowest and most tokens'),
  };
  const entries = efforts.map(effort => ({ label: effortName(effort, t), description: told[effort], effort }));
  return entries.length === 0 ? [] : [{ label: t("The model's default") }, ...entries];
}

/** How a person reads it. */
export function effortName(effort: ReasoningEffort, t: Translate): string {
  const names: Record<ReasoningEffort, string> = { low: t('Low'), medium: t('Medium'), high: t('High') };
  return names[effort];
}

function placeName(place: ModelPlace, { machine }: ModelSurvey, t: Translate): string {
  switch (place.kind) {
    case 'editor':
      return t('VS Code models');
    case 'local':
      return t('{0} on this machine ({1})', place.name, machine ?? '');
    case 'endpoint':
      return place.provider === undefined ? place.name : `${place.name} · ${place.provider}`;
  }
}

function entriesOf(place: ModelPlace, t: Translate): ModelEntry[] {
  if (place.problem !== undefined || place.models.length === 0) return [brokenEntry(place, t)];
  return place.models.map(({ id, name, contextTokens }) => ({
    label: name,
    icon: place.kind === 'editor' ? 'sparkle' : 'server',
    ...(name !== id && { description: id }),
    ...(contextTokens !== undefined && { detail: t('{0} tokens of context', contextTokens.toLocaleString('en')) }),
    action: { kind: 'use', choice: choiceAt(place, id) },
  }));
}

function isCurrent({ action }: ModelEntry, { baseUrl, model }: Pick<ConfiguredModel, 'baseUrl' | 'model'>): boolean {
  if (action?.kind !== 'use' || action.choice.model !== model) return false;
  return action.choice.kind === 'editor' ? baseUrl === undefined : action.choice.baseUrl === baseUrl;
}

function marked(entry: ModelEntry, t: Translate): ModelEntry {
  const words = [entry.description, t('current')].filter(each => each !== undefined);
  return { ...entry, icon: 'check', description: words.join(' · ') };
}

function brokenEntry(place: ModelPlace, t: Translate): ModelEntry {
  return {
    label: t('{0} offers no models', place.name),
    icon: 'warning',
    ...(place.problem !== undefined && { detail: place.problem }),
    action: {
      kind: 'setUp',
      ...(place.baseUrl !== undefined && { baseUrl: place.baseUrl }),
      ...(place.isKnown && { isKnown: true }),
    },
  };
}

function choiceAt({ kind, baseUrl = '', provider, type }: ModelPlace, model: string): ModelChoice {
  if (kind === 'editor') return { kind: 'editor', model };
  return { kind: 'endpoint', baseUrl, model, ...(provider !== undefined && { provider }), ...(type && { type }) };
}

/** Without a type the place is the first preset of its address. */
function isListed(preset: Preset, presets: readonly Preset[], { places }: ModelSurvey): boolean {
  return places.some(({ baseUrl, type }) =>
    type === undefined
      ? baseUrl !== undefined && presets.find(each => each.baseUrl === baseUrl) === preset
      : baseUrl === preset.baseUrl && type === preset.provider,
  );
}

function presetEntry(preset: Preset, t: Translate): ModelEntry {
  return {
    label: preset.name,
    icon: preset.isLocal ? 'vm' : 'key',
    description: preset.isLocal ? t('Not running') : t('Needs a key'),
    action: { kind: 'setUp', preset },
  };
}

/** Says on which machine was looked: in a remote window that is not the one in front of the person. */
function lookEntry({ machine, places }: ModelSurvey, presets: readonly Preset[], t: Translate): ModelEntry {
  const names = presets.filter(({ isLocal }) => isLocal).map(({ name }) => name);
  const isFound = places.some(({ kind }) => kind === 'local');
  return {
    label: t('Refresh'),
    icon: 'refresh',
    ...(machine === undefined && {
      detail: t('Looking for model servers on this machine is turned off in the settings.'),
    }),
    ...(machine !== undefined &&
      !isFound && { detail: t('No model server answers on {0}. Looked for {1}.', machine, names.join(', ')) }),
    action: { kind: 'look' },
  };
}
