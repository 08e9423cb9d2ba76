// What stands above a form in the body of its question. Pure.
import type { Form } from '../dialog/form.ts';
import { formEn } from './words/en/questions.ts';
import { formBody } from './words/questions.ts';
import { formZh } from './words/zh/questions.ts';

/** The message of the one who asks, from a body that ends with the form: for those who show its fields. */
export function messageIn(form: Pick<Form, 'fields'>, body: string): string {
  for (const texts of [formEn, formZh]) {
    const asked = formBody(form, '', texts);
    if (body.endsWith(asked)) return body.slice(0, body.length - asked.length).trim();
  }
  return body;
}
