// Habits of tools: their names, their arguments, and calls in the forms of other products (SPEC 23.5, 23.9).
import type { MockReply } from '../support/mock-reply.ts';
import type { Habit } from './habit.ts';

const call = (name: string, args: Readonly<Record<string, unknown>> | string, id?: string): MockReply => ({
  tools: [{ name, args, ...(id !== undefined && { id }) }],
});
const says = (text: string) => () => ({ say: text });
const file = { path: 'src/add.js' };
const args = JSON.stringify(file);

/** What is understood as it is written. */
const asMeant: Readonly<Record<string, () => MockReply>> = {
  'calls the path file_path': () => call('read_file', { file_path: 'src/add.js' }),
  'numbers lines as other tools do': () => call('read_file', { ...file, start_line: 1, end_line: 5 }),
  'cuts the JSON of arguments': () => call('read_file', '{"path": "src/add.js"'),
  'leaves a comma behind the last argument': () => call('read_file', '{"path": "src/add.js",}'),
  'writes arguments with single quotes': () => call('read_file', "{'path': 'src/add.js'}"),
  'writes arguments as JSON in a JSON text': () => call('read_file', JSON.stringify(args)),
  'wraps its arguments once more': () => call('read_file', { arguments: file }),
  'writes a fence around its arguments': () => call('read_file', `\`\`\`json\n${args}\n\`\`\``),
  'writes the namespace before the name': () => call('functions.read_file', file),
  'uses one id for two calls': () => ({
    tools: [
      { id: 'call_1', name: 'read_file', args: file },
      { id: 'call_1', name: 'read_file', args: file },
    ],
  }),
  'numbers as texts': () => call('read_file', { ...file, from: '1', to: '5' }),
  'gives null for what it leaves out': () => call('read_file', { ...file, from: null, to: null }),
  'calls in the tags of Qwen': says('<function=read_file>\n<parameter=path>\nsrc/add.js\n</parameter>\n</function>'),
  'calls in the tags of Claude': says(
    '<function_calls>\n<invoke name="read_file">\n<parameter name="path">src/add.js</parameter>\n</invoke>\n</function_calls>',
  ),
  'calls in the tokens of Kimi': says(
    `<|tool_calls_section_begin|><|tool_call_begin|>functions.read_file:0<|tool_call_argument_begin|>${args}<|tool_call_end|><|tool_calls_section_end|>`,
  ),
  'calls in the tokens of Mistral': says(`[TOOL_CALLS][{"name": "read_file", "arguments": ${args}}]`),
  'calls in the tokens of DeepSeek': says(
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read_file\n\`\`\`json\n${args}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  ),
  'calls in Python': says('```tool_code\nprint(read_file(path="src/add.js"))\n```'),
  'writes the arguments beside the name': says('<tools>\n{"name": "read_file", "path": "src/add.js"}\n</tools>'),
  'calls as an action with its input': says(`Thought: I need the file.\nAction: read_file\nAction Input: ${args}`),
};

export const toolHabits: readonly Habit[] = [
  ...Object.entries(asMeant).map(([name, fault]): Habit => ({ name, who: 'coder', fault })),
  {
    name: 'calls a tool of another product',
    who: 'coder',
    fault: () => call('view_file', file),
    feedback: () => /read_file/,
  },
  {
    name: 'invents a tool in a fence',
    who: 'coder',
    fault: () => ({ say: '```json\n{"name": "analyze", "arguments": {"file": "src/add.js"}}\n```' }),
    feedback: () => /no tool analyze/,
  },
  {
    name: 'calls in a fence and tells the result at once',
    who: 'coder',
    fault: () => ({
      say: `\`\`\`json\n{"name": "read_file", "arguments": ${args}}\n\`\`\`\n\nThe file adds two numbers.`,
    }),
    feedback: () => /read_file/,
  },
  {
    name: 'calls bash',
    who: 'coder',
    fault: () => call('bash', { command: 'cat src/add.js' }),
    feedback: () => /run_shell/,
  },
  {
    name: 'gives an argument that the tool does not have',
    who: 'coder',
    fault: () => call('read_file', { ...file, encoding: 'utf8' }),
    feedback: () => /encoding/,
  },
  {
    name: 'leaves the arguments out',
    who: 'coder',
    fault: () => call('read_file', ''),
    feedback: () => /read_file.*path/s,
  },
  {
    name: 'reads a file where it is not',
    who: 'coder',
    fault: () => call('read_file', { path: 'add.js' }),
    feedback: () => /Do you mean src\/add\.js/,
  },
  {
    name: 'reads the folder',
    who: 'coder',
    fault: () => call('read_file', { path: 'src' }),
    feedback: () => /add\.js|list_dir/,
  },
];
