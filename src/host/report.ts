// A read-only document in the editor's Markdown preview. It is made anew on request, so it has nothing to save and
// stays current after a reload.
import { commands, type Disposable, EventEmitter, Uri, workspace } from 'vscode';
import type { Outcome } from '../core/facts/trouble.ts';
import { withoutImages } from '../core/text/plain-markdown.ts';
import type { Runtime } from '../runtime.ts';
import type { OpenRtws } from './open/open-rtws.ts';
import { refusalWords } from './words.ts';

interface Report {
  /** Opens the current text. */
  show(): Promise<void>;
  /** Gives the document its text. */
  register(rtws: OpenRtws): Disposable;
}

/** A report named `name`; `write` gives its Markdown. */
export function createReport(
  name: string,
  write: (runtime: Runtime) => Promise<Outcome<{ text: string }>> | Outcome<{ text: string }>,
): Report {
  const document = Uri.from({ scheme: `dominds-${name}`, path: `/${name}.md` });
  const changes = new EventEmitter<Uri>();
  return {
    async show() {
      changes.fire(document);
      await commands.executeCommand('markdown.showPreview', document);
    },
    register: rtws =>
      workspace.registerTextDocumentContentProvider(document.scheme, {
        onDidChange: changes.event,
        async provideTextDocumentContent() {
          const opened = await rtws.open();
          const written = opened.ok ? await write(opened.runtime) : opened;
          return withoutImages(written.ok ? written.text : `${refusalWords(written).message}\n`);
        },
      }),
  };
}
