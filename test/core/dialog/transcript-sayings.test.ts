// What a model reads of a reply in which it thought between its sayings (SPEC 2, 8.1).
import assert from 'node:assert/strict';
import type { AgentId, CallId } from '../../../src/core/base/ids.ts';
import type { CourseRecord, Fact } from '../../../src/core/dialog/record.ts';
import { createTranscript } from '../../../src/core/dialog/transcript/transcript.ts';
import { promptTexts } from '../../../src/core/prompt/prompt-texts.ts';
import type { Dialect } from '../../../src/core/team/dialect.ts';

function replyOf(dialect: Dialect, before: string): string | undefined {
  const said = { kind: 'assistantSaid', genseq: 1 } as const;
  const facts: readonly Fact[] = [
    { kind: 'generationStarted', genseq: 1 },
    { ...said, parts: [{ kind: 'prose', text: before }] },
    { kind: 'assistantThought', genseq: 1, text: 'Whom?' },
    {
      ...said,
      parts: [
        {
          kind: 'tellask',
          valid: true,
          mention: 'coder' as AgentId,
          headline: '@coder fix it\n',
          body: 'soon\n',
          callId: 'c' as CallId,
        },
        { kind: 'prose', text: 'So.' },
      ],
    },
    { ...said, parts: [{ kind: 'prose', text: ' Done.' }] },
    { kind: 'generationEnded', genseq: 1, outcome: 'complete' },
  ];
  const transcript = createTranscript(promptTexts('en'), dialect);
  for (const fact of facts) transcript.add({ v: 1, at: '2026-01-01T00:00:00.000Z', ...fact } as CourseRecord);
  return transcript.messages().at(-1)?.content;
}

describe('a saying that begins with a tellask', () => {
  it('begins a line in what the model reads of its reply, also behind words without a line break', () => {
    for (const before of ['Well.', 'Well.\n']) {
      assert.equal(replyOf('tellask', before), 'Well.\n!?@coder fix it\n!?soon\nSo. Done.');
      assert.equal(replyOf('texting', before), 'Well.\n@coder fix it\nsoon\nSo. Done.');
    }
  });
});
