// Tellasks made by tools (SPEC 2.12, 23.1, 23.2): the same calls as those in text, and requests that every server
// takes.
import assert from 'node:assert/strict';
import type { ChatMessage } from '../../src/core/base/chat.ts';
import { mindTools } from '../../src/tools/minds/mind-tools.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { noToolRan } from '../support/facts.ts';
import { createTestDriver, type TestDriver, type TestDriverOptions } from '../support/test-driver.ts';
import { checkSettled } from './check-tree.ts';

describe('calls as tools', () => {
  it('go out together, and each answer is the result of its call', async () => {
    const t = driver({
      lead: [
        { say: 'I ask two.', tools: [tellask('coder', 'Fix it\nFile: a.ts'), tellask('Researcher', 'Find the cause')] },
        'Both done.',
      ],
      coder: ['Fixed.'],
      researcher: ['Found.'],
    });
    const tree = await t.start('Go');
    checkSettled(t, tree);
    const request = requestsOf(t, 'lead').at(-1) ?? [];
    assert.deepEqual(shape(request.slice(-3)), [
      'assistant I ask two. tellask{"to":"coder","content":"Fix it\\nFile: a.ts"} tellask{"to":"researcher","content":"Find the cause"}',
      `tool 1 [Answer] @coder answers your tellask "@coder Fix it":\n\nFixed.${noToolRan}`,
      `tool 2 [Answer] @researcher answers your tellask "@researcher Find the cause":\n\nFound.${noToolRan}`,
    ]);
    assert.match(JSON.stringify(requestsOf(t, 'coder')[0]), /File: a\.ts/);
  });

  it('are recorded under the names of the tool, whatever names the model used', async () => {
    const t = driver(
      {
        lead: [
          {
            tools: [{ name: 'functions.Tellask', args: { agent: 'coder', prompt: 'Fix it', reason: 'it is broken' } }],
          },
          { tools: [{ name: 'addReminder', args: { text: 'Ask again' } }] },
          'Done.',
        ],
        coder: ['Fixed.'],
      },
      mindTools({ write: refuse, recall: refuse }),
    );
    await t.start('Go');
    const calls = shape(requestsOf(t, 'lead').at(-1) ?? []).filter(line => line.startsWith('assistant'));
    assert.deepEqual(calls, [
      'assistant  tellask{"to":"coder","content":"Fix it"}',
      'assistant  add_reminder{"content":"Ask again"}',
    ]);
  });

  it('reach a registered subdialog by session, also one with spaces in it', async () => {
    const t = driver({
      lead: [
        { tools: [tellask('coder', 'Build', 'login form')] },
        { tools: [tellask('coder', 'Test', 'login-form')] },
        'Done.',
      ],
      coder: ['Built.', 'Tested.'],
    });
    const tree = await t.start('Go');
    assert.deepEqual([...tree.registry.keys()], ['coder!login-form']);
    assert.equal(tree.dialogs.size, 2);
  });

  it('ask the person with options, and the answer is the result', async () => {
    const options = [{ label: 'Yes', description: 'it is safe' }, 'No'];
    const t = driver({
      lead: [
        { tools: [{ name: 'ask_human', args: { question: 'Delete it?', details: 'I advise yes.', options } }] },
        'Deleted.',
      ],
    });
    const tree = await t.start('Go');
    const [question] = tree.dialogs.get(tree.rootId as never)?.state.questions ?? [];
    assert.deepEqual(
      [question?.headline, question?.body, question?.options],
      ['Delete it?', 'I advise yes.\n\n- **Yes**: it is safe\n- **No**', ['Yes', 'No']],
    );
    await t.answer(tree, 'Yes');
    assert.deepEqual(shape(requestsOf(t, 'lead').at(-1)?.slice(-2) ?? []), [
      'assistant  ask_human{"question":"Delete it?","details":"I advise yes.","options":[{"label":"Yes","description":"it is safe"},{"label":"No"}]}',
      'tool 1 [Answer of the person] To your question "Delete it?":\n\nYes',
    ]);
  });

  it('are shown as open while an aside or a question back is answered', async () => {
    const t = driver({
      lead: [{ tools: [tellask('coder', 'Build')] }, 'Blue.', 'Thanks, done.'],
      coder: [{ tools: [{ name: 'ask_back', args: { question: 'Which colour?' } }] }, 'Built in blue.'],
    });
    const tree = await t.start('Go');
    checkSettled(t, tree);
    const [, asked, last] = requestsOf(t, 'lead');
    assert.deepEqual(shape(asked?.slice(-3) ?? []), [
      'assistant  tellask{"to":"coder","content":"Build"}',
      'tool 1 Open: @coder is at work on it. The answer comes later, as a message.',
      `user [TellaskBack] @coder, who works on an assignment of yours, asks back. Your next reply without tool calls or tellasks is the answer to this:\n\n@tellasker Which colour?`,
    ]);
    assert.match(shape(last?.slice(-1) ?? [])[0] ?? '', /^user \[Answer\] @coder answers your tellask "@coder Build"/);
    assert.deepEqual(shape(requestsOf(t, 'coder')[1]?.slice(-2) ?? []), [
      'assistant  ask_back{"question":"Which colour?"}',
      'tool 1 [Answer] @lead answers your tellask "@tellasker Which colour?":\n\nBlue.',
    ]);
  });

  it('tell what is wrong with arguments that do not fit, and with names that nobody has', async () => {
    const t = driver({
      lead: [{ tools: [{ name: 'tellask', args: { to: 'coder' } }, tellask('nobody', 'Build')] }, 'I stop.'],
    });
    await t.start('Go');
    const [, bad, unknown] = shape(requestsOf(t, 'lead')[1]?.slice(-3) ?? []);
    assert.match(bad ?? '', /^tool 1 tellask: .*content/s);
    assert.match(unknown ?? '', /^tool 2 \[Tellask not sent\].*There is no teammate @nobody/);
  });

  it('stay in the request when a course ends, and their answers come in the next one', async () => {
    const t = driver({
      lead: [{ tools: [tellask('coder', 'Build'), { name: 'clear_mind' }] }, 'I wait.', 'Done.'],
      coder: ['Built.'],
    });
    const tree = await t.start('Go');
    checkSettled(t, tree);
  });

  it('are read from text as well', async () => {
    const t = driver({ lead: ['!?@coder Build\n', 'Done.'], coder: ['Built.'] });
    const tree = await t.start('Go');
    assert.equal(tree.dialogs.size, 2);
    checkSettled(t, tree);
  });
});

