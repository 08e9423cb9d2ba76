// The tools by which an agent of another vendor asks (SPEC 22.4), as its provider and the tools themselves know them.
// Pure.

/** For permission, and by a form; the toolset of the first in policies. */
export const agentPermissionName = 'agent_permission';
export const agentFormName = 'agent_form';
export const agentToolset = 'agent';

/** The result that permits; every other refuses. */
export const PERMITTED = 'Permitted once.';

/** How the result of `write_file` begins when the file was written, in each language of models. */
export const WROTE = /^(?:Wrote|\u5df2\u5199\u5165) /;
