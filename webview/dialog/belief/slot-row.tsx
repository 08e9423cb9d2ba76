// One slot of a flow: its value, what it lacks, and a typed form in which a person corrects it (SPEC 16.2, 16.11).
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { assertNever } from '../../../src/core/base/assert.ts';
import type { SlotSpec } from '../../../src/core/belief/domain/domain.ts';
import type { Slot } from '../../../src/core/belief/state.ts';
import { type Json, lineOf } from '../../../src/core/belief/values/json.ts';
import { dontCare } from '../../../src/core/belief/values/plain-value.ts';
import { whyOf } from '../../../src/core/belief/values/reasons.ts';
import { Button } from '../../shared/controls.tsx';
import { focusOnOpen, selectOnOpen } from '../../shared/focus.ts';
import { Icon } from '../../shared/icons.tsx';
import { isComposing } from '../../shared/keys.ts';
import { beliefsEn } from '../../shared/words/en/belief.ts';
import { useWords } from '../../shared/words/use-words.ts';
import { readKept, useKeptText } from '../draft-text.ts';
import { type SlotDraft, type SlotField, slotDraftOf, slotFieldsOf, typedValue } from './slot-draft.ts';

interface SlotRowProps {
  /** Of the flow and the slot, among all of the dialog. */
  readonly id: string;
  readonly name: string;
  readonly slot: Slot;
  readonly spec: SlotSpec | undefined;
  /** True if it keeps its flow from running. */
  readonly isMissing: boolean;
  /** The flow and slot from which its value was carried over, as people read them. */
  readonly source: string;
  /** Absent where the slot can only be read. */
  readonly onSet?: (value: Json | undefined) => void;
}

/** A line of the flow's slots, or its form while it is edited. */
export function SlotRow({ id, name, slot, spec, isMissing, onSet, source }: SlotRowProps): JSX.Element {
  const words = useWords(beliefsEn);
  const why = whyOf(slot);
  const [kept, keep] = useKeptText(`slot ${id}`);
  const [form, show] = useState<'untouched' | 'open' | 'left'>('untouched');
  const draft = readKept<SlotDraft>(kept);
  const type = (next: SlotDraft) => keep(JSON.stringify(next));
  const open = () => {
    show('open');
    type(slotDraftOf(spec, slot.value));
  };
  const leave = () => {
    show('left');
    keep(undefined);
  };
  const save = (value: Json | undefined) => {
    leave();
    onSet?.(value);
  };
  return (
    <div class={`slot ${isMissing ? 'missing' : ''} ${slot.isHidden ? 'hidden' : ''}`}>
      <dt title={[slot.type, words[slot.priority], spec?.description ?? ''].filter(part => part !== '').join(' · ')}>
        {name}
        {slot.priority === 'required' && !slot.isHidden && (
          <span class="required" title={words.required} aria-hidden="true">
            *
          </span>
        )}
      </dt>
      <dd>
        {draft && onSet ? (
          <SlotForm
            name={name}
            slot={slot}
            spec={spec}
            draft={draft}
            hasFocus={form === 'open'}
            onType={type}
            onSave={save}
            onLeave={leave}
          />
        ) : (
          <span class="line">
            <SlotValue slot={slot} source={source} />
            {onSet && (
              <Button look="icon" label={words.set(name)} hasFocus={form === 'left'} onPress={open}>
                <Icon name="edit" />
              </Button>
            )}
          </span>
        )}
        {why && slot.value !== null && (
          <div class="slot-reason" dir="auto">
            {words.lacks(why)}
          </div>
        )}
      </dd>
    </div>
  );
}

function SlotValue({ slot, source }: Pick<SlotRowProps, 'slot' | 'source'>): JSX.Element {
  const words = useWords(beliefsEn);
  const { value, isDefault, verified, from, isHidden, ask, setBy } = slot;
  return (
    <>
      {value === null ? (
        <span class="faint">{words.unset}</span>
      ) : (
        <span class="slot-value">{value === dontCare ? words.noPreference : lineOf(value)}</span>
      )}
      {isHidden && <span class="tag">{words.hidden}</span>}
      {ask !== undefined && <span class="tag">{words.asked}</span>}
      {setBy !== undefined && <span class="tag">{value === null ? words.agentSets : words.setByAgent}</span>}
      {from !== undefined && (
        <span class="tag" title={from}>
          {words.carriedOver(source)}
        </span>
      )}
      {isDefault && <span class="tag">{words.byDefault}</span>}
      {verified !== undefined && verified.length > 0 && (
        <span class="tag" title={verified.join(', ')}>
          {words.verified}
        </span>
      )}
    </>
  );
}

