// Above each hunk of what dialogs changed in an open file: whose it is, *Keep* and *Undo* (SPEC 25.2). Of dialogs that
// changed files while this window is open, or whose changes were reviewed here.
import path from 'node:path';
import {
  CodeLens,
  type CodeLensProvider,
  type Disposable,
  EventEmitter,
  languages,
  Range,
  type TextDocument,
} from 'vscode';
import { type DialogRef, type RootId, rootRef } from '../../core/base/ids.ts';
import { type Hunk, hunksOf } from '../../core/changes/hunks.ts';
import type { FeedEvent } from '../../core/dialog/view/feed-event.ts';
import { unixLines } from '../../core/text/lines.ts';
import { coalesce } from '../../pages/coalesce.ts';
import { memberName } from '../../pages/member-name.ts';
import type { EditedFile, Runtime } from '../../runtime.ts';
import type { OpenRtws } from '../open/open-rtws.ts';
import { t } from '../words.ts';

/** A hunk of what a tree changed, as its commands get it. */
export interface LensTarget {
  readonly dialog: DialogRef;
  readonly hunk: Hunk & { readonly path: string };
}

/** Hunks of one file that get lenses, and roots whose changes are compared. */
const MOST_HUNKS = 100;
const MOST_ROOTS = 5;
const REFRESH_MS = 300;

const changing: ReadonlySet<string> = new Set(['filesChanged', 'editsUndone', 'editsRedone', 'editsKept']);

/** The changes of a root as they were read last. */
interface Known {
  readonly files: Promise<readonly EditedFile[]>;
  readonly texts: Map<string, Promise<string | undefined>>;
}

export class ChangeLenses implements CodeLensProvider, Disposable {
  readonly #rtws: OpenRtws;
  /** The roots that are followed, the last one first; undefined: to be read anew. */
  readonly #roots = new Map<RootId, Known | undefined>();
  readonly #changed = new EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;
  readonly #subscriptions: Disposable[];
  readonly #refreshSoon: ReturnType<typeof coalesce>;

  constructor(rtws: OpenRtws) {
    this.#rtws = rtws;
    this.#refreshSoon = coalesce(REFRESH_MS, () => this.#changed.fire());
    this.#subscriptions = [
      this.#changed,
      rtws.onEvent(event => this.#observe(event)),
      languages.registerCodeLensProvider({ scheme: 'file' }, this),
    ];
  }

  dispose(): void {
    for (const each of this.#subscriptions) each.dispose();
  }

  /** Shows the changes of this root from now on. */
  follow(rootId: RootId): void {
    this.#roots.delete(rootId);
    this.#roots.set(rootId, undefined);
    const [oldest] = this.#roots.keys();
    if (this.#roots.size > MOST_ROOTS && oldest !== undefined) this.#roots.delete(oldest);
    this.#refreshSoon();
  }

  async provideCodeLenses(document: TextDocument): Promise<CodeLens[]> {
    const { folder, runtime } = this.#rtws;
    if (!folder || !runtime) return [];
    const file = path.relative(folder.fsPath, document.uri.fsPath).split(path.sep).join('/');
    if (file.startsWith('..')) return [];
    const found = await Promise.all([...this.#roots.keys()].map(root => this.#lensesOf(runtime, root, file, document)));
    return found.flat();
  }

  #observe(event: FeedEvent): void {
    if (event.type === 'recorded' && changing.has(event.record.kind)) this.follow(event.rootId);
  }

  async #lensesOf(runtime: Runtime, rootId: RootId, file: string, document: TextDocument): Promise<CodeLens[]> {
    const dialog = rootRef(rootId);
    const known = this.#roots.get(rootId) ?? { files: editsOf(runtime, dialog), texts: new Map() };
    if (this.#roots.has(rootId)) this.#roots.set(rootId, known);
    const edited = (await known.files).find(each => each.path === file && each.entry === 'file');
    // Without its former contents nothing can be compared.
    if (!edited?.lines) return [];
    const text = known.texts.get(file) ?? textBefore(runtime, dialog, file);
    known.texts.set(file, text);
    const before = await text;
    const hunks = (before !== undefined && hunksOf(unixLines(before), unixLines(document.getText()))) || [];
    const maker = edited.by.at(-1);
    const who = maker ? memberName(runtime, maker.agentId) : 'Dominds';
    return hunks.slice(0, MOST_HUNKS).flatMap(({ at, lines }) => {
      const line = Math.min(at, document.lineCount) - 1;
      const range = new Range(Math.max(0, line), 0, Math.max(0, line), 0);
      const target: LensTarget = { dialog, hunk: { path: file, at, lines } };
      const count = (sign: string) => lines.filter(each => each.startsWith(sign)).length;
      return [
        new CodeLens(range, {
          title: `${who}: +${count('+')} −${count('-')}`,
          command: 'dominds.showChanges',
          arguments: [{ ...dialog, path: file }],
        }),
        new CodeLens(range, { title: t('Keep'), command: 'dominds.keepChange', arguments: [target] }),
        new CodeLens(range, { title: t('Undo'), command: 'dominds.undoChange', arguments: [target] }),
      ];
    });
  }
}

async function editsOf(runtime: Runtime, dialog: DialogRef): Promise<readonly EditedFile[]> {
  const found = await runtime.edits(dialog);
  return found.ok ? found.edits : [];
}

async function textBefore(runtime: Runtime, dialog: DialogRef, file: string): Promise<string | undefined> {
  const found = await runtime.textBefore(dialog, file);
  return found.ok ? found.text : undefined;
}
