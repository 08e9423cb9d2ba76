// Rules of folders: `AGENTS.md`, or else `CLAUDE.md`, below the root of the rtws (SPEC 22.5). The nearest one above a
// file counts for it. That of the root is part of every system prompt. Those of packages and of ignored folders are not
// the person's, and never count.
import path from 'node:path';
import type { PromptTexts } from '../core/prompt/prompt-texts.ts';
import {
  type FolderIgnoreRules,
  ignoreFiles,
  isIgnored,
  isSkippedFolder,
  parseIgnoreRules,
} from '../core/team/ignore-rules.ts';
import { cutText } from './files/cut-text.ts';
import { fileText, type TextFiles } from './files/text-files.ts';

/** `file` is relative to the rtws, with `/`. */
export interface FolderRules {
  readonly file: string;
  readonly text: string;
}

/** As Git takes them there by default. */
const namesAreCaseless = process.platform === 'win32' || process.platform === 'darwin';

const NAMES = ['AGENTS.md', 'CLAUDE.md'] as const;

/** Characters that are shown of one file. */
const LONGEST = 16_000;

/** The rules for what lies at a path (relative to the rtws, with `/`); undefined where only those of the root hold. */
export function nearestRules(files: TextFiles, at: string, texts: PromptTexts): FolderRules | undefined {
  const start = path.posix.normalize(at.replaceAll('\\', '/'));
  if (path.posix.isAbsolute(start) || start.startsWith('..')) return undefined;
  for (let folder = ownPart(files, start); folder !== '.' && folder !== '/'; folder = path.posix.dirname(folder)) {
    for (const name of NAMES) {
      const file = `${folder}/${name}`;
      const text = fileText(files.read(file)).trim();
      if (text !== '') return { file, text: cutText(text, LONGEST, texts) };
    }
  }
  return undefined;
}

/** Deeper folders have no rules. */
const MAX_DEPTH = 100;

/** The part of a path above the first folder on it that is ignored. */
function ownPart(files: TextFiles, at: string): string {
  const steps = at.split('/').slice(0, MAX_DEPTH);
  const rules: FolderIgnoreRules[] = [];
  for (const [depth, name] of steps.entries()) {
    const base = steps.slice(0, depth);
    const found = ignoreFiles.map(file => fileText(files.read([...base, file].join('/'))));
    rules.push({ base, own: parseIgnoreRules(found, namesAreCaseless).rules });
    if (isSkippedFolder(name) || isIgnored(rules, steps.slice(0, depth + 1), true)) return base.join('/') || '.';
  }
  return steps.join('/');
}
