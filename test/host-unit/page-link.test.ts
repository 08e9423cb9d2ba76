import assert from 'node:assert/strict';
import { createPageLink } from '../../src/host/panel/page-link.ts';
import { manualTimer } from './support.ts';

type Message = { readonly kind: 'news'; readonly nth: number };

function rig() {
  const clock = manualTimer();
  const sent: string[] = [];
  const page = { delivers: true, isVisible: true, isConnected: true };
  const link = createPageLink<Message>({
    post: message => {
      sent.push(message.kind === 'news' ? `news ${message.nth}` : message.kind);
      return Promise.resolve(page.delivers);
    },
    isVisible: () => page.isVisible,
    isConnected: () => page.isConnected,
    timer: clock.timer,
  });
  return { link, sent, page, clock };
}

describe('the way to the page of a panel', () => {
  it('says hello to a page that missed a message, until one is delivered', async () => {
    const { link, sent, page, clock } = rig();
    page.delivers = false;
    link.post({ kind: 'news', nth: 1 });
    link.post({ kind: 'news', nth: 2 });
    await Promise.resolve();
    clock.fire();
    await Promise.resolve();
    page.delivers = true;
    clock.fire();
    await Promise.resolve();
    clock.fire();
    assert.deepEqual(sent, ['news 1', 'news 2', 'hello', 'hello']);
    assert.equal(clock.waiting, 0);
  });

  it('says hello to a page that is shown, until it asks', () => {
    const { link, sent, page, clock } = rig();
    page.isConnected = false;
    link.viewChanged();
    clock.fire();
    clock.fire();
    assert.deepEqual(sent, ['hello', 'hello']);
    page.isConnected = true;
    clock.fire();
    assert.deepEqual(sent, ['hello', 'hello']);
    assert.equal(clock.waiting, 0);
  });

  it('leaves a page alone that asked meanwhile, or is hidden', async () => {
    const { link, sent, page, clock } = rig();
    link.viewChanged();
    clock.fire();
    page.isVisible = false;
    page.delivers = false;
    link.post({ kind: 'news', nth: 1 });
    await Promise.resolve();
    clock.fire();
    assert.deepEqual(sent, ['news 1']);
  });

  it('says nothing after its panel is gone', async () => {
    const { link, sent, page, clock } = rig();
    page.isConnected = false;
    page.delivers = false;
    link.viewChanged();
    link.post({ kind: 'news', nth: 1 });
    link.dispose();
    await Promise.resolve();
    clock.fire();
    assert.deepEqual(sent, ['news 1']);
  });
});
