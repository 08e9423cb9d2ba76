// Calls of tools that models write as text (SPEC 23.5), in the forms of many chat templates.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { callsAtEnd, writtenCalls } from '../../../src/core/tellask/written-calls.ts';

const tools = new Set(['read_file', 'run_shell']);
const reading = {
  toolOf: (name: string) => (tools.has(name) ? name : undefined),
  parse(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  },
};

function atEnd(text: string): string[] {
  return callsAtEnd(text, writtenCalls(text, reading)).map(({ name, args }) => name + args);
}

const one = 'read_file{"path":"a"}';

describe('a call of a tool as text', () => {
  for (const text of [
    '<tool_call>\n{"name": "read_file", "arguments": {"path": "a"}}\n</tool_call>',
    '<tool_call>{"name": "read_file", "arguments": {"path": "a"}}',
    '```json\n{"name": "read_file", "arguments": {"path": "a"}}\n```',
    '```\n{"tool": "read_file", "input": {"path": "a"}}\n```\n',
    '{"name": "read_file", "parameters": {"path": "a"}}',
    '{"type":"function","function":{"name":"read_file","arguments":"{\\"path\\":\\"a\\"}"}}',
    '{"tool_calls":[{"function":{"name":"read_file","arguments":{"path":"a"}}}]}',
    '[{"name": "read_file", "arguments": {"path": "a"}}]',
    '<tools>\n{"name": "read_file", "arguments": {"path": "a"}}\n</tools>',
    '<tools>\n{"name": "read_file", "path": "a"}\n</tools>',
    '```json\n{"tool": "read_file", "path": "a"}\n```',
    'functions.read_file({"path": "a"})',
    'functions.read_file:0 {"path": "a"}',
    'read_file({"path": "a"})',
    'read_file(path="a")',
    "```tool_code\nprint(default_api.read_file(path='a'))\n```",
    '<function=read_file>{"path": "a"}</function>',
    '<function=read_file>\n<parameter=path>\na\n</parameter>\n</function>\n</tool_call>',
    '<function_calls>\n<invoke name="read_file">\n<parameter name="path">a</parameter>\n</invoke>\n</function_calls>',
    '[TOOL_CALLS] [{"name": "read_file", "arguments": {"path": "a"}}]',
    '[TOOL_CALLS]read_file[ARGS]{"path": "a"}',
    '<|tool_call_begin|>functions.read_file:0<|tool_call_argument_begin|>{"path":"a"}<|tool_call_end|>',
    '<｜tool▁call▁begin｜>function<｜tool▁sep｜>read_file\n```json\n{"path":"a"}\n```<｜tool▁call▁end｜>',
    'Thought: I read.\nAction: read_file\nAction Input: {"path":"a"}',
  ])
    it(`is read: ${JSON.stringify(text)}`, () => {
      assert.deepEqual(atEnd(text), [one]);
      assert.deepEqual(atEnd(`I read the file.\n\n${text}\n`), [one]);
    });

  it('of a tool that there is not is read where nothing else is said', () => {
    const call = '{"name": "analyze", "arguments": {"file": "a"}}';
    assert.deepEqual(atEnd(call), ['analyze{"file":"a"}']);
    assert.deepEqual(atEnd(`\`\`\`json\n${call}\n\`\`\``), ['analyze{"file":"a"}']);
    assert.deepEqual(atEnd(`The format is\n\`\`\`json\n${call}\n\`\`\``), []);
    assert.deepEqual(atEnd('{"name": "Tom", "parameters": {"age": 3}}'), []);
    assert.deepEqual(atEnd('{"name": "Tom", "age": 3}'), []);
    assert.deepEqual(atEnd('{"name": "read_file", "description": "Reads a file."}'), []);
  });

  it('is read several times in a row, and keeps braces and quotes of its arguments', () => {
    const args = JSON.stringify({ command: 'echo "}" && awk \'{print}\'' });
    const text = `<tool_call>{"name":"read_file","arguments":{"path":"a"}}</tool_call>\n<tool_call>{"name":"run_shell","arguments":${args}}</tool_call>`;
    assert.deepEqual(atEnd(text), [one, `run_shell${args}`]);
  });

  it('is found where the reply goes on, and is not at its end', () => {
    const text = '{"name":"read_file","arguments":{"path":"a"}}\nThe file says: x';
    assert.equal(writtenCalls(text, reading).length, 1);
    assert.deepEqual(atEnd(text), []);
  });

  it('is no JSON that names no tool, unless a tag says that it is a call', () => {
    assert.deepEqual(writtenCalls('{"name":"shop","arguments":{"a":1}} const x = {name: 1}', reading), []);
    const [call] = writtenCalls('<tool_call>{"name":"bash","arguments":{"cmd":"ls"}}</tool_call>', reading);
    assert.equal(call?.name, 'bash');
  });

  it('is looked for without throwing, in linear time', () => {
    for (const text of [
      '{"name":'.repeat(50_000),
      '{'.repeat(200_000),
      'a(\n'.repeat(50_000),
      '<function=a>'.repeat(50_000),
    ])
      writtenCalls(text, reading);
    fc.assert(fc.property(fc.string(), text => void callsAtEnd(text, writtenCalls(text, reading))));
  });
});
