// The question that stands for a form of others (SPEC 22.1), in the work language. Pure.
import type { Form, FormField, FormFormat } from '../../dialog/form.ts';
import { labelOf } from '../../dialog/form-answers.ts';

export interface FormTexts {
  readonly serverAsks: (server: string, message: string) => string;
  /** The fields, and how to answer. */
  readonly howTo: string;
  /** How to answer when there is one field. */
  readonly howToOne: string;
  readonly required: string;
  readonly oneOf: (choices: readonly string[]) => string;
  readonly someOf: (choices: readonly string[]) => string;
  readonly type: Readonly<Record<'text' | 'number' | 'integer' | 'boolean', string>>;
  readonly format: Readonly<Record<FormFormat, string>>;
  readonly between: (least: number | undefined, most: number | undefined) => string;
  /** The same of the characters of a text. */
  readonly length: (least: number | undefined, most: number | undefined) => string;
  readonly initially: (value: string) => string;
  /** The reason with which such a question is closed. */
  readonly noLongerWaits: string;
}

export const formEn: FormTexts = {
  serverAsks: (server, message) => `The MCP server ${server} asks: ${message}`,
  howTo: 'Answer with a line for each field: `name: value`.',
  howToOne: 'Answer with the value.',
  required: 'required',
  oneOf: choices => `one of: ${choices.join(' | ')}`,
  someOf: choices => `some of, with commas between: ${choices.join(' | ')}`,
  type: { text: 'text', number: 'a number', integer: 'a whole number', boolean: 'yes or no' },
  format: {
    email: 'an email address',
    uri: 'an address such as https://example.com',
    date: 'a date such as 2026-01-31',
    'date-time': 'a time such as 2026-01-31T14:00:00Z',
  },
  between: (least, most) =>
    least === undefined ? `at most ${most}` : most === undefined ? `at least ${least}` : `${least} to ${most}`,
  length: (least, most) =>
    least === undefined
      ? `at most ${most} characters`
      : most === undefined
        ? `at least ${least} characters`
        : `${least} to ${most} characters`,
  initially: value => `otherwise ${value}`,
  noLongerWaits: 'the server no longer waits for an answer',
};

export const formZh: FormTexts = {
  serverAsks: (server, message) => `MCP 服务器 ${server} 询问：${message}`,
  howTo: '请为每个字段写一行：`名称：值`。',
  howToOne: '请直接回答这个值。',
  required: '必填',
  oneOf: choices => `以下之一：${choices.join(' | ')}`,
  someOf: choices => `以下若干项，用逗号分隔：${choices.join(' | ')}`,
  type: { text: '文本', number: '数字', integer: '整数', boolean: '是或否' },
  format: {
    email: '电子邮件地址',
    uri: '网址，例如 https://example.com',
    date: '日期，例如 2026-01-31',
    'date-time': '时间，例如 2026-01-31T14:00:00Z',
  },
  between: (least, most) =>
    least === undefined ? `最多 ${most}` : most === undefined ? `至少 ${least}` : `${least} 到 ${most}`,
  length: (least, most) =>
    least === undefined
      ? `最多 ${most} 个字符`
      : most === undefined
        ? `至少 ${least} 个字符`
        : `${least} 到 ${most} 个字符`,
  initially: value => `不填则为 ${value}`,
  noLongerWaits: '服务器不再等待回答',
};

/** What a form asks for, after the message of the one who asks. */
export function formBody({ fields }: Pick<Form, 'fields'>, message: string, texts: FormTexts): string {
  const lines = fields.map(field => `- **${field.name}**${nameBeside(field)} (${detailsOf(field, texts).join('; ')})`);
  const how = fields.length === 0 ? [] : [fields.length === 1 ? texts.howToOne : texts.howTo];
  return [message.trim(), lines.join('\n'), ...how].filter(part => part !== '').join('\n\n');
}

/** The message of the one who asks, from a body that ends with the form: for those who show its fields. */
export function messageIn(form: Pick<Form, 'fields'>, body: string): string {
  for (const texts of [formEn, formZh]) {
    const asked = formBody(form, '', texts);
    if (body.endsWith(asked)) return body.slice(0, body.length - asked.length).trim();
  }
  return body;
}

function nameBeside({ name, title, description }: FormField): string {
  const said = [...(title !== undefined && title !== name ? [title] : []), ...(description ? [description] : [])];
  return said.length > 0 ? `: ${said.join('. ')}` : '';
}

/** What a field takes: its type, its limits, its default. */
export function detailsOf(field: FormField, texts: FormTexts): readonly string[] {
  const { type, choices = [], isRequired, least, most, initial } = field;
  const labels = choices.map(labelOf);
  const what = whatOf(field, labels, texts);
  return [
    what,
    ...(least !== undefined || most !== undefined
      ? [(type === 'text' ? texts.length : texts.between)(least, most)]
      : []),
    ...(initial !== undefined ? [texts.initially(String(initial))] : []),
    ...(isRequired ? [texts.required] : []),
  ];
}

function whatOf({ type, format }: FormField, labels: readonly string[], texts: FormTexts): string {
  if (type === 'choice') return texts.oneOf(labels);
  if (type === 'choices') return texts.someOf(labels);
  return format ? texts.format[format] : texts.type[type];
}
