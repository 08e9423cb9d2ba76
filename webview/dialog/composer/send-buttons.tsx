// Send and Stop: while the dialog works it can be stopped, and a message is queued (SPEC 5.4).
import type { JSX } from 'preact';
import type { DialogState } from '../../../src/core/dialog/state.ts';
import { Button } from '../../shared/controls.tsx';
import { Icon } from '../../shared/icons.tsx';
import { isBusy } from '../conversation/live.ts';
import { usePanel } from '../panel-context.ts';

interface SendButtonsProps {
  readonly state: DialogState;
  /** There is nothing to send. */
  readonly isEmpty: boolean;
  readonly answering: boolean;
  readonly onSend: () => void;
}

/** The buttons at the end of the composer's row. */
export function SendButtons({ state, isEmpty, answering, onSend }: SendButtonsProps): JSX.Element {
  const { words, intents } = usePanel();
  const { composer } = words.value;
  const busy = isBusy(state);
  const label = answering ? composer.sendAnswer : busy ? composer.queue : composer.send;
  return (
    <div class="send">
      {busy && (
        <Button look={isEmpty ? 'primary' : 'secondary'} onPress={() => intents.post({ kind: 'stop' })}>
          <Icon name="stop" />
          {composer.stop}
        </Button>
      )}
      {(!busy || !isEmpty) && (
        <Button look="primary" onPress={onSend}>
          <Icon name="send" />
          {label}
        </Button>
      )}
    </div>
  );
}