function driver(script: TestDriverOptions['script'], tools: readonly Tool[] = []): TestDriver {
  return createTestDriver({ script, dialect: 'tools', tools });
}

const refuse = () => ({ ok: false, message: 'not now' });

function tellask(to: string, content: string, session?: string) {
  return { name: 'tellask', args: { to, content, ...(session !== undefined && { session }) } };
}

/** The messages of each request of a member; each is checked as servers do, and to begin with the one before it. */
function requestsOf(t: TestDriver, agentId: string): readonly (readonly ChatMessage[])[] {
  const requests = t.llm.requests.filter(({ origin }) => origin.agentId === agentId);
  assert.deepEqual(t.llm.faults, []);
  for (const [index, { prompt, origin }] of requests.entries()) {
    const before = requests[index - 1];
    if (before?.origin.course !== origin.course || before.origin.selfId !== origin.selfId) continue;
    const front = before.prompt.messages.slice(0, before.prompt.lasting);
    assert.deepEqual(prompt.messages.slice(0, front.length), front);
  }
  return requests.map(({ prompt }) => prompt.messages.slice(0, prompt.lasting));
}

/** A line for each message; calls are numbered anew in each assistant message. */
function shape(messages: readonly ChatMessage[]): string[] {
  let ids: readonly string[] = [];
  return messages.map(message => {
    if (message.role === 'tool') return `tool ${ids.indexOf(message.toolCallId) + 1} ${message.content}`;
    if (message.role !== 'assistant') return `${message.role} ${message.content}`;
    ids = (message.toolCalls ?? []).map(({ id }) => id);
    return [`assistant ${message.content}`, ...(message.toolCalls ?? []).map(({ name, args }) => name + args)].join(
      ' ',
    );
  });
}
