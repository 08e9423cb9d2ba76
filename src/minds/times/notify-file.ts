// `.minds/notify.yaml`: who is told, and how (SPEC 21.2). Its reader is loaded when there is such a file.
import type { NotifySaid } from '../../core/notices/notify.ts';
import type { FileProblem } from '../../core/team/team.ts';

/** The file, relative to the rtws. */
export const notifyFilePath = '.minds/notify.yaml';

export interface NotifyFile {
  readonly said: NotifySaid;
  readonly problems: readonly FileProblem[];
}

/** No file: nobody is told. */
export const emptyNotifyFile: NotifyFile = {
  said: { transports: [] },
  problems: [],
};
