// The files of `.minds/`, for the one member that keeps them (SPEC 12.3). What it writes is checked at once.
import path from 'node:path';
import type { FileProblem } from '../core/team.ts';
import { confine } from './confine.ts';
import type { Done, MindFiles } from './mind-files.ts';
import { refused, tryOnDisk } from './mind-files.ts';
import { parseTeam } from './team-file.ts';
import type { TextFiles } from './text-files.ts';
import { MAX_FILE_BYTES } from './text-files.ts';

/** The team file, relative to the rtws. */
export const teamFilePath = '.minds/team.yaml';

export interface TeamFiles {
  /** A file of `.minds/`, or the names in a folder; '' is `.minds/` itself. */
  read(file: string): Done;
  /** Creates or replaces a file of `.minds/`. The message lists the faults of a team file. */
  write(file: string, content: string): Done;
}

/** The files of `.minds/` in an rtws. */
export function createTeamFiles(rtws: string, files: MindFiles, texts: TextFiles): TeamFiles {
  return {
    read(given) {
      const file = findFile(rtws, given);
      if (file === undefined) return refused(outside);
      const read = texts.read(file);
      if (read.kind === 'text') return { ok: true, message: read.text };
      const names = texts.list(file).map(({ name, kind }) => (kind === 'folder' ? `${name}/` : name));
      if (names.length > 0) return { ok: true, message: names.join('\n') };
      return refused(read.kind === 'broken' ? read.problem.message : `There is no ${file}.`);
    },
    write(given, content) {
      const file = findFile(rtws, given);
      if (file === undefined || !/\.(ya?ml|md)$/.test(file)) return refused(outside);
      if (Buffer.byteLength(content) > MAX_FILE_BYTES) return refused('Too long.');
      const absolute = path.join(rtws, file);
      const written = tryOnDisk(() => {
        files.makeFolder(path.dirname(absolute));
        files.replace(absolute, content, true);
      }, `Wrote ${file}.`);
      const problems = written.ok && file === teamFilePath ? parseTeam(content, file).problems : [];
      return { ...written, message: [written.message, ...problems.map(problemLine)].join('\n') };
    },
  };
}

const outside = 'Name a .md or .yaml file below .minds/, relative to it, like `team/alice/persona.md`.';

function findFile(rtws: string, given: string): string | undefined {
  const below = given
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(\.\/)?\.minds(\/|$)/, '');
  const steps = below.split('/').filter(step => step !== '' && step !== '.');
  if (steps.some(step => step.startsWith('.') || step.includes('\0') || step.includes(':'))) return undefined;
  const file = ['.minds', ...steps].join('/');
  const absolute = path.join(rtws, file);
  return confine(rtws, absolute) && confine(path.join(rtws, '.minds'), absolute) ? file : undefined;
}

function problemLine({ file, line, column, message, remedy, severity }: FileProblem): string {
  return `${severity}: ${[file, line, column].filter(part => part !== undefined).join(':')}: ${message} — ${remedy}`;
}
