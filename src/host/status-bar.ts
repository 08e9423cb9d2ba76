// The status-bar item: how many dialogs run, wait and ask (SPEC 13.1). Hidden while no rtws is open.
import { type Disposable, StatusBarAlignment, ThemeColor, window } from 'vscode';
import { coalesce } from '../pages/coalesce.ts';
import type { Inbox } from '../pages/inbox.ts';
import type { OpenRtws } from './open-rtws.ts';
import { countActivity, statusText } from './rows/status-text.ts';
import { t } from './words.ts';

const REFRESH = 100;

/** Shows the item and keeps it current. */
export function showStatusBar(rtws: OpenRtws, inbox: Inbox): Disposable {
  const item = window.createStatusBarItem('dominds.status', StatusBarAlignment.Left, 10);
  item.name = 'Dominds';
  const draw = () => {
    const { runtime } = rtws;
    if (!runtime) return item.hide();
    const live = { generating: runtime.activity().generating, questions: inbox.pending.length };
    const { text, words, command } = statusText(countActivity(runtime.listRoots({ status: 'running' }), live), t);
    item.text = text;
    item.tooltip = words;
    item.accessibilityInformation = { label: words };
    item.command = command;
    item.backgroundColor = live.questions > 0 ? new ThemeColor('statusBarItem.warningBackground') : undefined;
    item.show();
  };
  const drawSoon = coalesce(REFRESH, draw);
  const following = [
    rtws.onChange(drawSoon),
    inbox.onChange(drawSoon),
    rtws.onEvent(event => {
      if (event.type === 'recorded' || event.type === 'root_changed') drawSoon();
    }),
  ];
  return {
    dispose: () => {
      drawSoon.dispose();
      for (const each of following) each.dispose();
      item.dispose();
    },
  };
}
