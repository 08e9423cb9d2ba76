// What a call, an answer or a message says arrives as it was written, its indentation included (SPEC 2.5, 3.3, 4.1).
import assert from 'node:assert/strict';
import { settledOf } from '../../src/driver/queries.ts';
import { withoutFacts } from '../support/facts.ts';
import { createTestDriver, type TestDriver } from '../support/test-driver.ts';
import { recordsIn } from './check-tree.ts';

const code = '    if x:\n        y()';
const asBody = `!?${code.replaceAll('\n', '\n!?')}`;

/** What a member's newest request says last, below its opening. */
function lastRead({ llm }: TestDriver, member: string): string | undefined {
  const request = llm.requests.findLast(({ origin }) => origin.agentId === member);
  const last = request?.prompt.messages.findLast(({ role }) => role === 'user')?.content ?? '';
  return withoutFacts(last).split('\n\n').at(-1);
}

describe('the indentation of the first line', () => {
  it('reaches the callee, and that of the answer the caller', async () => {
    const t = createTestDriver({
      script: { lead: [`!?@coder insert this\n!?\n${asBody}\n!?\n`, `\n${code}\n`], coder: [`\n${code}\n\n`] },
    });
    const tree = await t.start('Begin');
    assert.equal(lastRead(t, 'coder'), code);
    assert.deepEqual(
      [...recordsIn(t, tree, 'responseGiven'), ...recordsIn(t, tree, 'responseSupplied')].map(({ content }) => content),
      [code, code],
    );
    assert.equal(lastRead(t, 'lead'), code);
    assert.equal(settledOf(tree).response, code);
  });

  it('reaches the person with a question, and the model with the answer', async () => {
    const t = createTestDriver({ script: { lead: [`!?@human Is this right?\n${asBody}\n`, 'Good.'] } });
    const tree = await t.start('Begin');
    assert.equal(settledOf(tree).questions[0]?.bodyContent, code);
    await t.answer(tree, `\n${code}\n`);
    assert.equal(lastRead(t, 'lead'), code);
  });

  it('reaches the model with what the person says', async () => {
    const t = createTestDriver({ script: { lead: ['Good.', 'Better.'] } });
    const tree = await t.start('Begin');
    await t.say(tree, `${code}\n`);
    assert.deepEqual(
      recordsIn(t, tree, 'userSaid').map(({ content }) => content),
      ['Begin', code],
    );
  });
});
