// The Vercel AI SDK: the conversation is the caller's array, a helper is a tool that asks another model.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { isStepCount, streamText, tool } from 'ai';
import { z } from 'zod';
import { apiKey, baseURL, instructions, measure, text } from './harness.mjs';

const provider = createOpenAICompatible({ name: 'mock', baseURL, apiKey, includeUsage: true });

async function reply(options) {
  const result = streamText({ maxRetries: 0, ...options });
  let said = '';
  for await (const part of result.textStream) said += part;
  return { said, messages: (await result.response).messages };
}

function converse(model, more = {}) {
  const messages = [];
  let last;
  const take = async () => {
    messages.push({ role: 'user', content: text });
    const { messages: made, said } = await reply({ model: provider(model), system: instructions, messages, ...more });
    messages.push(...made);
    last = said;
  };
  return { take, said: () => last };
}

const askHelper = tool({
  description: 'Asks the helper to do a part.',
  inputSchema: z.object({ input: z.string() }),
  execute: async ({ input }) => (await reply({ model: provider('plain'), system: instructions, prompt: input })).said,
});

await measure({
  turn: () => converse('plain'),
  delegation: () => converse('caller', { tools: { ask_helper: askHelper }, stopWhen: isStepCount(3) }),
  stream: () => converse('stream'),
});
