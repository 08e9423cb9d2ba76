// The plain controls. The only file that knows which component library draws them, so that another can take its place;
// nothing is registered that is not used.
import {
  provideVSCodeDesignSystem,
  vsCodeBadge,
  vsCodeButton,
  vsCodeCheckbox,
  vsCodeProgressRing,
} from '@vscode/webview-ui-toolkit';
import type { ComponentChildren, JSX } from 'preact';
import { h } from 'preact';

provideVSCodeDesignSystem().register(vsCodeBadge(), vsCodeButton(), vsCodeCheckbox(), vsCodeProgressRing());

interface ButtonProps {
  readonly onPress: () => void;
  readonly look?: 'primary' | 'secondary' | 'icon';
  /** Read aloud and shown as a tooltip; needed where the content is an icon. */
  readonly label?: string;
  readonly disabled?: boolean;
  /** False where the keyboard has another way to it; it is then for the mouse only. */
  readonly focusable?: boolean;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A push button. */
export function Button({
  onPress,
  look = 'secondary',
  label,
  disabled = false,
  focusable = true,
  children,
  ...rest
}: ButtonProps): JSX.Element {
  return h(
    'vscode-button',
    {
      appearance: look,
      onClick: onPress,
      disabled,
      title: label,
      'aria-label': label,
      class: rest.class,
      ...(!focusable && { tabindex: -1, 'aria-hidden': true }),
    },
    children,
  );
}

/** A small count or word. */
export function Badge({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return h('vscode-badge', null, children);
}

interface CheckboxProps {
  readonly checked: boolean;
  readonly onToggle: (checked: boolean) => void;
  readonly label?: string;
  readonly children: ComponentChildren;
}

/** A box with its label. The shown state is always `checked`: a click only asks for the other one. */
export function Checkbox({ checked, onToggle, label, children }: CheckboxProps): JSX.Element {
  const onChange = (event: Event) => {
    const next = (event.currentTarget as HTMLInputElement).checked;
    if (next !== checked) onToggle(next);
  };
  return h('vscode-checkbox', { checked, onChange, title: label, 'aria-label': label }, children);
}

/** A ring that turns while something goes on. */
export function ProgressRing({ label }: { readonly label: string }): JSX.Element {
  return h('vscode-progress-ring', { 'aria-label': label, class: 'ring' });
}
