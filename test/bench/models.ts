// What the mock server and the measurements agree on: models by what they reply, and a team whose members use them.

/**
 * Names of models. `tellask` replies by what was said last, `caller` first by calling the tool `ask_helper`; `held`
 * begins a reply and never ends it, `slow` takes ten seconds over one, `asker` asks the person.
 */
export const models = {
  plain: 'plain',
  tellask: 'tellask',
  stream: 'stream',
  caller: 'caller',
  held: 'held',
  slow: 'slow',
  asker: 'asker',
} as const;

/** Chunks of a reply of the model `stream`. */
export const CHUNKS = 20_000;

/** What makes the model `tellask` call one helper, or fifty. */
export const askHelper = 'Ask one helper';
export const askMany = 'Ask many helpers';
/** The same with fifty that stay at work. */
export const askHeld = 'Ask many who stay at work';

/** `.minds/team.yaml`: one member for each model; nobody is pushed (SPEC 17). */
export const teamFile = `member_defaults:
  diligence-push-max: 0
members:
${Object.values(models)
  .map(model => `  ${model}:\n    model: ${model}`)
  .join('\n')}
  helper:
    model: plain
`;
