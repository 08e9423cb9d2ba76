// `.dialogs/notices.jsonl`: what was sent to people, and what was about to be sent, one JSON object a line (SPEC 21.2).
import type { SentLine } from '../../core/notice.ts';
import type { Files } from '../disk-files.ts';
import type { NoticeLog } from '../storage.ts';
import { createLayout } from './layout.ts';

/** Lines that are kept when the file is made shorter, and bytes at which it is. */
const KEPT_LINES = 2_000;
const MAX_BYTES = 1_000_000;

/** The log of an rtws; made by the first line. */
export function openNoticeLog(rtws: string, files: Files): NoticeLog {
  const file = createLayout(rtws).notices;
  const read = () => (files.read(file) ?? '').split('\n').flatMap(lineOf);
  return {
    read,
    append(line) {
      if ((files.stat(file)?.bytes ?? 0) > MAX_BYTES) {
        const kept = read().slice(-KEPT_LINES);
        files.replace(file, kept.map(each => `${JSON.stringify(each)}\n`).join(''));
      }
      const handle = files.openAppend(file);
      try {
        handle.append(`${JSON.stringify(line)}\n`);
        // It must outlive a power cut: else the same is sent again.
        handle.sync();
      } finally {
        handle.close();
      }
    },
  };
}

function lineOf(text: string): readonly SentLine[] {
  try {
    const line = JSON.parse(text) as Partial<SentLine> | null;
    const isLine = typeof line?.key === 'string' && typeof line.transport === 'string' && typeof line.at === 'string';
    return isLine ? [line as SentLine] : [];
  } catch {
    return [];
  }
}
