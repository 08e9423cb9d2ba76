// Forms as a person fills them in on a page: defaults, faults, the answer, and how an answer reads.
import assert from 'node:assert/strict';
import { fieldsOf, readAnswer } from '../../../src/core/dialog/form-answers.ts';
import { messageIn } from '../../../src/core/prompt/form-message.ts';
import { formEn } from '../../../src/core/prompt/words/en/questions.ts';
import { formBody } from '../../../src/core/prompt/words/questions.ts';
import { formZh } from '../../../src/core/prompt/words/zh/questions.ts';
import {
  answerLines,
  answerOf,
  draftText,
  faultsIn,
  isAnsweredInFields,
  readDraft,
} from '../../../webview/shared/form-draft.ts';

const fields =
  fieldsOf({
    properties: {
      name: { type: 'string', title: 'Full name', minLength: 2 },
      seats: { type: 'integer', minimum: 1 },
      mail: { type: 'string', format: 'email' },
      at: { type: 'string', format: 'date-time', default: '2026-05-01T12:00:00Z' },
      class: { type: 'string', enum: ['1', '2'], enumNames: ['First', 'Second'] },
      meals: { type: 'array', items: { type: 'string', enum: ['lunch', 'dinner'] }, minItems: 1 },
      news: { type: 'boolean', default: true },
    },
    required: ['name', 'seats', 'meals'],
  }) ?? assert.fail();
const begun = readDraft(undefined, fields);
const filled = { ...begun, name: 'Ada', seats: '2', meals: ['dinner'], class: '1' };

describe('a form that is filled in on a page', () => {
  it('begins with the defaults, and what was kept goes before them', () => {
    assert.deepEqual([begun.name, begun.news, begun.meals], ['', true, []]);
    assert.deepEqual(readDraft(draftText(filled), fields), filled);
    assert.deepEqual(readDraft('no JSON', fields), begun);
  });

  it('names all fields that do not fit', () => {
    assert.deepEqual([...faultsIn(begun, fields)], ['name', 'seats', 'meals']);
    assert.deepEqual([...faultsIn({ ...filled, seats: '1.5', mail: 'ada' }, fields)], ['seats', 'mail']);
    assert.deepEqual([...faultsIn(filled, fields)], []);
  });

  it('gives an answer that is read with the types of the fields', () => {
    assert.deepEqual(readAnswer({ fields }, answerOf(filled, fields)), {
      action: 'accept',
      content: {
        name: 'Ada',
        seats: 2,
        at: '2026-05-01T12:00:00.000Z',
        class: '1',
        meals: ['dinner'],
        news: true,
      },
    });
  });

  it('reads as a line for each value', () => {
    const lines = answerLines(fields, answerOf(filled, fields), value => (value ? 'yes' : 'no'));
    assert.deepEqual(
      lines?.map(({ title, value }) => `${title}: ${value}`),
      ['Full name: Ada', 'seats: 2', 'at: 2026-05-01T12:00:00.000Z', 'class: First', 'meals: dinner', 'news: yes'],
    );
    assert.equal(answerLines(fields, 'decline', String), undefined);
  });

  it('needs no fields where a few buttons answer it', () => {
    const choice = (...values: readonly string[]) =>
      fieldsOf({ properties: { it: { type: 'string', enum: values } } }) ?? [];
    assert.equal(isAnsweredInFields({ fields: choice('a', 'b') }, ['a', 'b', 'decline']), false);
    assert.equal(isAnsweredInFields({ fields }, ['decline']), true);
    assert.equal(isAnsweredInFields({ fields: [] }, ['yes', 'decline']), false);
    assert.equal(isAnsweredInFields(undefined, ['yes', 'no']), false);
    const many = Array.from({ length: 20 }, (_, at) => `${at}`);
    assert.equal(isAnsweredInFields({ fields: choice(...many) }, [...many, 'decline']), true);
  });

  it('stands below the message of the one who asks', () => {
    for (const texts of [formEn, formZh])
      assert.equal(messageIn({ fields }, formBody({ fields }, 'Hello.', texts)), 'Hello.');
    assert.equal(messageIn({ fields }, 'Hello.'), 'Hello.');
  });
});
