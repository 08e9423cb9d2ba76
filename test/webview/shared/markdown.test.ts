import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isReportable, renderMarkdown } from '../../../webview/shared/text/markdown.ts';
import { isPath } from '../../../webview/shared/text/paths.ts';

const words = {
  copy: 'Copy "it"',
  insertCode: 'Insert',
  openCode: 'Open',
  image: 'image',
  taskDone: 'done',
  taskOpen: 'to do',
};
const render = (text: string): string => renderMarkdown(text, { words });

describe('rendered markdown', () => {
  it('shows markup of the text as text', () => {
    assert.equal(render('<img src=x onerror=alert(1)>'), '<p>&lt;img src=x onerror=alert(1)&gt;</p>\n');
  });

  it('sets right-to-left paragraphs, items and cells in their own direction, and leaves other text as it is', () => {
    assert.equal(render('שלום.'), '<p dir="auto">שלום.</p>\n');
    assert.match(render('- مرحبا\n- plain'), /<ul dir="rtl">\s*<li dir="rtl">/);
    assert.match(render('- مرحبا\n- plain'), /<li dir="ltr">plain/);
    assert.match(render('> مرحبا'), /<blockquote dir="rtl">\s*<p dir="auto">/);
    assert.match(render('> plain\n\nمرحبا'), /<blockquote dir="ltr">/);
    assert.match(render('|a|\n|:-|\n|مرحبا|'), /<td class="align-left" dir="auto">/);
    assert.doesNotMatch(render('- plain'), /dir=/);
  });

  it('gives links an address to report and none to follow', () => {
    const html = render('[page](https://a.b/c "t")');
    assert.match(html, /<a class="link" role="link" tabindex="0" data-href="https:\/\/a.b\/c" title="[^"]*">page<\/a>/);
    assert.doesNotMatch(html, /\shref=/);
  });

  it('shows an image as a link, so that nothing is loaded', () => {
    const html = render('![diagram](https://a.b/x.png)');
    assert.match(html, /data-href="https:\/\/a.b\/x.png"[^>]*>diagram<\/a>/);
    assert.doesNotMatch(html, /<img/);
  });

  it('keeps the line ends of typed text', () => {
    assert.equal(renderMarkdown('a\nb', { words, keepLines: true }), '<p>a<br>\nb</p>\n');
    assert.equal(render('a\nb'), '<p>a\nb</p>\n');
  });

  it('leaves links with a dangerous scheme as text', () => {
    for (const href of ['javascript:alert(1)', 'data:text/html,x', 'command:x', 'vbscript:x'])
      assert.doesNotMatch(render(`[a](${href})`), /<a/);
  });

  it('reports web, mail and file links, with a line or without', () => {
    for (const href of ['https://a.b', 'mailto:a@b.c', 'src/a.ts:41', 'notes.md', '../x', 'Makefile:3'])
      assert.ok(isReportable(href), href);
    for (const href of ['//a.b/c', 'command:doIt', 'vscode://x']) assert.ok(!isReportable(href), href);
  });

  it('aligns table cells by class, since style attributes are forbidden', () => {
    const html = render('| a | b |\n|:-:|--:|\n| 1 | 2 |');
    assert.match(html, /<th class="align-center">a<\/th>/);
    assert.match(html, /<td class="align-right">2<\/td>/);
    assert.doesNotMatch(html, /style=/);
  });

  it('makes boxes of task lists', () => {
    const html = render('- [x] done\n- [ ] open');
    assert.match(html, /<li class="task"><input type="checkbox" disabled="" aria-label="done" checked="">done<\/li>/);
    assert.match(html, /<li class="task"><input type="checkbox" disabled="" aria-label="to do">open<\/li>/);
  });

  it('gives code a copy button and escapes it when there is no highlighter', () => {
    const html = render('```html\n<b>\n```');
    assert.match(html, /data-code="copy" aria-label="Copy &quot;it&quot;"/);
    assert.match(html, /<code>&lt;b&gt;\n<\/code>/);
  });

  it('never lets a tag through that it did not make itself', () => {
    const allowed =
      /^<\/?(?:a|p|em|strong|s|code|pre|div|span|ul|ol|li|h[1-6]|hr|br|blockquote|table|t[rdh]|thead|tbody|input)[\s>/]/;
    const piece = fc.constantFrom(
      '```',
      '<',
      '>',
      '"',
      "'",
      '`',
      '*',
      '[',
      ']',
      '(',
      ')',
      '!',
      'javascript:',
      'onerror=',
      'a',
      ' ',
      '\n',
      '|',
      '-',
      '&',
      '#',
    );
    const [, buttons = ''] = /(<button.*<\/button>)<\/div>/.exec(render('```\n```')) ?? [];
    assert.ok(buttons.length > 0);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
        const html = render(pieces.join('')).replaceAll(buttons, '');
        for (const [tag] of html.matchAll(/<[^>]*>/g)) {
          assert.match(tag, allowed);
          assert.doesNotMatch(tag.replace(/"[^"]*"/g, '""'), /\s(?:on\w+|style|href|src)=/);
        }
      }),
    );
  });
});

