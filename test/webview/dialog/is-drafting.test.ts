import assert from 'node:assert/strict';
import type { OpenQuestion } from '../../../src/core/dialog/tool-call.ts';
import { type DraftState, newDraftState } from '../../../src/core/draft/state.ts';
import { isDrafting } from '../../../webview/dialog/draft/is-drafting.ts';

describe('a mind in the panel', () => {
  const run = { until: 'paused', steps: 0, maxSteps: 9, quietSteps: 3, autoAccept: 0, hasDrafted: false } as const;
  const draft: DraftState = { ...newDraftState, run };
  const between = { draft, generating: false, interruption: null, questions: [] };

  it('works between two steps, and neither while it asks nor while it is interrupted or paused', () => {
    assert.equal(isDrafting(between), true);
    assert.equal(isDrafting({ ...between, questions: [{} as OpenQuestion] }), false);
    assert.equal(isDrafting({ ...between, interruption: { code: 'auth', message: '' } }), false);
    assert.equal(isDrafting({ ...between, draft: { ...draft, run: null } }), false);
    assert.equal(isDrafting({ ...between, draft: { ...draft, run: null }, generating: true }), true);
  });
});
