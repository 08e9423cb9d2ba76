// Tools of the editor: those of other extensions and of MCP servers that it knows (SPEC 12.4). Nobody here knows what they do,
// so each call asks the person unless a policy that names them says otherwise; what they return is text to read, nothing more.
import { MAX_RESULT } from './fit-lines.ts';
import { fence } from './show-change.ts';
import { failed, type Review, type Tool, type ToolResult } from './tool.ts';

/** One tool as the editor offers it. `parameters` is a JSON schema. */
export interface EditorTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** The editor's side. `list` is asked anew for each generation, since tools come and go. */
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
    async call(args, _context, signal) {
      const input = parseInput(args);
      return input ? run(editor, name, { input, signal }) : failed(notAnObject(name));
    },
    async review(args) {
      const input = parseInput(args);
      return input ? reviewCall(name, description, input) : { kind: 'fails', result: failed(notAnObject(name)) };
    },
  };
}

function reviewCall(name: string, description: string, input: object): Review {
  const body = `${fence('', description)}\n\n${fence('json', JSON.stringify(input, null, 2))}`;
  return {
    kind: 'acts',
    action: { tool: name, toolset: 'editor', paths: [], otherwise: 'ask' },
    question: () => Promise.resolve({ headline: `Use the editor's tool ${name}`, body }),
  };
}

async function run(
  editor: EditorTools,
  name: string,
  { input, signal }: { readonly input: object; readonly signal: AbortSignal },
): Promise<ToolResult> {
  try {
    const content = await editor.call(name, input, signal);
    return { ok: true, content: content.length > MAX_RESULT ? cut(content) : content };
  } catch (error) {
    return failed(signal.aborted ? 'Stopped.' : `${name} failed: ${(error as Error).message}`);
  }
}

function cut(content: string): string {
  return `${content.slice(0, MAX_RESULT)}\n… ${content.length - MAX_RESULT} more characters, not shown`;
}

function parseInput(args: string): object | undefined {
  try {
    const input: unknown = JSON.parse(args.trim() || '{}');
    return typeof input === 'object' && input !== null && !Array.isArray(input) ? input : undefined;
  } catch {
    return undefined;
  }
}

function notAnObject(name: string): string {
  return `${name}: the arguments are not a JSON object; call again with one`;
}
