// How long the dialog webview keeps its thread busy while a model streams and while somebody scrolls through 10,000
// records. The figures are printed and kept in test-results/; how fast a machine is decides no test.
import assert from 'node:assert/strict';
import { attachFigures, busyTimes } from './support/busy-times.ts';
import { longRecords, record, snapshotOf } from './support/dialog-scenes.ts';
import { openWebview, type WebviewPage } from './support/webview-page.ts';

/** Records that the host sends at a time. */
const page = 200;

describe('the speed of the dialog webview', () => {
  let view: WebviewPage;
  afterEach(() => view.close());

  it('is measured while 1,000 chunks a second stream', async () => {
    view = await openWebview('dialog');
    const all = longRecords(10_000);
    const snapshot = snapshotOf(all, { records: all.slice(-page), earlier: all.length - page });
    const genseq = snapshot.state.genseq + 1;
    await view.post(snapshot);
    await view.post({ kind: 'recorded', seq: snapshot.state.seq + 1, record: record('generationStarted', { genseq }) });
    const figures = await busyTimes(view.page, () => view.page.evaluate(stream, { genseq, seconds: 5 }));
    await attachFigures('panel-streaming', figures);
    assert.ok((await view.page.locator('.live').textContent())?.includes('chunk 4999'));
  });

  it('is measured while 10,000 records are scrolled, read from the host as they are needed', async () => {
    view = await openWebview('dialog');
    const all = longRecords(10_000);
    await view.page.exposeFunction('recordsBefore', (before: number) => {
      const earlier = Math.max(0, before - page);
      return { records: all.slice(earlier, before), earlier };
    });
    await view.page.evaluate(answerEarlier);
    await view.post(snapshotOf(all, { records: all.slice(-page), earlier: all.length - page }));
    const paged = await busyTimes(view.page, () => view.page.evaluate(scrollToTop));
    const again = await busyTimes(view.page, () => view.page.evaluate(scrollThrough));
    await attachFigures('panel-scrolling', { paged, again });
    assert.match((await view.page.locator('.item').first().textContent()) ?? '', /Message number/);
  });
});

/** In the page: some chunks each millisecond, as many as are due. */
function stream({ genseq, seconds }: { genseq: number; seconds: number }): Promise<void> {
  const text = (nth: number) =>
    nth % 400 === 0
      ? `\n\n\`\`\`ts\nconst it = ${nth};\n\`\`\`\n\n`
      : nth % 60 === 0
        ? `.\n\n- chunk ${nth} `
        : `chunk ${nth} `;
  const chunk = (nth: number) => ({
    rootId: 'root-1',
    selfId: 'root-1',
    type: 'chunk',
    genseq,
    segment: 'saying',
    text: text(nth),
  });
  return new Promise(resolve => {
    const started = performance.now();
    let sent = 0;
    const timer = setInterval(() => {
      const due = Math.min(performance.now() - started, seconds * 1000);
      for (; sent < due; sent++) window.postMessage({ kind: 'passing', events: [chunk(sent)] }, '*');
      if (due < seconds * 1000) return;
      clearInterval(timer);
      requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    }, 1);
  });
}

interface BenchWindow {
  earlier: number;
  recordsBefore(before: number): Promise<{ records: unknown[]; earlier: number }>;
}

/** In the page: what the host does with a request for earlier records. */
function answerEarlier(): void {
  const bench = window as unknown as BenchWindow;
  window.addEventListener('dominds:toHost', async event => {
    const { kind, before, course } = (event as CustomEvent).detail;
    if (kind !== 'showEarlier') return;
    const part = await bench.recordsBefore(before);
    bench.earlier = part.earlier;
    window.postMessage({ kind: 'earlier', course, ...part }, '*');
  });
}

/** In the page: two screens a frame, up to the first record. */
function scrollToTop(): Promise<void> {
  const view = document.querySelector('.conversation') as HTMLElement;
  const bench = window as unknown as BenchWindow;
  return new Promise(resolve => {
    const step = () => {
      if (view.scrollTop === 0 && bench.earlier === 0) return resolve();
      view.scrollTop = view.scrollTop === 0 ? 60 : Math.max(0, view.scrollTop - 2000);
      requestAnimationFrame(step);
    };
    step();
  });
}

/** In the page: a screen a frame, to the end and back, as with a wheel. */
function scrollThrough(): Promise<void> {
  const view = document.querySelector('.conversation') as HTMLElement;
  return new Promise(resolve => {
    let by = 800;
    let still = 0;
    const step = () => {
      const before = view.scrollTop;
      view.scrollTop += by;
      still = view.scrollTop === before ? still + 1 : 0;
      if (still > 3 && by < 0) return resolve();
      if (still > 3) by = -800;
      requestAnimationFrame(step);
    };
    step();
  });
}
