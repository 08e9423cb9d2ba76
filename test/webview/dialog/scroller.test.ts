import assert from 'node:assert/strict';
import { mock } from 'node:test';
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

  it('draws what is in sight after a leap, and what lies around it once the view stands', () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const items = Array.from({ length: 1000 }, (_, index) => ({ kind: 'meta', key: `${index}` }) as never);
      const view = fakeView(22_000, 500);
      const counts: number[] = [];
      const draw = () => {
        const { start, end } = scroller.show(items);
        counts.push(end - start);
      };
      const scroller = createScroller({ kind: 'newest' }, { onChange: draw, onMove: () => {} });
      scroller.show(items);
      scroller.rendered(view as HTMLElement, fakeList as HTMLElement);
      const drawnAfter = (act: () => void) => {
        counts.length = 0;
        act();
        return counts.at(-1) ?? 0;
      };
      const leap = (to: number) =>
        drawnAfter(() => {
          view.scrollTop = to;
          scroller.scrolled();
        });
      leap(15_000);
      const [leapt, standing] = [leap(14_000), drawnAfter(() => mock.timers.tick(100))];
      assert.ok(leapt * 1.5 < standing, `${leapt} of ${standing}`);
      assert.equal(
        drawnAfter(() => mock.timers.tick(100)),
        0,
      );
      scroller.dispose();
    } finally {
      mock.timers.reset();
    }
  });

  describe('at its first items', () => {
    const frames = globalThis.requestAnimationFrame;
    let waiting: (() => void)[];
    beforeEach(() => {
      waiting = [];
      globalThis.requestAnimationFrame = frame => waiting.push(() => frame(0));
    });
    afterEach(() => {
      globalThis.requestAnimationFrame = frames;
    });

    const lowItems = Array.from({ length: 40 }, (_, index) => ({ kind: 'meta', key: `${index}` }) as never);
    /** How many of the low items are in the page, each time they are drawn. */
    function drawn(pixelsOfEach: number) {
      const counts: number[] = [];
      const draw = () => {
        const { start, end, before } = scroller.show(lowItems);
        counts.push(end - start);
        view.scrollHeight = before + (end - start) * pixelsOfEach;
        scroller.rendered(view as HTMLElement, fakeList as HTMLElement);
      };
      const view = fakeView(0, 500);
      const scroller = createScroller({ kind: 'newest' }, { onChange: () => draw(), onMove: () => {} });
      draw();
      return { counts, dispose: scroller.dispose };
    }

    it('draws more at once where they leave room', () => {
      const { counts, dispose } = drawn(22);
      assert.deepEqual(counts, [12, 35]);
      assert.equal(waiting.length, 0);
      dispose();
    });

    it('draws those near the view once what fills it has been shown', async () => {
      const { counts, dispose } = drawn(50);
      assert.deepEqual(counts, [12]);
      for (let frame = waiting.shift(); frame; frame = waiting.shift()) frame();
      await new Promise(resolve => setTimeout(resolve));
      assert.deepEqual(counts, [12, 35]);
      dispose();
    });
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
