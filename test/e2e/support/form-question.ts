// A question that an MCP server asks by a form with a field of each kind.
import { fieldsOf, optionsOf } from '../../../src/core/dialog/form-answers.ts';
import { formEn } from '../../../src/core/prompt/words/en/questions.ts';
import { type FormTexts, formBody } from '../../../src/core/prompt/words/questions.ts';
import { formZh } from '../../../src/core/prompt/words/zh/questions.ts';

const fields =
  fieldsOf({
    properties: {
      name: { type: 'string', title: 'Name', description: 'As it stands in the passport.', minLength: 2 },
      seats: { type: 'integer', title: 'Seats', minimum: 1, maximum: 6 },
      mail: { type: 'string', title: 'Mail', format: 'email' },
      day: { type: 'string', title: 'Day', format: 'date', default: '2026-05-01' },
      class: { type: 'string', title: 'Class', enum: ['first', 'second'], enumNames: ['First class', 'Second class'] },
      meals: { type: 'array', title: 'Meals', items: { type: 'string', enum: ['breakfast', 'lunch', 'dinner'] } },
      news: { type: 'boolean', title: 'Send me news', description: 'Once a month.', default: true },
    },
    required: ['name', 'seats', 'class'],
  }) ?? [];

const form = { key: '1', fields };

/** The question as it is recorded, in the work language of these texts. */
export function formQuestion(texts: FormTexts) {
  const headline = texts.serverAsks('travel', texts === formEn ? 'Who comes along?' : '谁一起去？');
  const message = texts === formEn ? 'The train leaves at **nine**.' : '火车**九点**出发。';
  return { headline, body: formBody(form, message, texts), options: optionsOf(form), form };
}

export { formEn, formZh };
