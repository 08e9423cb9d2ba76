// A model server without any latency: HTTP and SSE on loopback, in a process of its own. The model named in the request
// decides the reply; all replies are ready before the first request.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deltaFrame, doneFrame, finishFrame, frame } from '../../support/mock-reply.ts';
import { askHeld, askHelper, askMany, CHUNKS, models } from '../models.ts';
import { answerAndStay } from '../worker.ts';

const plain = reply(['Done, as ', 'you said.']);
const asking = reply(['!?@human Which of the two is meant?\n!?The first or the second.\n']);
let calls = 0;
// No phrase comes again and again: such a reply is broken off (SPEC 23.14).
const stream = reply(Array.from({ length: CHUNKS }, (_, index) => ` w${index}`));

await answerAndStay(async () => {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', part => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      if (isHeld(body))
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write(deltaFrame({ content: 'Well' }));
      else if (modelOf(body) === models.slow) replySlowly(response);
      else if (body.includes('"stream":true'))
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end(replyTo(body));
      else response.writeHead(200, { 'content-type': 'application/json' }).end(document);
    });
  });
  // Node's own five seconds are over in the middle of a measurement on a slow machine, and not every peer asks again.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
});

/** The plain reply to a request that wants no stream. */
const document = JSON.stringify({
  id: 'reply',
  object: 'chat.completion',
  model: 'mock-model',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Done, as you said.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
});

function modelOf(body: Buffer): string | undefined {
  return /"model":"(\w+)"/.exec(body.toString('latin1', 0, 200))?.[1];
}

/** A chunk every half second, each reply at its own moments. */
function replySlowly(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let left = 20;
  const timer = setInterval(() => {
    if (left-- > 0) response.write(deltaFrame({ content: ' a few more words' }));
    else response.end(plain);
  }, 500);
  response.on('close', () => clearInterval(timer));
}

function isHeld(body: Buffer): boolean {
  return modelOf(body) === models.held;
}

/** Only those that tellask look at what was said: parsing a long request would hide what the product costs. */
function replyTo(body: Buffer): Buffer {
  const model = modelOf(body);
  if (model === models.stream) return stream;
  if (model === models.asker) return asking;
  if (model === models.caller) return isAnswered(body) ? plain : askingHelper();
  if (model !== models.tellask) return plain;
  const { messages } = JSON.parse(body.toString('utf8')) as { messages: { role: string; content: string }[] };
  const said = messages.at(-1)?.content ?? '';
  if (said.startsWith(askHelper)) return reply(['I ask. \n', tellask(1)]);
  if (said.startsWith(askMany)) return reply(Array.from({ length: 50 }, (_, index) => tellask(index + 1)));
  if (said.startsWith(askHeld)) return reply(Array.from({ length: 50 }, (_, index) => tellask(index + 1, models.held)));
  return plain;
}

/** A call of a tool, with an id of its own. */
function askingHelper(): Buffer {
  const asked = { name: 'ask_helper', arguments: '{"input":"Do part 1."}' };
  const call = { index: 0, id: `call_${++calls}`, type: 'function', function: asked };
  const frames = [deltaFrame({ role: 'assistant', tool_calls: [call] }), finishFrame('tool_calls'), doneFrame];
  return Buffer.from(frames.join(''));
}

/** Whether the last message is the result of a tool. */
function isAnswered(body: Buffer): boolean {
  const { messages } = JSON.parse(body.toString('utf8')) as { messages: { role: string }[] };
  return messages.at(-1)?.role === 'tool';
}

function tellask(part: number, member = 'helper'): string {
  return `!?@${member} do part ${part}\n!?carefully\nSo much for that.\n`;
}

function reply(texts: readonly string[]): Buffer {
  const frames = texts.map((content, index) => deltaFrame({ ...(index === 0 && { role: 'assistant' }), content }));
  const usage = frame({ model: 'mock-model', choices: [], usage: { prompt_tokens: 10, completion_tokens: 5 } });
  return Buffer.from([...frames, finishFrame('stop'), usage, doneFrame].join(''));
}
