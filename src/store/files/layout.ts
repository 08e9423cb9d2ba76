// The only room file that knows a path or a file name in `.dialogs/` (SPEC 9).
import * as path from 'node:path';
import type { DialogRef, RootId } from '../../core/base/ids.ts';
import { isRootRef } from '../../core/base/ids.ts';
import type { Status } from '../../core/dialog/state.ts';

/** The folder that a root's status puts it in. */
const folders: Record<Status, string> = { running: 'run', completed: 'done', archived: 'archive' };

export const statuses: readonly Status[] = ['running', 'completed', 'archived'];

/** Names of a dialog's index files; all can be rebuilt from its course files. */
export const indexFiles = {
  identity: 'dialog.yaml',
  latest: 'latest.yaml',
  reminders: 'reminders.json',
  questions: 'q4h.yaml',
  pending: 'subdlg.yaml',
  registry: 'registry.yaml',
  response: 'response.yaml',
} as const;

/** Folders beside the files of a dialog, in which each file is named by what it holds. */
export const contentFolders = { before: 'before', attached: 'images', system: 'system' } as const;

/** What is known of schedules besides their roots. */
export const schedulesFileName = 'schedules.jsonl';

/** The folder of a root in which its subdialogs lie. */
export const subdialogsFolderName = 'subdialogs';

export interface Layout {
  readonly base: string;
  readonly lock: string;
  readonly inbox: string;
  readonly rootsIndex: string;
  readonly gitignore: string;
  readonly log: string;
  readonly notices: string;
  readonly schedules: string;
  statusFolder(status: Status): string;
  rootFolder(rootId: RootId, status: Status): string;
  /** The folder of the root that a place lies in, itself not included; `undefined` for a place in none. */
  rootFolderAbove(place: string): string | undefined;
  dialogFolder(ref: DialogRef, status: Status): string;
  subdialogsFolder(rootId: RootId, status: Status): string;
  /** Contents of files from before the dialog wrote them. */
  beforeFolder(ref: DialogRef, status: Status): string;
  /** Images that a person attached to what they said. */
  attachedFolder(ref: DialogRef, status: Status): string;
  /** Output of background commands. */
  outputFile(ref: DialogRef, status: Status, processId: string): string;
  /** System messages that the courses of a tree were opened with. */
  systemFolder(rootId: RootId, status: Status): string;
}

/** Paths of one rtws; `rtws` is absolute. */
export function createLayout(rtws: string): Layout {
  const base = path.join(rtws, '.dialogs');
  const rootFolder = (rootId: RootId, status: Status) => path.join(base, folders[status], rootId);
  const dialogFolder = (ref: DialogRef, status: Status) =>
    isRootRef(ref)
      ? rootFolder(ref.rootId, status)
      : path.join(rootFolder(ref.rootId, status), subdialogsFolderName, ref.selfId);
  return {
    base,
    lock: path.join(base, 'lock'),
    inbox: path.join(base, 'inbox'),
    rootsIndex: path.join(base, 'roots.jsonl'),
    gitignore: path.join(base, '.gitignore'),
    log: path.join(base, 'dominds.log'),
    notices: path.join(base, 'notices.jsonl'),
    schedules: path.join(base, schedulesFileName),
    statusFolder: status => path.join(base, folders[status]),
    rootFolder,
    rootFolderAbove(place) {
      const [status, root, ...below] = path.relative(base, place).split(path.sep);
      const isInRoot = below.length > 0 && Object.values(folders).some(folder => folder === status);
      return isInRoot && status && root ? path.join(base, status, root) : undefined;
    },
    dialogFolder,
    beforeFolder: (ref, status) => path.join(dialogFolder(ref, status), contentFolders.before),
    attachedFolder: (ref, status) => path.join(dialogFolder(ref, status), contentFolders.attached),
    outputFile: (ref, status, processId) => path.join(dialogFolder(ref, status), 'processes', `${processId}.log`),
    systemFolder: (rootId, status) => path.join(rootFolder(rootId, status), contentFolders.system),
    subdialogsFolder: (rootId, status) => path.join(rootFolder(rootId, status), subdialogsFolderName),
  };
}

/** `course-001.jsonl` */
export function courseFileName(course: number): string {
  return `course-${String(course).padStart(3, '0')}.jsonl`;
}

/** The number of a course file, `undefined` for any other name. */
export function courseOfFileName(name: string): number | undefined {
  const digits = /^course-(\d{3,})\.jsonl$/.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
