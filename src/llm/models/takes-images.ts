// Decides which models get a person's images (SPEC 10). Configuration comes first, then the model's name, as data; an
// unknown model gets text only, since many servers refuse or silently drop images.

/**
 * Families of models that see, by how their names begin or what they hold; makers' prefixes (`openai/…`) are passed
 * over.
 */
const seeing: readonly RegExp[] = [
  /^(gpt-4o|gpt-4\.\d|gpt-4-turbo|gpt-[5-9]|chatgpt-|o[13](?!-mini)|o[4-9])/,
  /^claude-(3|[4-9]|opus|sonnet|haiku)/,
  /^gemini-/,
  /^gemma-?3(?!.*(:|-)(1b|270m))/,
  /^(grok-4|grok-2-vision|llama-?4|mistral-(small|medium)-?3|pixtral)/,
  /(llava|bakllava|moondream|minicpm-v|vision|\bvl\b|-vl-|-vl:|vl:|internvl|qvq)/,
];

/** True if a model accepts images: as configured, else by its name. */
export function takesImages(model: string | undefined, configured: boolean | undefined): boolean {
  if (configured !== undefined) return configured;
  const name = (model ?? '').toLowerCase().split('/').at(-1) ?? '';
  return seeing.some(pattern => pattern.test(name));
}
