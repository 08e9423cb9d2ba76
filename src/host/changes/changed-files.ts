// What dialogs changed, in Source Control: a list for each root, whose files show in the gutter what is different, and
// in the Explorer who changed them (SPEC 25.2).
import {
  type Disposable,
  EventEmitter,
  FileDecoration,
  type SourceControl,
  type SourceControlResourceGroup,
  scm,
  type Uri,
  window,
} from 'vscode';
import { type RootId, rootRef } from '../../core/base/ids.ts';
import { coalesce } from '../../pages/coalesce.ts';
import type { EditedFile } from '../../runtime.ts';
import { beforeUri } from '../diffs/diff-documents.ts';
import { t } from '../words.ts';
import type { KnownChanges } from './known-changes.ts';

const BADGE = '✎';
/** Milliseconds: reading hundreds of changed files takes a tenth of a second. */
const REFRESH_MS = 1_000;

interface Shown {
  readonly control: SourceControl;
  readonly group: SourceControlResourceGroup;
  /** By path. */
  files: ReadonlyMap<string, EditedFile>;
}

export class ChangedFiles implements Disposable {
  readonly #known: KnownChanges;
  readonly #shown = new Map<RootId, Shown>();
  readonly #marked = new EventEmitter<Uri[]>();
  readonly #subscriptions: readonly Disposable[];
  #count = 0;

  constructor(known: KnownChanges) {
    this.#known = known;
    const refreshSoon = coalesce(REFRESH_MS, () => void this.#refresh());
    this.#subscriptions = [
      this.#marked,
      refreshSoon,
      known.onChange(refreshSoon),
      window.registerFileDecorationProvider({
        onDidChangeFileDecorations: this.#marked.event,
        provideFileDecoration: uri => this.#markOf(uri),
      }),
    ];
  }

  dispose(): void {
    this.#count++;
    for (const each of this.#subscriptions) each.dispose();
    for (const { control } of this.#shown.values()) control.dispose();
  }

  async #refresh(): Promise<void> {
    const count = ++this.#count;
    const { roots } = this.#known;
    const found = await Promise.all(
      roots.map(
        async rootId => [rootId, await this.#known.filesOf(rootId), await this.#known.titleOf(rootId)] as const,
      ),
    );
    // What came meanwhile is read already.
    if (count !== this.#count) return;
    const before = this.#paths();
    for (const rootId of this.#shown.keys()) if (!roots.includes(rootId)) this.#hide(rootId);
    for (const [rootId, files, title] of found) {
      if (files.length === 0) this.#hide(rootId);
      else this.#show(rootId, files, title);
    }
    this.#marked.fire([...new Set([...before, ...this.#paths()])].map(file => this.#known.uriOf(file)));
  }

  #show(rootId: RootId, files: readonly EditedFile[], title: string): void {
    const shown = this.#shown.get(rootId) ?? makeControl(rootId, title);
    this.#shown.set(rootId, shown);
    shown.files = new Map(files.map(file => [file.path, file]));
    shown.group.resourceStates = files.map(file => {
      const opens = { ...rootRef(rootId), path: file.path };
      return {
        resourceUri: this.#known.uriOf(file.path),
        decorations: { strikeThrough: file.kind === 'deleted', tooltip: this.#tooltipOf(file) },
        command: { command: 'dominds.showChanges', title: t('Show Changes of a Dialog'), arguments: [opens] },
      };
    });
    // The editor asks a new provider again for what a file was, which is another text once something was kept.
    const version = this.#count;
    shown.control.quickDiffProvider = undefined as never;
    shown.control.quickDiffProvider = {
      provideOriginalResource: uri => {
        const file = shown.files.get(this.#known.pathOf(uri) ?? '');
        return file?.lines && file.kind !== 'created'
          ? beforeUri(uri, file.path, { ...rootRef(rootId), version })
          : undefined;
      },
    };
  }

  #hide(rootId: RootId): void {
    this.#shown.get(rootId)?.control.dispose();
    this.#shown.delete(rootId);
  }

  #paths(): readonly string[] {
    return [...this.#shown.values()].flatMap(({ files }) => [...files.keys()]);
  }

  #markOf(uri: Uri): FileDecoration | undefined {
    const path = uri.scheme === 'file' ? this.#known.pathOf(uri) : undefined;
    const files = [...this.#shown.values()].flatMap(shown => (path && shown.files.get(path)) || []);
    return files[0] && new FileDecoration(BADGE, this.#tooltipOf(files[0]));
  }

  #tooltipOf(file: EditedFile): string {
    const { lines } = file;
    return t('{0} changed this file{1}', this.#known.makerOf(file), lines ? `: +${lines.added} −${lines.removed}` : '');
  }
}

function makeControl(rootId: RootId, title: string): Shown {
  // Menus hand it over, and find the dialog in it.
  const control = Object.assign(scm.createSourceControl('dominds', title), rootRef(rootId));
  control.inputBox.visible = false;
  // Git counts these files as well.
  control.count = 0;
  const group = control.createResourceGroup('changed', t('Changed files'));
  return { control, group, files: new Map() };
}
