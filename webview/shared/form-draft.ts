// The fields of a form as a person fills them in: what each begins with, which do not fit, and the answer that they
// make (SPEC 22.1). Pure.
import type { FormField, FormValue } from '../../src/core/dialog/form.ts';
import { answerText, labelOf, readAnswer, readField } from '../../src/core/dialog/form-answers.ts';

/** What is in the fields, by name. A time is in the zone of the person. */
export type FormDraft = Readonly<Record<string, string | boolean | readonly string[]>>;

/** The key of a form among the texts that a page keeps. */
export function formKey(questionId: string): string {
  return `form ${questionId}`;
}

/** Whether a question is answered in fields: a form that a few buttons answer needs none. */
export function isAnsweredInFields(
  form: { readonly fields: readonly FormField[] } | undefined,
  options: readonly string[],
): form is { readonly fields: readonly FormField[] } {
  const isByButtons = options.length > 1 && options.length <= MOST_BUTTONS;
  return form !== undefined && form.fields.length > 0 && !(form.fields.length === 1 && isByButtons);
}

const MOST_BUTTONS = 8;

/** The kept text of a form, or the defaults of its fields. */
export function readDraft(kept: string | undefined, fields: readonly FormField[]): FormDraft {
  const begun = Object.fromEntries(fields.map(field => [field.name, beginning(field)]));
  try {
    return { ...begun, ...(JSON.parse(kept ?? '{}') as FormDraft) };
  } catch {
    return begun;
  }
}

/** The text to keep. */
export function draftText(draft: FormDraft): string {
  return JSON.stringify(draft);
}

/** The names of the fields that do not fit. */
export function faultsIn(draft: FormDraft, fields: readonly FormField[]): ReadonlySet<string> {
  return new Set(
    fields.filter(field => readField(field, given(field, draft)).kind === 'unfit').map(({ name }) => name),
  );
}

/** The answer to the question. */
export function answerOf(draft: FormDraft, fields: readonly FormField[]): string {
  const values = fields.map((field): [string, unknown] => [field.name, given(field, draft)]);
  return answerText(Object.fromEntries(values.filter(([, value]) => value !== undefined)));
}

/** An answer as a person reads it: a line for each field. As it is, if it has no values. */
export function answerLines(
  fields: readonly FormField[],
  answer: string,
  yesOrNo: (value: boolean) => string,
): readonly { readonly title: string; readonly value: string }[] | undefined {
  const read = readAnswer({ fields }, answer);
  if ('kind' in read || read.action !== 'accept') return undefined;
  return fields.flatMap(field => {
    const { name, title = name } = field;
    const value = read.content[name];
    return value === undefined ? [] : [{ title, value: shown(field, value, yesOrNo) }];
  });
}

function shown({ choices = [] }: FormField, value: FormValue, yesOrNo: (value: boolean) => string): string {
  if (typeof value === 'boolean') return yesOrNo(value);
  const labels = (typeof value === 'object' ? value : [String(value)]).map(each => {
    const choice = choices.find(({ value: own }) => own === each);
    return choice ? labelOf(choice) : each;
  });
  return labels.join(', ');
}

function beginning({ type, format, initial }: FormField): FormDraft[string] {
  if (type === 'boolean') return initial === true;
  if (type === 'choices') return Array.isArray(initial) ? (initial as readonly string[]) : [];
  if (initial === undefined) return '';
  return format === 'date-time' ? localTime(String(initial)) : String(initial);
}

/** Nothing for a field that is empty. */
function given({ name, type, format, isRequired, least = 0 }: FormField, draft: FormDraft): unknown {
  const value = draft[name];
  if (type === 'choices')
    return Array.isArray(value) && (value.length > 0 || (isRequired && least === 0)) ? value : undefined;
  if (value === '') return undefined;
  return format === 'date-time' && typeof value === 'string' ? instantOf(value) : value;
}

function instantOf(local: string): string {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? local : at.toISOString();
}

/** To the minute, or to the second where there are some: what the field for a time takes. */
function localTime(instant: string): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return '';
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString();
  return local.slice(0, at.getSeconds() === 0 ? 16 : 19);
}
