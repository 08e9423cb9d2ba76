// The entry of the Overview panel: connects it to the host, saves its state for a reload, and draws it.
import { render } from 'preact';
import type { OverviewToHost, ToOverview } from '../../src/protocol/overview.ts';
import { parseToOverview } from '../../src/protocol/to-webview.ts';
import { later } from '../shared/asker.ts';
import { connectHost } from '../shared/host.ts';
import { saveLater } from '../shared/save-later.ts';
import { startWithWords } from '../shared/words/chinese.ts';
import { WordsContext } from '../shared/words/use-words.ts';
import { OverviewApp } from './app.tsx';
import { OverviewContext } from './context.ts';
import { createOverview } from './state.ts';
import '../shared/base.css';
import '../shared/text/markdown.css';
import '../shared/parts.css';
import '../shared/form.css';
import './overview.css';

/** Ages in rows grow by the minute; looked at twice in one. */
const TICK_MS = 30_000;

startWithWords(() => {
  const host = connectHost<ToOverview, OverviewToHost>(parseToOverview);
  const overview = createOverview({ host, later, newId: () => crypto.randomUUID(), now: Date.now() });
  saveLater(overview.saved, saved => {
    if (overview.frame.peek()) host.save(saved);
  });
  setInterval(() => {
    overview.now.value = Date.now();
  }, TICK_MS);

  render(
    <OverviewContext.Provider value={overview}>
      <WordsContext.Provider value={overview.words}>
        <OverviewApp />
      </WordsContext.Provider>
    </OverviewContext.Provider>,
    document.getElementById('app') ?? document.body,
  );
});
