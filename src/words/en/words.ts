// The English words for facts.
import type { WordTables } from '../words.ts';
import { doorsEn } from './doors.ts';
import { fileFaultsEn } from './file-faults.ts';
import { findingsEn, healthKindsEn, importNotesEn, withKeptEn } from './findings.ts';
import { noticesEn } from './notices.ts';
import { refusalsEn } from './refusals.ts';
import { transcriptEn } from './transcript.ts';
import { troublesEn } from './troubles.ts';

export const wordsEn: WordTables = {
  refusals: refusalsEn,
  fileFaults: fileFaultsEn,
  findings: findingsEn,
  withKept: withKeptEn,
  healthKinds: healthKindsEn,
  troubles: troublesEn,
  transcript: transcriptEn,
  importNotes: importNotesEn,
  notices: noticesEn,
  doors: doorsEn,
};
