// In a Chinese dialog a model reads Chinese of its tools: descriptions, arguments, results and refusals (SPEC 23.12).
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promptTexts } from '../../src/core/prompt/prompt-texts.ts';
import { agentFormTool } from '../../src/tools/agent-form.ts';
import { agentPermissionTool } from '../../src/tools/agent-permission.ts';
import { beliefTools } from '../../src/tools/minds/belief-tools.ts';
import { callTools } from '../../src/tools/minds/call-tools.ts';
import { controlTools } from '../../src/tools/minds/control-tools.ts';
import { memoryTools, teamFileTools, teamMemoryTools } from '../../src/tools/minds/memory-tools.ts';
import { mindTools, textingMindTools } from '../../src/tools/minds/mind-tools.ts';
import { skillTools } from '../../src/tools/minds/skill-tools.ts';
import { specFor, type Tool } from '../../src/tools/tool.ts';
import { waitForTool } from '../../src/tools/wait-for.ts';
import { workspaceToolsets } from '../../src/tools/workspace-tools.ts';
import { makeBench, type ToolBench } from './workspace/workspace-support.ts';

const chinese = /[\p{Script=Han}\uff00-\uffef]/u;
const [en, zh] = [promptTexts('en'), promptTexts('zh')];
/** Ports that nobody asks. */
const none = {} as never;
const workspace = workspaceToolsets({ shell: { env: {} }, background: none });
const tools: readonly Tool[] = [
  ...[mindTools, textingMindTools, memoryTools, teamMemoryTools, teamFileTools, skillTools].flatMap(make => make(none)),
  ...[controlTools, beliefTools].flatMap(make => make(none)),
  ...[waitForTool(none), agentFormTool(), agentPermissionTool(), ...callTools],
  ...Object.values(workspace).flat(),
];

type Properties = Readonly<Record<string, { readonly description?: string }>>;

const described = (tool: Tool, texts: typeof en) =>
  Object.entries((specFor(tool, texts).parameters as { readonly properties: Properties }).properties).filter(
    ([, { description }]) => description !== undefined,
  );

describe('tools in a Chinese dialog', () => {
  it('are described in Chinese, with their arguments', () => {
    for (const tool of tools) {
      const { name, description } = specFor(tool, zh);
      assert.match(description, chinese, name);
      for (const [argument, { description: text = '' }] of described(tool, zh))
        assert.match(text, chinese, `${name}.${argument}`);
      const argumentsIn = (texts: typeof en) => described(tool, texts).map(([argument]) => argument);
      assert.deepEqual(argumentsIn(zh), argumentsIn(en), name);
    }
  });

  it('keep the same description from request to request', () => {
    for (const tool of tools) assert.equal(specFor(tool, zh), specFor(tool, zh));
  });

  it('have every description and result in both languages', () => {
    for (const table of ['specs', 'results'] as const) {
      const english = new Map(textsIn(en[table]));
      for (const [key, text] of textsIn(zh[table])) {
        assert.match(text, chinese, key);
        assert.doesNotMatch(english.get(key) ?? 'missing', chinese, key);
      }
    }
  });

  it('hold no sentence of their own', () => {
    const folder = path.join(import.meta.dirname, '../../src/tools');
    const sentence = /(?:failed|refuse|refused)\(['`]|(?:content|message): ['`][A-Z$]|\.describe\(|description: ['`]/;
    const found = readdirSync(folder).flatMap(file =>
      file.endsWith('.ts') && sentence.test(readFileSync(path.join(folder, file), 'utf8')) ? [file] : [],
    );
    assert.deepEqual(found, []);
  });

  describe('answer in Chinese', () => {
    let bench: ToolBench;
    before(async () => {
      bench = await makeBench({ 'a.txt': 'one\ntwo\n', 'b.txt': 'one\none\n', 'x.tsk/goals.md': '', 'sub/c.txt': '' });
    });
    after(() => bench.remove());

    const calls: readonly (readonly [tool: string, args: object, answer: RegExp])[] = [
      ['read_file', { path: 'a.txt' }, /^a\.txt，第 1-2 行，共 2 行\n1\tone/],
      ['read_file', { path: 'a.txt', from: 9 }, /^a\.txt 只有 2 行。$/],
      ['read_file', { path: 'none.txt' }, /^没有 none\.txt。$/],
      ['read_file', { path: 'sub' }, /^sub 是文件夹/],
      ['read_file', { path: 'x.tsk/goals.md' }, /^文件工具不能碰 Taskdoc/],
      ['read_file', { path: '../x' }, /在工作区之外/],
      ['read_file', { path: 'a.txt', from: 0 }, /"from"：不能小于 1。正确的调用/],
      ['list_dir', { path: '.' }, /^\.，共 3 项\n/],
      ['list_dir', { path: 'a.txt' }, /^a\.txt 不是文件夹/],
      ['search_text', { query: 'two' }, /^1 个文件中有 1 行匹配\na\.txt:2: two$/],
      ['search_text', { query: 'three' }, /^没有匹配。$/],
      ['search_text', { query: '(', regex: true }, /^无法使用这个正则表达式/],
      ['edit_file', { path: 'a.txt', old: 'two', new: 'three' }, /^已修改 a\.txt：第 2 行。$/],
      ['edit_file', { path: 'b.txt', old: 'one', new: 'two' }, /出现 2 次/],
      ['edit_file', { path: 'a.txt', old: 'ten', new: 'two' }, /中没有 `old`。请重新读取文件。$/],
      ['write_file', { path: 'new.txt', content: 'x\n' }, /^已写入 new\.txt，共 1 行。$/],
      ['write_file', { path: 'b.txt', content: 'x\n' }, /^b\.txt 已经存在/],
      ['move_file', { from: 'new.txt', to: 'b.txt' }, /^b\.txt 已经存在/],
      ['move_file', { from: 'new.txt', to: 'old.txt' }, /^已把 new\.txt 移到 old\.txt。$/],
      ['delete_file', { path: 'sub' }, /^sub：文件夹不是空的/],
      ['delete_file', { path: 'old.txt' }, /^已删除 old\.txt。$/],
      ['run_shell', { command: 'echo hi' }, /^退出码 0。\nhi/],
      ['run_shell', { command: 'exit 3' }, /^退出码 3。\n（没有输出）$/],
      ['run_shell', { command: ' ' }, /"command"：不能为空。/],
    ];
    for (const [name, args, answer] of calls) {
      it(`${name} ${JSON.stringify(args)}`, async () => {
        const { content } = await bench.call(name, args as Record<string, unknown>, { language: 'zh' });
        assert.match(content, answer);
      });
    }
  });
});

/** Every text of a table by its key; functions are given something that serves as text, number, list and object. */
function textsIn(table: object, above = ''): readonly (readonly [string, string])[] {
  const any: object = Object.assign(['7'], { kind: 'told', text: 'x', replace: () => 'x' });
  return Object.entries(table).flatMap(([key, value]): readonly (readonly [string, string])[] => {
    const at = `${above}${key}`;
    if (at === 'language') return [];
    const text: unknown = typeof value === 'function' ? value(any, any, any, any) : value;
    if (typeof text === 'string') return [[at, text]];
    return textsIn(Object(text), `${at}.`);
  });
}
