// The page of a panel: one style sheet, one script, and a content policy that lets nothing else in (SPEC 18.1).
import { randomUUID } from 'node:crypto';
import { Uri, type Webview, type WebviewOptions } from 'vscode';
import { displayLanguage } from '../words.ts';
import { contentPolicy } from './content-policy.ts';

/** Scripts on, and nothing but our own built files within reach. */
export function panelOptions(extension: Uri): WebviewOptions {
  return { enableScripts: true, localResourceRoots: resourceRoots(extension) };
}

/** The icon of a panel's tab. */
export function panelIcon(extension: Uri): { light: Uri; dark: Uri } {
  const media = (name: string) => Uri.joinPath(extension, 'media', name);
  return { light: media('dialog-light.svg'), dark: media('dialog-dark.svg') };
}

/**
 * The whole page. `title` is for screen readers until the panel names itself; `bundle` is its folder of `webview/`;
 * `keep` names its state where one webview shows several pages in turn.
 */
export function panelHtml(
  webview: Webview,
  extension: Uri,
  { title, bundle, keep }: { readonly title: string; readonly bundle: 'dialog' | 'overview'; readonly keep?: string },
): string {
  const nonce = randomUUID().replaceAll('-', '');
  const file = (name: string) => webview.asWebviewUri(Uri.joinPath(extension, 'dist', 'webview', name)).toString();
  const policy = contentPolicy({ nonce, source: webview.cspSource });
  return `<!DOCTYPE html>
<html lang="${displayLanguage()}">
<head>
<meta charset="UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${file(`${bundle}.css`)}">
</head>
<body>
<div id="app"></div>
<script nonce="${nonce}"${keep === undefined ? '' : ` data-keep="${escapeHtml(keep)}"`} src="${file(`${bundle}.js`)}"></script>
</body>
</html>`;
}

function resourceRoots(extension: Uri): Uri[] {
  return [Uri.joinPath(extension, 'dist', 'webview'), Uri.joinPath(extension, 'media')];
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, letter => `&#${letter.charCodeAt(0)};`);
}
