import assert from 'node:assert/strict';
import type { CallId } from '../../src/core/dialog/ids.ts';
import type { FeedEvent } from '../../src/core/feed-event.ts';
import { lead, question, recordOf, researcher, settled } from '../support/fake-runtime.ts';
import { runDominds, starting } from './run-support.ts';

describe('what people see while a tree is driven', () => {
  const saying = { ...lead, genseq: 1, segment: 'saying' } as const;
  const call = {
    callId: 'c-1' as CallId,
    callKind: 'C',
    callerDialogId: lead.selfId,
    callerAgentId: 'lead' as never,
    headline: '@researcher Look\n',
    body: '',
  } as const;
  const events: readonly FeedEvent[] = [
    { type: 'segment_start', ...saying },
    { type: 'chunk', ...saying, text: 'I ' },
    { type: 'chunk', ...saying, text: 'ask.' },
    { type: 'chunk', ...saying, segment: 'thinking', text: 'hidden' },
    { type: 'segment_finish', ...saying },
    {
      type: 'recorded',
      ...lead,
      seq: 2,
      record: recordOf({ kind: 'assistantSaid', genseq: 1, parts: [{ kind: 'prose', text: 'I ask.' }] }),
    },
    { type: 'recorded', ...researcher, seq: 1, record: recordOf({ kind: 'callReceived', call }) },
    { type: 'chunk', ...saying, ...researcher, text: 'not for stdout' },
    {
      type: 'recorded',
      ...lead,
      seq: 3,
      record: recordOf({ kind: 'assistantSaid', genseq: 2, parts: [{ kind: 'prose', text: 'Whole.' }] }),
    },
    {
      type: 'recorded',
      ...lead,
      seq: 4,
      record: recordOf({ kind: 'generationEnded', genseq: 2, outcome: 'complete', model: 'playbook' }),
    },
  ];
  const end = settled({ response: 'Whole.', questions: [question()] });

  it('streams the sayings of the root to stdout and progress to stderr', async () => {
    const { stdout, stderr, code } = await runDominds(['start', 'go'], { runtime: starting(end, events).runtime });
    assert.equal(stdout, 'I ask.\n\nWhole.\n\n? lead asks Which colour?\n  Red or blue.\n  dominds answer q-1 "…"\n');
    assert.deepEqual(stderr.trimEnd().split('\n'), [
      'dialog root-1 · lead',
      'lead asks researcher: Look',
      '(scripted replies from a playbook, no model is used)',
      'dialog root-1 · awaiting-q4h',
    ]);
    assert.equal(code, 3);
  });

  it('with --quiet prints the last saying and the questions only', async () => {
    const { stdout, stderr } = await runDominds(['start', 'go', '--quiet'], { runtime: starting(end, events).runtime });
    assert.match(stdout, /^Whole\.\n\n\? lead asks/);
    assert.equal(stderr, '');
  });

  it('on a terminal shows a passing status and erases it; not with CI set', async () => {
    const started: FeedEvent = { type: 'segment_start', ...saying, segment: 'thinking' };
    const surroundings = { runtime: starting(settled(), [started]).runtime, isTTY: true };
    const { stdout } = await runDominds(['start', 'go'], { ...surroundings, env: { NO_COLOR: '1' } });
    assert.equal(stdout, 'lead thinks\r\u001b[2K');
    assert.equal((await runDominds(['start', 'go'], { ...surroundings, env: { CI: '1' } })).stdout, '');
  });
});
