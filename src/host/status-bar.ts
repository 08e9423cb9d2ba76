// The status-bar item: what needs the person, works and waits (SPEC 13.1, 13.12). Hidden while no rtws is open.
import { type Disposable, StatusBarAlignment, ThemeColor, window } from 'vscode';
import { coalesce } from '../pages/coalesce.ts';
import { shownModel } from '../pages/shown-model.ts';
import type { Host } from './host.ts';
import { countActivity, statusText } from './rows/status-text.ts';
import { t } from './words.ts';

const REFRESH = 100;

/** Shows the item and keeps it current. */
export function showStatusBar({ rtws, inbox, ended }: Pick<Host, 'rtws' | 'inbox' | 'ended'>): Disposable {
  const item = window.createStatusBarItem('dominds.status', StatusBarAlignment.Left, 10);
  item.name = 'Dominds';
  const draw = () => {
    const { runtime } = rtws;
    if (!runtime) return item.hide();
    // Dialogs are listed before their questions are read: without those, too few would need the person.
    if (!inbox.isCurrent) return;
    const activity = countActivity(ended.marked(runtime.listRoots()), inbox.pending.length);
    const { text, words, command } = statusText(activity, t);
    item.text = text;
    const model = shownModel(runtime.models.configured());
    item.tooltip = model === undefined ? words : `${words}\n${t('Model: {0}', model)}`;
    item.accessibilityInformation = { label: words };
    item.command = command;
    item.backgroundColor = activity.needed > 0 ? new ThemeColor('statusBarItem.warningBackground') : undefined;
    item.show();
  };
  const drawSoon = coalesce(REFRESH, draw);
  const following = [
    rtws.onChange(drawSoon),
    inbox.onChange(drawSoon),
    ended.onChange(drawSoon),
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
