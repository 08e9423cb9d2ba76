// Where the keyboard is, and what is under the mouse, can be seen in every theme, on everything that Tab reaches.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { beliefAnswer, beliefScene } from './support/belief-scene.ts';
import { dialogScenes } from './support/dialog-scenes.ts';
import { overviewScenes } from './support/overview-scenes.ts';
import { drawn, openWebview, type WebviewPage } from './support/webview-page.ts';

const themes = ['dark', 'light', 'hc'] as const;
type Theme = (typeof themes)[number];

const scenes: Readonly<Record<string, (theme: Theme) => Promise<WebviewPage>>> = {
  async 'a dialog that asks'(theme) {
    const view = await openWebview('dialog', { theme });
    await view.post(dialogScenes.asking());
    return view;
  },
  async 'a form of the dialogue state'(theme) {
    const view = await openWebview('dialog', { theme });
    await view.post(beliefScene({ language: 'en' }));
    await view.page.locator('.belief-line').click();
    await view.post(beliefAnswer());
    await view.page.getByRole('button', { name: 'Set stay' }).first().click();
    return view;
  },
  async 'the Overview'(theme) {
    const view = await openWebview('overview', { theme, width: 1280, height: 760 });
    for (const part of overviewScenes.busy) await view.post(part);
    return view;
  },
};

describe('the keyboard and the mouse in the webviews', () => {
  let view: WebviewPage;

  afterEach(() => view.close());

  for (const theme of themes)
    for (const [name, show] of Object.entries(scenes))
      it(`can be followed in ${name}: ${theme}`, async () => {
        view = await show(theme);
        await drawn(view.page);
        const stops = await walk(view.page);
        assert.ok(stops.length > 8, `${stops.length} stops`);
        assert.deepEqual(
          stops.filter(({ hasRing }) => !hasRing).map(({ what }) => what),
          [],
        );
        if (theme === 'hc') assert.deepEqual(await deafToTheMouse(view.page), []);
      });
});

interface Stop {
  readonly what: string;
  readonly hasRing: boolean;
}

/**
 * Tab all the way round, over the page's end to its begin. A text field shows by the border of its box that it has the
 * focus.
 */
async function walk(page: Page): Promise<readonly Stop[]> {
  const stops: Stop[] = [];
  for (let step = 0; step < 100; step++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || element === document.body) return 'outside';
      if (element.dataset.seen) return 'seen';
      element.dataset.seen = 'yes';
      const border = (of: Element | null) => of && getComputedStyle(of).borderColor;
      const box = element.closest('.composer-box, .composer');
      const withFocus = border(element.parentElement);
      // A component of the toolkit draws the ring around what it holds.
      const { outlineStyle, outlineColor } = getComputedStyle(element.shadowRoot?.activeElement ?? element);
      const hasOutline = outlineStyle !== 'none' && !/, 0\)$|transparent/.test(outlineColor);
      element.blur();
      const without = border(element.parentElement);
      element.focus();
      const what = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40)}`;
      return { what, hasRing: hasOutline || (box !== null && withFocus !== without) };
    });
    if (stop === 'seen') break;
    if (stop !== 'outside') stops.push(stop);
  }
  return stops;
}

/** Buttons that look the same when the mouse is over them. */
async function deafToTheMouse(page: Page): Promise<readonly string[]> {
  const deaf: string[] = [];
  const rest = async () => {
    await page.mouse.move(1, 1);
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  };
  // Some are there only while the mouse or the focus is near.
  await rest();
  // The way to the newest item goes once that is in view.
  for (const button of await page.locator('button:visible:enabled:not(.to-newest)').all()) {
    const look = () =>
      button.evaluate(inner => {
        const { host } = inner.getRootNode() as Partial<ShadowRoot>;
        const element = host ?? inner;
        const { backgroundColor, color, opacity, outline, textDecorationLine } = getComputedStyle(element);
        return [backgroundColor, color, opacity, outline, textDecorationLine].join();
      });
    await rest();
    // Scrolling draws what comes into view: the mouse has to find it where it stays.
    await button.scrollIntoViewIfNeeded();
    await drawn(page);
    const before = await look();
    await button.hover();
    if ((await look()) === before)
      deaf.push(
        await button.evaluate(inner =>
          ((inner.getRootNode() as Partial<ShadowRoot>).host ?? inner).outerHTML.slice(0, 80),
        ),
      );
  }
  return deaf;
}
