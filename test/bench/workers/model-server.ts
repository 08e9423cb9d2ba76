// A model server without any latency: HTTP and SSE on loopback, in a process of its own. The model named in the request
// decides the reply; all replies are ready before the first request.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deltaFrame, doneFrame, finishFrame, frame } from '../../support/mock-reply.ts';
import { askHelper, askMany, CHUNKS, models } from '../models.ts';
import { answerAndStay } from '../worker.ts';

const plain = reply(['Done, as ', 'you said.']);
const stream = reply(Array.from({ length: CHUNKS }, (_, index) => ` word${index % 10}`));

await answerAndStay(async () => {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', part => parts.push(part));
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(replyTo(Buffer.concat(parts)));
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
});

/** Only those that tellask look at what was said: parsing a long request would hide what the product costs. */
function replyTo(body: Buffer): Buffer {
  const model = /"model":"(\w+)"/.exec(body.toString('latin1', 0, 200))?.[1];
  if (model === models.stream) return stream;
  if (model !== models.tellask) return plain;
  const { messages } = JSON.parse(body.toString('utf8')) as { messages: { role: string; content: string }[] };
  const said = messages.at(-1)?.content ?? '';
  if (said.startsWith(askHelper)) return reply(['I ask. \n', tellask(1)]);
  if (said.startsWith(askMany)) return reply(Array.from({ length: 50 }, (_, index) => tellask(index + 1)));
  return plain;
}

function tellask(part: number): string {
  return `!?@helper do part ${part}\n!?carefully\nSo much for that.\n`;
}

function reply(texts: readonly string[]): Buffer {
  const frames = texts.map(content => deltaFrame({ content }));
  const usage = frame({ model: 'mock-model', choices: [], usage: { prompt_tokens: 10, completion_tokens: 5 } });
  return Buffer.from([...frames, finishFrame('stop'), usage, doneFrame].join(''));
}
