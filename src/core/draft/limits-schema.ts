// The JSON schema of `.minds/draft.yaml`, for completion and hover in the editor (SPEC 15.10). What is wrong in a file is told when
// it is read (`limits.ts`).
import { defaultDraftLimits, limitRanges } from './limits.ts';

const numbers: Readonly<Record<keyof typeof limitRanges, string>> = {
  draft_buffer_size: 'How many drafts are kept while a message waits; older ones go. 0: without limit.',
  history_pairs: 'How many accepted exchanges the mind sees. 0: without limit.',
  draft_max_iterations:
    'Steps of the mind for one message, or for one time the person lets it go on. 0: without limit.',
  quiet_steps:
    'Steps without anything new after which the mind pauses, once there is a draft. 0: it never pauses by itself.',
  pool_size: 'How many of the newest thoughts can be shown to the mind again. 0: without limit.',
  pool_sample: 'How many thoughts each step shows, chosen at random. 0: all of them.',
  cluster_distance: 'Cosine distance under which thoughts belong together.',
  cluster_size: 'How many thoughts make a cluster.',
  auto_accept: 'Steps without anything new after which the latest draft is accepted by itself. 0: off.',
  seed: 'Makes the samples of thoughts the same in every run; without it each dialog has its own.',
};

/** The schema as plain JSON; draft 7. */
export function draftJsonSchema(): object {
  const ranges = Object.entries(limitRanges).map(([name, { key, min, max, whole }]) => {
    const limit = key === 'seed' ? {} : { default: defaultDraftLimits[key] };
    return [
      name,
      { description: numbers[name], type: whole ? 'integer' : 'number', minimum: min, maximum: max, ...limit },
    ];
  });
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Dominds drafts',
    description: 'Limits of draft dialogues in this workspace; they go before the settings.',
    type: 'object',
    properties: {
      ...Object.fromEntries(ranges),
      idle_thinking: {
        description: 'Whether the mind thinks on when no message waits.',
        type: 'boolean',
        default: defaultDraftLimits.idleThinking,
      },
      branch_from_draft: {
        description: 'Whether a draft offers to go on from it in a dialog of its own.',
        type: 'boolean',
        default: defaultDraftLimits.branches,
      },
      embeddings_model: {
        description:
          'Model of the embeddings endpoint that compares thoughts. Without it they are compared by their words.',
        type: 'string',
        examples: ['text-embedding-3-small'],
      },
    },
    additionalProperties: false,
  };
}
