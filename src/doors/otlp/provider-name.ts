// `gen_ai.provider.name` by the name of a model: records keep who answered, not where.

/** Names of the conventions, by how models of that provider are called. */
const PROVIDERS: readonly (readonly [name: string, model: RegExp])[] = [
  ['openai', /^(gpt|o\d|codex|chatgpt)/],
  ['anthropic', /^claude/],
  ['gcp.gemini', /^gemini/],
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
  return PROVIDERS.find(([, models]) => models.test(name))?.[0] ?? 'unknown';
}
