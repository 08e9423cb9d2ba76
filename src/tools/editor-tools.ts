// Tools of the editor: those of other extensions and of its MCP servers (SPEC 12.4). Their effects are unknown, so each
// call asks the person unless a policy names the tool; their results are text only.

import { errorMessage } from '../core/base/thrown.ts';
import type { ResultWords } from '../core/prompt/words/en/results.ts';
import { cutResult, noObject, parseInput, reviewForeign } from './foreign-tool.ts';
import { failed, type Tool, type ToolResult } from './tool.ts';

/** One tool as the editor offers it. `parameters` is a JSON schema. */
export interface EditorTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** The editor's side. `list` is queried for each generation, since tools come and go. */
export interface EditorTools {
  list(): readonly EditorTool[];
  /** Runs a tool. Rejects when the tool fails or the person cancels it. */
  call(name: string, input: object, signal: AbortSignal): Promise<string>;
}

/** The tools that the editor offers now, but those whose name is taken by a tool of the product. */
export function editorToolset(editor: EditorTools | undefined, taken: ReadonlySet<string>): readonly Tool[] {
  const offered = editor?.list() ?? [];
  return offered
    .filter(({ name }) => isCallable(name) && !taken.has(name))
    .map(tool => asTool(editor as EditorTools, tool));
}

/** Model servers take no other names. */
function isCallable(name: string): boolean {
  return /^[a-zA-Z0-9_-]{1,64}$/.test(name);
}

function asTool(editor: EditorTools, { name, description, parameters }: EditorTool): Tool {
  return {
    spec: { name, description, parameters },
    // The editor has no place to report it.
    refused: () => {},
    async call(args, { texts: { results: words } }, signal) {
      const input = parseInput(args);
      return input ? run(editor, name, { input, signal, words }) : noObject(name, words);
    },
    review: async (args, { texts }) =>
      reviewForeign(
        {
          tool: name,
          toolset: 'editor',
          headline: texts.permission.useEditorTool(name),
          description,
          definition: [description, parameters],
        },
        args,
        texts.results,
      ),
  };
}

async function run(
  editor: EditorTools,
  name: string,
  { input, signal, words }: { readonly input: object; readonly signal: AbortSignal; readonly words: ResultWords },
): Promise<ToolResult> {
  try {
    return { ok: true, content: cutResult(await editor.call(name, input, signal), words) };
  } catch (error) {
    return failed(signal.aborted ? words.stopped : words.toolFailed(name, errorMessage(error)));
  }
}
