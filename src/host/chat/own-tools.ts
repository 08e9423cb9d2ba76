// The names of the product's own language-model tools, as its manifest declares them.
import type { ExtensionContext } from 'vscode';

interface Manifest {
  readonly contributes?: { readonly languageModelTools?: readonly { readonly name: string }[] };
}

/**
 * The editor's names for tools of our MCP server: `mcp_<server>_<tool>`, with a number when there are two servers of a
 * name.
 */
const serverTool = /^mcp_dominds\d*_/;

/** Tells the names by which the editor calls us. */
export function ownToolNames({ extension }: ExtensionContext): (name: string) => boolean {
  const { contributes } = extension.packageJSON as Manifest;
  const names = new Set(contributes?.languageModelTools?.map(({ name }) => name));
  return name => names.has(name) || serverTool.test(name);
}
