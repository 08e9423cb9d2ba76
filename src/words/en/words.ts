// The English words for facts.
import type { WordTables } from '../words.ts';
import { doors } from './doors.ts';
import { fileFaults } from './file-faults.ts';
import { findings, healthKinds, withKept } from './findings.ts';
import { notices } from './notices.ts';
import { refusalsEn } from './refusals.ts';
import { transcript } from './transcript.ts';
import { troubles } from './troubles.ts';

export const wordsEn: WordTables = {
  refusals: refusalsEn,
  fileFaults,
  findings,
  withKept,
  healthKinds,
  troubles,
  transcript,
  notices,
  doors,
};
