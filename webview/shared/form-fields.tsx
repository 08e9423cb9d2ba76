// A question that wants a form filled in: a labelled field for each value, checked when it is sent (SPEC 22.1).
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { assertNever } from '../../src/core/base/assert.ts';
import type { FormField } from '../../src/core/dialog/form.ts';
import { labelOf } from '../../src/core/dialog/form-answers.ts';
import { detailsOf } from '../../src/core/prompt/words/questions.ts';
import { Button, Checkbox } from './controls.tsx';
import { answerOf, draftText, type FormDraft, faultsIn, readDraft } from './form-draft.ts';
import { Icon } from './icons.tsx';
import { isSendKey } from './keys.ts';
import { useWords } from './words/use-words.ts';

interface FormProps {
  /** Of the question, for the ids of its fields. */
  readonly id: string;
  readonly fields: readonly FormField[];
  /** What was filled in before, as it was given to `onChange`. */
  readonly kept: string | undefined;
  readonly locked: boolean;
  readonly onChange: (kept: string) => void;
  readonly onAnswer: (answer: string) => void;
}

export function FormFields({ id, fields, kept, locked, onChange, onAnswer }: FormProps): JSX.Element {
  const { question, composer } = useWords();
  const [isTried, tried] = useState(false);
  const form = useRef<HTMLFieldSetElement>(null);
  const draft = readDraft(kept, fields);
  const faults = isTried ? faultsIn(draft, fields) : new Set<string>();
  const send = () => {
    const [first] = faultsIn(draft, fields);
    tried(true);
    if (first === undefined) onAnswer(answerOf(draft, fields));
    else form.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(first)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isTyped = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (!isTyped || !isSendKey(event)) return;
    event.preventDefault();
    send();
  };
  return (
    // A fieldset: no form element may stand in a page, so that text of a model cannot make one that sends something.
    <fieldset ref={form} class="form" aria-label={question.form} onKeyDown={onKeyDown}>
      {fields.map((field, at) => (
        <Field
          key={field.name}
          id={`field-${id}-${at}`}
          field={field}
          value={draft[field.name] ?? ''}
          isFaulty={faults.has(field.name)}
          locked={locked}
          onChange={value => onChange(draftText({ ...draft, [field.name]: value }))}
        />
      ))}
      <div class="form-buttons">
        <Button look="primary" disabled={locked} onPress={send}>
          {composer.sendAnswer}
        </Button>
        <Button disabled={locked} onPress={() => onAnswer('decline')}>
          {question.option('decline')}
        </Button>
      </div>
    </fieldset>
  );
}

interface FieldProps {
  readonly id: string;
  readonly field: FormField;
  readonly value: FormDraft[string];
  readonly isFaulty: boolean;
  readonly locked: boolean;
  readonly onChange: (value: FormDraft[string]) => void;
}

function Field(props: FieldProps): JSX.Element {
  const { id, field, isFaulty, locked, value, onChange } = props;
  const { form, question } = useWords();
  const { type, name, title = name, isRequired, description } = field;
  // Its choices stand in the field already.
  const texts = { ...form, oneOf: () => question.chooseOne, someOf: () => question.chooseSome };
  const notes = (
    <>
      {description && (
        <div class="faint" id={`${id}-about`}>
          {description}
        </div>
      )}
      {isFaulty && (
        <div class="fault" id={`${id}-fault`} role="alert">
          <Icon name="warning" />
          {detailsOf(field, texts).join('; ')}
        </div>
      )}
    </>
  );
  if (type === 'boolean')
    return (
      <div class="field">
        <Checkbox checked={value === true} disabled={locked} describedBy={notesOf(props)} onToggle={onChange}>
          {title}
        </Checkbox>
        {notes}
      </div>
    );
  const label = (
    <>
      {title}
      {isRequired && <span class="faint"> ({form.required})</span>}
    </>
  );
  if (type === 'choices')
    return (
      <fieldset class="field" aria-describedby={notesOf(props)}>
        <legend>{label}</legend>
        <Choices {...props} />
        {notes}
      </fieldset>
    );
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <Input {...props} />
      {notes}
    </div>
  );
}

function notesOf({ id, field, isFaulty }: FieldProps): string | undefined {
  const notes = [...(field.description ? [`${id}-about`] : []), ...(isFaulty ? [`${id}-fault`] : [])];
  return notes.length > 0 ? notes.join(' ') : undefined;
}

function Choices({ field, value, locked, onChange }: FieldProps): JSX.Element {
  const chosen: readonly string[] = typeof value === 'object' ? value : [];
  return (
    <div class="field-choices" data-field={field.name} tabIndex={-1}>
      {(field.choices ?? []).map(choice => (
        <Checkbox
          key={choice.value}
          checked={chosen.includes(choice.value)}
          disabled={locked}
          onToggle={on => onChange([...chosen.filter(each => each !== choice.value), ...(on ? [choice.value] : [])])}
        >
          {labelOf(choice)}
        </Checkbox>
      ))}
    </div>
  );
}

function Input(props: FieldProps): JSX.Element {
  const { id, field, value, isFaulty, locked, onChange } = props;
  const { question } = useWords();
  const { type, format, choices = [], name, isRequired } = field;
  const common = {
    id,
    disabled: locked,
    value: String(value),
    'data-field': name,
    'aria-invalid': isFaulty,
    'aria-required': isRequired ?? false,
    'aria-describedby': notesOf(props),
  };
  if (type === 'choice')
    return (
      <select {...common} onChange={event => onChange(event.currentTarget.value)}>
        <option value="">{question.choose}</option>
        {choices.map(choice => (
          <option key={choice.value} value={choice.value}>
            {labelOf(choice)}
          </option>
        ))}
      </select>
    );
  if (type === 'text' && !format)
    return <textarea {...common} rows={1} dir="auto" onInput={event => onChange(event.currentTarget.value)} />;
  const onInput = (event: { readonly currentTarget: HTMLInputElement }) => onChange(event.currentTarget.value);
  if (type !== 'text' || !format) return <input {...common} type="text" inputMode="decimal" onInput={onInput} />;
  switch (format) {
    case 'email':
      return <input {...common} type="email" onInput={onInput} />;
    case 'uri':
      return <input {...common} type="url" onInput={onInput} />;
    case 'date':
      return <input {...common} type="date" onInput={onInput} />;
    case 'date-time':
      return <input {...common} type="datetime-local" onInput={onInput} />;
    default:
      return assertNever(format);
  }
}
