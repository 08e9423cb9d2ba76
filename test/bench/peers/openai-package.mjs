// The floor: the `openai` package alone, the conversation an array, nothing stored.
import { OpenAI } from 'openai';
import { apiKey, baseURL, instructions, measure, text } from './harness.mjs';

const client = new OpenAI({ baseURL, apiKey, maxRetries: 0 });

function converse(model, calls = 1) {
  const messages = [{ role: 'system', content: instructions }];
  const take = async () => {
    for (let call = 0; call < calls; call++) {
      messages.push({ role: 'user', content: text });
      const options = { include_usage: true };
      let said = '';
      for await (const chunk of await client.chat.completions.create({
        model,
        messages,
        stream: true,
        stream_options: options,
      })) {
        said += chunk.choices[0]?.delta.content ?? '';
      }
      messages.push({ role: 'assistant', content: said });
    }
  };
  return { take, said: () => messages.at(-1).content };
}

await measure({
  turn: () => converse('plain'),
  delegation: () => converse('plain', 3),
  stream: () => converse('stream'),
});
