// The names of toolsets, as team files and the tools themselves know them (SPEC 12.4).

/** Toolsets that a member may be given. */
export const toolsetNames = ['read', 'write', 'shell', 'memory', 'team', 'editor'] as const;

/** The name of a toolset; `editor` are tools of other extensions and MCP servers. */
export type ToolsetName = (typeof toolsetNames)[number];

/** What a member has that names neither tools nor toolsets. */
export const defaultToolsets: readonly ToolsetName[] = ['read', 'write', 'shell', 'memory'];

/** The built-in member that alone may keep the files of `.minds/` (SPEC 12.3). */
export const mindsKeeperId = 'fuxi';

/** The built-in member for the workspace and the shell (SPEC 12.3). */
export const workspaceKeeperId = 'pangu';
