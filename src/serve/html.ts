// The documents of the pages: the panels of the editor, with a bar of links above them, and small forms. A strict
// policy allows only our own files (SPEC 18.1, 21.1).
import type { UntoldChanges } from '../core/dialog/file-changes.ts';
import type { ServeWords } from '../words/en/serve.ts';
import type { ReachedAt } from './public-url.ts';

/** The parts of every document. `nonce` is its own, and is in its policy. */
export interface Document {
  readonly nonce: string;
  readonly language: 'en' | 'zh';
  readonly words: ServeWords;
  readonly title: string;
  /** The first part of its path: '' is the Overview. */
  readonly page: string;
  /** Leads every path of the server: '' or, below another server, as `/proxy/4747`. */
  readonly base: string;
  /** The visitor may only view. */
  readonly isViewOnly: boolean;
  /** The path of a panel's bundle, below the base. */
  readonly assetAddress: (bundle: string) => string;
}

/** A page with a panel in it. `socket` is the path of its connection. */
export function panelDocument(
  document: Document,
  { bundle, socket }: { readonly bundle: 'dialog' | 'overview'; readonly socket: string },
): string {
  const { nonce, words, base, assetAddress, isViewOnly } = document;
  return frame(document, {
    head: `<link rel="stylesheet" href="${base}${assetAddress(`${bundle}.css`)}">\n${plainStyle(document)}`,
    body: `<div id="app"></div>
<p id="connection" role="status" hidden>${escapeHtml(words.lost)}</p>
<script nonce="${nonce}" src="${base}${assetAddress(`${bundle}.js`)}" data-base="${base}" data-socket="${base}${escapeHtml(socket)}"></script>
${isViewOnly ? '' : pushScript(document)}`,
  });
}

/** The change to a file that a call waiting for permission would make. */
export function proposalDocument(
  document: Document,
  { headline, before, after }: { readonly headline: string; readonly before: string; readonly after: string },
): string {
  const { words } = document;
  const side = (title: string, text: string) =>
    `<section><h2>${escapeHtml(title)}</h2><pre dir="auto" tabindex="0">${escapeHtml(text)}</pre></section>`;
  return frame(document, {
    head: plainStyle(document),
    body: `<main class="plain wide"><h1>${escapeHtml(headline)}</h1>
<div class="sides">${side(words.before, before)}${side(words.after, after)}</div></main>`,
  });
}

/** Files that a tree changed, each with its diff. */
export function changesDocument(
  document: Document,
  {
    files,
    untold,
  }: {
    readonly files: readonly { readonly path: string; readonly patch: string }[];
    readonly untold: UntoldChanges | undefined;
  },
): string {
  const { words } = document;
  const shown = files.map(
    ({ path, patch }) =>
      `<section><h2>${escapeHtml(path)}</h2><pre dir="auto" tabindex="0">${patch ? patchHtml(patch) : escapeHtml(words.noText)}</pre></section>`,
  );
  return frame(document, {
    head: plainStyle(document),
    body: `<main class="plain wide"><h1>${escapeHtml(words.changes)}</h1>
${shown.join('\n') || (untold ? '' : `<p>${escapeHtml(words.noChanges)}</p>`)}
${untold ? `<p>${escapeHtml(words.untold[untold])}</p>` : ''}</main>`,
  });
}

/** The hunks of a patch, with the lines that came and went marked as such; its head names the file once more. */
function patchHtml(patch: string): string {
  const hunks = patch.split(/^(?=@@)/m).slice(1);
  const lines = hunks
    .join('')
    .split(/(?<=\n)/)
    .map(line => {
      const tag = line.startsWith('+') ? 'ins' : line.startsWith('-') ? 'del' : undefined;
      return tag ? `<${tag}>${escapeHtml(line)}</${tag}>` : escapeHtml(line);
    });
  return lines.join('');
}

