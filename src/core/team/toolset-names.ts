// The names of toolsets, as team files and the tools themselves know them (SPEC 12.4).

/** Toolsets that a member may be given. */
export const toolsetNames = ['read', 'write', 'shell', 'memory', 'team', 'editor', 'mcp'] as const;

/**
 * The name of a toolset; `editor` are tools of other extensions and its MCP servers, `mcp` those of `.minds/mcp.yaml`.
 */
export type ToolsetName = (typeof toolsetNames)[number];

/** The tools of one server of `.minds/mcp.yaml`: `mcp:<name>`. */
export const serverToolsetPattern = /^mcp:[a-zA-Z][a-zA-Z0-9_-]*$/;

/** The tools of a member that names neither tools nor toolsets. */
export const defaultToolsets: readonly ToolsetName[] = ['read', 'write', 'shell', 'memory'];

/** The built-in member that alone may keep the files of `.minds/` (SPEC 12.3). */
export const mindsKeeperId = 'fuxi';

/** The built-in member for the workspace and the shell (SPEC 12.3). */
export const workspaceKeeperId = 'pangu';
