// Programs that run another one (SPEC 24.1): how far their own options reach, and what they run. Pure.
import type { ShellCommand, ShellWord } from './shell-command.ts';

/** What a command runs in turn. */
export interface Inner {
  readonly commands: readonly ShellCommand[];
  /** Texts that a shell reads. */
  readonly lines: readonly string[];
  /** The command itself adds nothing to what it runs. */
  readonly isHidden: boolean;
}

interface Wrapper {
  readonly names: string;
  /** Letters and long options without a value. */
  readonly plain?: string;
  /** The same with one, in the same word or the next. */
  readonly valued?: string;
  /** Words between the options and the command, such as a time. */
  readonly operands?: number;
  /** It adds nothing to what it runs. */
  readonly isHidden?: true;
  /** Variables may stand before the command. */
  readonly sets?: true;
}

const wrappers: readonly Wrapper[] = [
  { names: 'command builtin', plain: 'p', isHidden: true },
  { names: 'exec', plain: 'c l', valued: 'a', isHidden: true },
  { names: 'nohup', isHidden: true },
  { names: 'time', plain: 'p v portability verbose', isHidden: true },
  { names: 'nice', valued: 'n adjustment', isHidden: true },
  {
    names: 'timeout gtimeout',
    plain: 'v foreground preserve-status verbose',
    valued: 'k s kill-after signal',
    operands: 1,
    isHidden: true,
  },
  { names: 'stdbuf', valued: 'i o e input output error', isHidden: true },
  { names: 'setsid', plain: 'c f w ctty fork wait', isHidden: true },
  { names: 'busybox toybox', isHidden: true },
  { names: 'env genv', plain: 'i 0 v ignore-environment null debug', valued: 'u C unset chdir', sets: true },
  {
    names: 'sudo',
    plain: 'A b E e H K k l n P S s v i preserve-env login non-interactive stdin shell set-home background',
    valued: 'C D g h p R r T t U u chdir chroot group host prompt role type user other-user',
    sets: true,
  },
  { names: 'doas', plain: 'L n s', valued: 'a C u' },
  {
    names: 'xargs gxargs',
    plain: '0 o p r t x null open-tty interactive no-run-if-empty verbose exit',
    valued: 'a d E I L n P s arg-file delimiter max-lines max-args max-procs max-chars process-slot-var replace',
  },
  {
    names: 'flock',
    plain: 's x e u n F o verbose shared exclusive unlock nonblock no-fork close',
    valued: 'w E timeout conflict-exit-code',
    operands: 1,
  },
  { names: 'ionice', plain: 't ignore', valued: 'c n class classdata' },
  { names: 'taskset', plain: 'a c all-tasks cpu-list', operands: 1 },
  { names: 'chroot', valued: 'userspec groups', operands: 1 },
  {
    names: 'watch',
    plain: 'b c C d e g p r t w x beep color differences errexit chgexit precise no-rerun no-title no-wrap exec',
    valued: 'n interval',
  },
  { names: 'unbuffer', plain: 'p' },
  { names: 'strace ltrace', plain: 'f F c C i q r t T v x y', valued: 'a b e I o O p P s S u E' },
];

const wrapperOf = new Map(wrappers.flatMap(wrapper => wrapper.names.split(' ').map(name => [name, wrapper] as const)));

/** Shells whose `-c` is a line that bash's grammar reads. */
const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'ash', 'rbash']);
/** Other shells, and words that change what later words mean. */
const unreadable: ReadonlySet<string> = new Set([
  ...['zsh', 'ksh', 'mksh', 'fish', 'csh', 'tcsh', 'yash', 'pwsh', 'powershell', 'nu', 'elvish', 'xonsh'],
  ...['alias', 'enable', 'hash', 'bind', 'complete', 'coproc', 'su', 'runuser', 'script', 'parallel'],
]);

const none: Inner = { commands: [], lines: [], isHidden: false };

/** What a command runs; `unreadable` when that cannot be told. */
export function innerOf(command: ShellCommand): Inner | 'unreadable' {
  const [first, ...rest] = command.words;
  if (!first) return none;
  const name = first.value;
  if (name === undefined || first.isGlob || name === '' || /\s/.test(name)) return 'unreadable';
  const program = name.slice(name.lastIndexOf('/') + 1);
  if (unreadable.has(program)) return 'unreadable';
  if (shells.has(program)) return ofShell(rest);
  if (program === 'eval') return ofText(rest);
  if (program === 'trap') return ofTrap(rest);
  if (program === 'find' || program === 'gfind') return ofFind(command, rest);
  if (program === 'git') return ofGit(command, rest);
  const wrapper = wrapperOf.get(program);
  return wrapper ? ofWrapper(command, wrapper, rest) : none;
}

function ofWrapper(command: ShellCommand, wrapper: Wrapper, words: readonly ShellWord[]): Inner | 'unreadable' {
  const at = behindOptions(wrapper, words);
  if (at === 'unreadable') return 'unreadable';
  // `command -v`, `exec > file`, `sudo -l`: nothing runs.
  if (at === 'asks') return none;
  const sets = wrapper.sets ? takeSettings(words.slice(at)) : [];
  const behind = words.slice(at + sets.length);
  const operands = wrapper.operands ?? 0;
  if (behind.slice(0, operands).some(({ value }) => value === undefined)) return 'unreadable';
  const inner = behind.slice(operands);
  if (inner.length === 0) return none;
  const isHidden = wrapper.isHidden === true || (wrapper.names.startsWith('env') && at === 0);
  const set = [...command.sets, ...sets.map(({ text }) => text)];
  const more = wrapper.names.startsWith('xargs') ? [anyWords] : [];
  return {
    commands: [{ words: [...inner, ...more], sets: set, files: isHidden ? command.files : [] }],
    lines: [],
    isHidden,
  };
}

