// The common part of foreign tools, those of the editor and of MCP servers (SPEC 12.4): their effects are unknown, so
// each call asks the person unless a policy names the tool; arguments are passed on as the model wrote them.
import { createHash } from 'node:crypto';
import { isPlainObject } from '../core/base/plain-object.ts';
import type { ResultWords } from '../core/prompt/words/en/results.ts';
import { parseLooseJson } from '../core/text/loose-json.ts';
import { visibleFence } from './files/show-change.ts';
import { MAX_RESULT } from './fit-lines.ts';
import { readJson } from './read-json.ts';
import { failed, type Review, type ToolResult } from './tool.ts';

/** A tool of others, as a person who is asked sees it. */
export interface ForeignTool {
  readonly tool: string;
  readonly toolset: 'editor' | 'mcp';
  readonly headline: string;
  /** In the words of its provider. */
  readonly description: string;
  /** What *always* is bound to: all that its provider says of it. A tool that has changed asks again. */
  readonly definition: readonly unknown[];
}

/** The review of a call: all of its data, and the tool's own description. */
export function reviewForeign(
  { tool, toolset, headline, description, definition }: ForeignTool,
  args: string,
  words: ResultWords,
): Review {
  const input = parseInput(args);
  if (!input) return { kind: 'fails', result: noObject(tool, words) };
  const body = `${visibleFence('', description)}\n\n${visibleFence('json', JSON.stringify(input, null, 2))}`;
  return {
    kind: 'acts',
    action: { tool, toolset, paths: [], otherwise: 'ask', definition: markOf(definition) },
    question: () => Promise.resolve({ headline, body }),
  };
}

function markOf(definition: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(definition)).digest('hex');
}

/** The arguments as an object; undefined when they are none. */
export function parseInput(args: string): object | undefined {
  const input = readJson(args.trim() || '{}') ?? mended(args);
  return isPlainObject(input) ? input : undefined;
}

/** Arguments with slips of JSON; undefined when their end is lost, since nobody knows what the tool does. */
function mended(args: string): unknown {
  const loose = parseLooseJson(args);
  return loose?.isCut ? undefined : loose?.value;
}

/** The message to a model whose arguments are not an object. */
export function noObject(tool: string, words: ResultWords): ToolResult {
  return failed(words.noObject(tool));
}

/** So much of a result as a model is given, with the cut shown. */
export function cutResult(content: string, words: ResultWords): string {
  if (content.length <= MAX_RESULT) return content;
  return `${content.slice(0, MAX_RESULT)}\n${words.moreCharacters(content.length - MAX_RESULT)}`;
}
