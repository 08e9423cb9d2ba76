// Known model servers, as data (SPEC 10.1): their address, whether they need a key, how they send reasoning, and their
// documentation. No other code knows a server by name. Loaded late in the editor: nothing here is asked for while a
// module is evaluated.

import { remembering } from '../../core/base/recent.ts';
import { type ServerProvider, type ServerProviderId, serverProviders } from '../../core/team/providers.ts';
import { KNOWN_ADDRESSES } from '../../core/text/origin-of.ts';

/** One kind of server. */
export interface Preset {
  readonly id: string;
  /** Its protocol; Chat Completions unless set. */
  readonly provider?: ServerProviderId;
  readonly name: string;
  /** May hold `{placeholders}` that the person fills in. */
  readonly baseUrl: string;
  readonly needsKey: boolean;
  /** Runs on the machine of the dialogs. */
  readonly isLocal: boolean;
  /** The environment variable in which people keep the key of this server; used for its host only. */
  readonly keyVariable?: string;
  /** How the key is sent; `bearer` unless said otherwise. */
  readonly keyHeader?: 'bearer' | 'api-key';
  /** Value of the `api-version` query, where the server wants one. */
  readonly apiVersion?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Parameters sent with each request, unless configured otherwise. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** The page for creating a key, or for installing the server. */
  readonly docs: string;
  /** How reasoning text comes, and how to ask for it by `params`. */
  readonly reasoning: string;
  /** Request fields beyond the standard. */
  readonly needs?: ServerNeeds;
  /** Models whose requests are kept in its cache up to a mark only (SPEC 10.9). */
  readonly wantsCacheMarks?: RegExp;
  /** Fields of a request that it refuses. */
  readonly refuses?: readonly string[];
}

/** What a server expects of the messages (SPEC 10.6); see `carried-back.ts`. */
export interface ServerNeeds {
  readonly wantsReasoning?: boolean;
  readonly signsCalls?: boolean;
  readonly wantsTurns?: boolean;
}

