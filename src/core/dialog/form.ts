// Forms that others ask a person to fill in, as data: servers of MCP (elicitation) and agents of ACP. `form-answers.ts`
// reads and fills them in. Pure.
import { type FieldsOf, list, maybe, number, object, type Passing, someOf, text, typed, yes } from '../base/shape.ts';

/** A value of a field; several texts for a field of several choices. */
export type FormValue = string | number | boolean | readonly string[];

const choice = object({ value: text, title: maybe(text) });
export type FormChoice = Passing<typeof choice>;

const formFieldShape = {
  name: text,
  title: maybe(text),
  description: maybe(text),
  type: someOf('text', 'number', 'integer', 'boolean', 'choice', 'choices'),
  /** Of a text. */
  format: maybe(someOf('email', 'uri', 'date', 'date-time')),
  choices: maybe(list(choice)),
  isRequired: yes,
  /** Used when the person gives none. */
  initial: maybe(
    typed<FormValue>(value => ['string', 'number', 'boolean'].includes(typeof value) || list(text)(value)),
  ),
  /** Of a number its value, of a text its characters, of choices their number. */
  least: maybe(number),
  most: maybe(number),
};
const formField = object(formFieldShape);
export type FormField = FieldsOf<typeof formFieldShape>;
export type FormFormat = NonNullable<FormField['format']>;

/** A form; `key` tells it from others of the same call. */
export const form = object({ key: text, fields: list(formField) });
export type Form = Passing<typeof form>;

/** What goes back to the one who asked. */
export type FormReply =
  | { readonly action: 'accept'; readonly content: Readonly<Record<string, FormValue>> }
  | { readonly action: 'decline' | 'cancel' };
