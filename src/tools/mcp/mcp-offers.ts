// What an MCP server offers besides tools: prompts and resources (SPEC 22.1), by the official SDK.
import type { Client } from '@modelcontextprotocol/client';
import { promptTexts } from '../../core/prompt/prompt-texts.ts';
import { textOfContent } from './mcp-content.ts';

/** Of each kind; a server with more offers shows its first ones. */
const MAX_OFFERS = 200;

/** A prompt as its server names it. */
export interface OfferedPrompt {
  readonly name: string;
  readonly description: string;
  readonly args: readonly { readonly name: string; readonly isRequired: boolean }[];
}

/** A resource as its server names it. */
export interface OfferedResource {
  readonly uri: string;
  readonly name: string;
}

/** Rejects when the server does not answer. */
export async function listPrompts(client: Client, signal: AbortSignal): Promise<readonly OfferedPrompt[]> {
  if (!client.getServerCapabilities()?.prompts) return [];
  const { prompts } = await client.listPrompts(undefined, { signal });
  return prompts.slice(0, MAX_OFFERS).map(({ name, description = '', arguments: args = [] }) => ({
    name,
    description,
    args: args.map(arg => ({ name: arg.name, isRequired: arg.required === true })),
  }));
}

/** Rejects when the server does not answer. */
export async function listResources(client: Client, signal: AbortSignal): Promise<readonly OfferedResource[]> {
  if (!client.getServerCapabilities()?.resources) return [];
  const { resources } = await client.listResources(undefined, { signal });
  return resources.slice(0, MAX_OFFERS).map(({ uri, name, title = name }) => ({ uri, name: title }));
}

/** Prompts and resources are given to people. */
const words = () => promptTexts('en').results;

/** The text of a prompt with these arguments. Rejects when the server refuses. */
export async function promptText(
  client: Client,
  { name, args }: { readonly name: string; readonly args: Readonly<Record<string, string>> },
  signal: AbortSignal,
): Promise<string> {
  const { messages } = await client.getPrompt({ name, arguments: { ...args } }, { signal });
  return messages
    .map(
      ({ role, content }) =>
        `${role === 'assistant' ? '[assistant] ' : ''}${textOfContent({ content: [content] }, words())}`,
    )
    .join('\n\n');
}

/** The text of a resource; what is no text is named. Rejects when the server refuses. */
export async function resourceText(client: Client, uri: string, signal: AbortSignal): Promise<string> {
  const { contents } = await client.readResource({ uri }, { signal });
  return textOfContent({ content: contents.map(resource => ({ type: 'resource', resource })) }, words());
}
