// The results of a health check as a document (SPEC 14.2).
import { createReport } from './report.ts';
import { healthText } from './rows/health-items.ts';
import { healthWords, t } from './words.ts';

export const healthReport = createReport('health', async runtime => {
  const checked = await runtime.doctor({ repair: false });
  return checked.ok ? { ok: true, text: healthText(healthWords(checked.report), t) } : checked;
});
