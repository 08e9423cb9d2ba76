// What tools and tasks of the server share: a tree that is waited for, an answer that is given, a value as a result
// (SPEC 22.2).
import { randomUUID } from 'node:crypto';
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import type { After } from '../../core/base/after.ts';
import type { RootId } from '../../core/base/ids.ts';
import type { Language } from '../../core/base/language.ts';
import type { Outcome } from '../../core/facts/trouble.ts';
import type { ActingRuntime } from '../../runtime.ts';

/** The context of tools. `after` returns the function that cancels the work. */
export interface DialogToolsOptions {
  readonly runtime: ActingRuntime;
  /** The client asks its person before it calls a tool, so answers are confirmed without a form. */
  readonly clientConfirms: boolean;
  /** In which the person is asked; what models read is English. */
  readonly language: Language;
  readonly after: After;
}

/** The person's answer to a question. */
export function giveAnswer(runtime: ActingRuntime, questionId: string, content: string): Promise<Outcome<object>> {
  return runtime.perform({ kind: 'answer', questionId, content, msgId: randomUUID() });
}

/** True if a tree settled within that many milliseconds; a cancelled call stops waiting. */
export async function settlesWithin(
  { runtime, after, context }: Pick<DialogToolsOptions, 'runtime' | 'after'> & { readonly context: ServerContext },
  rootId: RootId,
  ms: number,
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const callOff = after(ms, () => resolve(false));
  const { signal } = context.mcpReq;
  signal.addEventListener('abort', () => resolve(false), { once: true });
  runtime.settled(rootId).then(
    () => resolve(true),
    () => resolve(false),
  );
  return promise.finally(callOff);
}

/** A value as a result. */
export function toldByMcp(value: object): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value, null, 2) }], structuredContent: { ...value } };
}
