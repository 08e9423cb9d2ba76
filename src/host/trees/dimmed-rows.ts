// Rows of hidden or missing things, in a dimmed colour. The editor asks by URI.
import { type Disposable, FileDecoration, ThemeColor, Uri, window } from 'vscode';

const SCHEME = 'dominds-dimmed';

/** The URI of a dimmed row. */
export function dimmedUri(rowId: string): Uri {
  return Uri.from({ scheme: SCHEME, path: `/${rowId}` });
}

/** Draws them. */
export function registerDimmedRows(): Disposable {
  const dimmed = new FileDecoration(undefined, undefined, new ThemeColor('disabledForeground'));
  return window.registerFileDecorationProvider({
    provideFileDecoration: uri => (uri.scheme === SCHEME ? dimmed : undefined),
  });
}
