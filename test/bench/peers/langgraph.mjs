// LangGraph: the prebuilt agent with its checkpoints in memory, a helper as a tool that runs another agent.
import { tool } from '@langchain/core/tools';
import { MemorySaver } from '@langchain/langgraph';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { ChatOpenAI } from '@langchain/openai';
import { z } from 'zod';
import { apiKey, baseURL, instructions, measure, text } from './harness.mjs';

function agentOf(model, more = {}) {
  const llm = new ChatOpenAI({ model, apiKey, configuration: { baseURL }, streaming: true, maxRetries: 0 });
  return createReactAgent({ llm, tools: [], prompt: instructions, ...more });
}

let threads = 0;

function converse(model, tools = []) {
  const agent = agentOf(model, { tools, checkpointer: new MemorySaver() });
  const configurable = { thread_id: `thread-${++threads}` };
  const take = async () => {
    const messages = [{ role: 'user', content: text }];
    for await (const _ of await agent.stream({ messages }, { configurable, streamMode: 'messages' }));
  };
  return { take, said: async () => (await agent.getState({ configurable })).values.messages.at(-1).content };
}

const helper = agentOf('plain');
const askHelper = tool(
  async ({ input }) => {
    const { messages } = await helper.invoke({ messages: [{ role: 'user', content: input }] });
    return messages.at(-1).content;
  },
  { name: 'ask_helper', description: 'Asks the helper to do a part.', schema: z.object({ input: z.string() }) },
);

await measure({
  turn: () => converse('plain'),
  delegation: () => converse('caller', [askHelper]),
  stream: () => converse('stream'),
});
