// `gen_ai.provider.name` by the name of a model: records keep who answered, not where.

import { serverProviders } from '../../core/team/providers.ts';

/** Names of the conventions, by how models are called that other makers serve by Chat Completions. */
const MAKERS: readonly (readonly [name: string, model: RegExp])[] = [
  ['mistral_ai', /^(mistral|magistral|codestral|devstral)/],
  ['deepseek', /^deepseek/],
  ['x_ai', /^grok/],
  ['cohere', /^command/],
  ['moonshot_ai', /^(kimi|moonshot)/],
  ['perplexity', /^sonar/],
];

/** The provider of agents, and of scripted models. */
export const OWN_PROVIDER = 'dominds';

/** The provider; our own for a scripted model, `unknown` for one of no known name. */
export function providerOf(model = ''): string {
  if (model === 'playbook') return OWN_PROVIDER;
  const name = model.toLowerCase().split('/').at(-1) ?? '';
  const own = serverProviders.find(({ models }) => models?.test(name));
  return own?.traceName ?? MAKERS.find(([, models]) => models.test(name))?.[0] ?? 'unknown';
}
