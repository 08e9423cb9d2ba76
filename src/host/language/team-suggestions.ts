// Names that a team file defines beyond its schema: its own members, providers, and MCP servers. Pure.
import type { Translate } from '../rows/wording.ts';
import type { JsonSchema } from './json-schema.ts';
import { type FileLanguage, named, type Suggestion, valuesFor } from './schema-suggestions.ts';

export interface TeamNames {
  readonly schema: JsonSchema;
  readonly members: readonly string[];
  readonly providers: readonly string[];
  /** Those of `mcp.yaml`. */
  readonly servers: readonly string[];
  readonly t: Translate;
}

/** The language of a team file with these names. */
export function teamLanguage({ schema, members, providers, servers, t }: TeamNames): FileLanguage {
  return {
    schema,
    keysAt: ({ path, isFlow }) => (path.length === 1 && path[0] === 'members' ? [newMember(t, isFlow)] : undefined),
    valuesAt(place) {
      const { path } = place;
      const key = path.at(-1);
      if (key === 'toolsets') return [...valuesFor(place, schema), ...named(servers.map(name => `mcp:${name}`))];
      if (key === 'default_responder' && path.length === 1) return named(members, t('member'));
      return key === 'provider' ? named(providers) : undefined;
    },
  };
}

function newMember(t: Translate, isFlow: boolean): Suggestion {
  return {
    kind: 'snippet',
    label: t('New member'),
    insert: isFlow ? `\${1:id}: { name: \${2:Name} }` : `\${1:id}:\n\tname: \${2:Name}`,
    detail: 'id: { name: … }',
  };
}
