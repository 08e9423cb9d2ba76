// Above each hunk of what dialogs changed in an open file: whose it is, *Keep* and *Undo* (SPEC 25.2).
import { CodeLens, type CodeLensProvider, Range, type TextDocument } from 'vscode';
import { type DialogRef, type RootId, rootRef } from '../../core/base/ids.ts';
import type { Hunk } from '../../core/changes/hunks.ts';
import { t } from '../words.ts';
import type { KnownChanges } from './known-changes.ts';

/** A hunk of what a tree changed, as its commands get it. */
export interface LensTarget {
  readonly dialog: DialogRef;
  readonly hunk: Hunk & { readonly path: string };
}

/** Hunks of one file that get lenses. */
const MOST_HUNKS = 100;

export function changeLenses(known: KnownChanges): CodeLensProvider {
  return {
    onDidChangeCodeLenses: known.onChange,
    async provideCodeLenses(document) {
      const found = await Promise.all(known.roots.map(rootId => lensesOf(known, rootId, document)));
      return found.flat();
    },
  };
}

async function lensesOf(known: KnownChanges, rootId: RootId, document: TextDocument): Promise<CodeLens[]> {
  const dialog = rootRef(rootId);
  const edited = await known.fileAt(rootId, document.uri);
  if (!edited) return [];
  const { path } = edited;
  const hunks = await known.hunksIn(rootId, document);
  const who = known.makerOf(edited);
  return hunks.slice(0, MOST_HUNKS).flatMap(({ at, lines }) => {
    const line = Math.max(0, Math.min(at, document.lineCount) - 1);
    const range = new Range(line, 0, line, 0);
    const target: LensTarget = { dialog, hunk: { path, at, lines } };
    const count = (sign: string) => lines.filter(each => each.startsWith(sign)).length;
    return [
      new CodeLens(range, {
        title: `${who}: +${count('+')} −${count('-')}`,
        command: 'dominds.showChanges',
        arguments: [{ ...dialog, path }],
      }),
      new CodeLens(range, { title: t('Keep'), command: 'dominds.keepChange', arguments: [target] }),
      new CodeLens(range, { title: t('Undo'), command: 'dominds.undoChange', arguments: [target] }),
    ];
  });
}
