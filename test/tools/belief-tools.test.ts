// The tools by which a responder works on the beliefs.
import assert from 'node:assert/strict';
import { beliefTools } from '../../src/tools/belief-tools.ts';

describe('tools of dialogue state', () => {
  it('are offered under these names, each with what it does', () => {
    const specs = beliefTools({ context: () => undefined }).map(({ spec }) => spec);
    assert.deepEqual(
      specs.map(({ name }) => name),
      ['keep_going', 'finish_flow', 'fall_back', 'set_slot', 'propose_plan'],
    );
    for (const { name, description } of specs) assert.ok(description.trim().length > 20, name);
  });
});
