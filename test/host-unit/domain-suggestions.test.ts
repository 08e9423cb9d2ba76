import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/project.ts';
import { domainLanguage } from '../../src/host/language/domain-suggestions.ts';
import type { JsonSchema } from '../../src/host/language/json-schema.ts';
import { suggestAt } from '../../src/host/language/schema-suggestions.ts';
import { yamlPlaceAt } from '../../src/host/language/yaml-place.ts';

const schema: JsonSchema = JSON.parse(readFileSync(path.join(root, 'media/schemas/domain.schema.json'), 'utf8'));

const head = `intents: {Search: read, Collect: prepare, Book: transform, Remind: schedule}
slot_types:
  - {name: PlaceSlot, base: CategorySlot}
  - ScoreSlot
flows:
`;

describe('suggestions in a domain file', () => {
  it('offers the universal intents and those of the file', () => {
    assert.deepEqual(labels(`${head}  - name: find\n    intent: |`), [
      'Plan',
      'Converse',
      'Internal',
      'Search',
      'Collect',
      'Book',
      'Remind',
    ]);
    const below = 'intents:\n  Look: read\n  Mend: transform\nflows:\n  - {name: a, intent: |}';
    assert.deepEqual(labels(below).slice(3), ['Look', 'Mend']);
  });

  it('offers the twelve slot types and those of the file', () => {
    const offered = labels(`${head}  - name: find\n    slots:\n      to: {type: |}`);
    assert.equal(offered.length, 14);
    assert.deepEqual(offered.slice(-2), ['PlaceSlot', 'ScoreSlot']);
  });

  it('offers the keys of a flow and of a slot, and priorities', () => {
    assert.deepEqual(labels(`${head}  - name: find\n    |`), [
      'title',
      'intent',
      'description',
      'slots',
      'entity',
      'confirm',
      'next',
      'on_resume',
    ]);
    assert.ok(labels(`${head}  - name: find\n    slots:\n      to: {type: PlaceSlot, |}`).includes('options'));
    const priorities = labels(`${head}  - name: find\n    slots:\n      to: {priority: |}`);
    assert.deepEqual(priorities, ['required', 'elective', 'optional']);
    assert.deepEqual(labels(`${head}  - name: find\n    on_resume: |`), ['ask', 'go']);
    assert.ok(labels(`${head}  - name: find\n    slots:\n      to: {type: PlaceSlot, |}`).includes('set_by'));
  });

  it('offers the flows of the file as those that follow', () => {
    const flows = `${head}  - name: find\n    next: [{start: |}]\n  - {name: buy, intent: Book}\n`;
    assert.deepEqual(labels(flows), ['find', 'buy']);
  });
});

function labels(marked: string): string[] {
  const before = marked.slice(0, marked.indexOf('|')).split('\n');
  const lines = marked.replace('|', '').split('\n');
  const place = yamlPlaceAt(lines, before.length - 1, before.at(-1)?.length ?? 0);
  return place ? suggestAt(place, domainLanguage(schema, lines)).map(({ label }) => label) : [];
}
