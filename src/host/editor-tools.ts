// The editor's tools, of other extensions and of MCP servers, for members that list them (SPEC 12.4). Our own are left
// out: a dialog must not answer a question or start another dialog through the editor.
import { CancellationTokenSource, LanguageModelTextPart, lm } from 'vscode';
import type { EditorTools } from '../runtime.ts';

/** The tools of this window but our own. */
export function createEditorTools(isOwn: (name: string) => boolean): EditorTools {
  return {
    list: () =>
      lm.tools
        .filter(({ name }) => !isOwn(name))
        .map(({ name, description, inputSchema }) => ({
          name,
          description,
          parameters: { type: 'object', properties: {}, ...inputSchema },
        })),
    async call(name, input, signal) {
      const cancellation = new CancellationTokenSource();
      const cancel = () => cancellation.cancel();
      signal.addEventListener('abort', cancel, { once: true });
      try {
        const { content } = await lm.invokeTool(name, { input, toolInvocationToken: undefined }, cancellation.token);
        return content.map(textOf).join('\n');
      } finally {
        signal.removeEventListener('abort', cancel);
        cancellation.dispose();
      }
    },
  };
}

function textOf(part: unknown): string {
  return part instanceof LanguageModelTextPart ? part.value : '[content that is no text]';
}
