// A whole dialog as one document: all its courses, and those of the dialogs below it (SPEC 13.2).
import type { AgentId, DialogRef } from '../../core/base/ids.ts';
import { formatRef } from '../../core/base/ids.ts';
import type { CourseRecord } from '../../core/dialog/record.ts';
import type { DialogState } from '../../core/dialog/state.ts';
import { dialogTitle, type TranscriptBlock, transcriptBlocks } from '../../core/dialog/transcript/transcript-blocks.ts';
import type { TranscriptWords } from '../../core/dialog/transcript/transcript-words.ts';
import { flattenTree } from '../../core/dialog/view/waiting.ts';
import type { Outcome } from '../../core/facts/trouble.ts';
import { createPlainMarkdown } from '../../core/text/plain-markdown.ts';
import { transcriptWords } from '../../words/say.ts';
import type { Runtime } from '../api.ts';

/** One dialog with all its records. */
export interface ExportedDialog extends DialogRef {
  readonly agentId: AgentId;
  readonly headline: string;
  readonly courses: readonly { readonly course: number; readonly records: readonly CourseRecord[] }[];
  /** Images that the records name, as data URLs by their hash: an export is one file. */
  readonly images?: Readonly<Record<string, string>>;
}

/** A dialog and those below it, each before its subdialogs. */
export async function exportDialogs(
  runtime: Pick<Runtime, 'tree' | 'view' | 'image'>,
  top: DialogRef,
): Promise<Outcome<{ dialogs: readonly ExportedDialog[] }>> {
  const found = await runtime.tree(top.rootId);
  if (!found.ok) return found;
  const node = flattenTree(found.tree).find(({ selfId }) => selfId === top.selfId);
  const dialogs: ExportedDialog[] = [];
  for (const { rootId, selfId } of node === undefined ? [top] : flattenTree(node)) {
    const exported = await exportDialog(runtime, { rootId, selfId });
    if (!exported.ok) return exported;
    dialogs.push(exported.dialog);
  }
  return { ok: true, dialogs };
}

/** The document of an export: readable text in that language, or all records as JSON. Ends in a line end. */
export function exportText(
  dialogs: readonly ExportedDialog[],
  format: 'md' | 'json',
  language: 'en' | 'zh' = 'en',
): string {
  if (format === 'json') return `${JSON.stringify({ dialogs }, null, 2)}\n`;
  const words = transcriptWords(language);
  const plain = createPlainMarkdown();
  return dialogs.map(dialog => dialogMarkdown(dialog, words, plain)).join('\n');
}

async function exportDialog(
  runtime: Pick<Runtime, 'view' | 'image'>,
  ref: DialogRef,
): Promise<Outcome<{ dialog: ExportedDialog }>> {
  const read = await readCourses(runtime, ref);
  if (!read.ok) return read;
  const { state, courses } = read;
  const { agentId } = state.identity;
  const images = await imagesOf(runtime, ref, courses);
  return { ok: true, dialog: { ...ref, agentId, headline: state.headline, courses, ...(images && { images }) } };
}

/** All records of one dialog, by course, and how it stands now. */
export async function readCourses(
  runtime: Pick<Runtime, 'view'>,
  ref: DialogRef,
): Promise<Outcome<Pick<ExportedDialog, 'courses'> & { readonly state: DialogState }>> {
  const newest = await runtime.view(ref);
  if (!newest.ok) return newest;
  const { state, records } = newest.view;
  const courses: { course: number; records: readonly CourseRecord[] }[] = [];
  for (let course = 1; course < state.course; course += 1) {
    const viewed = await runtime.view(ref, { course });
    if (!viewed.ok) return viewed;
    courses.push({ course, records: viewed.view.records });
  }
  return { ok: true, state, courses: [...courses, { course: state.course, records }] };
}

/** One whose file is gone is left out. */
async function imagesOf(
  runtime: Pick<Runtime, 'image'>,
  ref: DialogRef,
  courses: ExportedDialog['courses'],
): Promise<ExportedDialog['images']> {
  const urls: Record<string, string> = {};
  for (const record of courses.flatMap(({ records }) => records)) {
    if (record.kind !== 'userSaid' && record.kind !== 'messageQueued') continue;
    for (const image of record.images ?? []) {
      const read = image.hash in urls ? undefined : await runtime.image(ref, image);
      if (read?.ok) urls[image.hash] = `data:${image.type};base64,${Buffer.from(read.bytes).toString('base64')}`;
    }
  }
  return Object.keys(urls).length > 0 ? urls : undefined;
}

function dialogMarkdown(dialog: ExportedDialog, words: TranscriptWords, plain: (markdown: string) => string): string {
  const title = dialog.headline === '' ? dialogTitle(dialog, dialog) : plain(dialog.headline);
  const courses = dialog.courses.map(({ course, records }) => {
    const heading = dialog.courses.length > 1 ? [`## ${words.course(course)}`, ''] : [];
    return [
      ...heading,
      ...transcriptBlocks(records, words).map(block => blockMarkdown(block, { urls: dialog.images ?? {}, plain })),
    ].join('\n');
  });
  return [`# ${title}`, '', `\`${formatRef(dialog)}\` · ${dialog.agentId}`, '', ...courses].join('\n');
}

interface Writing {
  /** Of images, by their hash. */
  readonly urls: Readonly<Record<string, string>>;
  readonly plain: (markdown: string) => string;
}

function blockMarkdown({ heading, text, at, images = [] }: TranscriptBlock, { urls, plain }: Writing): string {
  const shown = images.flatMap(({ name, hash }) =>
    urls[hash] === undefined ? [] : [`\n![${name.replace(/[\\[\]]/g, '')}](${urls[hash]})\n`],
  );
  return `**${heading}** · ${at}\n${text === '' ? '' : `\n${plain(text)}\n`}${shown.join('')}`;
}
