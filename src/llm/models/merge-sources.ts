// Joins the places that configure a model (SPEC 10.1): command line and environment before member before
// `.minds/llm.yaml` before settings, key by key, and keeps which place each came from, for explanations.
import type { EndpointSettings } from '../../core/team/endpoint-settings.ts';
import type { Member } from '../../core/team/team.ts';
import { providerTypeOf } from '../http-providers.ts';

/** One source of configuration; each key is used from the first source that has it. */
export interface ModelSource extends EndpointSettings {
  readonly provider?: string;
  /** Absolute path of a playbook. */
  readonly playbook?: string;
}

/** `.minds/llm.yaml`; `named`: an endpoint of its `providers`. */
export interface FileSource extends ModelSource {
  readonly named: (name: string) => (ModelSource & { readonly type: string }) | undefined;
}

/** The source of a value, in words for people. */
export type SourceName = 'environment' | 'member' | 'provider' | 'file' | 'settings';

export interface Merged extends ModelSource {
  /** The kind of provider: what `provider` names, else what the other keys imply; undefined when nothing does. */
  readonly type: string | undefined;
  readonly from: { readonly [K in keyof ModelSource]?: SourceName };
}

/**
 * Joins them for one member. The first source that names or implies a provider decides which. Values of a lower source
 * for another provider (its model, say) are left out; a named endpoint of the file is used as a whole.
 */
export function mergeSources(
  sources: { readonly environment: ModelSource; readonly file: FileSource; readonly settings: ModelSource },
  member: Member,
): Merged {
  const layers: Layer[] = [
    { name: 'environment', source: sources.environment },
    { name: 'member', source: sourceOfMember(member) },
    { name: 'file', source: sources.file },
    { name: 'settings', source: sources.settings },
  ];
  const deciding = layers.findIndex(({ source }) => providerOf(source) !== undefined);
  const provider = layers[deciding] && providerOf(layers[deciding].source);
  const named = provider === undefined ? undefined : sources.file.named(provider);
  const type = named?.type ?? provider;
  const fitting = layers.filter(({ source }, at) => {
    const own = providerOf(source) ?? provider;
    return (own === provider || own === type) && (!named || at <= Math.max(deciding, MEMBER_AT));
  });
  if (named) fitting.push({ name: 'provider', source: named });
  return { ...joined(fitting), type };
}

interface Layer {
  readonly name: SourceName;
  readonly source: ModelSource;
}

const MEMBER_AT = 1;

function joined(layers: readonly Layer[]): Omit<Merged, 'type'> {
  const merged: Record<string, unknown> = {};
  const from: Record<string, SourceName> = {};
  for (const { name, source } of layers) {
    for (const key of keys) {
      if (source[key] === undefined || key in merged) continue;
      merged[key] = source[key];
      from[key] = name;
    }
  }
  return { ...merged, from };
}

const keys = [
  'provider',
  'baseUrl',
  'model',
  'headers',
  'apiVersion',
  'params',
  'limits',
  'prices',
  'images',
  'tools',
  'prompt',
  'cacheMarks',
  'firstTokenS',
  'silenceS',
  'concurrency',
  'playbook',
] as const satisfies readonly (keyof ModelSource)[];

function sourceOfMember({ provider, model, modelParams, prompt }: Member): ModelSource {
  return {
    ...(provider !== undefined && { provider }),
    ...(model !== undefined && { model }),
    ...(modelParams && { params: modelParams }),
    ...(prompt !== undefined && { prompt }),
  };
}

/** The provider that a source names. A playbook or a base URL alone counts as configured. */
function providerOf(source: ModelSource): string | undefined {
  if (source.provider !== undefined) return source.provider;
  if (source.playbook !== undefined) return 'playbook';
  return source.baseUrl === undefined ? undefined : providerTypeOf(source.baseUrl);
}
