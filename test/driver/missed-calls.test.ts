// A member that does not use its tools is told once, then the person is asked instead of a further push (SPEC 23.15).
import assert from 'node:assert/strict';
import * as z from 'zod';
import { questionsOf } from '../../src/driver/queries.ts';
import { rootOf } from '../../src/driver/tree.ts';
import { defineTool } from '../../src/tools/tool.ts';
import type { Reply } from '../support/scripted-llm.ts';
import { createTestDriver } from '../support/test-driver.ts';
import { checkTree, recordsIn } from './check-tree.ts';

const readFile = defineTool({
  name: 'read_file',
  description: 'Reads a file.',
  args: () => z.object({ path: z.string() }),
  run: () => ({ ok: true, content: 'export const total = 1;' }),
});
const made = 'Read src/cart.js with the tool read_file\n```\nThe file src/cart.js does not exist\n```';
const driverOf = (replies: readonly Reply[], pushMax = 3) =>
  createTestDriver({ tools: [readFile], pushMax, script: { lead: replies } });

describe('a member that does not use its tools', () => {
  it('is told in the form that it writes itself, and goes on when it then calls one', async () => {
    const call = { tools: [{ name: 'read_file', args: { path: 'src/cart.js' } }] };
    const t = driverOf([made, call, 'It has one line.'], 0);
    const tree = await t.start('What does src/cart.js hold?');
    const [told] = recordsIn(t, tree, 'autoSaid');
    assert.equal(told?.reason, 'no-calls');
    assert.match(told.content, /no tool ran.*\{"name": "TOOL"/s);
    assert.equal(rootOf(tree).state.saying.text, 'It has one line.');
    assert.equal(questionsOf(tree).length, 0);
  });

  it('leads to a question about its model after the second such reply, with its words, and without a push', async () => {
    const t = driverOf([made, `${made}!`]);
    const tree = await t.start('What does src/cart.js hold?');
    const [question] = questionsOf(tree);
    assert.equal(question?.kind, 'provider');
    assert.match(question.tellaskHead, /does not use its tools/);
    assert.match(question.bodyContent, /> Read src\/cart\.js/);
    assert.equal(recordsIn(t, tree, 'diligencePushed').length, 0);
    assert.equal(t.llm.requests.length, 2);
    checkTree(t, tree);
  });

  it('that repeats each push is asked about within three requests', async () => {
    const t = createTestDriver({
      tools: [readFile],
      pushMax: 3,
      script: ({ prompt }) => prompt.messages.findLast(({ role }) => role === 'user')?.content ?? '',
    });
    const tree = await t.start('Find out why the tests of this project fail.');
    assert.match(questionsOf(tree)[0]?.tellaskHead ?? '', /does not use its tools/);
    assert.ok(t.llm.requests.length <= 3, String(t.llm.requests.length));
  });

  it('in a subdialog does not answer its caller with what it made up', async () => {
    const t = createTestDriver({
      tools: [readFile],
      pushMax: 0,
      script: { lead: ['!?@coder Read src/cart.js\n'], coder: [made, `${made}!`] },
    });
    const tree = await t.start('Begin');
    assert.equal(recordsIn(t, tree, 'responseGiven').length, 0);
    assert.match(questionsOf(tree)[0]?.tellaskHead ?? '', /coder.* does not use its tools/);
  });
});
