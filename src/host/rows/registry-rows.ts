// Rows of the Registry tree: the registered subdialogs of one root, `agentId!session` (SPEC 3, 13.1). Pure.
import type { RootId } from '../../core/base/ids.ts';
import type { DialogNode, RegistryEntry } from '../../core/dialog/view/projection.ts';
import { dialogIcon, pauseLabel, standingIcons, stateWord } from './state-look.ts';
import type { TreeRow } from './tree-row.ts';
import { formatAge, type Wording } from './wording.ts';

/** A registered subdialog under its key. `node` is its place in the tree of the root, when that is known. */
export function registryRow(
  entry: { readonly rootId: RootId; readonly key: string; readonly entry: RegistryEntry; readonly node?: DialogNode },
  wording: Wording,
): TreeRow {
  const { rootId, key, entry: registered, node } = entry;
  const used = formatAge(registered.lastAccessed ?? registered.createdAt, wording);
  const state = node ? (node.pause ? pauseLabel(node.pause, wording.t) : stateWord(node.state, wording.t)) : '';
  return {
    id: `${rootId}/${key}`,
    label: key,
    description: [state, used].filter(part => part !== '').join(' · '),
    icon: node ? dialogIcon(node) : standingIcons.idle,
    traits: ['dialog', 'sub', 'registered', ...(node?.states ?? [])],
    expansion: 'none',
    click: { command: 'dominds.openDialog', target: { rootId, selfId: registered.subdialogId } },
  };
}
