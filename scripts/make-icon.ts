// Draws media/icon.png (what extension lists show) from media/icon.svg. Run it after the drawing changed.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { ensureBrowser } from './ensure-browser.ts';
import { root } from './project.ts';

const SIZE = 128;

const svg = await readFile(path.join(root, 'media', 'icon.svg'), 'utf8');
const browser = await chromium.launch({
  executablePath: await ensureBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE } });
  await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${svg}`);
  await page.screenshot({ path: path.join(root, 'media', 'icon.png'), omitBackground: true });
} finally {
  await browser.close();
}
