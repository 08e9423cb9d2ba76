// A built webview in a page of its own, with a host that only notes what it is told: what the editor would add (an
// editor to start, frames, messages of a runtime) is left away, so that a test of the webview alone takes a second.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { root } from '../../../scripts/project.ts';
import { contentPolicy } from '../../../src/host/panel/content-policy.ts';
import { type ThemeName, themeSheet } from '../../../src/serve/themes.ts';
import { sharedBrowser } from './browser.ts';
import { picturesWanted, savePicture } from './pictures.ts';

export interface WebviewOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  /** 2 is the editor's zoom of 200 %. */
  readonly zoom?: number;
  /** Fingers only, which hover over nothing. */
  readonly touch?: boolean;
  /** As the host says it of the page. */
  readonly language?: 'en' | 'zh';
}

export interface WebviewPage {
  readonly page: Page;
  /** Sends a message of the host and waits until the page has drawn it. */
  post(message: object): Promise<void>;
  /**
   * Everything the webview told its host so far, but for where the person is and what is typed. A page asks again until
   * its host answers everything: that counts once.
   */
  sent(): Promise<readonly Message[]>;
  /** The newest of that. */
  last(): Promise<Message | undefined>;
  /** Serious faults that axe finds, as short lines. */
  axe(): Promise<readonly string[]>;
  /** What a finger hardly hits: names of what is pressed and is less than 44 pixels high or wide. */
  tooSmallForFingers(): Promise<readonly string[]>;
  /** Saves what is shown as test-results/<name>.png, where pictures are wanted. */
  screenshot(name: string): Promise<void>;
  /** What the page complained about. */
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

export type Message = { readonly kind: string } & Readonly<Record<string, unknown>>;

const origin = 'https://webview.test';
/** What the editor gives to all code of a webview. */
const editorStyles =
  '@layer vscode-default { code { color: var(--vscode-textPreformat-foreground); background-color: var(--vscode-textPreformat-background); } }\n';
const nonce = 'test';

/** Opens the bundle `dist/webview/<name>.js` under the same content policy as in the editor. */
export async function openWebview(
  name: 'dialog' | 'overview',
  { theme = 'dark', width = 900, height = 900, zoom = 1, touch = false, language = 'en' }: WebviewOptions = {},
): Promise<WebviewPage> {
  const viewport = { width: Math.round(width / zoom), height: Math.round(height / zoom) };
  const fingers = touch && { hasTouch: true, isMobile: true };
  const context = await (await sharedBrowser()).newContext({
    viewport,
    deviceScaleFactor: zoom,
    locale: 'en-GB',
    ...fingers,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', message => {
    if (message.type() === 'error' && !isToolkitStyle(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', error => complaints.push(`${error.stack}`));
  await page.route(`${origin}/**`, async route => {
    const file = new URL(route.request().url()).pathname;
    if (file === '/') return route.fulfill({ contentType: 'text/html', body: pageHtml(name, language) });
    if (file === '/theme.css')
      return route.fulfill({ contentType: 'text/css', body: editorStyles + themeSheet(theme) });
    const contentType = file.endsWith('.css') ? 'text/css' : 'text/javascript';
    const body = await readFile(path.join(root, 'dist', 'webview', file)).catch(() => undefined);
    return route.fulfill(body ? { contentType, body } : { status: 404 });
  });
  await page.goto(`${origin}/`);
  await page.evaluate(() => customElements.whenDefined('vscode-button'));
  // A page that listens says so.
  await page.waitForFunction(() => (globalThis as unknown as { sent: readonly Message[] }).sent.length > 0);
  const sent = async () => (await page.evaluate<Message[]>('window.sent')).filter(isNoRepeat);
  return {
    page,
    complaints,
    async post(message) {
      await page.evaluate(each => window.postMessage(each, '*'), message);
      await drawn(page);
    },
    sent,
    last: async () => (await sent()).at(-1),
    axe: () => runAxe(page),
    tooSmallForFingers: () =>
      page.locator('button, vscode-button, select, summary').evaluateAll(all =>
        all.flatMap(each => {
          const { width, height } = each.getBoundingClientRect();
          const isHit = width === 0 || Math.min(width, height) >= 44;
          return isHit ? [] : [`${each.ariaLabel ?? each.textContent} ${width} × ${height}`];
        }),
      ),
    async screenshot(file) {
      if (picturesWanted) await savePicture(page, file);
    },
    close: () => context.close(),
  };
}

/** Closes what each test of a suite opened; its page must not have complained. */
export function endEach(opened: () => WebviewPage): void {
  afterEach(async () => {
    const { complaints, close } = opened();
    await close();
    assert.deepEqual(complaints, []);
  });
}

/** Resolves after the next two frames: messages are folded in one and drawn in the other. */
export function drawn(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>(resolve => {
        setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve())), 0);
      }),
  );
}

/**
 * From now on the page gets no frames and no timers: work that a key press or a message defers to a later task never
 * runs. Use `deliver` to send a message of the host then; `post` waits for a frame.
 */
export async function withoutFrames(page: Page): Promise<{ deliver(message: object): Promise<void> }> {
  await page.evaluate(() => {
    Object.assign(window, { requestAnimationFrame: () => 0, setTimeout: () => 0 });
  });
  // Resolves after the webview's own listener and the render it queued.
  const deliver = (message: object) =>
    page.evaluate(
      each =>
        new Promise<void>(resolve => {
          addEventListener('message', () => queueMicrotask(() => queueMicrotask(resolve)), { once: true });
          window.postMessage(each, '*');
        }),
      message,
    );
  return { deliver };
}

/**
 * Resolves when the newest of what a webview told its host has these fields: it may tell a moment after what a person
 * does.
 */
export async function told(page: Page, fields: Message): Promise<void> {
  await page.waitForFunction(expected => {
    const last = (globalThis as unknown as { sent: readonly Message[] }).sent.at(-1);
    return Object.entries(expected).every(([key, value]) => last?.[key] === value);
  }, fields);
}

function pageHtml(name: string, language: 'en' | 'zh'): string {
  const policy = contentPolicy({ nonce, source: origin });
  return `<!DOCTYPE html><html lang="${language}"><head><meta charset="UTF-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${name}</title>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="stylesheet" href="/theme.css"><link rel="stylesheet" href="/${name}.css"></head>
<body><div id="app"></div>
<script nonce="${nonce}">window.sent = []; addEventListener('dominds:toHost', ({ detail }) => ['holdText', 'inFront'].includes(detail.kind) || window.sent.push(detail));</script>
<script nonce="${nonce}" src="/${name}.js"></script></body></html>`;
}

/** The control library tries an empty inline style once, which the policy refuses; nothing is lost. */
function isToolkitStyle(text: string): boolean {
  return text.includes('inline style');
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary: string }[];
  }[];
}

/** Serious faults that axe finds in a page, as short lines. */
export async function runAxe(page: Pick<Page, 'evaluate'> | Frame): Promise<readonly string[]> {
  const source = await readFile(path.join(root, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');
  await page.evaluate(source);
  const { violations } = await page.evaluate<AxeResult>('axe.run({ resultTypes: ["violations"] })');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary.split('\n')[1]?.trim()}`),
    );
}

/** Fails with what axe finds in a page that is serious. */
export async function hasNoFaults(page: Pick<Page, 'evaluate'> | Frame): Promise<void> {
  assert.deepEqual(await runAxe(page), []);
}

/** Resolves when a webview has saved this text for its next life: it saves a little after the last key. */
export async function kept(page: Page, text: string): Promise<void> {
  await page.waitForFunction(saved => JSON.stringify({ ...sessionStorage }).includes(saved), text);
}

function isNoRepeat({ kind, fresh }: Message, index: number): boolean {
  return index === 0 || !(kind === 'ready' || fresh === true);
}
