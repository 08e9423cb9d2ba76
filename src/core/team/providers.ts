// Every kind of model provider, one row each (SPEC 10.5): what choosing, presets, schemas, documents, traces and the
// environment read of it. What opens a server stands in `llm/http-providers.ts`. Data only.

/** A provider that is a server over HTTP. */
export interface ServerProvider {
  /** Its name in `provider` and `type` of `.minds/llm.yaml`, in settings and in preset lists. */
  readonly id: ServerProviderId;
  readonly name: string;
  /** Where it speaks to by default. */
  readonly baseUrl: string;
  /** Environment variables with its key, and with another address. */
  readonly keyVariable: string;
  readonly addressVariable: string;
  /** The names of its models. A provider with such names answers when only its key is there. */
  readonly models?: RegExp;
  /** `gen_ai.provider.name` of those models. */
  readonly traceName?: string;
  /** The page for creating a key. */
  readonly docs: string;
  /** How reasoning text comes, and how to ask for it by `params`. */
  readonly reasoning: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether calls come with a signature that goes back with them. */
  readonly signsCalls?: boolean;
}

/** Those that are servers, in the order in which they are offered. */
const servers = [
  {
    id: 'openai',
    name: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    keyVariable: 'OPENAI_API_KEY',
    addressVariable: 'OPENAI_BASE_URL',
    models: /^(gpt|o\d|codex|chatgpt)/,
    traceName: 'openai',
    docs: 'https://platform.openai.com/api-keys',
    reasoning: 'Not shown by Chat Completions; `reasoning_effort: low | medium | high` sets how much.',
  },
  {
    id: 'openai-responses',
    name: 'OpenAI (Responses API)',
    baseUrl: 'https://api.openai.com/v1',
    keyVariable: 'OPENAI_API_KEY',
    addressVariable: 'OPENAI_BASE_URL',
    docs: 'https://platform.openai.com/api-keys',
    reasoning: 'Summaries; `reasoning_effort: low | medium | high` sets how much.',
  },
  {
    id: 'anthropic',
    name: 'Anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    keyVariable: 'ANTHROPIC_API_KEY',
    addressVariable: 'ANTHROPIC_BASE_URL',
    models: /^claude/,
    traceName: 'anthropic',
    docs: 'https://console.anthropic.com/settings/keys',
    reasoning: 'Signed thinking; `reasoning_effort: low | medium | high` asks for it.',
    headers: { 'anthropic-version': '2023-06-01' },
  },
  {
    id: 'gemini',
    name: 'Google Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keyVariable: 'GEMINI_API_KEY',
    addressVariable: 'GEMINI_BASE_URL',
    models: /^gemini/,
    traceName: 'gcp.gemini',
    docs: 'https://aistudio.google.com/apikey',
    reasoning: 'Thoughts of the models that think; `reasoning_effort: low | medium | high` sets how much.',
    signsCalls: true,
  },
] as const satisfies readonly (Omit<ServerProvider, 'id'> & { readonly id: string })[];

/** The name of a provider that is a server. */
export type ServerProviderId = (typeof servers)[number]['id'];

/** The rows of those that are servers. */
export const serverProviders: readonly ServerProvider[] = servers;

/** All names of providers: the servers, the editor's own models, and scripted replies. */
export const providerIds: readonly [ServerProviderId, ...(ServerProviderId | 'vscode-lm' | 'playbook')[]] = [
  servers[0].id,
  ...servers.slice(1).map(({ id }) => id),
  'vscode-lm',
  'playbook',
];

/** True if a word names a provider that is a server. */
export function isServerProvider(word: string | undefined): word is ServerProviderId {
  return servers.some(({ id }) => id === word);
}

/** The row of a provider that is a server. */
export function serverProvider(id: ServerProviderId): ServerProvider {
  return serverProviders.find(row => row.id === id) ?? servers[0];
}
