// The tools by which a responder works on the beliefs.
import assert from 'node:assert/strict';
import { beliefTools } from '../../src/tools/minds/belief-tools.ts';
import { contextOf, stateOf } from './tool-support.ts';

describe('tools of dialogue state', () => {
  it('are offered under these names, each with what it does', () => {
    const specs = beliefTools({ context: () => undefined }).map(({ spec }) => spec);
    assert.deepEqual(
      specs.map(({ name }) => name),
      ['keep_going', 'finish_flow', 'start_flow', 'cancel_flow', 'fall_back', 'set_slot', 'propose_plan'],
    );
    for (const { name, description } of specs) assert.ok(description.trim().length > 20, name);
  });

  const [plan] = beliefTools({ context: () => undefined }).filter(({ spec }) => spec.name === 'propose_plan');
  const propose = async (steps: unknown) =>
    (await plan?.call(JSON.stringify({ steps }), contextOf(stateOf()), new AbortController().signal))?.content ?? '';
  const isRead = 'The dialogue state cannot be changed now: its domain file cannot be used.';

  it('take `null` for what is left out, and objects that are written as text, at any depth', async () => {
    assert.equal(await propose([{ flow: 'query', slots: null, tellask: null, why: null }]), isRead);
    assert.equal(await propose([{ flow: 'query', slots: '{"source": ["users"]}' }]), isRead);
    assert.equal(await propose(JSON.stringify([JSON.stringify({ flow: 'query', slots: null })])), isRead);
  });

  it('refuse what is no step by its place', async () => {
    const refused = (problem: string) =>
      `propose_plan: ${problem} Call it like this: propose_plan {"steps": []}. Its arguments: steps.`;
    assert.equal(await propose([{ flow: 'query' }, 'count']), refused('"steps[1]" must be an object, not "count".'));
    assert.equal(await propose([{ flow: 'query' }, null]), refused('the argument "steps[1]" is missing.'));
    assert.equal(await propose([{ flow: [7] }]), refused('"steps[0].flow" must be a text, not a list.'));
  });
});
