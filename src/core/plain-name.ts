// Names of files as file systems take them: spellings that look different and lead to the same place. Pure.

/** One name of a path, so that names that some file system takes for the same are the same. */
export function plainName(name: string): string {
  // Windows drops trailing dots and spaces, and reads what follows a colon as a stream of the same file.
  const [file = ''] = name.normalize('NFKC').replaceAll(ignored, '').split(':');
  return file.replace(/[. ]+$/, '').toLowerCase();
}

/** Whether a name may be a short one that Windows made up for a longer one (`GIT~1`, `MCP~1.JSO`): nobody can tell which. */
export function isShortName(name: string): boolean {
  return /^[^.~]{1,7}~\d{1,6}(?:\.[^.]{0,3})?$/.test(plainName(name));
}

/** Characters that nobody sees; HFS+ drops some of them, and people take what is left for the name. */
const ignored = /\p{Default_Ignorable_Code_Point}/gu;
