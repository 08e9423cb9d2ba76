// What the trees that are followed changed and nobody has kept, as it was read last: for the parts of the editor that
// show it.
import { type Disposable, EventEmitter, type TextDocument, Uri } from 'vscode';
import { type RootId, rootRef } from '../../core/base/ids.ts';
import { type Hunk, hunksOf } from '../../core/changes/hunks.ts';
import { unixLines } from '../../core/text/lines.ts';
import { coalesce } from '../../pages/coalesce.ts';
import { memberName } from '../../pages/member-name.ts';
import type { EditedFile } from '../../runtime.ts';
import { titleOf } from '../commands/target.ts';
import type { OpenRtws } from '../open/open-rtws.ts';
import { pathsInside } from '../panel/mention-files.ts';

/** Roots whose changes are shown at one time. */
const MOST_ROOTS = 5;
const REFRESH_MS = 300;

interface Known {
  readonly files: Promise<readonly EditedFile[]>;
  readonly texts: Map<string, Promise<string | undefined>>;
}

export class KnownChanges implements Disposable {
  readonly #rtws: OpenRtws;
  /** The roots that are followed, the last one last; undefined: to be read anew. */
  readonly #roots = new Map<RootId, Known | undefined>();
  readonly #changed = new EventEmitter<void>();
  /** Something changed, or was kept or undone; once for several at a time. */
  readonly onChange = this.#changed.event;
  readonly #changedSoon = coalesce(REFRESH_MS, () => this.#changed.fire());

  constructor(rtws: OpenRtws) {
    this.#rtws = rtws;
  }

  dispose(): void {
    this.#changedSoon.dispose();
    this.#changed.dispose();
  }

  /** Shows the changes of this root from now on, as they are now. */
  follow(rootId: RootId): void {
    this.#roots.delete(rootId);
    this.#roots.set(rootId, undefined);
    const [oldest] = this.#roots.keys();
    if (this.#roots.size > MOST_ROOTS && oldest !== undefined) this.#roots.delete(oldest);
    this.#changedSoon();
  }

  get roots(): readonly RootId[] {
    return [...this.#roots.keys()];
  }

  /** The changed files of a root, without links and folders. */
  async filesOf(rootId: RootId): Promise<readonly EditedFile[]> {
    return (await this.#known(rootId).files).filter(({ entry }) => entry === 'file');
  }

  /**
   * What a root changed in a document, with so many lines around each hunk; none where the former text is not known or
   * too much differs.
   */
  async hunksIn(rootId: RootId, document: TextDocument, context = 0): Promise<readonly Hunk[]> {
    const edited = await this.fileAt(rootId, document.uri);
    if (!edited?.lines) return [];
    const { texts } = this.#known(rootId);
    const text = texts.get(edited.path) ?? this.#readBefore(rootId, edited.path);
    texts.set(edited.path, text);
    const before = await text;
    if (before === undefined) return [];
    return hunksOf(unixLines(before), unixLines(document.getText()), context) ?? [];
  }

  /** The file as a root changed it, if it did. */
  async fileAt(rootId: RootId, uri: Uri): Promise<EditedFile | undefined> {
    const file = this.pathOf(uri);
    return file === undefined ? undefined : (await this.filesOf(rootId)).find(({ path }) => path === file);
  }

  /** The path of a file in the folder of this window, as records have it. */
  pathOf(uri: Uri): string | undefined {
    const { folder } = this.#rtws;
    return folder && pathsInside(folder, [uri.toString()])[0];
  }

  uriOf(file: string): Uri {
    const { folder = Uri.file('/') } = this.#rtws;
    return Uri.joinPath(folder, file);
  }

  /** What a root is about. */
  async titleOf(rootId: RootId): Promise<string> {
    const { runtime } = this.#rtws;
    return runtime ? titleOf(runtime, rootRef(rootId)) : '';
  }

  /** The member who changed a file last. */
  makerOf({ by }: EditedFile): string {
    const { runtime } = this.#rtws;
    const maker = by.at(-1);
    return runtime && maker ? memberName(runtime, maker.agentId) : 'Dominds';
  }

  #known(rootId: RootId): Known {
    const known = this.#roots.get(rootId) ?? { files: this.#read(rootId), texts: new Map() };
    if (this.#roots.has(rootId)) this.#roots.set(rootId, known);
    return known;
  }

  async #read(rootId: RootId): Promise<readonly EditedFile[]> {
    const found = await this.#rtws.runtime?.edits(rootRef(rootId));
    return found?.ok ? found.edits : [];
  }

  async #readBefore(rootId: RootId, file: string): Promise<string | undefined> {
    const found = await this.#rtws.runtime?.textBefore(rootRef(rootId), file);
    return found?.ok ? found.text : undefined;
  }
}
