import assert from 'node:assert/strict';
import path from 'node:path';
import { start } from '../../scripts/child.ts';
import { resultsFolder, root } from '../../scripts/project.ts';
import { sharedBrowser } from './support/browser.ts';
import { findWebviewFrame } from './support/webview-frame.ts';

describe('npm start', () => {
  it('prints an address that shows the main job at work up to its question, without a click, and Ctrl-C ends it', async () => {
    const child = start(process.execPath, [path.join(root, 'scripts/start.ts'), '--no-open'], { cwd: root });
    const url = await printedUrl(child.process.stdout);
    const response = await fetch(url);
    assert.equal(response.status, 200);
    assert.match(await response.text(), /workbench/);
    const page = await (await sharedBrowser()).newPage();
    await page.goto(url);
    await page.locator('iframe.webview').first().waitFor({ timeout: 0 });
    // Nothing is clicked: the first dialog of the sample has come to its question.
    await findWebviewFrame(page, '.composer.answering');
    await page.screenshot({ path: path.join(resultsFolder, 'npm-start.png') });
    await page.close();
    const ended = new Promise(resolve => child.process.once('exit', resolve));
    child.process.kill('SIGINT');
    await ended;
    await assert.rejects(fetch(url));
  });
});

async function printedUrl(stdout: AsyncIterable<Buffer> | null): Promise<string> {
  let text = '';
  for await (const chunk of stdout ?? []) {
    text += chunk.toString();
    const url = /http:\/\/127\.0\.0\.1:\d+\S+(?=\s)/.exec(text)?.[0];
    if (url !== undefined) return url;
  }
  throw new Error(`no address was printed: ${text}`);
}
