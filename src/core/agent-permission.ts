// The tool by which an agent of another vendor asks for permission (SPEC 22.4), as its provider and the tool itself know it. Pure.

/** Its name, and that of its toolset in policies. */
export const agentPermissionName = 'agent_permission';
export const agentToolset = 'agent';

/** The result that permits; every other refuses. */
export const PERMITTED = 'Permitted once.';

/** How the result of `write_file` begins when the file was written. */
export const WROTE = 'Wrote ';
