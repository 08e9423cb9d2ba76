// The floor under a turn: one streamed call by the `openai` package and one appended line, with the request that the
// product would send, and nothing else. Under a delegation: its three calls.
import { closeSync, openSync, writeSync } from 'node:fs';
import { OpenAI } from 'openai';
import type { Prompt } from '../../src/core/base/chat.ts';
import type { DialogRef } from '../../src/core/base/ids.ts';
import { buildRequestBody } from '../../src/llm/openai/openai-request.ts';
import type { Runtime } from '../../src/runtime.ts';

export type Request = ReturnType<typeof buildRequestBody>;

export interface Floor {
  /** One call, read to its end. */
  call(request: Request): Promise<{ readonly text: string; readonly chunks: number }>;
  /** The same and one line. Gives the number of chunks. */
  callAndStore(request: Request): Promise<number>;
  close(): void;
}

/** `file` takes the lines. */
export function openFloor(baseUrl: string, file: string): Floor {
  const client = new OpenAI({ baseURL: baseUrl, apiKey: 'bench', maxRetries: 0, logLevel: 'off' });
  const descriptor = openSync(file, 'a');
  const call: Floor['call'] = async request => {
    let text = '';
    let chunks = 0;
    for await (const chunk of await client.chat.completions.create(request)) {
      chunks++;
      text += chunk.choices[0]?.delta.content ?? '';
    }
    return { text, chunks };
  };
  return {
    call,
    async callAndStore(request) {
      const { text, chunks } = await call(request);
      writeSync(descriptor, `${JSON.stringify({ v: 1, at: new Date().toISOString(), kind: 'assistantSaid', text })}\n`);
      return chunks;
    },
    close: () => closeSync(descriptor),
  };
}

/** The request that a dialog would send after one more message; without a message: its last one again. */
export async function requestOf(runtime: Runtime, dialog: DialogRef, model: string, said?: string): Promise<Request> {
  const prompt =
    said === undefined ? withoutReply(await promptOf(runtime, dialog)) : await promptAfter(runtime, dialog, said);
  return buildRequestBody({ prompt, model, params: {} });
}

/** What a dialog would send after one more message. */
export async function promptAfter(runtime: Runtime, dialog: DialogRef, content: string): Promise<Prompt> {
  const prompt = await promptOf(runtime, dialog);
  const { messages, lasting = messages.length } = prompt;
  const said = { role: 'user', content } as const;
  return { ...prompt, messages: messages.toSpliced(lasting, 0, said), lasting: lasting + 1 };
}

async function promptOf(runtime: Runtime, dialog: DialogRef): Promise<Prompt> {
  const found = await runtime.prompt(dialog);
  if (!found.ok) throw new Error(found.why.id);
  return found.prompt;
}

function withoutReply(prompt: Prompt): Prompt {
  const { messages, lasting = messages.length } = prompt;
  const isAnswered = messages[lasting - 1]?.role === 'assistant';
  return isAnswered ? { ...prompt, messages: messages.toSpliced(lasting - 1, 1), lasting: lasting - 1 } : prompt;
}
