// A comment of the person beside lines that a dialog changed: it goes to that dialog as a message about those lines.
import {
  type CommentingRangeProvider,
  CommentMode,
  type CommentReply,
  type CommentThread,
  CommentThreadCollapsibleState,
  comments,
  type Disposable,
  Range,
  type Uri,
} from 'vscode';
import { type RootId, rootRef } from '../../core/base/ids.ts';
import { HUNK_CONTEXT, type Hunk } from '../../core/changes/hunks.ts';
import type { CommentMessage } from '../host.ts';
import { t } from '../words.ts';
import type { KnownChanges } from './known-changes.ts';

export class ChangeComments implements Disposable {
  readonly #known: KnownChanges;
  readonly #threads = new Set<CommentThread>();
  readonly #subscriptions: readonly Disposable[];

  constructor(known: KnownChanges) {
    this.#known = known;
    const controller = comments.createCommentController('dominds', 'Dominds');
    controller.options = {
      prompt: t('Comment on these lines'),
      placeHolder: t('What should be different? It goes to the dialog as a message.'),
    };
    const ranges: CommentingRangeProvider = {
      provideCommentingRanges: async document => {
        const found = await Promise.all(known.roots.map(rootId => known.hunksIn(rootId, document, HUNK_CONTEXT)));
        return found.flat().map(rangeOf);
      },
    };
    const refresh = () => {
      // The editor asks a provider that is set for the ranges of the documents that are open.
      controller.commentingRangeProvider = ranges;
      void this.#removeSettled();
    };
    refresh();
    this.#subscriptions = [controller, known.onChange(refresh)];
  }

  dispose(): void {
    for (const each of [...this.#threads, ...this.#subscriptions]) each.dispose();
  }

  /** As `ShownChanges` has it. */
  async messageOf({ thread, text }: CommentReply): Promise<CommentMessage | undefined> {
    const rootId = await this.#rootOf(thread.uri);
    const file = this.#known.pathOf(thread.uri);
    if (rootId === undefined || file === undefined) return undefined;
    return {
      dialog: rootRef(rootId),
      content: `@${file}${linesIn(thread.range)}\n\n${text}`,
      sent: () => {
        this.#threads.add(thread);
        thread.comments = [{ body: text, mode: CommentMode.Preview, author: { name: t('You') } }];
        thread.label = t('Sent');
        thread.canReply = false;
        thread.collapsibleState = CommentThreadCollapsibleState.Collapsed;
      },
    };
  }

  /** The root that was followed last of those that changed a file. */
  async #rootOf(uri: Uri): Promise<RootId | undefined> {
    for (const rootId of this.#known.roots.toReversed()) if (await this.#known.fileAt(rootId, uri)) return rootId;
    return undefined;
  }

  async #removeSettled(): Promise<void> {
    for (const thread of this.#threads) {
      if (await this.#rootOf(thread.uri)) continue;
      this.#threads.delete(thread);
      thread.dispose();
    }
  }
}

/** The lines of a hunk in the new text. */
function rangeOf({ at, lines }: Hunk): Range {
  const count = lines.filter(line => !line.startsWith('-')).length;
  return new Range(Math.max(0, at - 1), 0, Math.max(0, at + count - 2), 0);
}

/** `:10-12`, or `:10`; '' for a comment on a whole file. */
function linesIn(range: Range | undefined): string {
  if (!range) return '';
  const [first, last] = [range.start.line + 1, range.end.line + 1];
  return first === last ? `:${first}` : `:${first}-${last}`;
}
