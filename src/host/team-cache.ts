// Teams as team files were read, kept beside the code of earlier starts and believed like it: what is in this folder
// decides what runs.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Member } from '../core/team/team.ts';
import type { KeptTeams, LoadedTeam } from '../runtime.ts';
import { readKeptFile, writeKept } from './kept-files.ts';

/** Each folder that somebody opens has a team file, and each edit of it makes another text. */
const MOST = 50;

/** What kept teams are kept with. */
export interface KeptTeamsOptions {
  /** Absolute; made when needed. */
  readonly folder: string;
  /** Of the code that reads team files: other code may read the same text otherwise. */
  readonly build: string;
  /** Does work once the start is over. */
  readonly later: (work: () => void) => void;
}

/** The kept teams of a folder. Whatever is wrong with it, a team is read from its file instead. */
export function openKeptTeams({ folder, build, later }: KeptTeamsOptions): KeptTeams {
  const nameOf = (text: string) => `${digest(`${build}\n${text}`).toString('hex')}.team`;
  return {
    recall(text) {
      const bytes = readKeptFile(path.join(folder, nameOf(text)));
      return bytes && teamOf(bytes);
    },
    keep: (text, loaded) => later(() => store(folder, nameOf(text), loaded)),
  };
}

function store(folder: string, name: string, loaded: LoadedTeam): void {
  const body = Buffer.from(JSON.stringify(toData(loaded)));
  // YAML has values that JSON has not; a team with one is read from its file each time.
  if (!isDeepStrictEqual(fromData(body), loaded)) return;
  try {
    mkdirSync(folder, { recursive: true });
    const names = readdirSync(folder);
    if (names.length >= MOST) for (const each of names) rmSync(path.join(folder, each), { force: true });
    writeKept(path.join(folder, name), Buffer.concat([digest(body), body]));
  } catch {
    // A missing file is harmless.
  }
}

function teamOf(bytes: Buffer): LoadedTeam | undefined {
  const body = bytes.subarray(DIGEST_BYTES);
  return digest(body).equals(bytes.subarray(0, DIGEST_BYTES)) ? fromData(body) : undefined;
}

/** A team as JSON has it. */
type TeamData = Omit<LoadedTeam, 'team'> & {
  readonly team: Omit<LoadedTeam['team'], 'members'> & { readonly members: readonly Member[] };
};

function toData({ team, ...loaded }: LoadedTeam): TeamData {
  return { ...loaded, team: { ...team, members: [...team.members.values()] } };
}

function fromData(body: Uint8Array): LoadedTeam {
  const { team, ...loaded } = JSON.parse(new TextDecoder().decode(body)) as TeamData;
  return { ...loaded, team: { ...team, members: new Map(team.members.map(member => [member.id, member])) } };
}

const DIGEST_BYTES = 32;

function digest(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}
