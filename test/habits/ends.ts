// Habits of replies that end without an answer, or with one that is none (SPEC 23.6, 23.8, 23.14, 23.15).
import { done, type Habit, type Story, task } from './habit.ts';

const runs = (command: string) => ({ tools: [{ name: 'run_shell', args: { command } }] });

/** The lead runs the tests, which fail, mends that, and is done. */
const failingTests: Story = {
  begins: news => !news.includes(task) && !news.includes('Exit code 0'),
  proper: (_, news) =>
    news.includes(task) ? runs('exit 1') : news.includes('Exit code 0') ? done('Mended.') : runs('exit 0'),
};

/** The lead asks the person once, and is done. */
const question: Story = {
  begins: news => !news.includes(task),
  proper: (_, news, forms) =>
    news.includes(task) ? forms.human('Which of the two names?') : done('The first one, then.'),
};

export const endHabits: readonly Habit[] = [
  { name: 'says nothing', who: 'coder', fault: () => ({ say: '' }), feedback: () => /without|nothing|empty/i },
  {
    name: 'says white space',
    who: 'coder',
    fault: () => ({ say: ' \n\n ' }),
    feedback: () => /without|nothing|empty/i,
  },
  {
    name: 'only thinks',
    who: 'coder',
    fault: () => ({ think: 'I should read the file with read_file.', say: '' }),
    feedback: () => /without|nothing|empty/i,
  },
  {
    name: 'thinks without closing the tag',
    who: 'coder',
    fault: () => ({ say: '<think>I should read the file with read_file.' }),
    feedback: () => /without|nothing|empty|calls nothing/i,
  },
  {
    name: 'repeats the request',
    who: 'coder',
    fault: () => ({ say: 'What is wrong in src/add.js?\nRead it first.' }),
    feedback: () => /Call the tool/,
  },
  {
    name: 'repeats the task',
    who: 'lead',
    fault: () => ({ say: task }),
    feedback: () => /Call the tool/,
  },
  {
    name: 'names the result of a tool that it did not call',
    who: 'coder',
    fault: () => ({ say: 'I used read_file: the file src/add.js does not exist.' }),
    feedback: () => /Call the tool/,
  },
  {
    name: 'repeats a line without end',
    who: 'coder',
    fault: () => ({ say: 'I look into the file now.\n'.repeat(400) }),
    feedback: () => /again and again|repeat/i,
  },
  {
    name: 'writes white space without end',
    who: 'coder',
    fault: () => ({ say: `So:${' '.repeat(9000)}` }),
    feedback: () => /white space|again and again|repeat/i,
  },
  {
    name: 'stops to say that it is about to begin',
    who: 'lead',
    fault: () => ({ say: 'Understood. Let me start by asking the coder.' }),
    feedback: () => /calls nothing|No call is open/s,
  },
  {
    name: 'writes the answer of the teammate itself',
    who: 'lead',
    fault: ({ line }) => ({ say: `${line('coder', 'What is wrong?')}\n\n[Answer of @coder]\nNothing is wrong.` }),
    feedback: () => /./,
  },
  {
    name: 'says that it is done and ends nothing',
    who: 'lead',
    fault: () => ({ say: 'The task is complete.' }),
    feedback: () => /No call is open|mark_done|no tool ran/is,
  },
  {
    name: 'is done right after red tests',
    who: 'lead',
    story: failingTests,
    fault: () => done('All tests pass.'),
    feedback: () => /exit 1.*exited with 1/s,
    mended: () => runs('exit 0'),
  },
  {
    name: 'says in words that red tests pass',
    who: 'lead',
    story: failingTests,
    fault: () => ({ say: 'All tests pass now.' }),
    feedback: () => /exit 1.*exited with 1/s,
    mended: () => runs('exit 0'),
  },
  {
    name: 'asks again what was just answered',
    who: 'lead',
    story: question,
    fault: forms => forms.human('Which of the two names?'),
    feedback: () => /the first/,
  },
  {
    name: 'asks in words whether to go on',
    who: 'lead',
    story: question,
    fault: () => ({ say: 'I have what I need. Should I go on?' }),
    feedback: () => /No call is open/,
  },
];
