// The shape of `.minds/mcp.yaml` (SPEC 12.4): one schema that checks the file and, as a JSON schema, gives the editor
// completion and hover.
import * as z from 'zod';
import { once } from '../../core/base/once.ts';

/** One server: a command that is started, or the address of one that runs. */
export const mcpServerSchema = once(() => {
  const texts = z.record(z.string(), z.string());

  return z.strictObject({
    command: z
      .string()
      .trim()
      .min(1)
      .optional()
      .meta({ description: 'Program to start; it talks over its standard input and output.', examples: ['npx'] }),
    args: z
      .array(z.string())
      .optional()
      .meta({ description: 'Its arguments, one text each.', examples: [['-y', '@example/weather-mcp']] }),
    env: texts.optional().meta({
      description: 'More variables of its environment. `${env:NAME}` stands for one of yours.',
      examples: [{ WEATHER_TOKEN: '${env:WEATHER_TOKEN}' }],
    }),
    cwd: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'Folder in which it runs; the workspace when absent.', examples: ['tools'] }),
    url: z
      .string()
      .min(1)
      .optional()
      .meta({
        description: 'Address of a server that speaks streamable HTTP.',
        examples: ['http://127.0.0.1:3000/mcp'],
      }),
    headers: texts.optional().meta({
      description: 'Headers of each request. `${env:NAME}` stands for a variable of your environment.',
      examples: [{ Authorization: 'Bearer ${env:DOCS_TOKEN}' }],
    }),
    timeout_s: z
      .number()
      .positive()
      .max(3_600)
      .optional()
      .meta({ description: 'Seconds that a call may be silent; default 60.', examples: [60] }),
  });
});

/** The whole file. */
const mcpSchema = () =>
  z
    .strictObject({
      servers: z
        .record(z.string(), mcpServerSchema())
        .optional()
        .meta({ description: 'MCP servers by name. A member gets the tools of one with the toolset mcp:<name>.' }),
    })
    .meta({ title: 'Dominds MCP servers', description: 'Servers that give tools to members of this workspace.' });

/** The JSON schema for editors; `media/schemas/mcp.schema.json` holds exactly this. */
export function mcpJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(mcpSchema(), { target: 'draft-7' }) as Record<string, unknown>;
}
