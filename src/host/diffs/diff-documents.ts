// Virtual documents of a diff: a file before and after a proposed call, and before a dialog's first edit (SPEC 12.4).
// The runtime is queried each time the editor asks, so they survive a reload.
import { type Disposable, Uri, workspace } from 'vscode';
import type { DialogRef } from '../../core/base/ids.ts';
import type { Runtime } from '../../runtime.ts';
import { dialogOfTarget, questionOfTarget } from '../commands/target.ts';
import type { OpenRtws } from '../open/open-rtws.ts';

const SCHEME = 'dominds-diff';

/** The contents of a document; each part is a plain value, since it is encoded in a URI. */
type Shown =
  | ({ readonly kind: 'proposal' } & ProposalSide)
  | { readonly kind: 'before'; readonly dialog: DialogRef; readonly path: string; readonly version?: number };

/** A side of the change that a question is about; `work`: of this file of the work in a place of its own. */
interface ProposalSide {
  readonly questionId: string;
  readonly side: 'before' | 'after';
  readonly work?: string | undefined;
}

/** One side of a change of this file that waits for leave. */
export function proposalUri(file: Uri, side: ProposalSide): Uri {
  return uriOf(file, { kind: 'proposal', ...side });
}

/**
 * A file as it was before the first edit of a dialog; `path` is relative to the rtws. Another `version` is read anew.
 */
export function beforeUri(
  file: Uri,
  path: string,
  { rootId, selfId, version }: DialogRef & { readonly version?: number },
): Uri {
  return uriOf(file, { kind: 'before', dialog: { rootId, selfId }, path, ...(version !== undefined && { version }) });
}

/** Gives these documents their text. */
export function registerDiffDocuments(rtws: OpenRtws): Disposable {
  return workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: async uri => {
      const opened = await rtws.open();
      const shown = shownBy(uri);
      return opened.ok && shown ? textOf(opened.runtime, shown) : '';
    },
  });
}

async function textOf(runtime: Runtime, shown: Shown): Promise<string> {
  if (shown.kind === 'before') {
    const found = await runtime.textBefore(shown.dialog, shown.path);
    return found.ok ? found.text : '';
  }
  const found = await runtime.proposal(shown.questionId, shown.work);
  return found.ok ? (found.proposal.change[shown.side] ?? '') : '';
}

/** The path is that of the file, so that the editor knows its language and that both sides are the same file. */
function uriOf({ path }: Uri, shown: Shown): Uri {
  return Uri.from({ scheme: SCHEME, path, query: JSON.stringify(shown) });
}

/** URIs can be typed by anyone, so only those that name a question or a file are accepted. */
function shownBy({ query }: Uri): Shown | undefined {
  const said = parse(query) as
    | { kind?: unknown; side?: unknown; path?: unknown; work?: unknown; dialog?: unknown }
    | undefined;
  const questionId = questionOfTarget(said);
  const dialog = dialogOfTarget(said?.dialog);
  if (said?.kind === 'proposal' && questionId !== undefined)
    return {
      kind: 'proposal',
      questionId,
      side: said.side === 'after' ? 'after' : 'before',
      ...(typeof said.work === 'string' && { work: said.work }),
    };
  if (said?.kind === 'before' && dialog && typeof said.path === 'string')
    return { kind: 'before', dialog, path: said.path };
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
