// MCP servers as `.minds/mcp.yaml` describes them (SPEC 12.4), and the references in them: `${env:NAME}` stands for a
// variable of the environment, so that what is secret is never in the file. Pure.
import { isLikelySecret, isSecretName } from '../text/secrets.ts';
import type { FileProblem } from './team.ts';

/** How a server is reached. Texts may hold references. */
export type McpTransport =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      /** Relative to the rtws, or absolute. */
      readonly cwd?: string;
    }
  | { readonly kind: 'http'; readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** One server of the file. */
export interface McpServer {
  readonly name: string;
  readonly transport: McpTransport;
  /** Seconds that a call may be silent. */
  readonly timeoutS: number;
  /**
   * From `.mcp.json`, which others put there: members have its tools only by its name, and a window asks before it
   * starts.
   */
  readonly isShared?: true;
  /** Its place in the file. */
  readonly at: Pick<FileProblem, 'file' | 'line' | 'column'>;
}

/**
 * How a server is reached, in full, as the person sees it who decides about it. Variables of the environment stay
 * references.
 */
export type ServerWay =
  | { readonly kind: 'starts'; readonly command: string }
  | { readonly kind: 'sends'; readonly url: string };

/** The whole way to a server: the command with the variables that it gets, or the address with its headers. */
export function wayOf(transport: McpTransport): ServerWay {
  if (transport.kind === 'http') {
    const headers = Object.entries(transport.headers).map(([name, text]) => `${name}: ${text}`);
    return { kind: 'sends', url: headers.length === 0 ? transport.url : `${transport.url} (${headers.join(', ')})` };
  }
  const variables = Object.entries(transport.env).map(([name, text]) => `${name}=${asWord(text)}`);
  const words = [...variables, ...[transport.command, ...transport.args].map(asWord)].join(' ');
  return { kind: 'starts', command: transport.cwd === undefined ? words : `${words} (cwd: ${transport.cwd})` };
}

/** In quotes where it would otherwise look like several words, or none. */
function asWord(text: string): string {
  return text === '' || /[\s"']/.test(text) ? JSON.stringify(text) : text;
}

/** A server of `.mcp.json`, which others put into the folder: it needs the person's word before it starts. */
export interface SharedServer {
  readonly name: string;
  readonly way: ServerWay;
  /** Of its entry: a changed one needs another word. */
  readonly fingerprint: string;
  readonly word: ServerWord;
  readonly at: McpServer['at'];
}

/** The person's word on a server as it is described now. */
export type ServerWord = 'allowed' | 'denied' | 'not-asked';

/** The names that a text refers to; what follows `:-` holds where a variable is not set. */
export function referencesIn(text: string): readonly string[] {
  return [...text.matchAll(reference)].map(match => match[1] ?? '');
}

/** True if a text contains something that looks like a reference and is not one. */
export function hasOddReference(text: string): boolean {
  return text.replaceAll(reference, '').includes('${');
}

/** The same transport with its references filled in, or the variables that are not set. */
export function fillReferences(
  transport: McpTransport,
  env: Readonly<Record<string, string | undefined>>,
):
  | { readonly ok: true; readonly transport: McpTransport }
  | { readonly ok: false; readonly missing: readonly string[] } {
  const missing = new Set<string>();
  const fill = (text: string) =>
    text.replaceAll(reference, (_, name: string, otherwise: string | undefined) => {
      const value = env[name] ?? otherwise;
      if (value === undefined) missing.add(name);
      return value ?? '';
    });
  const fillAll = (texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, fill(text)]));
  const filled: McpTransport =
    transport.kind === 'stdio'
      ? {
          ...transport,
          command: fill(transport.command),
          args: transport.args.map(fill),
          env: fillAll(transport.env),
          ...(transport.cwd !== undefined && { cwd: fill(transport.cwd) }),
        }
      : { ...transport, url: fill(transport.url), headers: fillAll(transport.headers) };
  return missing.size > 0 ? { ok: false, missing: [...missing] } : { ok: true, transport: filled };
}

/**
 * The secret values of a server: of its references all in headers, else fields and variables with the name of a secret.
 * Secrets in plain text are those of a server that was handed over, and those that hold where a variable is not set.
 */
export function secretsOf(
  transport: McpTransport,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const texts: readonly (readonly [string, string])[] =
    transport.kind === 'stdio'
      ? [...Object.entries(transport.env), ...[transport.command, ...transport.args].map(text => ['', text] as const)]
      : [['', transport.url], ...Object.values(transport.headers).map(text => ['authorization', text] as const)];
  const referred = texts.flatMap(([field, text]) =>
    referencesIn(text).flatMap(name => (isSecretName(field) || isSecretName(name) ? (env[name] ?? []) : [])),
  );
  const named = Object.entries(transport.kind === 'stdio' ? transport.env : transport.headers);
  const plain = named
    .filter(([name]) => isSecretName(name))
    .map(([, text]) => text.replaceAll(reference, '$2').replace(/^\w+ /, ''));
  return [...referred, ...plain.filter(isLikelySecret)];
}

const reference = /\$\{env:([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;
