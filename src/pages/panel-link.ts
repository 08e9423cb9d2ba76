// What a link in a conversation may do: open a web page, or show a file of the rtws at a line. Nothing else: links are
// written by models (SPEC 18.2). Pure.

export type PanelLink =
  | { readonly kind: 'web'; readonly url: string }
  /** `path` is relative to the rtws, with `/`, and stays inside it. Line and column count from 1. */
  | { readonly kind: 'file'; readonly path: string; readonly line?: number; readonly column?: number }
  | { readonly kind: 'refused' };

const refused: PanelLink = { kind: 'refused' };

/** Reads a link as written: `https://…`, `src/a.ts`, `src/a.ts:10:4`, `src/a.ts:10-20` or `src/a.ts#L10`. `rtws` is its absolute path. */
export function parsePanelLink(href: string, rtws: string): PanelLink {
  if (/^https?:\/\//i.test(href)) return webLink(href);
  const [, file = '', place = ''] = /^(.*?)(#L\d+.*|:\d+(?:[:-]\d+)?)?$/s.exec(decode(href)) ?? [];
  const path = insidePath(withoutRoot(file, rtws));
  if (path === undefined) return refused;
  const [line, column] = [...place.matchAll(/\d+/g)].map(([digits]) => Number(digits));
  return { kind: 'file', path, ...(line && { line }), ...(line && column && /^:\d+:/.test(place) && { column }) };
}

function webLink(href: string): PanelLink {
  return URL.canParse(href) ? { kind: 'web', url: new URL(href).href } : refused;
}

function decode(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

/** Models like absolute paths; one inside the rtws is as good as a relative one. */
function withoutRoot(file: string, rtws: string): string {
  return file.startsWith(`${rtws}/`) ? file.slice(rtws.length + 1) : file;
}

/** The normal form of a relative path that stays inside, or `undefined`. */
function insidePath(file: string): string | undefined {
  if (file === '' || /^[/\\]|^[a-z][a-z0-9+.-]*:|\0/i.test(file)) return undefined;
  const steps: string[] = [];
  for (const step of file.split(/[/\\]/)) {
    if (step === '..' && steps.pop() === undefined) return undefined;
    if (step !== '..' && step !== '.' && step !== '') steps.push(step);
  }
  return steps.length > 0 ? steps.join('/') : undefined;
}
