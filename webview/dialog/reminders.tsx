// The dialog's reminders: a fold in the composer's row that opens an editable list above it.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { placeOfReminder } from '../../src/core/dialog/reminders.ts';
import { Button } from '../shared/controls.tsx';
import { focusOnOpen } from '../shared/focus.ts';
import { Icon } from '../shared/icons.tsx';
import { isComposing, isSendKey } from '../shared/keys.ts';
import { Prose } from '../shared/text/prose.tsx';
import type { View } from './conversation/transcript.ts';
import { readKept, useKeptText } from './draft-text.ts';
import { usePanel } from './panel-context.ts';

const FOLD = 'reminders';

/** The button that shows and hides the list, with the count. */
export function Reminders({ view }: { readonly view: View }): JSX.Element {
  const { words, intents, toggled } = usePanel();
  const open = toggled.value.has(FOLD);
  const label = `${words.value.reminders.title} ${view.state.reminders.length}`;
  return (
    <button
      type="button"
      class={`chip reminders-chip ${open ? 'on' : ''}`}
      aria-expanded={open}
      aria-label={label}
      title={label}
      onClick={() => intents.toggle(FOLD)}
    >
      <Icon name="pin" />
      {view.state.reminders.length}
    </button>
  );
}

/** What is being typed: for a reminder as it was when its editing began, or for a new one. */
interface Edited {
  readonly seen?: { readonly at: number; readonly text: string };
  readonly typed: string;
}

/** The list itself, while it is open. */
export function ReminderList({ view }: { readonly view: View }): JSX.Element | null {
  const { words, intents, toggled, composerFocus } = usePanel();
  const [kept, keep] = useKeptText(FOLD);
  const [isOpenedHere, opened] = useState(false);
  if (!toggled.value.has(FOLD)) return null;
  const { reminders } = view.state;
  const locked = view.readOnly !== undefined || view.rootStatus !== 'running';
  const edited = readKept<Edited>(kept);
  const seen = edited?.seen;
  const edit = (next: Edited) => {
    opened(true);
    keep(JSON.stringify(next));
  };
  // The agent may have moved it, or taken it away: then what is typed is a new one.
  const place = seen && placeOfReminder(reminders, seen);
  // The field goes, and the focus must not go with it.
  const leave = () => {
    keep(undefined);
    composerFocus.value += 1;
  };
  const remove = (text: string, at: number) => {
    intents.post({ kind: 'changeReminder', seen: { at, text } });
    leave();
  };
  const save = (content: string) => {
    intents.post({ kind: 'changeReminder', ...(seen && { seen }), content });
    leave();
  };
  const field = edited && (
    <ReminderField
      key="edited"
      text={edited.typed}
      hasFocus={isOpenedHere}
      onType={typed => keep(JSON.stringify({ ...edited, typed }))}
      onSave={save}
      onLeave={leave}
    />
  );
  const rows = reminders.map((text, at) =>
    at === place && field ? (
      field
    ) : (
      <li key={at}>
        <Prose text={text} />
        {!locked && (
          <ReminderButtons
            no={at + 1}
            onEdit={() => edit({ seen: { at, text }, typed: text })}
            onRemove={() => remove(text, at)}
          />
        )}
      </li>
    ),
  );
  if (field && place === undefined) rows.push(field);
  return (
    <section class="reminders" aria-label={words.value.reminders.title}>
      {rows.length === 0 && <div class="faint">{words.value.reminders.none}</div>}
      <ol>{rows}</ol>
      {!locked && (!edited || seen) && (
        <button type="button" class="text-button" onClick={() => edit({ typed: '' })}>
          <Icon name="plus" />
          {words.value.reminders.add}
        </button>
      )}
    </section>
  );
}

function ReminderButtons(props: { no: number; onEdit: () => void; onRemove: () => void }): JSX.Element {
  const words = usePanel().words.value.reminders;
  return (
    <span class="row-buttons">
      <Button look="icon" label={words.edit(props.no)} onPress={props.onEdit}>
        <Icon name="edit" />
      </Button>
      <Button look="icon" label={words.remove(props.no)} onPress={props.onRemove}>
        <Icon name="trash" />
      </Button>
    </span>
  );
}

interface ReminderFieldProps {
  readonly text: string;
  /** Whether it was opened now, not when the page was another one. */
  readonly hasFocus: boolean;
  readonly onType: (text: string) => void;
  readonly onSave: (text: string) => void;
  readonly onLeave: () => void;
}

function ReminderField({ text, hasFocus, onType, onSave, onLeave }: ReminderFieldProps): JSX.Element {
  const words = usePanel().words.value.reminders;
  const save = () => (text.trim() === '' ? onLeave() : onSave(text.trim()));
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === 'Escape') onLeave();
    if (!isSendKey(event)) return;
    event.preventDefault();
    save();
  };
  return (
    <li class="editing">
      <textarea
        dir="auto"
        ref={hasFocus ? focusOnOpen : null}
        rows={1}
        aria-label={words.title}
        value={text}
        onInput={event => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span class="row-buttons">
        <Button look="primary" onPress={save}>
          {words.save}
        </Button>
        <Button onPress={onLeave}>{words.cancel}</Button>
      </span>
    </li>
  );
}
