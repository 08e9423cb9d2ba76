// The composer's part when a prompt of the editor, which keeps what is typed, hands the focus over to it.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { usePanel } from '../panel-context.ts';
import { stepsOf } from './handed-keys.ts';

interface Field {
  readonly element: { readonly current: HTMLTextAreaElement | null };
  readonly draft: string;
  readonly onType: (text: string) => void;
  readonly onSend: () => void;
}

/** Takes the focus from the prompt, and then the keys that it kept. */
export function useHandover({ element, draft, onType, onSend }: Field): void {
  const { handover, intents } = usePanel();
  const handed = handover.value;
  const early = useEarlyFocus(element);
  useLayoutEffect(() => {
    const field = element.current;
    if (handed?.phase === 'due' && field) {
      const at = Math.min(early.current ?? draft.length, draft.length);
      // From wherever the person types in the editor: the prompt is there to lose it.
      field.focus({ preventScroll: true });
      if (early.current === undefined) field.setSelectionRange(at, at);
      handover.value = { phase: 'held', at, sends: false };
      intents.post({ kind: 'focusHeld' });
    }
    if (handed?.phase === 'arrived') {
      handover.value = undefined;
      for (const step of stepsOf(handed, draft)) step.kind === 'type' ? onType(step.text) : onSend();
    }
  }, [handed]);
}

/**
 * Where the caret was when the page was given the focus that it still has. The editor may give it while a prompt is open that nobody told
 * the page of: what was typed here since was typed after the prompt's.
 */
function useEarlyFocus(element: Field['element']): { readonly current: number | undefined } {
  const at = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    const gained = () => {
      at.current = document.activeElement === element.current ? element.current?.selectionStart : undefined;
    };
    const lost = () => {
      at.current = undefined;
    };
    window.addEventListener('focus', gained);
    window.addEventListener('blur', lost);
    return () => {
      window.removeEventListener('focus', gained);
      window.removeEventListener('blur', lost);
    };
  }, []);
  return at;
}

/** Lets the prompt go where there is no field to type into. */
export function useNoField(): void {
  const { handover, intents } = usePanel();
  const isDue = handover.value?.phase === 'due';
  useLayoutEffect(() => {
    if (!isDue) return;
    handover.value = undefined;
    intents.post({ kind: 'focusHeld' });
  }, [isDue]);
}
