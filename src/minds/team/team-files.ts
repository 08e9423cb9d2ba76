// The files of `.minds/`, for the member that keeps them (SPEC 12.3). Its writes are checked at once.
import path from 'node:path';
import type { Language } from '../../core/base/language.ts';
import type { Said } from '../../core/prompt/said.ts';
import type { FileProblem } from '../../core/team/team.ts';
import { sayFault } from '../../words/say.ts';
import { confine } from '../files/confine.ts';
import type { TextFiles } from '../files/text-files.ts';
import { MAX_FILE_BYTES } from '../files/text-files.ts';
import type { Done, MindFiles } from '../mind-files.ts';
import { refuseChange, tryOnDisk } from '../mind-files.ts';
import { mcpFilePath, parseMcpFile } from '../servers/mcp-file.ts';
import { parseTeam } from './team-file.ts';

/** The team file, relative to the rtws. */
export const teamFilePath = '.minds/team.yaml';

/** A file of `.minds/`, relative to the rtws, and its text now. */
interface FileToWrite {
  readonly ok: true;
  readonly file: string;
  readonly text?: string;
}

export interface TeamFiles {
  /** A file of `.minds/`, or the names in a folder; '' is `.minds/` itself. */
  read(file: string): Done;
  /** The file that `write` would write, and its text now, if there is one; or why it would not. */
  peek(file: string): FileToWrite | (Done & { readonly ok: false });
  /** Creates or replaces a file of `.minds/`. The message lists the faults of a team file. */
  write(file: string, content: string): Done;
}

/** The files of `.minds/` in an rtws. */
export function createTeamFiles(rtws: string, files: MindFiles, texts: TextFiles): TeamFiles {
  return {
    read(given) {
      const file = findFile(rtws, given);
      if (file === undefined) return refuseChange(outside);
      const read = texts.read(file);
      if (read.kind === 'text') return { ok: true, message: () => read.text };
      const names = texts.list(file).map(({ name, kind }) => (kind === 'folder' ? `${name}/` : name));
      if (names.length > 0) return { ok: true, message: () => names.join('\n') };
      return refuseChange(w =>
        read.kind === 'broken' ? sayFault(read.problem.fault, w.language).message : w.missing(file),
      );
    },
    peek(given) {
      const file = findWritable(rtws, given);
      if (file === undefined) return { ok: false, message: outside };
      const read = texts.read(file);
      return { ok: true, file, ...(read.kind === 'text' && { text: read.text }) };
    },
    write(given, content) {
      const file = findWritable(rtws, given);
      if (file === undefined) return refuseChange(outside);
      if (Buffer.byteLength(content) > MAX_FILE_BYTES) return refuseChange(w => w.tooLong);
      const absolute = path.join(rtws, file);
      const written = tryOnDisk(
        () => {
          files.makeFolder(path.dirname(absolute));
          files.replace(absolute, content, true);
        },
        w => w.wroteFile(file),
      );
      const problems = written.ok ? problemsOf(file, content) : [];
      return {
        ...written,
        message: w => [written.message(w), ...problems.map(each => problemLine(each, w.language))].join('\n'),
      };
    },
  };
}

const outside: Said = w => w.mindsFilesOnly;

function problemsOf(file: string, content: string): readonly FileProblem[] {
  if (file === teamFilePath) return parseTeam(content, file).problems;
  return file === mcpFilePath ? parseMcpFile(content, file).problems : [];
}

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

function findWritable(rtws: string, given: string): string | undefined {
  const file = findFile(rtws, given);
  return file !== undefined && /\.(ya?ml|md)$/.test(file) ? file : undefined;
}

function problemLine({ file, line, column, fault, severity }: FileProblem, language: Language): string {
  const { message, remedy } = sayFault(fault, language);
  return `${severity}: ${[file, line, column].filter(part => part !== undefined).join(':')}: ${message} — ${remedy}`;
}
