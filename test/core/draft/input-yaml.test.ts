import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parse } from 'yaml';
import { localTime, renderMindInput } from '../../../src/core/draft/input-yaml.ts';
import { type DraftState, newDraftState, type Thought } from '../../../src/core/draft/state.ts';
import { hostileText, hostileTexts } from './hostile-texts.ts';

const time = '2026-01-15T03:30:00.000Z';
const said = (iter: number, text: string) => ({ iter, time, text });
const thought = (id: number, iter: number, text: string, cluster?: number): Thought => ({
  id,
  iter,
  text,
  ...(cluster !== undefined && { cluster }),
});

function render(state: Partial<DraftState>, sample: readonly Thought[] = []): string {
  return renderMindInput(
    { ...newDraftState, ...state },
    { self: 'mind_0', userTime: '2026-01-15T14:30:00+11:00', sample },
  );
}

describe('the input of the mind', () => {
  it('has its parts in their order, with ages, clusters and what was seen', () => {
    const text = render(
      {
        iteration: 247,
        awaiting: { ...said(205, 'is it too noisy in there?\nor strange?'), added: [said(246, 'be short')] },
        drafts: [
          { ...said(209, 'let me sit with that'), id: 'd1', seen: true },
          { ...said(232, '  static\n'), id: 'd2', seen: false },
        ],
        history: [
          { role: 'user', ...said(97, 'first\n') },
          { role: 'mind', ...said(105, 'answer') },
        ],
        clusters: [{ id: 3, size: 8 }],
      },
      [thought(1, 197, 'a thought', 3), thought(2, 235, 'another\n')],
    );
    assert.equal(
      text,
      `dialogue:
  history:
    - from: user
      age: 150
      text: "first\\n"
    - from: self
      age: 142
      text: |-
        answer
  awaiting:
    age: 42
    text: |-
      is it too noisy in there?
      or strange?
    added:
      - age: 1
        text: |-
          be short
  drafts:
    - |-  # age: 38, user_seen: true
      let me sit with that
    - "  static\\n"  # age: 15, user_seen: false

thinking_pool:
  - |-  # age: 50, cluster: {id: 3, size: 8}
    a thought
  - "another\\n"  # age: 12, cluster: {~}

meta:
  self: mind_0
  iter: 247
  user_time: 2026-01-15T14:30:00+11:00
`,
    );
  });

  it('has only the history when no message is pending', () => {
    const drafts = [{ ...said(1, 'stale'), id: 'd1', seen: false }];
    assert.deepEqual(parse(render({ iteration: 2, drafts })), {
      meta: { self: 'mind_0', iter: 2, user_time: '2026-01-15T14:30:00+11:00' },
      thinking_pool: [],
      dialogue: { history: [] },
    });
  });

  it('shows that there is no draft yet', () => {
    const { dialogue } = parse(render({ iteration: 1, awaiting: said(1, 'hi') }));
    assert.deepEqual(dialogue, { history: [], awaiting: { age: 0, text: 'hi' }, drafts: [] });
  });

  const everywhere = (text: string): DraftState => ({
    ...newDraftState,
    iteration: 9,
    awaiting: said(1, text),
    drafts: [
      { ...said(2, text), id: 'd1', seen: false },
      { ...said(3, text), id: 'd2', seen: true },
    ],
    history: [
      { role: 'user', ...said(0, text) },
      { role: 'mind', ...said(0, text) },
    ],
  });

  it('gives long drafts back shortened and marked, and the words of the person whole', () => {
    const text = `${'日'.repeat(20_000)}\n${'x'.repeat(20_000)}`;
    const yaml = render(everywhere(text));
    const { dialogue } = parse(yaml);
    const short = `${'日'.repeat(20_000)}\n${'x'.repeat(65_536 - 60_001)}…`;
    assert.deepEqual(dialogue.drafts, [short, short]);
    assert.equal(dialogue.awaiting.text, text);
    assert.deepEqual(
      dialogue.history.map((item: { text: string }) => item.text),
      [text, short],
    );
    assert.equal(yaml.match(/# .*shortened: the first 65536 of 80001 bytes/g)?.length, 3);
  });

  it('tells what of the newest output was not understood', () => {
    const yaml = render({ iteration: 1, awaiting: said(1, 'hi'), rest: 'So I think:\nwell' });
    assert.equal(parse(yaml).meta.not_understood, 'So I think:\nwell');
    const long = render({ iteration: 1, rest: 'x'.repeat(5_000) });
    assert.match(long, /not_understood: \|- {2}# shortened: the first 4096 of 5000 bytes/);
  });

  function checkRoundTrip(text: string): void {
    const { thinking_pool, dialogue } = parse(render(everywhere(text), [thought(1, 1, text), thought(2, 1, text)]));
    const isLong = Buffer.byteLength(text) > 65_536;
    const given = isLong ? dialogue.drafts[0] : text;
    assert.deepEqual(thinking_pool, [text, text]);
    assert.deepEqual(dialogue.drafts, [given, given]);
    assert.ok(!isLong || (given.endsWith('…') && text.startsWith(given.slice(0, -1))));
    assert.equal(dialogue.awaiting.text, text);
    assert.deepEqual(
      dialogue.history.map((item: { text: string }) => item.text),
      [text, given],
    );
  }

  for (const [name, text] of hostileTexts) it(`holds ${name} exactly`, () => checkRoundTrip(text));

  it('holds any text exactly', () => {
    fc.assert(fc.property(hostileText, checkRoundTrip));
  });

  it('keeps names that look like other values', () => {
    const input = { self: 'true', userTime: '2026-01-15T14:30:00+11:00', sample: [] };
    assert.equal(parse(renderMindInput(newDraftState, input)).meta.self, 'true');
  });

  it('says the time as the clocks of the person show it', () => {
    const instant = Date.UTC(2026, 0, 15, 3, 30);
    assert.equal(localTime(instant, 660), '2026-01-15T14:30:00+11:00');
    assert.equal(localTime(instant, -210), '2026-01-15T00:00:00-03:30');
    assert.equal(localTime(instant, 0), '2026-01-15T03:30:00+00:00');
  });
});
