import assert from 'node:assert/strict';
import type { DialogId, RootId } from '../../src/core/dialog/ids.ts';
import type { FeedEvent } from '../../src/core/feed-event.ts';
import { createFeed } from '../../src/driver/feed.ts';
import { nextTurn } from '../support/next-turn.ts';

const one = 'one' as DialogId;
const other = 'other' as DialogId;

function chunk(selfId: DialogId, text: string): FeedEvent {
  return { type: 'chunk', rootId: 'r' as RootId, selfId, genseq: 1, segment: 'saying', text };
}

function openFeed() {
  const feed = createFeed(error => {
    throw error;
  });
  const shown: string[] = [];
  feed.subscribe(event => shown.push(`${event.selfId} ${event.type === 'chunk' ? event.text : ''}`));
  return { feed, shown };
}

describe('the feed', () => {
  it('keeps back one dialog until it may be shown, in order, and no other', async () => {
    const { feed, shown } = openFeed();
    const disk = Promise.withResolvers<void>();
    feed.hold(one, disk.promise);
    feed.publish(chunk(one, 'a'));
    feed.publish(chunk(other, 'b'));
    feed.publish(chunk(one, 'c'));
    assert.deepEqual(shown, ['other b']);
    disk.resolve();
    await feed.shown(one);
    feed.publish(chunk(one, 'd'));
    assert.deepEqual(shown, ['other b', 'one a', 'one c', 'one d']);
  });

  it('keeps back until the last of several holds has ended', async () => {
    const { feed, shown } = openFeed();
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    feed.hold(one, first.promise);
    feed.publish(chunk(one, 'a'));
    feed.hold(one, second.promise);
    feed.publish(chunk(one, 'b'));
    first.resolve();
    await nextTurn();
    assert.deepEqual(shown, []);
    second.resolve();
    await feed.shown(one);
    assert.deepEqual(shown, ['one a', 'one b']);
  });

  it('shows what it kept back when the disk refuses', async () => {
    const { feed, shown } = openFeed();
    feed.hold(one, Promise.reject(new Error('no')));
    feed.publish(chunk(one, 'a'));
    await feed.shown(one);
    assert.deepEqual(shown, ['one a']);
  });
});
