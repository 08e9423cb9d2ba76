// Reads the team file each time that it changed, knowing what it said before (SPEC 18.6), and what a sound one said to
// an earlier process.
import type { FileProblem, Team } from '../../core/team/team.ts';
import type { TextFile } from '../files/text-files.ts';
import { type LoadedTeam, noTeamFile, parseTeam, teamState, unreadTeam } from './team-file.ts';
import { teamFilePath } from './team-files.ts';

/**
 * Teams as earlier processes of the same build read them. Reading a team file takes the libraries of YAML and of
 * schemas, which are a quarter of the start of a window; what a sound one says is data.
 */
export interface KeptTeams {
  /** What was read from exactly this text; `undefined` when that is not known. */
  recall(text: string): LoadedTeam | undefined;
  /** Keeps it for later processes; failing to is no fault. */
  keep(text: string, loaded: LoadedTeam): void;
}

/** What readings of a team file are told, and where they look; all is optional. */
export interface TeamReaderOptions {
  /** Told once at each change of the file: whose last good reading holds, and who has no tools. */
  readonly onUnread?: (problem: FileProblem) => void;
  readonly kept?: KeptTeams;
}

/** The reader of one team file; call it whenever the file is another. Never throws. */
export function createTeamReader({ onUnread, kept }: TeamReaderOptions): (file: TextFile) => LoadedTeam {
  let last: LastReading | undefined;
  return file => {
    const loaded = readTeamFile(file, last, kept);
    last = { team: loaded.team, hasFile: file.kind !== 'missing' || last?.hasFile === true };
    const state = teamState(teamFilePath, loaded);
    for (const problem of state) onUnread?.(problem);
    return { ...loaded, problems: [...loaded.problems, ...state] };
  };
}

interface LastReading {
  readonly team: Team;
  readonly hasFile: boolean;
}

function readTeamFile(file: TextFile, last: LastReading | undefined, kept: KeptTeams | undefined): LoadedTeam {
  switch (file.kind) {
    case 'text':
      return last ? parseTeam(file.text, teamFilePath, last.team) : readFirst(file.text, kept);
    case 'broken':
      return unreadTeam(file.problem, last?.team);
    case 'missing':
      return last?.hasFile ? unreadTeam(teamFileGone, last.team) : noTeamFile();
  }
}

/** A file with a fault is read anew by every process: its problems have words and places. */
function readFirst(text: string, kept: KeptTeams | undefined): LoadedTeam {
  const known = kept?.recall(text);
  if (known) return known;
  const loaded = parseTeam(text, teamFilePath);
  if (loaded.problems.length === 0) kept?.keep(text, loaded);
  return loaded;
}

/** An editor may save by removing and recreating a file, so a missing file is not a decision of the person. */
const teamFileGone: FileProblem = {
  file: teamFilePath,
  fault: { id: 'team-gone' },
  severity: 'warning',
};
