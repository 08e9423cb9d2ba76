// The OpenAI Agents SDK: sessions in memory, a helper as a tool.
import { Agent, MemorySession, run, setDefaultOpenAIClient, setOpenAIAPI, setTracingDisabled } from '@openai/agents';
import { OpenAI } from 'openai';
import { apiKey, baseURL, instructions, measure, text } from './harness.mjs';

setDefaultOpenAIClient(new OpenAI({ baseURL, apiKey, maxRetries: 0 }));
setOpenAIAPI('chat_completions');
setTracingDisabled(true);

function converse(agent) {
  const session = new MemorySession();
  let last;
  const take = async () => {
    const result = await run(agent, text, { stream: true, session });
    for await (const _ of result.toTextStream());
    await result.completed;
    last = result.finalOutput;
  };
  return { take, said: () => last };
}

const agentOf = (model, tools = []) => new Agent({ name: model, instructions, model, tools });
const helper = agentOf('plain').asTool({ toolName: 'ask_helper', toolDescription: 'Asks the helper to do a part.' });

await measure({
  turn: () => converse(agentOf('plain')),
  delegation: () => converse(agentOf('caller', [helper])),
  stream: () => converse(agentOf('stream')),
});
