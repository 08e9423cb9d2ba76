// `.dialogs/notices.jsonl`: what was sent to people, and what was about to be sent, one JSON object a line (SPEC 21.2). Once it was
// made shorter, its first line says since when it is whole: `{"since":"<ISO instant>"}`.
import type { LogLine } from '../../core/notice.ts';
import type { Files } from '../disk-files.ts';
import type { NoticeLog } from '../storage.ts';
import { createLayout } from './layout.ts';

/** The log of an rtws; made by the first line. */
export function openNoticeLog(rtws: string, files: Files): NoticeLog {
  const file = createLayout(rtws).notices;
  return {
    async read() {
      const texts = (files.read(file) ?? '').split('\n').map(parsed);
      const since = texts[0]?.since;
      return { lines: texts.flatMap(lineOf), ...(typeof since === 'string' && { since }) };
    },
    async append(lines) {
      const handle = files.openAppend(file);
      try {
        handle.append(lines.map(line => `${JSON.stringify(line)}\n`).join(''));
        // It must outlive a power cut: else the same is sent again.
        handle.sync();
      } finally {
        handle.close();
      }
      return lines;
    },
    async replace({ lines, since }) {
      const all = [...(since === undefined ? [] : [{ since }]), ...lines];
      files.replace(file, all.map(each => `${JSON.stringify(each)}\n`).join(''));
    },
  };
}

type Parsed = Partial<LogLine> & { readonly since?: unknown };

function parsed(text: string): Parsed | undefined {
  try {
    return (JSON.parse(text) ?? undefined) as Parsed | undefined;
  } catch {
    return undefined;
  }
}

function lineOf(line: Parsed | undefined): readonly LogLine[] {
  const isLine = typeof line?.key === 'string' && typeof line.transport === 'string' && typeof line.at === 'string';
  return isLine ? [line as LogLine] : [];
}
