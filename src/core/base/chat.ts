// The shape of a request to a model, before any provider turns it into its own wire format.
import type { ImageRef } from './image.ts';

/**
 * One message of the model's context. `args` of a tool call is the raw JSON text the model wrote; images of a person
 * are named only: a provider reads their bytes when it sends them, and says so in words when it does not.
 */
export type ChatMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string; readonly images?: readonly ImageRef[] }
  | {
      readonly role: 'assistant';
      readonly content: string;
      readonly toolCalls?: readonly ChatToolCall[];
      readonly back?: ReturnedBack;
    }
  | { readonly role: 'tool'; readonly toolCallId: string; readonly content: string };

export interface ChatToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: string;
}

/**
 * Data that a model server expects back with its own generation: its call ids, signed or encrypted thinking (SPEC
 * 10.6). Opaque to everything but the provider that made it.
 */
export interface CarriedBack {
  /** The provider and host that may get it, e.g. `openai api.deepseek.com`. */
  readonly to: string;
  /** The model that was asked. Thinking goes back to no other. */
  readonly model: string;
  /** JSON in the provider's own form. */
  readonly value: Readonly<Record<string, unknown>>;
  /** The text of the thinking belongs to it. The records keep that already, so it is not stored twice. */
  readonly withThought?: true;
}

/** The same in a message, together with the text of the thinking. */
export type ReturnedBack = CarriedBack & { readonly thought?: string };

/** A function tool as offered to a model; `parameters` is a JSON schema of an object. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** The next generation's request: the same value that `dominds prompt` prints. */
export interface Prompt {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolSpec[];
  /**
   * How many messages at the front the next request of the course begins with too, byte for byte: the place for a cache
   * mark. What follows is the closing part (SPEC 10.9). Absent: no other request follows on this one.
   */
  readonly lasting?: number;
}

/** Tokens as the provider counted them (SPEC 10.4); absent when it did not say. */
export interface Usage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cachedTokens?: number;
}
