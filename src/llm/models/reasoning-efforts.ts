// How much a model is told to think: `reasoning_effort`, which every provider over HTTP translates for its server (SPEC
// 10.5). Pure.

/** The least first. */
const reasoningEfforts = ['low', 'medium', 'high'] as const;

export type ReasoningEffort = (typeof reasoningEfforts)[number];

/** Names of models that can be told, without their maker's prefix; a dash or a dot parts the digits of a version. */
const THINKING =
  /^(?:o\d|gpt-[5-9](?!.*chat)|gpt-oss|codex|claude-(?:3[-.]7|(?:opus|sonnet|haiku)-[4-9])|gemini-(?:2\.5|[3-9]))/;

/** The efforts that a model accepts; empty for a name that is not known to have them. */
export function effortsOf(model: string): readonly ReasoningEffort[] {
  const name = model.toLowerCase().split('/').at(-1) ?? '';
  if (!THINKING.test(name)) return [];
  return /^gemini-3-pro/.test(name) ? ['low', 'high'] : reasoningEfforts;
}
