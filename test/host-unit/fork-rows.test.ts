import assert from 'node:assert/strict';
import type { Fact } from '../../src/core/dialog/record.ts';
import { forkChoices } from '../../src/host/rows/fork-rows.ts';
import { recordOf } from '../support/fake-runtime.ts';

describe('the replies to fork from', () => {
  it('are told apart when they begin with the same greeting, the newest first', () => {
    const draft = (genseq: number, text: string) =>
      recordOf({ kind: 'draftStepped', genseq, draft: { id: `d${genseq}`, text } } as unknown as Fact);
    const choices = forkChoices([
      draft(1, 'Dear Ann,\n\nthe order left on **Monday**.'),
      draft(2, 'Dear Ann,\n\nI am sorry.'),
    ]);
    assert.deepEqual(
      choices.map(({ label, genseq }) => [genseq, label]),
      [
        [2, 'Dear Ann, I am sorry.'],
        [1, 'Dear Ann, the order left on Monday.'],
      ],
    );
  });

  it('are finished ones', () => {
    const said = (genseq: number) =>
      recordOf({ kind: 'assistantSaid', genseq, parts: [{ kind: 'prose', text: `${genseq}` }] } as unknown as Fact);
    const ended = recordOf({ kind: 'generationEnded', genseq: 1, outcome: 'complete' } as unknown as Fact);
    assert.deepEqual(
      forkChoices([said(1), ended, said(2)]).map(({ genseq }) => genseq),
      [1],
    );
  });
});