/** Words that are read while it runs. */
const anyWords: ShellWord = { text: '…' };

function takeSettings(words: readonly ShellWord[]): readonly ShellWord[] {
  const end = words.findIndex(({ text }) => !/^[A-Za-z_]\w*=/.test(text));
  return end < 0 ? words : words.slice(0, end);
}

/** The number of words that are options; `asks` for one that only asks where a command is. */
function behindOptions(
  { names, plain = '', valued = '' }: Wrapper,
  words: readonly ShellWord[],
): number | 'asks' | 'unreadable' {
  const takesNothing = new Set(plain.split(' '));
  const takesValue = new Set(valued.split(' '));
  let at = 0;
  for (; at < words.length; at++) {
    const option = words[at]?.value;
    if (option === undefined) return 'unreadable';
    if (option === '--') return at + 1;
    if (!option.startsWith('-') || option === '-') return at;
    if (names.startsWith('command') && /^-p?[vV]+$/.test(option)) return 'asks';
    if (names === 'nice' && /^-\d+$/.test(option)) continue;
    const [name = '', value] = option.startsWith('--') ? option.slice(2).split('=', 2) : [option];
    if (option.startsWith('--')) {
      if (takesValue.has(name)) at += value === undefined ? 1 : 0;
      else if (!takesNothing.has(name)) return 'unreadable';
      continue;
    }
    const letters = [...option.slice(1)];
    const last = letters.findIndex(letter => !takesNothing.has(letter));
    if (last < 0) continue;
    if (!takesValue.has(letters[last] ?? '')) return 'unreadable';
    if (last === letters.length - 1) at += 1;
  }
  return at;
}

/** `sh -c line`; a script that is named is a file like any other; one that comes from elsewhere is not known. */
function ofShell(words: readonly ShellWord[]): Inner | 'unreadable' {
  for (let at = 0; at < words.length; at++) {
    const option = words[at]?.value;
    if (option === undefined) return 'unreadable';
    if (/^-[a-z]*c[a-z]*$/.test(option)) {
      const line = words.slice(at + 1).find(({ value }) => value === undefined || !/^[-+]/.test(value));
      // Its parameters may be anything.
      return line?.value === undefined || line.isGlob
        ? 'unreadable'
        : { commands: [], lines: [line.value], isHidden: true };
    }
    if (/^[-+][oO]$/.test(option) || /^--(?:rcfile|init-file)$/.test(option)) at += 1;
    else if (/^--(?:version|help)$/.test(option) || !/^[-+]/.test(option)) return none;
  }
  return 'unreadable';
}

/** `eval`: its words are one line. */
function ofText(words: readonly ShellWord[]): Inner | 'unreadable' {
  if (words.some(({ value, isGlob }) => value === undefined || isGlob)) return 'unreadable';
  return { commands: [], lines: [words.map(({ value }) => value).join(' ')], isHidden: true };
}

function ofTrap([action, ...signals]: readonly ShellWord[]): Inner | 'unreadable' {
  if (!action || signals.length === 0) return none;
  return action.value === undefined
    ? 'unreadable'
    : { commands: [], lines: action.value === '-' ? [] : [action.value], isHidden: true };
}

const runsForFiles: ReadonlySet<string> = new Set(['-exec', '-execdir', '-ok', '-okdir']);

function ofFind(command: ShellCommand, words: readonly ShellWord[]): Inner | 'unreadable' {
  const commands: ShellCommand[] = [];
  for (let at = 0; at < words.length; at++) {
    if (!runsForFiles.has(words[at]?.value ?? '')) continue;
    const from = at + 1;
    while (
      at < words.length &&
      words[at]?.value !== ';' &&
      !(words[at]?.value === '+' && words[at - 1]?.value === '{}')
    )
      at += 1;
    const inner = words.slice(from, at).map(word => (word.value?.includes('{}') ? { text: word.text } : word));
    commands.push({ words: inner, sets: command.sets, files: [] });
  }
  return { commands, lines: [], isHidden: false };
}

/** Options before the subcommand of Git; `-c` can name programs under any name. */
function ofGit(command: ShellCommand, words: readonly ShellWord[]): Inner | 'unreadable' {
  const at = behindGitOptions(words);
  if (at === undefined) return 'unreadable';
  const [sub, ...rest] = words.slice(at);
  if (sub?.value === 'bisect' && rest[0]?.value === 'run')
    return { commands: [{ ...command, words: rest.slice(1), files: [] }], lines: [], isHidden: false };
  if (sub?.value !== 'submodule') return none;
  const each = rest.findIndex(({ value }) => value === 'foreach');
  const run = each < 0 ? [] : rest.slice(each + 1).filter(({ value }) => value === undefined || !value.startsWith('-'));
  const inner = ofText(run);
  return inner === 'unreadable' ? inner : { ...inner, isHidden: false };
}

/** The number of words before the subcommand; undefined when they give a word another meaning. */
export function behindGitOptions(words: readonly ShellWord[]): number | undefined {
  let at = 0;
  for (; at < words.length; at++) {
    const option = words[at]?.value;
    if (option === undefined) return undefined;
    if (!option.startsWith('-')) return at;
    if (/^--config-env/.test(option)) return undefined;
    if (option === '-c' && !/^(?!alias\.)[\w.-]+=/i.test(words[at + 1]?.value ?? '')) return undefined;
    if (/^(?:-C|-c|--git-dir|--work-tree|--namespace|--attr-source)$/.test(option)) at += 1;
  }
  return at;
}
