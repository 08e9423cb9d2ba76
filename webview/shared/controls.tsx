// The plain controls, and the only file that knows their implementation. Buttons are the component of the webview
// toolkit, which loads beside the first paint; before that, or if it cannot be loaded, HTML elements with the editor's
// colours replace it.
import { signal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { h } from 'preact';
import { useCallback } from 'preact/hooks';
import { focusOnOpen } from './focus.ts';
import { loadScript } from './late-script.ts';

/** True if the toolkit's component is loaded. */
const hasToolkit = signal(false);
// At once: the toolkit takes the colours of the theme at the window's load event, and never if it comes after that.
loadScript('toolkit.js', () => {
  hasToolkit.value = true;
});

interface ButtonProps {
  readonly onPress: () => void;
  readonly look?: 'primary' | 'secondary' | 'icon';
  /** Read aloud and shown as a tooltip; needed where the content is an icon. */
  readonly label?: string;
  readonly disabled?: boolean;
  /** It has nothing to do now: a press does nothing. It keeps the focus, which a disabled one loses. */
  readonly idle?: boolean;
  /** False where the keyboard has another way to it; it is then for the mouse only. */
  readonly focusable?: boolean;
  /** Whether it takes the focus when it is inserted: from the form that was in its place. */
  readonly hasFocus?: boolean;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A push button. */
export function Button({
  onPress,
  look = 'secondary',
  label,
  disabled = false,
  idle = false,
  focusable = true,
  hasFocus = false,
  children,
  ...rest
}: ButtonProps): JSX.Element {
  // The component sets the attribute that gives its look a frame later: until then every button would be blue.
  const dress = useCallback((element: HTMLElement | null) => {
    element?.setAttribute('appearance', look);
    if (hasFocus) focusOnOpen(element);
  }, []);
  const common = {
    ref: dress,
    class: `button ${look}-button ${rest.class ?? ''}`,
    title: label,
    'aria-label': label,
    disabled,
    'aria-disabled': idle || undefined,
    onClick: idle ? undefined : onPress,
    ...(!focusable && { tabIndex: -1, 'aria-hidden': true as const }),
  };
  if (hasToolkit.value) return h('vscode-button', { ...common, appearance: look }, children);
  return (
    <button type="button" {...common}>
      {children}
    </button>
  );
}

/** A small count or word. */
export function Badge({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return <span class="badge">{children}</span>;
}

interface CheckboxProps {
  readonly checked: boolean;
  readonly disabled?: boolean;
  /** The ids of what is said about it. */
  readonly describedBy?: string | undefined;
  readonly onToggle: (checked: boolean) => void;
  readonly children: ComponentChildren;
}

/** A box with its label. The shown state is always `checked`: a click only asks for the other one. */
export function Checkbox({ checked, disabled = false, describedBy, onToggle, children }: CheckboxProps): JSX.Element {
  const onChange = (event: Event) => {
    const box = event.currentTarget as HTMLInputElement;
    const next = box.checked;
    box.checked = checked;
    if (next !== checked) onToggle(next);
  };
  return (
    <label class="checkbox">
      <input type="checkbox" checked={checked} disabled={disabled} aria-describedby={describedBy} onChange={onChange} />
      {children}
    </label>
  );
}

interface SwitchProps<T extends string> {
  /** Names the choice for a screen reader. */
  readonly label: string;
  readonly choices: readonly { readonly value: T; readonly words: string }[];
  readonly value: T;
  readonly onChoose: (value: T) => void;
}

/** A few choices side by side, one of them pressed. */
export function Switch<T extends string>({ label, choices, value, onChoose }: SwitchProps<T>): JSX.Element {
  return (
    <fieldset class="switch" aria-label={label}>
      {choices.map(choice => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChoose(choice.value)}
        >
          {choice.words}
        </button>
      ))}
    </fieldset>
  );
}

/** A ring that turns while something goes on. */
export function ProgressRing({ label }: { readonly label: string }): JSX.Element {
  return <span class="ring" role="progressbar" aria-label={label} />;
}
