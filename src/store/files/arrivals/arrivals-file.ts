// The file in which the subdialogs of a tree begin: making a folder and a file for each of fifty would keep all of them
// waiting for the disk. Each line is a line of a first course behind the id of its dialog. The folders are made a
// moment later, and then the file goes (SPEC 9.1).
import * as path from 'node:path';
import { isId } from '../../../core/base/ids.ts';
import type { Files } from '../../disk-files.ts';
import { courseFileName, subdialogsFolderName } from '../layout.ts';

/** The course with which a dialog begins. */
export const firstCourse = courseFileName(1);

/**
 * `arrivals-<writer>.txt` in the folder of a root. Each process has its own, so none goes on in the file of another.
 */
export function arrivalsFileName(writer: string): string {
  return `arrivals-${writer}.txt`;
}

/** True for the names that `arrivalsFileName` gives. */
export function isArrivalsFile(name: string): boolean {
  return /^arrivals-\w+\.txt$/.test(name);
}

/** True for what lies in the folder of a root that has subdialogs: their folder, or a file in which they begin. */
export function isPlaceOfSubdialogs(name: string): boolean {
  return name === subdialogsFolderName || isArrivalsFile(name);
}

/** Paths of the arrivals files in the folder of a root. */
export function arrivalsFilesIn(files: Pick<Files, 'list'>, rootFolder: string): string[] {
  return files
    .list(rootFolder)
    .filter(isArrivalsFile)
    .sort()
    .map(name => path.join(rootFolder, name));
}

/** Lines of a first course as they are written into the file; `text` ends with a line break. */
export function arrivalLines(dialog: string, text: string): string {
  return text.replace(/^(?=.)/gm, `${dialog} `);
}

/** The text of each first course in such a file, by its dialog. A torn last line and foreign lines are left out. */
export function readArrivals(text: string): Map<string, string> {
  const courses = new Map<string, string>();
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  for (const line of whole.split('\n')) {
    const end = line.indexOf(' ');
    const dialog = line.slice(0, Math.max(0, end));
    if (isId(dialog)) courses.set(dialog, `${courses.get(dialog) ?? ''}${line.slice(end + 1)}\n`);
  }
  return courses;
}

/** The folder of a subdialog, taken apart; undefined for any other path. */
export function subdialogFolder(folder: string): { readonly dialog: string; readonly rootFolder: string } | undefined {
  const parent = path.dirname(folder);
  const dialog = path.basename(folder);
  return path.basename(parent) === subdialogsFolderName && isId(dialog)
    ? { dialog, rootFolder: path.dirname(parent) }
    : undefined;
}
