// Clicks and keys on links and code buttons in rendered Markdown. Nothing navigates: the host is told (SPEC 18.2).

/** The actions. `insert` and `open` are absent where code has no such buttons. */
export interface MarkupDoors {
  readonly openLink: (href: string) => void;
  readonly copy: (code: string) => void;
  readonly insert?: (code: string) => void;
  readonly open?: (code: string, language: string) => void;
}

/** Milliseconds that a copy button shows its success. */
const COPIED_MS = 1200;

/** Listens on the element around all rendered markdown. */
export function followMarkup(event: MouseEvent | KeyboardEvent, doors: MarkupDoors): void {
  if ('key' in event && event.key !== 'Enter') return;
  const target = event.target instanceof Element ? event.target : undefined;
  const href = target?.closest<HTMLElement>('[data-href]')?.dataset.href;
  if (href !== undefined) {
    event.preventDefault();
    doors.openLink(href);
    return;
  }
  const button = target?.closest<HTMLElement>('[data-code]');
  // A key on a button arrives as a click as well.
  if (!button || 'key' in event) return;
  const block = button.closest('.code');
  const code = block?.querySelector('pre')?.textContent ?? '';
  const { code: act } = button.dataset;
  if (act === 'insert') doors.insert?.(code);
  else if (act === 'open') doors.open?.(code, block?.querySelector('.code-language')?.textContent ?? '');
  else copy(button, () => doors.copy(code));
}

function copy(button: HTMLElement, send: () => void): void {
  send();
  button.classList.add('copied');
  setTimeout(() => button.classList.remove('copied'), COPIED_MS);
}
