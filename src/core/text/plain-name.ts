// Names of files as file systems take them: spellings that look different and lead to the same place. Pure.

/** One name of a path, so that names that some file system takes for the same are the same. */
export function plainName(name: string): string {
  // Windows drops trailing dots and spaces, and reads what follows a colon as a stream of the same file.
  const [file = ''] = name.normalize('NFKC').replaceAll(ignored, '').split(':');
  return file.replace(/[. ]+$/, '').toLowerCase();
}

/**
 * True if a name may be a short name that Windows made for a longer one (`GIT~1`, `MCP~1.JSO`), which cannot be
 * resolved here.
 */
export function isShortName(name: string): boolean {
  return /^[^.~]{1,7}~\d{1,6}(?:\.[^.]{0,3})?$/.test(plainName(name));
}

/** Invisible characters; HFS+ drops some of them, and people overlook them in names. */
const ignored = /\p{Default_Ignorable_Code_Point}/gu;
