// The schema of `.minds/llm.yaml` (SPEC 10.1): it checks the file and, as a JSON schema, gives the editor completion
// and hover. It has no field for a key: keys are never in a file of the rtws.
import * as z from 'zod';
import { once } from '../../core/base/once.ts';
import { promptForms } from '../../core/team/endpoint-settings.ts';
import { providerIds } from '../../core/team/providers.ts';

const price = (of: string, example: number) =>
  z
    .number()
    .nonnegative()
    .meta({ description: `Price of one million ${of} tokens.`, examples: [example] });

const seconds = (description: string, example: number) =>
  z
    .number()
    .nonnegative()
    .optional()
    .meta({ description, examples: [example] });

const fields = once(() => {
  const pricesSchema = z.strictObject({
    input: price('prompt', 1.25),
    output: price('completion', 10),
    cached: price('cached prompt', 0.125).optional(),
  });

  return {
    base_url: z
      .url({ protocol: /^https?$/, error: 'not a whole address that starts with http:// or https://' })
      .optional()
      .meta({ description: 'Address of an OpenAI-compatible server.', examples: ['http://127.0.0.1:11434/v1'] }),
    model: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'Model of that server; the first it lists when absent.', examples: ['gpt-5.1'] }),
    api_version: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'The api-version that Azure wants.', examples: ['2024-10-21'] }),
    headers: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: 'More headers of each request. Not for keys.', examples: [{ 'x-title': 'Dominds' }] }),
    params: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'Parameters sent with each request.', examples: [{ temperature: 0.2 }] }),
    playbook: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'Playbook file, relative to .minds/ or to the folder.', examples: ['demo.playbook.yaml'] }),
    context_length: z
      .int()
      .positive()
      .optional()
      .meta({ description: "Tokens of the model's context window.", examples: [128000] }),
    optimal_max_tokens: z
      .int()
      .positive()
      .optional()
      .meta({ description: 'Tokens above which the agent is asked to tidy up.', examples: [100000] }),
    images: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the model takes images; by its name when absent.', examples: [true] }),
    tools: z
      .boolean()
      .optional()
      .meta({ description: 'False for a model that cannot call tools: requests have none.', examples: [false] }),
    prompt: z
      .enum(promptForms)
      .optional()
      .meta({
        description: 'short: fewer tools and fewer words, for a small model; by the context window when absent.',
        examples: ['short'],
      }),
    cache_marks: z
      .boolean()
      .optional()
      .meta({
        description:
          'Whether requests mark what the server may cache, for gateways to Claude; by the server when absent.',
        examples: [true],
      }),
    first_token_s: seconds('Seconds to wait for the first piece of a reply; 600 when absent, 0 for no limit.', 1800),
    silence_s: seconds('Seconds to wait between two pieces of a reply; 300 when absent, 0 for no limit.', 600),
    prices: pricesSchema.optional().meta({ description: 'Prices per million tokens, in any currency.' }),
    concurrency: z
      .int()
      .positive()
      .optional()
      .meta({ description: 'Generations side by side at this server.', examples: [4] }),
  };
});

/** One named endpoint. */
export const endpointSchema = once(() =>
  z.strictObject({
    type: z
      .enum(providerIds)
      .optional()
      .meta({ description: 'Kind of provider; by the address when absent.', examples: ['openai'] }),
    ...fields(),
  }),
);

/** The keys of the file, each checked by itself. */
export const llmFields = once(() => ({
  provider: z
    .string()
    .min(1)
    .optional()
    .meta({
      description: `${providerIds.join(', ')}, or a name of \`providers\`.`,
      examples: ['openai'],
    }),
  ...fields(),
  max_tokens: z
    .int()
    .positive()
    .optional()
    .meta({ description: 'Tokens of one dialog tree before the person is asked.', examples: [2000000] }),
  max_cost: z
    .number()
    .positive()
    .optional()
    .meta({ description: 'Cost of one dialog tree before the person is asked.', examples: [5] }),
  max_generations: z
    .int()
    .positive()
    .optional()
    .meta({
      description:
        'Generations of one dialog tree without a word of the person before they are asked; 500 when absent.',
      examples: [500],
    }),
  providers: z
    .record(z.string(), endpointSchema())
    .optional()
    .meta({ description: 'More endpoints by name; members choose one with `provider`.' }),
}));

/** The whole file. */
const llmSchema = () =>
  z.strictObject(llmFields()).meta({ title: 'Dominds models', description: 'Which models answer in this workspace.' });

/** The JSON schema for editors; `media/schemas/llm.schema.json` holds exactly this. */
export function llmJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(llmSchema(), { target: 'draft-7' }) as Record<string, unknown>;
}