describe('paths in prose', () => {
  it('are links, as code or in plain text, with a line or a range', () => {
    assert.match(render('See `src/cart.js:4`.'), /data-href="src\/cart.js:4"[^>]*><code>src\/cart.js:4<\/code><\/a>\./);
    assert.match(render('In src/a-b/cart.ts:4-9, line 4'), /In <a[^>]*data-href="src\/a-b\/cart.ts:4-9"[^>]*>/);
    for (const path of ['./a/b.py', '../a/b.py:3', 'README.md', 'cart.js:4:2', '.minds/team.yaml', '@scope/x/y.d.ts'])
      assert.ok(isPath(path), path);
  });

  it('are not found in what only looks like one', () => {
    for (const code of ['Math.max', 'a/b', 'and/or', 'npm test', 'https://a.b/c.html', 'obj.key', '1.5', 'a b/c.ts'])
      assert.ok(!isPath(code), code);
    assert.doesNotMatch(render('either/or, 1/2.5 and x.y.z'), /<a/);
    assert.equal(render('https://a.b/c/d.html').match(/<a/g)?.length, 1);
    assert.equal(render('[src/a.ts](src/a.ts)').match(/<a/g)?.length, 1);
  });
});

describe('formulas', () => {
  const set = (text: string) => {
    const math = (formula: string, display: boolean) => `<math>${display ? 'D' : 'I'}:${formula}</math>`;
    return renderMarkdown(text, { words, math }).trim();
  };

  it('are set between dollars, brackets and parentheses', () => {
    assert.equal(set('so $a_1*b*c$.'), '<p>so <math>I:a_1*b*c</math>.</p>');
    assert.equal(set('\\(\\frac{a}{b}\\)'), '<p><math>I:\\frac{a}{b}</math></p>');
    assert.equal(set('\\[\na+b\n\\]'), '<p><math>D:a+b</math></p>');
    assert.equal(set('$$\nx^2\n$$'), '<p><math>D:x^2</math></p>');
  });

  it('stand as they were written until they can be set, or when they cannot', () => {
    assert.equal(render('$\\alpha<1$').trim(), '<p><code class="formula">$\\alpha&lt;1$</code></p>');
    const unread = renderMarkdown('$\\x$', { words, math: () => undefined });
    assert.match(unread, /<code class="formula">\$\\x\$<\/code>/);
  });

  it('are no amounts of money, no variables of a shell, and no code', () => {
    for (const text of ['$5 and $10', 'from $5/$6', '$HOME/$PATH', 'US$5 or US$6', '`$a$`', 'costs $5'])
      assert.doesNotMatch(set(text), /<math/, text);
  });
});
