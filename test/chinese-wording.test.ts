// Chinese texts name each thing by one word, wherever they stand: menus, messages, panels, prompts, the demo.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../scripts/project.ts';

/** What is not written, and what is written instead. */
const variants: Readonly<Record<string, string>> = {
  您: '你',
  呼叫: '诉请',
  诉请方: '诉请者',
  根对话: '主对话',
  任务文档: 'Taskdoc',
  提醒项: '提醒',
  登记的: '已注册的',
  令牌: '词元',
  清空头脑: '清理头脑',
  答复: '回答',
  撤销诉请: '撤回诉请',
  程次: '一程',
  勤奋: '继续推进',
  生成中: '工作中',
  '「': '“',
  '」': '”',
};

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
  it('name each thing by one word', () => {
    const found = linesWith(/[\u4e00-\u9fff「」]/u).flatMap(({ where, line }) =>
      Object.entries(variants)
        .filter(([variant]) => line.includes(variant))
        .map(([variant, chosen]) => `${where}: ${chosen}, not ${variant}`),
    );
    assert.deepEqual(found, []);
  });

  it('are set with Chinese punctuation, and with a space before and after Taskdoc', () => {
    // A colon or bracket beside code is of the code: `?` of a conditional, `)` of a link of markdown.
    const wrong =
      /[\u4e00-\u9fff”](?:[,;!]|\?(?![|)]))|[\u4e00-\u9fff]:[\s$\u4e00-\u9fff]|[\u4e00-\u9fff] ?\([^)]*\)'|[\u4e00-\u9fff]Taskdoc|Taskdoc[\u4e00-\u9fff]/u;
    const found = linesWith(wrong).map(({ where, line }) => `${where}: ${line.trim()}`);
    assert.deepEqual(found, []);
  });

  it('are found where they are looked for', () => {
    const places = new Set(linesWith(/诉请/u).map(({ file }) => file));
    for (const file of ['l10n/bundle.l10n.zh-cn.json', 'webview/shared/words-zh.ts', 'src/core/prompt/zh.ts'])
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
