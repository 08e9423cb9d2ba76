// The tools by which a responder works on the beliefs.
import assert from 'node:assert/strict';
import { beliefTools } from '../../src/tools/belief-tools.ts';
import { contextOf, stateOf } from './tool-support.ts';

describe('tools of dialogue state', () => {
  it('are offered under these names, each with what it does', () => {
    const specs = beliefTools({ context: () => undefined }).map(({ spec }) => spec);
    assert.deepEqual(
      specs.map(({ name }) => name),
      ['keep_going', 'finish_flow', 'fall_back', 'set_slot', 'propose_plan'],
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
    const refused = (expected: string, received: string, at: string) =>
      `propose_plan: ✖ Invalid input: expected ${expected}, received ${received}\n  → at ${at}`;
    assert.equal(await propose([{ flow: 'query' }, 'count']), refused('object', 'string', 'steps[1]'));
    assert.equal(await propose([{ flow: 'query' }, null]), refused('object', 'null', 'steps[1]'));
    assert.equal(await propose([{ flow: 7 }]), refused('string', 'number', 'steps[0].flow'));
  });
});
