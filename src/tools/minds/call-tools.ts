// The tools that make tellasks (SPEC 2.12, 23.1). A sound call becomes a tellask as soon as its reply is complete; the
// tool itself runs only for arguments that do not fit, and says why.

import * as z from 'zod';
import { once } from '../../core/base/once.ts';
import type { CallNames } from '../../core/tellask/call-names.ts';
import { type CallArgs, tellaskOf } from '../../core/tellask/call-tools.ts';
import { isCallTool, type TellaskSegment } from '../../core/tellask/segment.ts';
import { EMPTY, readArgs } from '../arguments.ts';
import type { Tool } from '../tool.ts';
import { defineTool, failed } from '../tool.ts';

const filled = (text: string) => text.trim() !== '';
const content = () => z.string().refine(filled, EMPTY);

const schemas = {
  tellask: once(() =>
    z.object({
      to: content(),
      content: content(),
      session: z.string().optional(),
    }),
  ),
  ask_back: once(() => z.object({ question: content() })),
  ask_human: once(() =>
    z.object({
      question: content(),
      details: z.string().optional(),
      options: z
        .array(z.union([z.string(), z.object({ label: z.string(), description: z.string().optional() })]))
        .optional(),
    }),
  ),
} as const;

const notSent = () => failed(w => w.notSent);

/** Give work, ask back, ask the person; `ask_back` is for subdialogs. */
export const callTools: readonly Tool[] = [
  defineTool({
    name: 'tellask',
    description: words => words.tellask,
    args: schemas.tellask,
    isRepeatable: true,
    run: notSent,
  }),
  defineTool({
    name: 'ask_back',
    description: words => words.ask_back,
    args: schemas.ask_back,
    isRepeatable: true,
    run: notSent,
  }),
  defineTool({
    name: 'ask_human',
    description: words => words.ask_human,
    args: schemas.ask_human,
    isRepeatable: true,
    run: notSent,
  }),
];

/** The tellask of a tool call; undefined for other tools, and for arguments that do not fit. */
export function readCall(tool: string, args: string, names: CallNames): TellaskSegment | undefined {
  const call = isCallTool(tool) ? argsOf(tool, args) : undefined;
  return call && tellaskOf(call, names);
}

function argsOf(tool: CallArgs['tool'], text: string): CallArgs | undefined {
  const parsed = readArgs<z.ZodObject>({ name: tool, schema: schemas[tool]() }, text);
  if (!parsed.ok) return undefined;
  const args = { tool, ...parsed.args } as CallArgs & { options?: readonly (string | { label: string })[] };
  if (!args.options) return args;
  const options = args.options.map(each => (typeof each === 'string' ? { label: each } : each));
  return { ...args, options: options.filter(({ label }) => filled(label)) } as CallArgs;
}
