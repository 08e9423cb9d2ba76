// The workspace tools by their toolsets (SPEC 12.4).
import type { Slices } from '../core/base/time-slices.ts';
import { createAskGit } from './files/ask-git.ts';
import { deleteFileTool } from './files/delete-file.ts';
import { editFileTool } from './files/edit-file.ts';
import { createListGitFiles } from './files/git-files.ts';
import { createHeldByGit } from './files/held-by-git.ts';
import { listDirTool } from './files/list-dir.ts';
import { moveFileTool } from './files/move-file.ts';
import { readFileTool } from './files/read-file.ts';
import { searchTextTool } from './files/search-text.ts';
import { createSeenFiles } from './files/seen-files.ts';
import { diskOnly, type WorkspaceFiles } from './files/workspace-files.ts';
import { writeFileTool } from './files/write-file.ts';
import type { Background } from './shell/background.ts';
import { processTools } from './shell/process-tools.ts';
import { afterTimer, runShellTool, type ShellPorts } from './shell/run-shell.ts';
import type { Tool } from './tool.ts';

export interface WorkspacePorts {
  /** The editor's open files; absent: the disk holds everything. */
  readonly files?: WorkspaceFiles;
  readonly shell: ShellPorts;
  /** Commands in the background; absent: there are none. */
  readonly background?: Background;
  /** The rhythm of a search; the clock's and the event loop's when absent. */
  readonly newSlices?: () => Slices;
}

/** The tools of each toolset. */
export function workspaceToolsets(
  ports: WorkspacePorts,
): Readonly<Record<'read' | 'write' | 'shell', readonly Tool[]>> {
  const { files = diskOnly, shell, background, newSlices } = ports;
  const seen = createSeenFiles();
  const git = createAskGit(shell.env, afterTimer);
  const isHeld = createHeldByGit(git);
  return {
    read: [
      readFileTool(files, seen),
      listDirTool,
      searchTextTool({ files, listGitFiles: createListGitFiles(git), ...(newSlices && { slicesOf: newSlices }) }),
    ],
    write: [writeFileTool, editFileTool, moveFileTool, deleteFileTool].map(tool => tool(files, seen, isHeld)),
    shell: [runShellTool(shell), ...(background ? processTools(background, shell.workTree) : [])],
  };
}
