// Files that somebody drops on the composer, from the explorer of the editor or from outside.

/** The forms in which the editor and the desktop hand over files. */
const uriLists = ['application/vnd.code.uri-list', 'text/uri-list'];

/** Calls `take` with the URIs of dropped files; a drop of anything else is left to the browser. */
export function takeDropped(event: DragEvent, take: (uris: string[]) => void): void {
  const type = uriLists.find(each => event.dataTransfer?.types.includes(each));
  const uris = type && event.dataTransfer ? urisIn(event.dataTransfer.getData(type)) : [];
  if (uris.length === 0) return;
  event.preventDefault();
  take(uris);
}

/** One a line; lines that begin with `#` are comments. */
function urisIn(list: string): string[] {
  return list
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'));
}
