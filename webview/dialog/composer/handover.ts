// The composer's part when a prompt of the editor, which keeps what is typed, hands the focus over to it.
import { useLayoutEffect } from 'preact/hooks';
import { usePanel } from '../panel-context.ts';
import { stepsOf } from './handed-keys.ts';

interface Field {
  readonly element: { readonly current: HTMLTextAreaElement | null };
  readonly draft: string;
  readonly onType: (text: string) => void;
  readonly onSend: () => void;
}

/** Takes the focus from the prompt, and then the keys that it kept, for which the panel asks meanwhile. */
export function useHandover({ element, draft, onType, onSend }: Field): void {
  const { handover } = usePanel();
  const handed = handover.value;
  useLayoutEffect(() => {
    const field = element.current;
    if (handed?.phase === 'due' && field) {
      const at = draft.length;
      // From wherever the person types in the editor: the prompt is there to lose it.
      field.focus({ preventScroll: true });
      field.setSelectionRange(at, at);
      handover.value = { phase: 'held', at, sends: false };
    }
    if (handed?.phase === 'arrived') {
      handover.value = undefined;
      for (const step of stepsOf(handed, draft)) step.kind === 'type' ? onType(step.text) : onSend();
    }
  }, [handed]);
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
