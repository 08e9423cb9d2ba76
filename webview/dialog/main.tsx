// The entry of the dialog panel: connects it to the host, saves its state for a reload, and draws it.
import { render } from 'preact';
import type { ToHost, ToWebview } from '../../src/protocol/messages.ts';
import { parseToWebview } from '../../src/protocol/to-webview.ts';
import { later } from '../shared/asker.ts';
import { connectHost } from '../shared/host.ts';
import { saveLater } from '../shared/save-later.ts';
import { startWithWords } from '../shared/words/chinese.ts';
import { WordsContext } from '../shared/words/use-words.ts';
import { App } from './app.tsx';
import { PanelContext } from './panel-context.ts';
import { createPanel } from './state.ts';
import '../shared/base.css';
import '../shared/text/markdown.css';
import '../shared/parts.css';
import '../shared/form.css';
import './panel.css';
import './header.css';
import './composer/composer.css';
import './items/items.css';
import './items/question-card.css';
import './items/work.css';
import './draft/draft.css';
import './belief/belief.css';

/** A page that is not shown gets no frames: messages are taken after this many milliseconds all the same. */
const FRAME_MAX_MS = 250;

startWithWords(() => {
  const host = connectHost<ToWebview, ToHost>(parseToWebview);
  const panel = createPanel({ host, schedule: nextFrame, later, newId: () => crypto.randomUUID() });
  let held = '';
  saveLater(panel.saved, saved => {
    // Before the first snapshot there is nothing that is not saved already.
    if (!panel.view.peek()) return;
    host.save(saved);
    const typed = saved.drafts[''] ?? '';
    if (typed !== held) host.post({ kind: 'holdText', content: typed });
    held = typed;
  });

  const root = document.getElementById('app') ?? document.body;
  render(
    <PanelContext.Provider value={panel}>
      <WordsContext.Provider value={panel.words}>
        <App />
      </WordsContext.Provider>
    </PanelContext.Provider>,
    root,
  );
});

function nextFrame(flush: () => void): void {
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    flush();
  };
  requestAnimationFrame(once);
  setTimeout(once, FRAME_MAX_MS);
}
