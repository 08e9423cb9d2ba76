// No renderer finds an image in text of others, wherever it stands (SPEC 18.7).
import assert from 'node:assert/strict';
import fc from 'fast-check';
import markdownIt from 'markdown-it';
import { createPlainMarkdown, withoutImages } from '../../../src/core/text/plain-markdown.ts';

/** As lenient as renderers are. */
const renderer = markdownIt({ html: true, linkify: true });
const rendered = (text: string) => renderer.render(withoutImages(text));
const image = '![alt](https://evil/x.png)';

describe('markdown of others in previews and exports', () => {
  for (const [what, text] of Object.entries({
    'an image': image,
    'an image by reference': '![alt][x]\n\n[x]: https://evil/x.png',
    HTML: '<img src="https://evil/x.png">\n\na <IMG src=x> <svg><image href="https://evil"/></svg> <!-- --> <?x ?>',
    'an image behind a fence of a list': `- a\n  \`\`\`\n${image}`,
    'an image behind a fence of a quotation': `> \`\`\`\n\n${image}`,
    'an image behind a fence in HTML': `<div>\n\`\`\`\n\n${image}`,
    'an image behind what is no fence': `\`\`\` a\`b\n${image}`,
    'an image behind a fence that ended': `~~~~\n\`\`\`\n~~~~\n${image}\n\`\`\`\n`,
    'an image behind other line ends': `\`\`\`\r\`\`\`\r${image}`,
  })) {
    it(`show nothing remote: ${what}`, () => {
      assert.doesNotMatch(rendered(text), /<(?:img|svg|image|div)/i);
    });
  }

  it('show nothing remote, whatever the parts and their order, one text after the other', () => {
    const parts = [
      image,
      '```',
      '~~~',
      '````',
      '   ```',
      '    ',
      '\n',
      '\n\n',
      '- ',
      '> ',
      '`',
      '<div>',
      '<img src=x>',
      '1. ',
      'a',
    ];
    const text = fc.array(fc.constantFrom(...parts), { maxLength: 14 }).map(found => found.join(''));
    fc.assert(
      fc.property(text, text, (one, other) => {
        const plain = createPlainMarkdown();
        const html = renderer.render(`${plain(one)}\n\n${plain(other)}`);
        assert.doesNotMatch(html, /<(?:img|div)/i);
      }),
      { numRuns: 2_000 },
    );
  });

  it('read as they were written, code to the letter', () => {
    const code = '```rust\nlet x = vec![1]; // <T>\n```\n';
    assert.equal(withoutImages(code), code);
    assert.equal(
      withoutImages(`# Goals\n\na < b, [link](https://x) **b**!\n`),
      '# Goals\n\na < b, [link](https://x) **b**!\n',
    );
    assert.equal(withoutImages(image).replaceAll('\u200b', ''), image);
    assert.equal(withoutImages('```\nopen'), '```\nopen\n```');
  });
});
