// Files that are dropped on the composer or pasted into it, from the editor's explorer or from outside.

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

/** True if a drag brings files, not words. */
export function bringsFiles({ dataTransfer }: DragEvent): boolean {
  return [...uriLists, 'Files'].some(each => dataTransfer?.types.includes(each));
}

/** Takes the files out of a paste or a drop; anything else is left to the browser. */
export function takeFiles(event: Event, transfer: DataTransfer | null, take: (files: File[]) => void): void {
  // An office program puts a picture of the text beside it.
  if (transfer?.types.includes('text/plain')) return;
  const files = [...(transfer?.files ?? [])];
  if (files.length === 0) return;
  event.preventDefault();
  take(files);
}

/** One a line; lines that begin with `#` are comments. */
function urisIn(list: string): string[] {
  return list
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'));
}
