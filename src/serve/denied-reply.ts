// Replies to requests that are not answered: a page for people, a line of text for programs. Both are the same for
// every visitor and contain nothing of the folder (SPEC 21.1).
import { randomBytes } from 'node:crypto';
import type * as http from 'node:http';
import { withCode } from './html.ts';
import { plain, type Reply } from './reply.ts';
import { languageOfRequest, type TurnedAway } from './words.ts';

/** The reply that says what happened and what to do. `script` may lead the browser elsewhere before. */
export function turnAway(headers: http.IncomingHttpHeaders, status: number, why: TurnedAway, script = ''): Reply {
  // Browsers name HTML when a person opens an address; scripts, images and programs do not.
  if (!headers.accept?.includes('text/html')) return plain(status, `${why.message} ${why.remedy}`.trim());
  const nonce = randomBytes(16).toString('base64');
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}';${script && ` script-src 'nonce-${nonce}';`} base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
    body: page(why, { nonce, language: languageOfRequest(headers['accept-language']), script }),
  };
}

/** Stands alone: the style sheets and the icon of the other pages need access. */
function page(
  { message, remedy }: TurnedAway,
  { nonce, language, script }: { nonce: string; language: 'en' | 'zh'; script: string },
): string {
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Dominds</title>
<style nonce="${nonce}">${style}</style>
${script && `<script nonce="${nonce}">${script}</script>`}
</head>
<body>
<main>
<p class="product">Dominds</p>
<h1>${withCode(message)}</h1>
<p>${withCode(remedy)}</p>
</main>
</body>
</html>`;
}

const style = `body { margin: 0; font: 16px/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 560px; margin: 0 auto; padding: max(24px, 12vh) 24px 24px; }
h1 { margin: 0 0 12px; font-size: 1.5em; line-height: 1.3; text-wrap: balance; }
p { margin: 0; }
.product { margin-bottom: 4px; font-weight: 600; }
code { padding: 1px 4px; border: 1px solid; border-radius: 4px; font: .9em ui-monospace, monospace; }`;
