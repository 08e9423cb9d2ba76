import assert from 'node:assert/strict';
import { createScroller } from '../../../webview/dialog/conversation/scroller.ts';

describe('the scroller', () => {
  const real = globalThis.ResizeObserver;
  let resized: () => void;
  beforeEach(() => {
    globalThis.ResizeObserver = class {
      constructor(report: ResizeObserverCallback) {
        resized = () => report([], this);
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    };
  });
  afterEach(() => {
    globalThis.ResizeObserver = real;
  });

  it('goes on following when the view became higher and the content grew before the browser told of it', () => {
    const view = fakeView(1000, 500);
    const scroller = createScroller({ kind: 'newest' }, { onChange: () => {}, onMove: () => {} });
    scroller.show([{ kind: 'meta', key: 'only' } as never]);
    scroller.rendered(view as HTMLElement, fakeList as HTMLElement);
    scroller.scrolled();
    assert.equal(view.scrollTop, 500);
    // A message was sent: the field below became low.
    view.clientHeight = 600;
    resized();
    view.scrollHeight = 1030;
    scroller.scrolled();
    assert.equal(scroller.following(), true);
    resized();
    assert.equal(view.scrollTop, 430);
    scroller.dispose();
  });

  it('stops following when the person scrolls up', () => {
    const view = fakeView(1000, 500);
    const scroller = createScroller({ kind: 'newest' }, { onChange: () => {}, onMove: () => {} });
    scroller.show([{ kind: 'meta', key: 'only' } as never]);
    scroller.rendered(view as HTMLElement, fakeList as HTMLElement);
    view.scrollTop = 400;
    scroller.scrolled();
    assert.equal(scroller.following(), false);
    scroller.dispose();
  });
});

const fakeList = { children: [], parentElement: null, offsetTop: 0 } as unknown as Partial<HTMLElement>;

/** A box that keeps its place within its content, as a browser does. */
function fakeView(scrollHeight: number, clientHeight: number) {
  let top = 0;
  return {
    scrollHeight,
    clientHeight,
    get scrollTop() {
      return Math.min(top, this.scrollHeight - this.clientHeight);
    },
    set scrollTop(to: number) {
      top = Math.max(0, Math.min(to, this.scrollHeight - this.clientHeight));
    },
  } as { scrollHeight: number; clientHeight: number; scrollTop: number } & Partial<HTMLElement>;
}
