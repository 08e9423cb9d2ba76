// The commands of a dialog after `/` (SPEC 25.10).
import assert from 'node:assert/strict';
import type { ToHost } from '../../../src/protocol/messages.ts';
import { commandsFor, runCommand } from '../../../webview/dialog/composer/commands.ts';
import type { View } from '../../../webview/dialog/conversation/transcript.ts';
import { dialogScenes } from '../../e2e/support/dialog-scenes.ts';

function viewOf(scene: keyof typeof dialogScenes, more: Partial<View> = {}): View {
  const { kind: _, records: __, live: ___, focus: ____, scripted: _____, ...view } = dialogScenes[scene]();
  return { ...view, firstCourse: view.course, ...more };
}

describe('the commands of a dialog', () => {
  it('are those that can work now', () => {
    assert.deepEqual(commandsFor(viewOf('empty')), ['find', 'model', 'reminders', 'clear', 'done']);
    assert.deepEqual(commandsFor(viewOf('empty', { unbegun: {} })), ['model']);
    assert.deepEqual(commandsFor(viewOf('empty', { rootStatus: 'archived' })), ['find']);
    assert.deepEqual(commandsFor(viewOf('empty', { drivenElsewhere: 'Another window drives.' })), [
      'find',
      'reminders',
    ]);
  });

  it('run what their buttons run', () => {
    const posted: ToHost[] = [];
    const called: string[] = [];
    const intents = {
      post: (message: ToHost) => void posted.push(message),
      toggle: (key: string) => void called.push(key),
      openFind: () => void called.push('find'),
    };
    for (const command of ['clear', 'model', 'reminders', 'find', 'toString', 'unknown']) runCommand(command, intents);
    assert.deepEqual(posted, [{ kind: 'clearMind' }, { kind: 'mend', command: 'chooseModel' }]);
    assert.deepEqual(called, ['reminders', 'find']);
  });
});
