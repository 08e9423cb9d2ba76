// Files dropped on the composer, from the editor's explorer or from outside.

/** The forms in which the editor and the desktop hand over files. */
const uriLists = ['application/vnd.code.uri-list', 'text/uri-list'];

/** Calls `take` with the URIs of dropped files; false for a drop of anything else. */
export function takeDropped(event: DragEvent, take: (uris: string[]) => void): boolean {
  const type = uriLists.find(each => event.dataTransfer?.types.includes(each));
  const uris = type && event.dataTransfer ? urisIn(event.dataTransfer.getData(type)) : [];
  if (uris.length === 0) return false;
  event.preventDefault();
  take(uris);
  return true;
}

/** One a line; lines that begin with `#` are comments. */
function urisIn(list: string): string[] {
  return list
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'));
}
