// Why a dialog is not generating, in words.
import { assertNever } from '../../src/core/base/assert.ts';
import { saySleep } from '../../src/core/dialog/sleep.ts';
import type { Pause } from '../../src/core/dialog/state.ts';
import { clockTime } from '../../src/core/text/clock-time.ts';
import type { PanelWords } from './words/en/panel.ts';

/** Said in place of the states. */
export function pauseWords(pause: Pause, words: PanelWords): string {
  switch (pause.kind) {
    case 'left':
      return words.pause.left;
    case 'retry':
      return words.pause.retry(clockTime(pause.at));
    case 'inLine':
      return words.pause.inLine;
    case 'asleep':
      return saySleep(pause, words.pause.asleep);
    default:
      return assertNever(pause);
  }
}
