// Finds files in `.dialogs/inbox/` that will never be taken, incrementally and up to a readable number: the folder may
// contain any number of files (SPEC 14.2, 18.8). Changes nothing.
import * as path from 'node:path';
import type { Finding } from '../../../core/facts/findings.ts';
import { type StrayKind, strayFiles } from '../inbox.ts';
import { createLayout } from '../layout.ts';
import { type LockEnvironment, readLock } from '../lock/lock.ts';
import { type FolderFault, leftOver } from './check-folders.ts';

/** Files that are named; of the others it is said how many there are. */
const MOST_NAMED = 200;

const strays: Readonly<Record<StrayKind, Finding>> = {
  refusal: { id: 'uncollected-refusal' },
  broken: { id: 'unreadable-message' },
  foreign: { id: 'foreign-inbox-file' },
};

/** Yields when others should have their turn. While a process drives, what lies there is under way. */
export function* checkInbox(rtws: string, environment: LockEnvironment): Generator<void, readonly FolderFault[]> {
  const { inbox } = createLayout(rtws);
  const driver = readLock(rtws, environment);
  const isUnderWay = driver !== undefined && driver.pid !== environment.pid;
  const faults: FolderFault[] = [];
  let unnamed = 0;
  for (const found of strayFiles(environment.files, inbox)) {
    if (found === undefined) {
      yield;
      continue;
    }
    const { name, kind } = found;
    if (isUnderWay && kind !== 'temporary') continue;
    const fault = kind === 'temporary' ? leftOver(inbox, name, environment) : strayFault(inbox, name, kind);
    if (fault === undefined) continue;
    if (faults.length < MOST_NAMED) faults.push(fault);
    else unnamed += 1;
  }
  if (unnamed === 0) return faults;
  const finding: Finding = { id: 'more-inbox-files', count: unnamed };
  return [...faults, { kind: 'orphan', at: inbox, finding, isJunk: false }];
}

function strayFault(inbox: string, name: string, kind: StrayKind): FolderFault {
  return { kind: 'orphan', at: path.join(inbox, name), finding: strays[kind], isJunk: kind === 'refusal' };
}
