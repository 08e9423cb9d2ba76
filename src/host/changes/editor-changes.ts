// Changes of dialogs in the parts of the editor that are made for changes (SPEC 25.2): lenses and comments beside the
// lines, and a list in Source Control. This file waits until something changed.
import { type CommentReply, Disposable, languages } from 'vscode';
import type { RootId } from '../../core/base/ids.ts';
import type { CommentMessage, ShownChanges } from '../host.ts';
import type { OpenRtws } from '../open/open-rtws.ts';
import { ChangeComments } from './change-comments.ts';
import { changeLenses } from './change-lenses.ts';
import { ChangedFiles } from './changed-files.ts';
import { KnownChanges } from './known-changes.ts';

export class EditorChanges implements ShownChanges {
  readonly #known: KnownChanges;
  readonly #comments: ChangeComments;
  readonly #parts: Disposable;

  constructor(rtws: OpenRtws) {
    this.#known = new KnownChanges(rtws);
    this.#comments = new ChangeComments(this.#known);
    this.#parts = Disposable.from(
      languages.registerCodeLensProvider({ scheme: 'file' }, changeLenses(this.#known)),
      new ChangedFiles(this.#known),
      this.#comments,
      this.#known,
    );
  }

  dispose(): void {
    this.#parts.dispose();
  }

  follow(rootId: RootId): void {
    this.#known.follow(rootId);
  }

  messageOf(reply: CommentReply): Promise<CommentMessage | undefined> {
    return this.#comments.messageOf(reply);
  }
}
