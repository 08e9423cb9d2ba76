// Pictures of stories, for people to look at: they prove nothing, and take long.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { resultsFolder } from '../../../scripts/project.ts';

/** `npm run test:e2e -- --pictures` and the nightly run. */
export const picturesWanted = process.env.DOMINDS_PICTURES === '1';

/** Saves what a page shows as test-results/<name>.png. */
export async function savePicture(page: Page, name: string): Promise<void> {
  await mkdir(resultsFolder, { recursive: true });
  await page.screenshot({ path: path.join(resultsFolder, `${name}.png`) });
}