interface SlotFormProps extends Pick<SlotRowProps, 'name' | 'slot' | 'spec'> {
  readonly draft: SlotDraft;
  /** Whether it was opened now, not when the page was another one. */
  readonly hasFocus: boolean;
  readonly onType: (draft: SlotDraft) => void;
  readonly onSave: (value: Json | undefined) => void;
  readonly onLeave: () => void;
}

function SlotForm({ name, slot, spec, draft, hasFocus, onType, onSave, onLeave }: SlotFormProps): JSX.Element {
  const words = useWords(beliefsEn);
  const save = () => onSave(typedValue(spec, draft, slot.value));
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Escape') onLeave();
    const isArea = event.target instanceof HTMLTextAreaElement;
    if (event.key !== 'Enter' || (isArea && !event.ctrlKey && !event.metaKey)) return;
    event.preventDefault();
    save();
  };
  return (
    <fieldset class="slot-form" aria-label={words.set(name)} onKeyDown={onKeyDown}>
      {slotFieldsOf(spec).map((field, index) => (
        <Field
          key={field.name}
          field={field}
          label={field.name === '' ? name : (words.fields[field.name] ?? field.name)}
          hint={spec ? words.hint(spec) : ''}
          text={draft[field.name] ?? ''}
          hasFocus={hasFocus && index === 0}
          onType={text => onType({ ...draft, [field.name]: text })}
        />
      ))}
      <span class="slot-buttons">
        <Button look="primary" onPress={save}>
          {words.save}
        </Button>
        <Button onPress={() => onSave(dontCare)}>{words.noPreference}</Button>
        {slot.value !== null && !slot.isDefault && <Button onPress={() => onSave(undefined)}>{words.clear}</Button>}
        <Button onPress={onLeave}>{words.cancel}</Button>
      </span>
    </fieldset>
  );
}

interface FieldProps {
  readonly field: SlotField;
  readonly label: string;
  readonly hint: string;
  readonly text: string;
  readonly hasFocus: boolean;
  readonly onType: (text: string) => void;
}

function Field({ field, label, hint, text, hasFocus, onType }: FieldProps): JSX.Element {
  const words = useWords(beliefsEn);
  const id = useId();
  const ref = hasFocus ? focusOnOpen : null;
  const common = { id, ref, 'aria-label': label, title: hint, dir: 'auto' } as const;
  const line = { ...common, ref: hasFocus ? selectOnOpen : null };
  const onInput = (event: { readonly currentTarget: { readonly value: string } }) => onType(event.currentTarget.value);
  switch (field.kind) {
    case 'one':
      return (
        <select {...common} value={text} onChange={onInput}>
          <option value="">{words.choose}</option>
          {field.options.map(option => (
            <option key={option} value={option} selected={option === text}>
              {option}
            </option>
          ))}
        </select>
      );
    case 'some':
      return <Choices first={ref} label={label} options={field.options} text={text} onType={onType} />;
    case 'area':
    case 'lines':
      return (
        <textarea {...common} rows={field.kind === 'area' ? 3 : 2} placeholder={hint} value={text} onInput={onInput} />
      );
    case 'number':
      return (
        <input {...line} type="number" min={field.min} max={field.max} step="any" value={text} onInput={onInput} />
      );
    case 'text':
      return (
        <label class="slot-field">
          {field.name !== '' && <span class="faint">{label}</span>}
          <input {...line} placeholder={field.name === '' ? hint : ''} value={text} onInput={onInput} />
        </label>
      );
    default:
      return assertNever(field);
  }
}

type ChoicesProps = Pick<FieldProps, 'label' | 'text' | 'onType'> & {
  readonly options: readonly string[];
  /** Given to the box of the first option. */
  readonly first: typeof focusOnOpen | null;
};

function Choices({ first, label, options, text, onType }: ChoicesProps): JSX.Element {
  const chosen = text.split('\n');
  const toggle = (option: string, isChosen: boolean) =>
    onType(options.filter(each => (each === option ? isChosen : chosen.includes(each))).join('\n'));
  return (
    <fieldset class="slot-choices" aria-label={label}>
      {options.map((option, index) => (
        <label key={option}>
          <input
            ref={index === 0 ? first : null}
            type="checkbox"
            checked={chosen.includes(option)}
            onChange={event => toggle(option, event.currentTarget.checked)}
          />
          <bdi>{option}</bdi>
        </label>
      ))}
    </fieldset>
  );
}
