// The table of SPEC 7.3.
import assert from 'node:assert/strict';
import { promptTexts } from '../../src/core/prompt/prompt-texts.ts';
import { withoutFrontMatter } from '../../src/minds/files/front-matter.ts';
import type { WorkspaceFiles } from '../support/temp-workspace.ts';
import { makeMinds } from './minds-support.ts';

const cases: readonly [what: string, files: WorkspaceFiles, expected: Readonly<Record<string, string>>][] = [
  ['uses the built-in text without a file', {}, { text: promptTexts('zh').diligence, source: 'built-in' }],
  ['uses the plain file', { 'diligence.md': 'go\n' }, { text: 'go', source: '.minds/diligence.md' }],
  [
    'prefers the file of the language',
    { 'diligence.md': 'go', 'diligence.zh.md': '走' },
    { text: '走', source: '.minds/diligence.zh.md' },
  ],
  ['does not read the file of another language', { 'diligence.en.md': 'go' }, { source: 'built-in' }],
  ['is disabled by a blank file', { 'diligence.md': ' \n\t\n' }, { kind: 'disabled', source: '.minds/diligence.md' }],
  [
    'is disabled by a blank file of the language, whatever the plain one says',
    { 'diligence.md': 'go', 'diligence.zh.md': '' },
    { kind: 'disabled', source: '.minds/diligence.zh.md' },
  ],
  ['drops front matter', { 'diligence.md': '---\ntitle: x\n---\n\ngo' }, { text: 'go' }],
  ['is disabled by front matter alone', { 'diligence.md': '---\ntitle: x\n---\n' }, { kind: 'disabled' }],
  ['uses the built-in text when the file cannot be read', { 'diligence.md': 'a\0b' }, { source: 'built-in' }],
];

describe('diligence', () => {
  for (const [what, files, expected] of cases) {
    it(what, async () => {
      const inMinds = Object.fromEntries(Object.entries(files).map(([name, text]) => [`.minds/${name}`, text]));
      const { minds, workspace, speak } = await makeMinds(inMinds);
      speak('zh');
      const found: Readonly<Record<string, string>> = { ...minds.diligence() };
      for (const [key, value] of Object.entries(expected)) assert.equal(found[key], value);
      await workspace.remove();
    });
  }

  it('sees edits at once', async () => {
    const { minds, workspace } = await makeMinds({ '.minds/diligence.md': '' });
    assert.equal(minds.diligence().kind, 'disabled');
    await workspace.write('.minds/diligence.md', 'on');
    assert.equal(minds.diligence().kind, 'text');
    await workspace.remove();
  });

  for (const [text, rest] of [
    ['---\r\na: 1\r\n---\r\nbody', 'body'],
    ['---\n---\nbody', 'body'],
    ['--- \na: 1\n---\t\nbody', 'body'],
    ['---\na: 1\nnever closed', '---\na: 1\nnever closed'],
    ['----\nbody\n----', '----\nbody\n----'],
    ['body\n---\nx\n---\n', 'body\n---\nx\n---\n'],
    ['---\na: 1\n---', ''],
  ] as const) {
    it(`strips the front matter of ${JSON.stringify(text)}`, () => assert.equal(withoutFrontMatter(text), rest));
  }
});
