// Forms of others: what is read of their schema, and how an answer in words becomes values.
import assert from 'node:assert/strict';
import type { FormField } from '../../src/core/dialog/form.ts';
import { answerText, fieldsOf, optionsOf, readAnswer, schemaOf } from '../../src/core/dialog/form-answers.ts';

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Full name', minLength: 2, maxLength: 20 },
    age: { type: 'integer', minimum: 0, maximum: 150 },
    color: {
      type: 'string',
      oneOf: [
        { const: '#f00', title: 'Red' },
        { const: '#0f0', title: 'Green' },
      ],
    },
    days: { type: 'array', items: { type: 'string', enum: ['mon', 'tue', 'wed'] }, maxItems: 2 },
    news: { type: 'boolean', default: true },
  },
  required: ['name', 'age'],
};
const fields: readonly FormField[] = fieldsOf(schema) ?? [];
const read = (answer: string, of = fields) => readAnswer({ fields: of }, answer);

describe('forms', () => {
  it('are read from a JSON schema and written as the same schema', () => {
    assert.deepEqual(
      fields.map(({ name, type, isRequired = false }) => [name, type, isRequired]),
      [
        ['name', 'text', true],
        ['age', 'integer', true],
        ['color', 'choice', false],
        ['days', 'choices', false],
        ['news', 'boolean', false],
      ],
    );
    assert.deepEqual(fieldsOf(schemaOf({ fields })), fields);
    assert.deepEqual(fieldsOf({ properties: {} }), []);
    assert.equal(fieldsOf({ properties: { deep: { type: 'object' } } }), undefined);
  });

  it('take a line for each field, by name or title, with the types of the fields', () => {
    assert.deepEqual(read('Full name: Ada\nage: 36\nColor: red\n- **days**: mon, wed\nnews: no'), {
      action: 'accept',
      content: { name: 'Ada', age: 36, color: '#f00', days: ['mon', 'wed'], news: false },
    });
  });

  it('fill in what the person leaves out from the defaults, and leave out the rest', () => {
    assert.deepEqual(read('name: Ada\n  Lovelace\nage: 36'), {
      action: 'accept',
      content: { name: 'Ada\n  Lovelace', age: 36, news: true },
    });
  });

  it('take values as JSON, as a form on a screen sends them', () => {
    const content = { name: 'Ada', age: 36, days: ['tue'], news: false };
    assert.deepEqual(read(answerText(content)), { action: 'accept', content });
  });

  it('name the field without a fitting value, or the line that belongs to none', () => {
    const fieldIn = (answer: string) => {
      const answered = read(answer);
      return 'kind' in answered ? answered.field : answered.action;
    };
    assert.equal(fieldIn('name: Ada'), 'age');
    assert.equal(fieldIn('name: Ada\nage: old'), 'age');
    assert.equal(fieldIn('name: Ada\nage: 1.5'), 'age');
    assert.equal(fieldIn('name: Ada\nage: 200'), 'age');
    assert.equal(fieldIn('name: A\nage: 3'), 'name');
    assert.equal(fieldIn('name: Ada\nage: 3\ncolor: blue'), 'color');
    assert.equal(fieldIn('name: Ada\nage: 3\ndays: mon, tue, wed'), 'days');
    assert.equal(fieldIn('I would rather not say'), 'I would rather not say');
    assert.equal(fieldIn(' Decline '), 'decline');
    assert.equal(fieldIn('拒绝'), 'decline');
  });

  it('hold texts to their format', () => {
    const fits = (format: string, answer: string) => {
      const only = fieldsOf({ properties: { it: { type: 'string', format } } }) ?? [];
      assert.deepEqual(fieldsOf(schemaOf({ fields: only })), only);
      return !('kind' in read(answer, only));
    };
    assert.deepEqual([fits('email', 'ada@example.com'), fits('email', 'ada')], [true, false]);
    assert.deepEqual([fits('uri', 'https://example.com/a'), fits('uri', 'example')], [true, false]);
    assert.deepEqual(
      [fits('date', '2026-02-28'), fits('date', '2026-02-31T'), fits('date', 'soon')],
      [true, false, false],
    );
    assert.deepEqual([fits('date-time', '2026-02-28T10:00:00+01:00'), fits('date-time', '2026-02-28')], [true, false]);
    assert.equal(fits('unknown', 'anything'), true);
  });

  it('with one field take the value alone, and offer its choices', () => {
    const only = (field: object, required: readonly string[] = ['it']) =>
      fieldsOf({ properties: { it: field }, required }) ?? [];
    const choice = only({ type: 'string', enum: ['a', 'b'], enumNames: ['Alpha', 'Beta'] });
    assert.deepEqual(optionsOf({ fields: choice }), ['Alpha', 'Beta', 'decline']);
    assert.deepEqual(read('Beta', choice), { action: 'accept', content: { it: 'b' } });
    assert.deepEqual(read('time: 12:30', only({ type: 'string' })), {
      action: 'accept',
      content: { it: 'time: 12:30' },
    });
    assert.deepEqual(optionsOf({ fields: only({ type: 'boolean' }) }), ['yes', 'no', 'decline']);
    assert.deepEqual(read('yes', only({ type: 'boolean' })), { action: 'accept', content: { it: true } });
    assert.equal('kind' in read('perhaps', only({ type: 'boolean' })), true);
    assert.deepEqual(optionsOf({ fields }), ['decline']);
    assert.deepEqual(optionsOf({ fields: [...choice, ...choice] }), ['decline']);
  });

  it('without fields are accepted by any word but one that declines', () => {
    assert.deepEqual(optionsOf({ fields: [] }), ['yes', 'decline']);
    assert.deepEqual(read('yes', []), { action: 'accept', content: {} });
    assert.deepEqual(read('decline', []), { action: 'decline' });
  });
});
