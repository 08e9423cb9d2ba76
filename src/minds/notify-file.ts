// `.minds/notify.yaml`: who is told, and how (SPEC 21.2). Its reader is loaded when there is such a file.
import type { NotifySettings } from '../core/notice.ts';
import type { FileProblem } from '../core/team.ts';

/** The file, relative to the rtws. */
export const notifyFilePath = '.minds/notify.yaml';

export interface NotifyFile {
  readonly settings: NotifySettings;
  readonly problems: readonly FileProblem[];
}

/** No file: nobody is told. */
export const emptyNotifyFile: NotifyFile = {
  settings: { afterS: 60, content: 'headline', transports: [] },
  problems: [],
};
