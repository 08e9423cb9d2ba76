// What MCP servers offer a person who writes a message (SPEC 22.1): prompts as `/server/prompt`, resources as
// `@server:address`. Pure.

/** One offer, as it is written into a message after its sign. */
export interface ServerOffer {
  readonly kind: 'prompt' | 'resource';
  /** `server/prompt` or `server:address`. */
  readonly insert: string;
  readonly label: string;
  readonly detail: string;
}

/** A prompt at the beginning of a message. */
export interface NamedPrompt {
  readonly server: string;
  /** The prompt's name, with the rest of the message behind it. */
  readonly text: string;
}

/** A resource that a message names. */
export interface NamedResource {
  readonly server: string;
  readonly uri: string;
}

/** The prompt that a message begins with, if it looks like one. */
export function promptIn(message: string): NamedPrompt | undefined {
  const [, server, text] = /^\/([a-zA-Z][\w-]{0,31})\/(\S[\s\S]*)$/.exec(message.trim()) ?? [];
  return server !== undefined && text !== undefined ? { server, text } : undefined;
}

/**
 * Which of these prompts such a text names, and what comes behind it. A name may hold slashes and spaces: the longest
 * that fits counts.
 */
export function promptOf<P extends { readonly name: string }>(
  text: string,
  prompts: readonly P[],
): { readonly prompt: P; readonly rest: string } | undefined {
  const [prompt] = prompts
    .filter(({ name }) => text.startsWith(name) && /^(?:\s|$)/.test(text.slice(name.length)))
    .sort((a, b) => b.name.length - a.name.length);
  return prompt && { prompt, rest: text.slice(prompt.name.length).trim() };
}

/** What looks like resources of these servers in a message, each once. */
export function resourcesIn(message: string, servers: ReadonlySet<string>): readonly NamedResource[] {
  const found = [...message.matchAll(/(?:^|[\s(])@([a-zA-Z][\w-]{0,31}):([^\s)]+)/g)].map(
    ([, server = '', uri = '']): NamedResource => ({ server, uri: uri.replace(/[.,;!?]+$/, '') }),
  );
  const known = found.filter(({ server }) => servers.has(server));
  return [...new Map(known.map(each => [`${each.server}:${each.uri}`, each])).values()];
}

/**
 * Arguments of a prompt from the rest of the message: `name=value`, with quotes where there are spaces; all of it where
 * one is taken.
 */
export function argumentsIn(rest: string, names: readonly string[]): Readonly<Record<string, string>> {
  const given = [...rest.matchAll(/(?:^|\s)([\w.-]+)=(?:"([^"]*)"|(\S*))/g)].map(
    ([, name = '', quoted, plain]): [string, string] => [name, quoted ?? plain ?? ''],
  );
  const named = given.filter(([name]) => names.includes(name));
  if (named.length > 0) return Object.fromEntries(named);
  const [first] = names;
  return first !== undefined && rest !== '' ? { [first]: rest } : {};
}
