// The Chinese words for facts: a bundle of its own, loaded when the first is needed.
import type { WordTables } from '../words.ts';
import { doors } from './doors.ts';
import { fileFaultsZh } from './file-faults.ts';
import { findings, healthKinds, withKept } from './findings.ts';
import { notices } from './notices.ts';
import { refusalsZh } from './refusals.ts';
import { transcript } from './transcript.ts';
import { troubles } from './troubles.ts';

export const wordsZh: WordTables = {
  refusals: refusalsZh,
  fileFaults: fileFaultsZh,
  findings,
  withKept,
  healthKinds,
  troubles,
  transcript,
  notices,
  doors,
};
