// The notices that were sent to people who were not looking, as a document (SPEC 21.2).
import { createReport } from '../report.ts';
import { noticesText } from '../rows/notice-rows.ts';
import { noticeWords, t } from '../words.ts';

export const sentNotices = createReport('notices', async runtime => {
  const headlines = new Map(runtime.listRoots().map(({ rootId, headline }) => [rootId, headline]));
  const rows = (await runtime.notices()).map(row => noticeWords(row, headlines.get(row.rootId) ?? ''));
  return { ok: true, text: noticesText(rows, t) };
});
