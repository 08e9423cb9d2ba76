// The door between the driver and any model. Implementations end here (ARCHITECTURE invariant 9).
import type { CarriedBack, Prompt, Usage } from '../core/base/chat.ts';
import type { ImageRef } from '../core/base/image.ts';

/** Why a generation failed. Closed; `src/words/` has the sentences. */
export type LlmFailureCode =
  | 'not-configured' // no endpoint, key or model could be found
  | 'unreachable' // no connection, or it broke before the stream ended
  | 'no-key' // the same as `auth`, where no key is set
  | 'auth' // 401, 403
  | 'quota' // paid quota spent
  | 'bad-request' // the server refuses this request; retrying cannot mend it
  | 'context-full' // the request is longer than the model's context
  | 'blocked' // a filter of the server blocks what the request says
  | 'no-tools' // the model, or its server as it was started, takes no tools
  | 'rate-limited' // 408, 409, 429 after all retries
  | 'server-error' // 5xx after all retries, or an error object inside the stream
  | 'no-reply' // nothing came for longer than the limits of time allow (SPEC 10.8)
  | 'too-large' // the reply goes beyond the limits of `reply-limits.ts`
  | 'consent-needed' // the editor's model wants the person's consent first
  | 'broken-settings' // the file of the settings cannot be read
  | 'broken-playbook' // the file of a scripted model is missing or cannot be understood
  | 'playbook-exhausted' // a scripted model has no reply left that fits
  | 'agent-failed' // an agent of another vendor ended, refused or cannot be started
  | 'agent-login'; // the same wants its person to log in

export interface LlmFailure {
  readonly code: LlmFailureCode;
  /** The server's or the network's message, without keys. */
  readonly message: string;
  readonly status?: number;
  /** True when the same request may succeed later (SPEC 10.3: 408, 409, 429, 5xx, broken connections). */
  readonly retryable: boolean;
  /** From `Retry-After`, in milliseconds. */
  readonly retryAfterMs?: number;
}

/** Thinking (reasoning text) and saying (content) are the two kinds of stream segments (SPEC 8.1). */
export type StreamSegment = 'thinking' | 'saying';

/** `refusal`: the model declined, in words that are its whole answer. `refused`: the provider stopped the reply. */
export type FinishReason = 'stop' | 'tool-calls' | 'length' | 'content-filter' | 'refusal' | 'refused' | 'unknown';

/**
 * A provider's events. Segments come as `segmentStarted → chunk* → segmentFinished`, any number, alternating, never
 * overlapping. A tool call comes once, whole; parts of its arguments may come before, at any time. The stream ends with
 * exactly one `finished` or `failed`. `source` names the provider's own event, for the message when the rule is broken
 * (SPEC 8.1).
 */
export type LlmEvent =
  | { readonly kind: 'segmentStarted'; readonly segment: StreamSegment; readonly source?: string }
  | { readonly kind: 'chunk'; readonly segment: StreamSegment; readonly text: string; readonly source?: string }
  | { readonly kind: 'segmentFinished'; readonly segment: StreamSegment; readonly source?: string }
  /** Between segments: everything said so far was thinking whose opening tag the server kept to itself (SPEC 10.7). */
  | { readonly kind: 'wasThinking' }
  | ToolCallPart
  | { readonly kind: 'toolCall'; readonly id: string; readonly name: string; readonly args: string }
  | {
      readonly kind: 'finished';
      readonly reason: FinishReason;
      readonly model?: string;
      readonly usage?: Usage;
      /** Images of the request that were named in words only (SPEC 10). */
      readonly imagesLeftOut?: number;
      /** Data that the server expects back with the next request (SPEC 10.6). */
      readonly back?: CarriedBack;
      /**
       * A scripted model's note of the reply it spent, kept with the generation so that a restart goes on from there.
       */
      readonly mark?: string;
    }
  | {
      readonly kind: 'failed';
      readonly failure: LlmFailure;
      /** As above: a scripted failure is spent too, and has to stay so after a restart. */
      readonly mark?: string;
    };

/**
 * A part of a call's arguments as it comes. `index` counts the calls of the reply from 0; `name` as far as it is known.
 */
export interface ToolCallPart {
  readonly kind: 'toolCallPart';
  readonly index: number;
  readonly name?: string;
  readonly args: string;
}

/** The source of a prompt's images, and the replacement for one that is not sent. */
export interface ImageSource {
  /** Whether the model accepts images, if configured. */
  readonly taken?: boolean;
  readonly read: (image: ImageRef) => Uint8Array | undefined;
  readonly inWords: (image: ImageRef, why: 'not-taken' | 'missing') => string;
}

/** One request. `origin` and `marks` are for providers that script replies; real endpoints ignore them. */
export interface LlmRequest {
  readonly prompt: Prompt;
  readonly model?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly origin: {
    readonly rootId: string;
    readonly selfId: string;
    readonly agentId: string;
    readonly course: number;
  };
  /** The source of the prompt's images; absent: they are named only. */
  readonly images?: ImageSource;
  /**
   * Called when the server sent any part of the reply, even without an event: parts of a tool call, say (SPEC 10.8).
   */
  readonly heard?: () => void;
  /**
   * Called with the usage as soon as the server tells it, and anew when it tells more: the reply may still break off.
   */
  readonly counted?: (usage: Usage) => void;
  /** The purpose of the answer, when it is not part of the talk (SPEC 16.3, 16.4). */
  readonly purpose?: LlmPurpose;
  /** Marks of all finished generations of this root's tree. */
  readonly marks: readonly string[];
}

export type LlmPurpose = { readonly kind: 'predict' } | { readonly kind: 'internal'; readonly flow: string };

/**
 * A model provider. `stream` must not throw and its iteration must not throw: failures arrive as a `failed` event. When
 * `signal` aborts, the iteration ends promptly (within 200 ms, SPEC 11.1), with or without a last event.
 */
export interface LlmProvider {
  /** `openai`, `vscode-lm` or `playbook`, or a configured name. Concurrency is limited per id. */
  readonly id: string;
  /** The model and its server, for people, e.g. `gpt-5 at api.openai.com`, or `scripted playbook demo.yaml`. */
  readonly label: string;
  stream(request: LlmRequest, signal: AbortSignal): AsyncIterable<LlmEvent>;
  /** Vectors of texts, where the provider has an endpoint for them (SPEC 15.9). Must not throw. */
  embed?(request: EmbeddingsRequest, signal: AbortSignal): Promise<Embeddings>;
}

/** Texts to be compared by a model of the embeddings endpoint. */
export interface EmbeddingsRequest {
  readonly model: string;
  readonly texts: readonly string[];
}

/** One vector for each text, in their order. */
export type Embeddings =
  | { readonly kind: 'vectors'; readonly vectors: readonly (readonly number[])[] }
  | { readonly kind: 'failed'; readonly failure: LlmFailure };
