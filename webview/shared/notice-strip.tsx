// What could not be done, and what to do about it.
import type { JSX } from 'preact';
import { Button } from './controls.tsx';
import { Icon } from './icons.tsx';
import { useWords } from './words/use-words.ts';

interface NoticeProps {
  readonly notice: { readonly message: string; readonly remedy: string };
  /** Absent where nothing else is to be seen. */
  readonly onDismiss?: () => void;
}

/** A notice, read aloud at once. */
export function NoticeLine({ notice: { message, remedy }, onDismiss }: NoticeProps): JSX.Element {
  const words = useWords();
  return (
    <div class="strip bad" role="alert">
      <Icon name="warning" />
      <div class="strip-text">
        <strong>{message}</strong> {remedy}
      </div>
      {onDismiss && (
        <Button look="icon" label={words.dismiss} onPress={onDismiss}>
          <Icon name="cross" />
        </Button>
      )}
    </div>
  );
}
