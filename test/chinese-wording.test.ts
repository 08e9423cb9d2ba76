// Chinese texts name each thing by one word, wherever they stand: menus, messages, panels, prompts, the demo.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../scripts/project.ts';
import { forbidden, wrongWords } from './docs/glossary-words.ts';

const texts = [
  'README.zh-cn.md',
  'package.nls.zh-cn.json',
  'l10n/bundle.l10n.zh-cn.json',
  ...['src', 'webview', 'media'].flatMap(folder =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(file => /\.(?:tsx?|ya?ml|svg|json|md)$/.test(file))
      .map(file => path.join(folder, file)),
  ),
];

describe('Chinese texts', () => {
  it('name each thing by the word of the glossary', () => {
    const never = forbidden(readFileSync(path.join(root, 'docs/glossary.md'), 'utf8')).filter(isChinese);
    assert.ok(never.includes('您') && never.includes('呼叫'));
    const found = linesWith(/[\u4e00-\u9fff]/u).flatMap(({ where, line }) =>
      wrongWords(line, never).map(word => `${where}: ${word}`),
    );
    assert.deepEqual(found, []);
  });

  it('are set with Chinese punctuation, and with a space before and after Taskdoc', () => {
    // A colon or bracket beside code is of the code: `?` of a conditional, `)` of a link of markdown.
    const wrong =
      /[\u4e00-\u9fff”](?:[,;!](?! …)|\?(?![|)]))|[\u4e00-\u9fff]:[\s$\u4e00-\u9fff]|[\u4e00-\u9fff] ?\([^)]*\)'|[\u4e00-\u9fff]Taskdoc|Taskdoc[\u4e00-\u9fff]/u;
    const found = linesWith(wrong).map(({ where, line }) => `${where}: ${line.trim()}`);
    assert.deepEqual(found, []);
  });

  it('name tokens and providers as the rest does, outside of code', () => {
    const wrong = /[\u4e00-\u9fff，。；：、] ?tokens?(?![\w`])|(?<![\w`.])tokens? ?[\u4e00-\u9fff]|提供商/u;
    assert.deepEqual(
      linesWith(wrong).map(({ where, line }) => `${where}: ${line.trim()}`),
      [],
    );
  });

  it('are found where they are looked for', () => {
    const places = new Set(linesWith(/诉请/u).map(({ file }) => file));
    for (const file of [
      'l10n/bundle.l10n.zh-cn.json',
      'webview/shared/words/zh/panel.ts',
      'src/core/prompt/words/zh/words.ts',
    ])
      assert.ok(places.has(file), file);
  });
});

function linesWith(pattern: RegExp): { readonly file: string; readonly where: string; readonly line: string }[] {
  return texts.flatMap(file =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .map((line, index) => ({ file, where: `${file}:${index + 1}`, line }))
      .filter(({ line }) => pattern.test(line)),
  );
}

function isChinese(word: string): boolean {
  return /\p{Script=Han}/u.test(word);
}
