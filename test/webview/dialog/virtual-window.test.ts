import assert from 'node:assert/strict';
import { followSpan, heightOf, spanOf } from '../../../webview/dialog/conversation/virtual-window.ts';
import type { Item } from '../../../webview/dialog/items/item.ts';

const ten = Array.from({ length: 10 }, () => 100);
const items = (from: number, to: number): Item[] =>
  Array.from({ length: to - from }, (_, index) => ({ kind: 'user', key: `${from + index}`, at: '', content: '' }));

describe('the window of a long list', () => {
  it('covers the range and no more', () => {
    assert.deepEqual(spanOf(ten, { top: 250, bottom: 510 }), { start: 2, end: 6 });
  });

  it('has at least one item, wherever the view is', () => {
    assert.deepEqual(spanOf(ten, { top: -500, bottom: -100 }), { start: 0, end: 1 });
    assert.deepEqual(spanOf(ten, { top: 5000, bottom: 6000 }), { start: 9, end: 10 });
    assert.deepEqual(spanOf([], { top: 0, bottom: 100 }), { start: 0, end: 0 });
  });

  it('leaves out the height of the items before and after it', () => {
    assert.equal(heightOf([10, 20, 30, 40], 1, 3), 50);
  });

  it('grows with the list while it reaches its end, and stays otherwise', () => {
    assert.deepEqual(followSpan({ start: 5, end: 10 }, items(0, 10), items(0, 12)), { start: 5, end: 12 });
    assert.deepEqual(followSpan({ start: 2, end: 6 }, items(0, 10), items(0, 12)), { start: 2, end: 6 });
  });

  it('stays on the same items when earlier ones come before them', () => {
    assert.deepEqual(followSpan({ start: 0, end: 4 }, items(5, 15), items(0, 15)), { start: 5, end: 9 });
  });

  it('shrinks with a list that became another one', () => {
    assert.deepEqual(followSpan({ start: 5, end: 10 }, items(0, 10), items(20, 22)), { start: 1, end: 2 });
  });
});