/** What the address of a notice does, to be confirmed, or what became of it. */
export function actionDocument(
  document: Document,
  shown: { readonly headline: string; readonly body: string; readonly option: string } | { readonly said: string },
): string {
  const content =
    'said' in shown
      ? `<p role="status">${escapeHtml(shown.said)}</p>`
      : `<p dir="auto">${escapeHtml(shown.headline)}</p><pre dir="auto" tabindex="0">${escapeHtml(shown.body)}</pre>
<form method="post"><button>${escapeHtml(document.words.answerWith(shown.option))}</button></form>`;
  return frame(document, {
    head: plainStyle(document),
    body: `<main class="plain"><h1>${escapeHtml(document.words.answer)}</h1>${content}</main>`,
  });
}

/** Notices in this browser: what can be done is shown by the script, which knows what the browser can. */
export function noticesDocument(document: Document): string {
  const { words } = document;
  const part = (id: keyof ServeWords['notices'] & string, text: string) =>
    `<p id="${id}" hidden>${escapeHtml(text)}</p>`;
  const { notices } = words;
  return frame(document, {
    head: plainStyle(document),
    body: `<main class="plain"><h1>${escapeHtml(notices.title)}</h1>
<p>${escapeHtml(notices.about)}</p>
<div role="status">${part('insecure', notices.insecure)}${part('unable', notices.unable)}${part('denied', notices.denied)}${part('isOff', notices.isOff)}${part('isOn', notices.isOn)}</div>
<p id="failed" role="alert" hidden></p>
<form id="push"><button id="turnOn" hidden>${escapeHtml(notices.turnOn)}</button><button id="turnOff" hidden>${escapeHtml(notices.turnOff)}</button></form></main>
${pushScript(document)}`,
  });
}

/** Keeps a browser on that takes notices, and does what the page of notices offers. */
function pushScript({ nonce, base, assetAddress }: Document): string {
  return `<script nonce="${nonce}" src="${base}${assetAddress('push.js')}" data-base="${base}" async></script>`;
}

/** A page that has only something to say, with the way to the others above it. */
export function saidDocument(document: Document, said: string): string {
  return frame(document, {
    head: plainStyle(document),
    body: `<main class="plain"><p role="status">${escapeHtml(said)}</p></main>`,
  });
}

/** An address for another device. */
export function addressDocument(document: Document, { url, isHereOnly }: ReachedAt): string {
  const { newAddress, otherDevice, hereOnly } = document.words;
  return frame(document, {
    head: plainStyle(document),
    body: `<main class="plain"><h1>${escapeHtml(newAddress)}</h1>
<p>${escapeHtml(otherDevice)}</p><pre tabindex="0">${escapeHtml(url)}</pre>
${isHereOnly ? `<p role="note">${withCode(hereOnly)}</p>` : ''}</main>`,
  });
}

function plainStyle({ base }: Document): string {
  return `<link rel="stylesheet" href="${base}/browser.css">`;
}

/** The links to the other pages; the one that is shown is marked. */
function navigation({ page, words, base, isViewOnly }: Document): string {
  const link = (to: string, text: string) =>
    `<a href="${base}/${to}"${to === page ? ' aria-current="page"' : ''}>${escapeHtml(text)}</a>`;
  const links = [link('', words.overview), link('new', words.newDialog), link('address', words.newAddress)];
  if (!isViewOnly) links.push(link('notices', words.notices.title));
  return `<nav aria-label="Dominds">${links.join('')}</nav>`;
}

function frame(document: Document, { head, body }: { head: string; body: string }): string {
  const { language, title, base } = document;
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${base}/icon.svg" type="image/svg+xml">
<link rel="manifest" href="${base}/manifest.webmanifest" crossorigin="use-credentials">
<link rel="stylesheet" href="${base}/theme.css">
${head}
</head>
<body>
${navigation(document)}
${body}
</body>
</html>`;
}

/** Text escaped for a document, attributes included. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, letter => `&#${letter.charCodeAt(0)};`);
}

/** Text as HTML, with what stands in backticks as code. */
export function withCode(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}
