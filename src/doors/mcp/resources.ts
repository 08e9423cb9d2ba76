// Dialogs and taskdocs as resources: their text, as an export and as members read it (SPEC 22.2).
import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import { rootRef } from '../../core/base/ids.ts';
import { exportDialogs, exportText } from '../../runtime/folder/export-dialog.ts';
import type { Runtime } from '../../runtime.ts';

/** Dialogs of a list, the newest first. */
const MOST_LISTED = 100;

/** Registers `dominds://dialog/{id}` and `dominds://taskdoc/{path}`. */
export function registerResources(server: McpServer, runtime: Runtime): void {
  const dialogs = new ResourceTemplate('dominds://dialog/{id}', { list: () => ({ resources: listDialogs(runtime) }) });
  const about = { title: 'Dialogs', description: 'A dialog with those below it, as text.', mimeType: 'text/markdown' };
  server.registerResource('dialog', dialogs, about, async (uri, { id }) => {
    const found = await runtime.resolve(`${id}`);
    const exported = found.ok ? await exportDialogs(runtime, found.dialog) : found;
    if (!exported.ok) throw new ResourceNotFoundError(uri.href);
    return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text: exportText(exported.dialogs, 'md') }] };
  });
  const taskdocs = new ResourceTemplate('dominds://taskdoc/{+path}', {
    list: () => ({ resources: taskdocPaths(runtime).map(path => ({ uri: taskdocUri(path), name: path })) }),
  });
  const aboutTaskdocs = { title: 'Taskdocs', description: 'A taskdoc as members read it.', mimeType: 'text/markdown' };
  server.registerResource('taskdoc', taskdocs, aboutTaskdocs, async (uri, { path }) => {
    const known = taskdocPaths(runtime).find(each => each === decodeURI(`${path}`));
    if (known === undefined) throw new ResourceNotFoundError(uri.href);
    return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text: runtime.taskdocText(known) }] };
  });
}

function listDialogs(runtime: Runtime) {
  return runtime
    .listRoots({ status: 'running' })
    .slice(0, MOST_LISTED)
    .map(({ rootId, agentId, headline, state }) => ({
      uri: `dominds://dialog/${rootRef(rootId).selfId}`,
      name: headline || rootId,
      description: `${agentId}, ${state}`,
      mimeType: 'text/markdown',
    }));
}

/** Those in use: no other file is read. */
function taskdocPaths(runtime: Runtime): readonly string[] {
  return [...new Set(runtime.listRoots({ status: 'running' }).map(({ taskDocPath }) => taskDocPath))];
}

function taskdocUri(path: string): string {
  return `dominds://taskdoc/${encodeURI(path)}`;
}
