// The workspace tools by their toolsets (SPEC 12.4).
import type { Slices } from '../core/slices.ts';
import { createAskGit } from './ask-git.ts';
import type { Background } from './background.ts';
import { deleteFileTool } from './delete-file.ts';
import { editFileTool } from './edit-file.ts';
import { createListGitFiles } from './git-files.ts';
import { createHeldByGit } from './held-by-git.ts';
import { listDirTool } from './list-dir.ts';
import { moveFileTool } from './move-file.ts';
import { processTools } from './process-tools.ts';
import { readFileTool } from './read-file.ts';
import { afterTimer, runShellTool, type ShellPorts } from './run-shell.ts';
import { searchTextTool } from './search-text.ts';
import { createSeenFiles } from './seen-files.ts';
import type { Tool } from './tool.ts';
import { diskOnly, type WorkspaceFiles } from './workspace-files.ts';
import { writeFileTool } from './write-file.ts';

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
    shell: [runShellTool(shell), ...(background ? processTools(background) : [])],
  };
}
