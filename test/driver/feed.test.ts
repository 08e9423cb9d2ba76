import assert from 'node:assert/strict';
import type { DialogId, RootId } from '../../src/core/base/ids.ts';
import type { FeedEvent } from '../../src/core/dialog/view/feed-event.ts';
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
    feed.hold(one, disk.promise, 'show');
    feed.publish(chunk(one, 'a'));
    feed.publish(chunk(other, 'b'));
    feed.publish(chunk(one, 'c'));
    assert.deepEqual(shown, ['other b']);
    disk.resolve();
    await feed.shown(one);
    feed.publish(chunk(one, 'd'));
    assert.deepEqual(shown, ['other b', 'one a', 'one c', 'one d']);
  });

  it('shows what one of several holds kept back once it and those before it have ended', async () => {
    const { feed, shown } = openFeed();
    const [first, second, third] = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
    assert.ok(first && second && third);
    feed.hold(one, first.promise, 'show');
    feed.publish(chunk(one, 'a'));
    feed.hold(one, second.promise, 'show');
    feed.publish(chunk(one, 'b'));
    feed.hold(one, third.promise, 'show');
    second.resolve();
    await nextTurn();
    assert.deepEqual(shown, []);
    first.resolve();
    await nextTurn();
    assert.deepEqual(shown, ['one a', 'one b']);
    feed.publish(chunk(one, 'c'));
    third.resolve();
    await feed.shown(one);
    assert.deepEqual(shown, ['one a', 'one b', 'one c']);
  });

  it('shows what it kept back when the disk refuses', async () => {
    const { feed, shown } = openFeed();
    feed.hold(one, Promise.reject(new Error('no')), 'show');
    feed.publish(chunk(one, 'a'));
    await feed.shown(one);
    assert.deepEqual(shown, ['one a']);
  });

  it('drops what it kept back, and everything after it, when the store refuses by fence', async () => {
    const { feed, shown } = openFeed();
    const later = Promise.withResolvers<void>();
    feed.hold(one, Promise.reject(new Error('fenced')), 'drop');
    feed.publish(chunk(one, 'a'));
    feed.hold(one, later.promise, 'drop');
    feed.publish(chunk(one, 'b'));
    await feed.shown(one);
    feed.publish(chunk(one, 'c'));
    later.resolve();
    await nextTurn();
    assert.deepEqual(shown, ['one c']);
  });

  it('shows in order what a listener publishes while held events go out', async () => {
    const { feed, shown } = openFeed();
    feed.subscribe(event => {
      if (event.type === 'chunk' && event.text === 'a') feed.publish(chunk(one, 'from a'));
    });
    feed.hold(one, Promise.resolve(), 'show');
    feed.publish(chunk(one, 'a'));
    feed.publish(chunk(one, 'b'));
    await feed.shown(one);
    assert.deepEqual(shown, ['one a', 'one b', 'one from a']);
  });
});
