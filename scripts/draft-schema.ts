// The JSON schema of `.minds/draft.yaml`, for completion and hover in the editor (SPEC 15.10), in the words of the
// settings of drafts.
import { defaultDraftLimits, limitRanges } from '../src/core/draft/limits.ts';
import { draftSettingKeys } from '../src/host/settings/draft-setting-keys.ts';

const SEED = 'Makes the samples of thoughts the same in every run; without it each dialog has its own.';

/** The schema as plain JSON; draft 7. `words` are those of package.nls.json. */
export function draftJsonSchema(words: Readonly<Record<string, string>>): object {
  const settings = Object.entries(draftSettingKeys).map(([setting, key]) => {
    const description = descriptionOf(words[`setting.draft.${setting}`] ?? '');
    return [key, { description, ...typeOf(key) }];
  });
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Dominds drafts',
    description: 'Limits of draft dialogues in this workspace; they go before the settings.',
    type: 'object',
    properties: { ...Object.fromEntries(settings), seed: { description: SEED, ...typeOf('seed') } },
    additionalProperties: false,
  };
}

function typeOf(key: string): object {
  const range = limitRanges[key];
  if (range) {
    const { min, max, whole } = range;
    const limit = range.key === 'seed' ? {} : { default: defaultDraftLimits[range.key] };
    return { type: whole ? 'integer' : 'number', minimum: min, maximum: max, ...limit };
  }
  if (key === 'embeddings_model') return { type: 'string', examples: ['text-embedding-3-small'] };
  return { type: 'boolean', default: defaultDraftLimits[key === 'idle_thinking' ? 'idleThinking' : 'branches'] };
}

/**
 * Without what a settings page needs: the heading that the key says anyway, marks, and which of the two places goes
 * first.
 */
function descriptionOf(text: string): string {
  const bare = text
    .replace(/^Draft dialogue: /, '')
    .replace(/ `\.minds\/draft\.yaml` goes before .*$/, '')
    .replaceAll(/[*`]/g, '');
  return `${bare.charAt(0).toUpperCase()}${bare.slice(1)}`;
}
