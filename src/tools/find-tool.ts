// Finds the tool that a model means by a name.
import type { Tool } from './tool.ts';

/**
 * The tool of this name, or the only one whose name differs in case, separators or a prefix like `functions.` alone
 * (SPEC 23.9).
 */
export function findTool(name: string, tools: readonly Tool[]): Tool | undefined {
  const exact = tools.find(({ spec }) => spec.name === name);
  if (exact) return exact;
  const alike = tools.filter(({ spec }) => keyOf(spec.name) === keyOf(name));
  return alike.length === 1 ? alike[0] : undefined;
}

/** `Read_File`, `readFile` and `functions.read_file` mean one tool. */
function keyOf(name: string): string {
  return name
    .replace(/^(?:(?:functions|tools|default_api)[.:]|mcp__)/, '')
    .replaceAll(/[_.\s-]/g, '')
    .toLowerCase();
}
