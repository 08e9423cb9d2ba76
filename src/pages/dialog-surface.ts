// What a dialog's session asks of the place of its page: an editor's panel, or a browser (SPEC 8.3).
import type { DialogRef } from '../core/base/ids.ts';
import type { GivenImage } from '../core/base/image.ts';
import type { Language } from '../core/base/language.ts';
import type { Surface } from '../core/dialog/answered-by.ts';
import type { Outcome } from '../core/facts/trouble.ts';
import type { Focus, ToHost, ToWebview } from '../protocol/messages.ts';
import type { Runtime } from '../runtime/api.ts';
import type { PageFrame } from './page-rtws.ts';

/** The functions of a page's place. */
export type SurfaceMessage = Extract<
  ToHost,
  {
    kind:
      | 'focusGiven'
      | 'focusWanted'
      | 'holdText'
      | 'inFront'
      | 'openLink'
      | 'insertCode'
      | 'openCode'
      | 'suggest'
      | 'dropped'
      | 'pickImages'
      | 'copy'
      | 'showDiff'
      | 'showChanges'
      | 'undoEdits'
      | 'saveFile'
      | 'nextQuestion'
      | 'mend';
  }
>;

/** The place of a page: an editor's panel, or a browser. */
export interface DialogSurface {
  /** The recorded surface of answers. */
  readonly name: Surface;
  readonly post: (message: ToWebview) => void;
  /** In which the person is told why something was refused. */
  readonly language: () => Language;
  readonly frame: (runtime: Runtime) => PageFrame;
  /** Shows another dialog of the tree, or a new one. */
  readonly open: (dialog: DialogRef, focus?: Focus) => void;
  readonly perform: (message: SurfaceMessage) => Promise<void> | void;
  /** Marks a root as done, after the person confirmed it where work is pending; `undefined` when they did not. */
  readonly complete: (runtime: Runtime, dialog: DialogRef) => Promise<Outcome<object> | undefined>;
  /** The headline and responder that a title names may have changed. */
  readonly retitle: (runtime: Runtime, dialog: { readonly agentId: string; readonly headline: string }) => void;
  /** The dialog was new and is begun now. */
  readonly begun?: () => void;
  /** Keeps the images of the composer while there is no page and no session; absent where neither comes again. */
  readonly composer?: {
    images(): Promise<readonly GivenImage[]>;
    keep(images: readonly GivenImage[]): void;
  };
  /** Something threw: the log and the person are told. */
  readonly failed: (error: unknown) => void;
  /** A message was not understood and dropped. */
  readonly dropped: (what: string) => void;
}
