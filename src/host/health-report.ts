// The results of a health check as a read-only document in the editor's Markdown preview. It is recomputed on request,
// so it has nothing to save and stays current after a reload (SPEC 14.2).
import { commands, Disposable, EventEmitter, Uri, workspace } from 'vscode';
import { withoutImages } from '../core/plain-markdown.ts';
import type { OpenRtws } from './open-rtws.ts';
import { healthText } from './rows/health-items.ts';
import { healthWords, refusalWords, t } from './words.ts';

const document = Uri.from({ scheme: 'dominds-health', path: '/health.md' });
const changes = new EventEmitter<Uri>();

/** Opens the current report. */
export async function showHealthReport(): Promise<void> {
  changes.fire(document);
  await commands.executeCommand('markdown.showPreview', document);
}

/** Gives the document its text. */
export function registerHealthReport(rtws: OpenRtws): Disposable {
  return Disposable.from(
    workspace.registerTextDocumentContentProvider(document.scheme, {
      onDidChange: changes.event,
      async provideTextDocumentContent() {
        const opened = await rtws.open();
        const checked = opened.ok ? await opened.runtime.doctor({ repair: false }) : opened;
        return withoutImages(
          checked.ok ? healthText(healthWords(checked.report), t) : `${refusalWords(checked).message}\n`,
        );
      },
    }),
  );
}
