// Habits of calls and answers: REAL_MODELS in each dialect (SPEC 23.4 to 23.6).
import type { Habit } from './habit.ts';

const job = 'What is wrong in src/add.js?\nRead it first.';
const json = JSON.stringify({ name: 'tellask', arguments: { to: 'coder', content: job } });
const read = JSON.stringify({ name: 'read_file', arguments: { path: 'src/add.js' } });
const text = ['tellask'] as const;
const tools = ['tools'] as const;

export const callHabits: readonly Habit[] = [
  { name: 'writes the body without prefixes', who: 'lead', fault: ({ line }) => ({ say: line('coder', job) }) },
  {
    name: 'writes the body as a fence',
    who: 'lead',
    fault: ({ line }) => ({ say: `${line('coder', 'Explain this')}\n\`\`\`js\na - b\n\n\`\`\`\n` }),
  },
  { name: 'writes the name in capitals', who: 'lead', fault: ({ call }) => call('Coder', job) },
  { name: 'calls by display name', who: 'lead', fault: ({ call }) => call('Cleo', job) },
  {
    name: 'calls in a list',
    who: 'lead',
    fault: ({ line }) => ({ say: `My plan:\n- ${line('coder', job)}` }),
    feedback: ({ rightWay }) => rightWay('coder'),
  },
  {
    name: 'calls in bold',
    who: 'lead',
    fault: ({ line }) => ({ say: `**${line('coder', '')}** ${job}` }),
    feedback: ({ rightWay }) => rightWay('coder'),
  },
  {
    name: 'indents a call',
    who: 'lead',
    fault: ({ line }) => ({ say: `So:\n    ${line('coder', job)}` }),
    feedback: ({ rightWay }) => rightWay('coder'),
  },
  {
    name: 'calls in mid-sentence',
    who: 'lead',
    fault: () => ({ say: `I now ask !?@coder ${job}` }),
    feedback: ({ rightWay }) => rightWay('coder'),
  },
  {
    name: 'calls in backticks',
    who: 'lead',
    fault: ({ line }) => ({ say: `\`${line('coder', 'What is wrong?')}\`` }),
    feedback: ({ rightWay }) => rightWay('coder'),
  },
  {
    name: 'announces a call',
    who: 'lead',
    fault: () => ({ say: "The task is clear. I'll ask @coder to look into it." }),
    feedback: () => /calls nothing.*Do it now/s,
  },
  {
    name: 'announces a step in a subdialog',
    who: 'coder',
    fault: () => ({ say: "I'll look at the file first and then answer." }),
    feedback: () => /calls nothing.*Do it now/s,
  },
  {
    name: 'reports back by a call',
    who: 'coder',
    fault: ({ line }) => ({ say: `${line('lead', 'Done: the function add subtracts: a - b.')}\n` }),
  },
  {
    name: 'reports back by the tool',
    who: 'coder',
    dialects: tools,
    fault: ({ call }) => call('lead', 'Done: the function add subtracts: a - b.'),
  },
  {
    name: 'writes a call of a tool in tags',
    who: 'coder',
    fault: () => ({ say: `I read it.\n<tool_call>\n${read}\n</tool_call>` }),
  },
  {
    name: 'writes a call of a tool as a JSON fence',
    who: 'coder',
    fault: () => ({ say: `\`\`\`json\n${read}\n\`\`\`` }),
  },
  {
    name: 'writes a tellask as a JSON fence',
    who: 'lead',
    dialects: tools,
    fault: () => ({ say: `\`\`\`json\n${json}\n\`\`\`` }),
  },
  {
    name: 'writes functions.read_file(…)',
    who: 'coder',
    fault: () => ({ say: 'functions.read_file({"path": "src/add.js"})' }),
  },
  {
    name: 'invents the result of a tool behind a call as text',
    who: 'coder',
    fault: () => ({ say: `\`\`\`json\n${read}\n\`\`\`\nThe file src/add.js does not exist.` }),
    feedback: () => /read_file as text.*not run.*Call the tool/s,
  },
  {
    name: 'calls with a list of arguments missing',
    who: 'lead',
    dialects: tools,
    fault: () => ({ tools: [{ name: 'tellask', args: { to: 'coder' } }] }),
    feedback: () => /content/,
  },
  {
    name: 'writes the old form beside the tools',
    who: 'lead',
    dialects: tools,
    fault: () => ({ say: `!?@coder ${job}` }),
  },
  {
    name: 'calls somebody who is not there',
    who: 'lead',
    // In the texting dialect a name that nobody has is prose (SPEC 2.8).
    dialects: ['tools', 'tellask'],
    fault: ({ call }) => call('tester', job),
    feedback: () => /There is no teammate @tester.*@coder/s,
  },
  {
    name: 'merges two calls in neighbouring lines',
    who: 'lead',
    dialects: text,
    fault: ({ line }) => ({ say: `${line('coder', 'What is wrong?')}\n${line('Coder', 'Read it first.')}` }),
  },
];
