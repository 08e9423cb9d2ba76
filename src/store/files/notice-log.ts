// `.dialogs/notices.jsonl`: what was sent to people, and what was about to be sent, one JSON object a line (SPEC 21.2).
// Once it was made shorter, its first line says since when it is whole: `{"since":"<ISO instant>"}`.
import type { LogLine } from '../../core/notices/notice.ts';
import type { Files } from '../disk-files.ts';
import type { NoticeLog } from '../storage.ts';
import { jsonLines } from './json-lines.ts';
import { createLayout } from './layout.ts';

/** The log of an rtws; made by the first line. */
export function openNoticeLog(rtws: string, files: Files): NoticeLog {
  const stored = jsonLines(createLayout(rtws).notices, () => files);
  return {
    async read() {
      const lines: readonly Parsed[] = stored.read();
      const since = lines[0]?.since;
      return { lines: lines.filter(isLine), ...(typeof since === 'string' && { since }) };
    },
    async append(lines) {
      // It must outlive a power cut: else the same is sent again.
      stored.append(lines);
      return lines;
    },
    async replace({ lines, since }) {
      stored.replace([...(since === undefined ? [] : [{ since }]), ...lines]);
    },
  };
}

type Parsed = Partial<LogLine> & { readonly since?: unknown };

function isLine(line: Parsed): line is LogLine {
  return typeof line.key === 'string' && typeof line.transport === 'string' && typeof line.at === 'string';
}
