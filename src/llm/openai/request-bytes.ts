// The body of a chat as JSON in bytes. The system message and the tools, which are most of a short request, are written
// once and kept as long as they are: they are the same values in every request of a course.
import type { OpenAI } from 'openai';
import { wellFormedJson } from '../reply/well-formed-json.ts';

type Body = OpenAI.Chat.ChatCompletionCreateParamsStreaming;

/** The body in parts that follow each other. */
export function requestBytes({ messages: [first, ...others], tools, ...fields }: Body): readonly Buffer[] {
  const head = jsonOf(fields).slice(0, -1);
  if (!first) return [Buffer.from(`${head},"messages":[]}`)];
  const rest = others.length === 0 ? ']' : `,${jsonOf(others).slice(1)}`;
  const system = bytesOf(first);
  if (!tools) return [Buffer.from(`${head},"messages":[`), system, Buffer.from(`${rest}}`)];
  return [Buffer.from(`${head},"messages":[`), system, Buffer.from(`${rest},"tools":`), bytesOf(tools), closing];
}

function jsonOf(value: object): string {
  return wellFormedJson(JSON.stringify(value));
}

const closing = Buffer.from('}');

const written = new WeakMap<object, Buffer>();

function bytesOf(value: object): Buffer {
  const bytes = written.get(value) ?? Buffer.from(jsonOf(value));
  written.set(value, bytes);
  return bytes;
}