/** In the order in which they are offered. */
export const presets: readonly Preset[] = [
  // Those of OpenAI itself first.
  ...serverProviders.slice(0, 2).map(server),
  {
    id: 'openrouter',
    name: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    needsKey: true,
    isLocal: false,
    keyVariable: 'OPENROUTER_API_KEY',
    docs: 'https://openrouter.ai/keys',
    reasoning: 'Field `reasoning`; `reasoning: {effort: medium}` asks for it.',
    wantsCacheMarks: /^~?anthropic\//,
  },
  ...serverProviders.slice(2).map(server),
  {
    id: 'gateway',
    name: 'Gateway (LiteLLM and others)',
    baseUrl: 'https://{host}/v1',
    needsKey: true,
    isLocal: false,
    docs: 'https://docs.litellm.ai/docs/simple_proxy',
    reasoning: 'Field `reasoning_content`, also for Anthropic models; `reasoning_effort` asks for it.',
  },
  {
    id: 'azure',
    name: 'Azure OpenAI',
    baseUrl: 'https://{resource}.openai.azure.com/openai/deployments/{deployment}',
    needsKey: true,
    isLocal: false,
    keyVariable: 'AZURE_OPENAI_API_KEY',
    keyHeader: 'api-key',
    apiVersion: '2024-10-21',
    docs: 'https://portal.azure.com',
    reasoning: 'As OpenAI. The deployment in the address is the model.',
  },
  {
    id: 'deepseek',
    name: 'DeepSeek',
    baseUrl: 'https://api.deepseek.com/v1',
    needsKey: true,
    isLocal: false,
    keyVariable: 'DEEPSEEK_API_KEY',
    docs: 'https://platform.deepseek.com/api_keys',
    reasoning: 'Field `reasoning_content` of the reasoning models.',
    needs: { wantsReasoning: true },
  },
  {
    id: 'mistral',
    name: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    needsKey: true,
    isLocal: false,
    keyVariable: 'MISTRAL_API_KEY',
    docs: 'https://console.mistral.ai/api-keys',
    reasoning: 'Parts of the content.',
    needs: { wantsTurns: true },
    refuses: ['stream_options'],
  },
  {
    id: 'moonshot',
    name: 'Moonshot (Kimi)',
    baseUrl: 'https://api.moonshot.ai/v1',
    needsKey: true,
    isLocal: false,
    keyVariable: 'MOONSHOT_API_KEY',
    docs: 'https://platform.moonshot.ai/console/api-keys',
    reasoning: 'Field `reasoning_content`.',
    needs: { wantsReasoning: true },
  },
  {
    id: 'zai',
    name: 'Z.ai (GLM)',
    baseUrl: 'https://api.z.ai/api/paas/v4',
    needsKey: true,
    isLocal: false,
    keyVariable: 'ZAI_API_KEY',
    docs: 'https://z.ai/manage-apikey/apikey-list',
    reasoning: 'Field `reasoning_content`; `thinking: {type: enabled}` asks for it.',
  },
  {
    id: 'minimax',
    name: 'MiniMax',
    baseUrl: 'https://api.minimax.io/v1',
    needsKey: true,
    isLocal: false,
    keyVariable: 'MINIMAX_API_KEY',
    docs: 'https://platform.minimax.io/user-center/basic-information/interface-key',
    reasoning: 'Field `reasoning_details` with `reasoning_split: true`, else `<think>` tags.',
    params: { reasoning_split: true },
  },
  local({
    id: 'ollama',
    name: 'Ollama',
    port: 11434,
    docs: 'https://ollama.com/download',
    reasoning: 'Field `reasoning`, or `<think>` tags.',
  }),
  local({
    id: 'lm-studio',
    name: 'LM Studio',
    port: 1234,
    docs: 'https://lmstudio.ai',
    reasoning: 'Field `reasoning_content`, or `<think>` tags.',
  }),
  local({
    id: 'llama-cpp',
    name: 'llama.cpp',
    port: 8080,
    docs: 'https://github.com/ggml-org/llama.cpp',
    reasoning: 'Field `reasoning_content`.',
  }),
  local({
    id: 'vllm',
    name: 'vLLM',
    port: 8000,
    docs: 'https://docs.vllm.ai',
    reasoning: 'Field `reasoning_content`, with a reasoning parser on the server.',
  }),
  local({ id: 'jan', name: 'Jan', port: 1337, docs: 'https://jan.ai', reasoning: '`<think>` tags.' }),
];

/** The preset whose server an address belongs to: the same host, placeholders fitting anything; else undefined. */
export const presetOf = remembering((baseUrl: string): Preset | undefined => {
  const host = hostOf(baseUrl);
  if (host === undefined) return undefined;
  return presets.find(preset => patternOf(preset)?.test(host));
}, KNOWN_ADDRESSES);

/** None for a preset that would fit any host. */
function patternOf({ baseUrl }: Preset): RegExp | undefined {
  return baseUrl.startsWith('https://{host}') ? undefined : hostPattern(baseUrl);
}

/** The server of a provider with an interface of its own. */
function server({ id, name, baseUrl, keyVariable, docs, reasoning, headers, signsCalls }: ServerProvider): Preset {
  return {
    id,
    name,
    ...(id !== 'openai' && { provider: id }),
    baseUrl,
    needsKey: true,
    isLocal: false,
    keyVariable,
    ...(headers && { headers }),
    docs,
    reasoning,
    ...(signsCalls && { needs: { signsCalls } }),
  };
}

type LocalServer = Pick<Preset, 'id' | 'name' | 'docs' | 'reasoning'> & { readonly port: number };

function local({ port, ...about }: LocalServer): Preset {
  return { ...about, baseUrl: `http://127.0.0.1:${port}/v1`, needsKey: false, isLocal: true };
}

function hostOf(url: string): string | undefined {
  return URL.parse(url)?.host.replace(/^localhost(?=:|$)/, '127.0.0.1');
}

function hostPattern(template: string): RegExp {
  const host = /^https?:\/\/([^/]+)/.exec(template)?.[1] ?? '';
  const pattern = host.split(/\{\w+\}/).map(part => part.replaceAll('.', '\\.'));
  return new RegExp(`^${pattern.join('[^.]+')}$`, 'i');
}
