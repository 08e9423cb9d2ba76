// Patterns of policies: tool names, paths, commands. Pure. `isAllowing` makes a match narrow: exact letters, the whole
// command; otherwise it is wide: any case, any part of a command line.

/** Whether a pattern with `*` is this word. */
export function matchesWord(pattern: string, word: string): boolean {
  return toRegExp(pattern, '.*', '').test(word);
}

/** Whether a glob names this path, or a folder above it. `path` is relative with `/`; `.` is the rtws itself. */
export function matchesPath(pattern: string, path: string, isAllowing: boolean): boolean {
  const glob = pattern
    .normalize('NFC')
    .replaceAll('\\', '/')
    .replace(/^\.\//, '')
    .replace(/(?<=.)\/+$/, '');
  const expression = globToRegExp(glob, isAllowing ? '' : 'i');
  const steps = path.normalize('NFC').split('/');
  if (!glob.includes('/') && glob !== '**') return steps.some(step => expression.test(step));
  return steps.some((_, index) => expression.test(steps.slice(0, index + 1).join('/')));
}

/**
 * Whether a command pattern is this command. One that allows must be the whole of it, its `*` reaching over nothing that
 * begins another command; one that asks or denies is met by any part between separators too.
 */
export function matchesCommand(pattern: string, command: string, isAllowing: boolean): boolean {
  const plain = oneLine(pattern);
  if (plain === '*') return true;
  if (isAllowing)
    return !/[\r\n]/.test(command.trim()) && toRegExp(plain, '[^;&|<>`$(){}\\\\]*', '').test(oneLine(command));
  const expression = toRegExp(plain, '.*', 'i');
  const parts = command.split(/[;&|()`{}\r\n]|\$\(/);
  return [command, ...parts].some(part => expression.test(oneLine(part)));
}

function globToRegExp(glob: string, flags: string): RegExp {
  const source = glob.replaceAll(/\*\*\/|\*\*|\*|\?|[\\^$.+()[\]{}|/]/g, token => globTokens[token] ?? `\\${token}`);
  return new RegExp(`^(?:${source})$`, `s${flags}`);
}

const globTokens: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };

function toRegExp(pattern: string, star: string, flags: string): RegExp {
  const source = pattern
    .split('*')
    .map(part => part.replaceAll(/[\\^$.+?()[\]{}|/]/g, '\\$&'))
    .join(star);
  return new RegExp(`^(?:${source})$`, `s${flags}`);
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
