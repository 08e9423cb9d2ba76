// The text field of the composer: grows with its text, completes what begins with `@` and `/`, walks through what was said before, and
// takes pasted files. Enter sends unless an input method is composing.
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { takeFocus } from '../../shared/focus.ts';
import { isComposing, isSendKey } from '../../shared/keys.ts';
import { usePanel } from '../panel-context.ts';
import { commandsFor, runCommand } from './commands.ts';
import {
  type Candidate,
  candidateKey,
  candidatesFor,
  complete,
  mentionAt,
  type OpenMention,
  standsIn,
} from './completion.ts';
import { CompletionList, optionId } from './completion-list.tsx';
import { takeFiles } from './dropped.ts';
import { useRecall } from './recall.ts';

interface ComposerFieldProps {
  readonly draft: string;
  readonly label: string;
  readonly placeholder: string;
  readonly onType: (text: string) => void;
  readonly onSend: () => void;
  readonly onLeave: () => void;
  /** Files that were pasted. */
  readonly onFiles: (files: File[]) => void;
}

/** The field, and the list above it while a mention is being typed. */
export function ComposerField(props: ComposerFieldProps): JSX.Element {
  const { draft, label, placeholder, onType, onSend, onLeave, onFiles } = props;
  const field = useField();
  const recall = useRecall(draft);
  const completion = useCompletion(field, draft, onType);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || completion.onKey(event)) return;
    const recalled = recall.onKey(event);
    if (recalled !== undefined) return onType(recalled);
    if (event.key === 'Escape') onLeave();
    if (!isSendKey(event)) return;
    event.preventDefault();
    onSend();
  };
  return (
    <>
      {completion.open && (
        <CompletionList candidates={completion.candidates} at={completion.at} onChoose={completion.choose} />
      )}
      <textarea
        ref={field}
        rows={1}
        value={draft}
        dir="auto"
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={completion.open ? 'completion' : undefined}
        aria-activedescendant={completion.open ? optionId(completion.at) : undefined}
        placeholder={placeholder}
        onInput={event => {
          onType(event.currentTarget.value);
          completion.look();
        }}
        onClick={completion.look}
        onBlur={completion.close}
        onKeyDown={onKeyDown}
        onDragOver={event => event.preventDefault()}
        onPaste={event => takeFiles(event, event.clipboardData, onFiles)}
      />
    </>
  );
}

type FieldRef = { readonly current: HTMLTextAreaElement | null };

/** The text field, focused when it is asked for and when the panel gets the focus. */
function useField(): { current: HTMLTextAreaElement | null } {
  const field = useRef<HTMLTextAreaElement>(null);
  const { composerFocus, intents } = usePanel();
  const asked = composerFocus.value;
  // Requests to the previous field are dropped: the person may be typing into a command of the editor by now.
  const done = useRef(asked);
  useLayoutEffect(() => {
    if (asked !== done.current && field.current) takeFocus(field.current, () => intents.post({ kind: 'focusWanted' }));
    done.current = asked;
  }, [asked]);
  // Before the first paint, so that no key is lost.
  useLayoutEffect(() => {
    const onFocus = () => {
      // Never taken from elsewhere in the editor: a person may be typing a key there.
      if (document.hasFocus() && document.activeElement === document.body)
        field.current?.focus({ preventScroll: true });
    };
    onFocus();
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, []);
  return field;
}

interface Completion {
  readonly open: boolean;
  readonly candidates: readonly Candidate[];
  readonly at: number;
  /** Looks for a mention before the caret. */
  readonly look: () => void;
  readonly close: () => void;
  readonly choose: (candidate: Candidate) => void;
  /** True when the key was for the list. */
  readonly onKey: (event: KeyboardEvent) => boolean;
}

function useCompletion(field: FieldRef, draft: string, onType: (text: string) => void): Completion {
  const { view, words, members, suggestions, intents } = usePanel();
  const [typed, setTyped] = useState<OpenMention | undefined>(undefined);
  const mention = typed && standsIn(draft, typed) ? typed : undefined;
  // The candidate, not its position: the list grows when the host answers. '' for the first.
  const [chosen, setChosen] = useState('');
  const caret = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    if (caret.current !== undefined) field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  }, [draft]);
  const commands = mention?.sign === '/' && view.value ? commandsFor(view.value) : [];
  const known = commands.map(
    (insert): Candidate => ({ kind: 'command', insert, label: `/${insert}`, detail: words.value.commands[insert] }),
  );
  const candidates = mention ? candidatesFor(mention, members.value, suggestions.value, known) : [];
  const at = Math.max(
    candidates.findIndex(each => candidateKey(each) === chosen),
    0,
  );
  const look = () => {
    const found = field.current ? mentionAt(field.current.value, field.current.selectionStart) : undefined;
    setTyped(found);
    setChosen('');
    if (found) intents.suggest(found.query, found.sign);
  };
  const close = () => setTyped(undefined);
  const choose = (candidate: Candidate) => {
    if (!mention) return;
    if (candidate.kind === 'command') {
      close();
      onType('');
      field.current?.focus();
      return runCommand(candidate.insert, intents);
    }
    const completed = complete(draft, mention, candidate);
    caret.current = completed.caret;
    close();
    onType(completed.text);
    field.current?.focus();
  };
  const open = candidates.length > 0;
  const onKey = (event: KeyboardEvent) => {
    const current = candidates[at];
    if (!open || !current || event.shiftKey) return false;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const next = candidates[(at + step + candidates.length) % candidates.length];
    if (step !== 0) setChosen(next ? candidateKey(next) : '');
    else if (event.key === 'Enter' || event.key === 'Tab') choose(current);
    else if (event.key === 'Escape') close();
    else return false;
    event.preventDefault();
    return true;
  };
  return { open, candidates, at, look, close, choose, onKey };
}
