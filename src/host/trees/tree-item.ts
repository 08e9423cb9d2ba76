// Draws the plain rows of `rows/` as items of the editor's own trees.

import { type Disposable, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, type TreeView, Uri } from 'vscode';
import type { TreeRow } from '../rows/tree-row.ts';
import { dimmedUri } from './dimmed-rows.ts';
import { questionsUri, unseenUri } from './question-badges.ts';

const expansions: Record<TreeRow['expansion'], TreeItemCollapsibleState> = {
  none: TreeItemCollapsibleState.None,
  collapsed: TreeItemCollapsibleState.Collapsed,
  expanded: TreeItemCollapsibleState.Expanded,
};

/** The item of a row; one without a row (it is gone, the tree will be drawn again soon) is empty. */
export function treeItem(row: TreeRow | undefined): TreeItem {
  if (!row) return new TreeItem('');
  const item = new TreeItem(row.label, expansions[row.expansion]);
  item.id = row.id;
  item.contextValue = row.traits.join(' ');
  if (row.description !== undefined) item.description = row.description;
  if (row.tooltip !== undefined) item.tooltip = row.tooltip;
  if (row.picture !== undefined) item.iconPath = pictureIcon(row.picture);
  else if (row.icon) item.iconPath = themeIcon(row.icon);
  if (row.spoken !== undefined) item.accessibilityInformation = { label: row.spoken };
  if (row.dimmed) item.resourceUri = dimmedUri(row.id);
  if (row.unseen) item.resourceUri = unseenUri(row.id);
  if (row.questions !== undefined) item.resourceUri = questionsUri(row.id, row.questions);
  if (row.click) item.command = { command: row.click.command, title: row.label, arguments: [row.click.target] };
  return item;
}

/** An icon of the editor in a theme colour. */
export function themeIcon({ name, color }: NonNullable<TreeRow['icon']>): ThemeIcon {
  return color === undefined ? new ThemeIcon(name) : new ThemeIcon(name, new ThemeColor(color));
}

/** An emoji as an icon: the editor takes pictures only, so it is drawn as one. Other text is cut to its first character, grey
 * so that it shows on light and dark. */
function pictureIcon(emoji: string): Uri {
  const [first] = new Intl.Segmenter().segment(emoji.trim());
  const text = (first?.segment ?? '').replace(/[<&]/g, '');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><text x="8" y="13" font-size="13" text-anchor="middle" fill="#888">${text}</text></svg>`;
  return Uri.parse(`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`);
}

const MINUTE = 60_000;

/** Calls `tick` every minute, but only while the tree can be seen: ages in its rows grow. */
export function tickWhileVisible(tree: TreeView<unknown>, tick: () => void): Disposable {
  let timer: NodeJS.Timeout | undefined;
  const follow = (visible: boolean) => {
    clearInterval(timer);
    timer = visible ? setInterval(tick, MINUTE) : undefined;
  };
  follow(tree.visible);
  const changes = tree.onDidChangeVisibility(({ visible }) => follow(visible));
  return {
    dispose: () => {
      follow(false);
      changes.dispose();
    },
  };
}
