// The dialog's reminders: a fold in the composer's row that opens an editable list above it.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../shared/controls.tsx';
import { focusOnOpen } from '../shared/focus.ts';
import { Icon } from '../shared/icons.tsx';
import { Prose } from '../shared/prose.tsx';
import type { View } from './conversation/transcript.ts';
import { usePanel } from './panel-context.ts';

const FOLD = 'reminders';

/** The button that shows and hides the list, with the count. */
export function Reminders({ view }: { readonly view: View }): JSX.Element {
  const { words, intents, toggled } = usePanel();
  const open = toggled.value.has(FOLD);
  return (
    <button type="button" class={`chip ${open ? 'on' : ''}`} aria-expanded={open} onClick={() => intents.toggle(FOLD)}>
      {words.value.reminders.title} {view.state.reminders.length}
    </button>
  );
}

/** The list itself, while it is open. */
export function ReminderList({ view }: { readonly view: View }): JSX.Element | null {
  const { words, intents, toggled, composerFocus } = usePanel();
  const [edited, edit] = useState<number | undefined>(undefined);
  if (!toggled.value.has(FOLD)) return null;
  const { reminders } = view.state;
  const locked = view.readOnly !== undefined || view.rootStatus !== 'running';
  // The field goes, and the focus must not go with it.
  const leave = () => {
    edit(undefined);
    composerFocus.value += 1;
  };
  const replace = (index: number, content: string[]) => {
    intents.post({ kind: 'setReminders', reminders: reminders.toSpliced(index, 1, ...content) });
    leave();
  };
  return (
    <section class="reminders" aria-label={words.value.reminders.title}>
      {reminders.length === 0 && edited === undefined && <div class="faint">{words.value.reminders.none}</div>}
      <ol>
        {reminders.map((content, index) =>
          edited === index ? (
            <ReminderField key={index} content={content} onSave={text => replace(index, [text])} onLeave={leave} />
          ) : (
            <li key={index}>
              <Prose text={content} />
              {!locked && (
                <ReminderButtons no={index + 1} onEdit={() => edit(index)} onRemove={() => replace(index, [])} />
              )}
            </li>
          ),
        )}
        {edited === reminders.length && (
          <ReminderField content="" onSave={text => replace(reminders.length, [text])} onLeave={leave} />
        )}
      </ol>
      {!locked && edited !== reminders.length && (
        <button type="button" class="text-button" onClick={() => edit(reminders.length)}>
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
  readonly content: string;
  readonly onSave: (text: string) => void;
  readonly onLeave: () => void;
}

function ReminderField({ content, onSave, onLeave }: ReminderFieldProps): JSX.Element {
  const words = usePanel().words.value.reminders;
  const [text, type] = useState(content);
  const save = () => (text.trim() === '' ? onLeave() : onSave(text.trim()));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onLeave();
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    save();
  };
  return (
    <li class="editing">
      <textarea
        dir="auto"
        ref={focusOnOpen}
        rows={1}
        aria-label={words.title}
        value={text}
        onInput={event => type(event.currentTarget.value)}
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
