import assert from 'node:assert/strict';
import type { DialogRef } from '../../src/core/base/ids.ts';
import type { Dialect } from '../../src/core/team/dialect.ts';
import { Generation } from '../../src/driver/generate/generation.ts';
import type { LlmEvent } from '../../src/llm/provider.ts';
import { namesOf } from '../support/call-names.ts';

describe('a generation', () => {
  it('keeps what was said as thinking when the provider finds out that it was, and reads no tellask in it', () => {
    const generation = begun();
    const events: LlmEvent[] = [
      { kind: 'segmentStarted', segment: 'saying' },
      { kind: 'chunk', segment: 'saying', text: '!?@human what?\n' },
      { kind: 'segmentFinished', segment: 'saying' },
      { kind: 'wasThinking' },
      { kind: 'segmentStarted', segment: 'saying' },
      { kind: 'chunk', segment: 'saying', text: 'Hi' },
      { kind: 'segmentFinished', segment: 'saying' },
    ];
    for (const event of events) assert.equal(generation.take(event), undefined);
    assert.deepEqual(generation.facts(), [
      { kind: 'assistantThought', genseq: 1, text: '!?@human what?\n' },
      { kind: 'assistantSaid', genseq: 1, parts: [{ kind: 'prose', text: 'Hi' }] },
    ]);
  });

  describe('that thinks in the middle of a tellask', () => {
    const shown = (dialect: Dialect, ...said: readonly string[]) => {
      const generation = begun(dialect);
      for (const event of said.flatMap((text, at) => segment(at % 2 === 0 ? 'saying' : 'thinking', text))) {
        assert.equal(generation.take(event), undefined);
      }
      return generation.facts({ isCut: true }).map(fact => {
        if (fact.kind !== 'assistantSaid') return 'thought';
        return fact.parts.map(part => {
          if (part.kind === 'prose') return part.text;
          return `${part.headline}|${part.body}${part.isCut ? ' (cut)' : ''}`;
        });
      });
    };

    it('has said one tellask, where it began', () => {
      assert.deepEqual(shown('tellask', 'Well.\n!?@coder fix wh', 'hm', 'at fails\n!?soon\nGo', 'hm', ' on'), [
        ['Well.\n', '@coder fix what fails\n|soon\n'],
        'thought',
        ['Go'],
        'thought',
        [' on'],
      ]);
    });

    it('has said one tellask whose body begins after the thought, with and without a line break before it', () => {
      for (const headline of ['!?@coder fix it', '!?@coder fix it\n']) {
        assert.deepEqual(shown('tellask', headline, 'hm', '!?soon\nDone.'), [
          ['@coder fix it\n|soon\n'],
          'thought',
          ['Done.'],
        ]);
      }
      assert.deepEqual(shown('texting', '@coder fix it\n', 'hm', 'soon\n\nDone.'), [
        ['@coder fix it\n|soon\n'],
        'thought',
        ['\nDone.'],
      ]);
    });

    it('has said two when the second begins after the thought', () => {
      assert.deepEqual(shown('tellask', '!?@coder fix it\n', 'hm', '!?@tester try it\n'), [
        ['@coder fix it\n|'],
        'thought',
        ['@tester try it\n| (cut)'],
      ]);
      assert.deepEqual(shown('texting', '@coder fix it', 'hm', '@tester try it'), [
        ['@coder fix it\n|'],
        'thought',
        ['@tester try it| (cut)'],
      ]);
    });

    it('makes the same calls wherever it thinks (2.6)', () => {
      const texts = {
        tellask: 'Hi!\n!?@coder fix\n!?now\n\n!\n!no\n!?@tester try\n!?it\n!?\nDone',
        texting: 'Hi\n@coder fix\nnow\n\n@codex no\n\n@tester: try\nit\n\n@',
        fenced: 'Hi\n```js\n@coder no\n```\n@coder fix\n\n~~~\n@tester no',
      };
      for (const [name, text] of Object.entries(texts)) {
        const dialect = name === 'tellask' ? 'tellask' : 'texting';
        const whole = said(dialect, text);
        for (let first = 1; first < text.length; first++) {
          for (let second = first + 1; second <= text.length; second++) {
            const parts = [text.slice(0, first), 'hm', text.slice(first, second), 'hm', text.slice(second)];
            assert.deepEqual(said(dialect, ...parts), whole, JSON.stringify(parts));
          }
        }
      }
    });

    it('leaves what was no tellask where it was said', () => {
      assert.deepEqual(shown('tellask', 'Hi\n!', 'hm', ' no\n!?@coder fix\n'), [
        ['Hi\n!'],
        'thought',
        [' no\n', '@coder fix\n| (cut)'],
      ]);
    });

    it('has said one that was cut off, if the reply was', () => {
      assert.deepEqual(shown('tellask', '!?@coder fix', 'hm', ' it'), [['@coder fix it| (cut)'], 'thought']);
    });
  });
});

/** The calls, and all prose, of a reply that thinks after every other part. */
function said(dialect: Dialect, ...texts: readonly string[]): { calls: string[]; prose: string } {
  const generation = begun(dialect);
  const events = texts.flatMap((text, at) => segment(at % 2 === 0 ? 'saying' : 'thinking', text));
  for (const event of events) generation.take(event);
  const parts = generation.facts().flatMap(fact => (fact.kind === 'assistantSaid' ? fact.parts : []));
  return {
    calls: parts.flatMap(part => (part.kind === 'tellask' ? `${part.headline}|${part.body}` : [])),
    prose: parts.map(part => (part.kind === 'prose' ? part.text : '')).join(''),
  };
}

function begun(dialect: Dialect = 'tellask'): Generation {
  return new Generation({
    dialog: { rootId: 'r', selfId: 'r' } as DialogRef,
    genseq: 1,
    dialect,
    names: namesOf('coder', 'tester'),
    newId: () => 'id',
    show: () => undefined,
  });
}

function segment(kind: 'saying' | 'thinking', text: string): LlmEvent[] {
  return [
    { kind: 'segmentStarted', segment: kind },
    { kind: 'chunk', segment: kind, text },
    { kind: 'segmentFinished', segment: kind },
  ];
}
