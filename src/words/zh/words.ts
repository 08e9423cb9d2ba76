// The Chinese words for facts: a bundle of its own, loaded when the first is needed.
import type { WordTables } from '../words.ts';
import { doorsZh } from './doors.ts';
import { fileFaultsZh } from './file-faults.ts';
import { findingsZh, healthKindsZh, importNotesZh, withKeptZh } from './findings.ts';
import { noticesZh } from './notices.ts';
import { refusalsZh } from './refusals.ts';
import { transcriptZh } from './transcript.ts';
import { troublesZh } from './troubles.ts';

export const wordsZh: WordTables = {
  refusals: refusalsZh,
  fileFaults: fileFaultsZh,
  findings: findingsZh,
  withKept: withKeptZh,
  healthKinds: healthKindsZh,
  troubles: troublesZh,
  transcript: transcriptZh,
  importNotes: importNotesZh,
  notices: noticesZh,
  doors: doorsZh,
};
