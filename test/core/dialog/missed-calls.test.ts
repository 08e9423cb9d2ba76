// A model that does not use its tools is told apart by its reply (SPEC 23.15).
import assert from 'node:assert/strict';
import type { ToolSpec } from '../../../src/core/base/chat.ts';
import { findMissedCall, writtenForm } from '../../../src/core/dialog/transcript/missed-calls.ts';

const tool = (name: string): ToolSpec => ({ name, description: name, parameters: {} });
const system =
  'You are Lena. To ask the person, begin a line with !?@human question and write what you want to know about the work.';
const request = 'The tests of this project fail. Find out why and mend it.';
const push = 'You stopped. Look at the goals: is anything left to do? Take the next step now, or call mark_done.';

const judge = (
  text: string,
  { asked = request, tools = ['read_file', 'run_shell', 'mark_done'], hasCalled = false } = {},
) =>
  findMissedCall({
    text,
    hasCalled,
    prompt: {
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: asked },
      ],
      tools: tools.map(tool),
    },
  });

describe('a reply without a call', () => {
  const repeats: [what: string, text: string, asked?: string][] = [
    ['the request', request],
    ['the request in quotes and other white space', '> “The tests of this project\nfail. Find out why and mend it.”'],
    ['the request behind the example of the prompt', `\`!?@human question\` ${request}`],
    ['the push', push, push],
    ['the push, nearly', push.replace('You stopped. ', ''), push],
    ['the prompt', system],
    [
      'a request in Chinese',
      '这个项目的测试失败了，请找出原因并修复它，然后再运行一次。',
      '这个项目的测试失败了，请找出原因并修复它，然后再运行一次。',
    ],
  ];
  for (const [what, text, asked] of repeats) {
    it(`repeats what it read: ${what}`, () =>
      assert.equal(judge(text, asked === undefined ? {} : { asked }), 'repeats'));
  }

  const tells = [
    'Read src/cart.js with the tool read_file\n```\nThe file src/cart.js does not exist\n```',
    '```json\n{"name": "read_file", "arguments": {"path": "src/cart.js"}}\n```',
    'I have read src/cart.js and fixed it.',
    'I ran the tests. All tests pass.',
    'The file src/cart.js contains two functions.',
    '我已经运行了测试，全部通过。',
    '文件 src/cart.js 不存在。',
  ];
  for (const text of tells) {
    it(`tells of work that no tool did: ${text.split('\n', 1)[0]}`, () => {
      assert.equal(judge(text), 'tells');
      assert.equal(judge(text, { hasCalled: true }), undefined);
      assert.equal(judge(text, { tools: [] }), undefined);
    });
  }

  const usual: [text: string, asked?: string][] = [
    ['Hello! How can I help?', 'Hello'],
    ['Which tests fail?'],
    ['The answer is 42.', 'What is six times seven?'],
    ['I can use read_file and run_shell.', 'Which tools do you have?'],
    ['Yes.', 'Answer yes or no: is this a yes?'],
    ['A cart holds what a person wants to buy. Its total is the sum of all prices.'],
    ['tea', 'tea or coffee?'],
  ];
  for (const [text, asked] of usual) {
    it(`is left alone: ${text}`, () => assert.equal(judge(text, asked === undefined ? {} : { asked }), undefined));
  }

  it('shows the form in which the model writes calls', () => {
    assert.equal(writtenForm('```json\n{"name": "f", "arguments": {}}\n```'), 'json');
    assert.equal(writtenForm('<tool_call>{"name": "f"}</tool_call>'), 'tag');
    assert.equal(writtenForm('I look.'), undefined);
  });
});
