import assert from 'node:assert/strict';
import { type Handover, stepsOf, withKeys } from '../../../webview/dialog/composer/handed-keys.ts';

/** What a composer that takes the focus with this text sent, and holds in the end. */
function handed(before: string, keys: string, meanwhile: { typed?: string; enter?: boolean } = {}) {
  const { typed = '', enter = false } = meanwhile;
  const arrived = withKeys({ phase: 'held', at: before.length, sends: enter }, keys);
  assert.equal(arrived?.phase, 'arrived');
  let text = before + typed;
  const sent: string[] = [];
  for (const step of arrived?.phase === 'arrived' ? stepsOf(arrived, text) : []) {
    if (step.kind === 'type') text = step.text;
    else {
      sent.push(text);
      text = '';
    }
  }
  return { sent, text };
}

describe('keys that a prompt kept for the composer', () => {
  it('stand before what was typed since, and after what was there', () => {
    assert.deepEqual(handed('', 'allow', { typed: ' once' }), { sent: [], text: 'allow once' });
    assert.deepEqual(handed('On reflection: ', 'yes'), { sent: [], text: 'On reflection: yes' });
  });

  it('send with their Enter, and what follows it begins the next text', () => {
    assert.deepEqual(handed('', 'allow once\n'), { sent: ['allow once'], text: '' });
    assert.deepEqual(handed('', 'yes\nand', { typed: ' then' }), { sent: ['yes'], text: 'and then' });
  });

  it('come before an Enter that was pressed in the composer', () => {
    assert.deepEqual(handed('', 'a', { typed: 'llow once', enter: true }), { sent: ['allow once'], text: '' });
    assert.deepEqual(handed('', '', { typed: 'yes', enter: true }), { sent: ['yes'], text: '' });
  });

  it('are dropped where no composer waits for them', () => {
    const none: Handover | undefined = undefined;
    assert.equal(withKeys(none, 'abc'), undefined);
    assert.equal(withKeys({ phase: 'due' }, 'abc'), undefined);
  });
});
