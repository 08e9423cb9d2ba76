// Lines of the shell, read as bash reads them (SPEC 24.1).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { commandsOf } from '../../../src/tools/shell-line/read-line.ts';
import { makeTempWorkspace } from '../../support/temp-workspace.ts';

/** Each command as its words, `…` for what only the shell knows. */
function read(line: string): string[] | string {
  const commands = commandsOf(line);
  if (commands === 'unreadable') return commands;
  return commands
    .filter(({ words }) => words.length > 0)
    .map(({ words }) => words.map(({ value, isGlob }) => (isGlob ? '…' : (value ?? '…'))).join(' '));
}

describe('a line of the shell', () => {
  const touch = [
    'touch f',
    'X=1 touch f',
    'if true; then touch f; fi',
    'while touch f; do break; done',
    'for x in a; do touch f; done',
    'case x in x) touch f;; esac',
    'f() { touch f; }; f',
    '{ touch f; }',
    '( touch f )',
    '! touch f',
    'touch f &',
    'true && touch f || true',
    'coproc touch f',
    'echo "$(touch f)"',
    'echo `touch f`',
    'cat < <(touch f)',
    'echo $((1 + $(touch f)))',
    '[[ -n $(touch f) ]]',
    'x=$(touch f)',
    'cat <<EOF\n$(touch f)\nEOF',
    'bash -c "touch f"',
    'sh -ec "touch f" name arg',
    '/bin/sh -c "bash -c \'touch f\'"',
    '"touch" f',
    '\\touch f',
    "t''ouch f",
    "$'t\\x6fuch' f",
    'touch \\\n f',
    'env touch f',
    'env -i X=1 touch f',
    'time touch f',
    'command touch f',
    'exec touch f',
    'nohup touch f',
    'nice -n 5 touch f',
    'timeout -k 1 5 touch f',
    'stdbuf -oL touch f',
    'sudo -u me touch f',
    'find . -maxdepth 0 -exec touch f \\;',
    'find . -execdir touch f \\;',
    'eval "touch f"',
    'eval touch f',
    "trap 'touch f' EXIT",
    'busybox touch f',
    'flock lock touch f',
    'nohup env nice bash -c "touch f"',
    'git submodule foreach "touch f"',
    'git bisect run touch f',
  ];
  for (const line of touch)
    it(`runs \`touch f\`: ${JSON.stringify(line)}`, () =>
      assert.ok(read(line).includes('touch f'), String(read(line))));

  it('gives what is read later as unknown', () => {
    assert.deepEqual(read('xargs touch f'), ['xargs touch f', 'touch f …']);
    assert.deepEqual(read('find . -exec touch {} +'), ['find . -exec touch {} +', 'touch …']);
    assert.deepEqual(read('touch $X *.ts "a$Y" {a,b}'), ['touch … … … …']);
  });

  it('is not read from quotes, comments and texts', () => {
    assert.deepEqual(read("echo 'a; touch f' # touch f"), ['echo a; touch f']);
    assert.deepEqual(read("cat <<'EOF'\ntouch f; $(touch f)\nEOF"), ['cat']);
  });

  for (const line of [
    '$X f',
    '$(echo touch) f',
    '/bin/to?ch f',
    '{touch,} f',
    'sh -c "$X"',
    'sh -c "touch $X"',
    'eval "$X"',
    'echo touch f | sh',
    'bash < script',
    'bash <<< "touch f"',
    'zsh -c "touch f"',
    "alias ls='touch f'",
    'env -S "touch f"',
    'nice --what touch f',
    'sudo $X',
    'git -c alias.x=!touch x',
    'git $X',
    'echo "open',
    'if true',
    '""',
    '"touch f"',
    'echo \0',
    `${'sh -c "'.repeat(9)}`,
    `${'('.repeat(5_000)}`,
    ': ;'.repeat(5_000),
  ])
    it(`cannot be read: ${JSON.stringify(line.slice(0, 40))}`, () => assert.equal(read(line), 'unreadable'));

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), line => void commandsOf(line)));
    const piece = fc.constantFrom(
      '"',
      "'",
      '`',
      '$(',
      ')',
      '(',
      '{',
      '}',
      ';',
      '|',
      '&',
      '<',
      '>',
      '\\',
      '\n',
      ' ',
      'a',
      '$',
      '<<E',
      '#',
      '=',
    );
    fc.assert(fc.property(fc.array(piece, { maxLength: 20 }), pieces => void commandsOf(pieces.join(''))));
  });
});

/** Lines of which each names programs `p0` to `p3` in many ways. */
const lines = fc.letrec<{ line: string; simple: string; word: string }>(tie => ({
  word: fc.oneof(
    fc.constantFrom(
      'a',
      '"b c"',
      "'d;e'",
      'f\\ g',
      "$'h\\ti'",
      '""',
      'j"k"l',
      '$HOME',
      '$(p3 in)',
      '`p3 in`',
      '"$(p2 x)"',
      '-x',
      '#no',
      'a#b',
      '*',
      '{m,n}',
      '~',
    ),
  ),
  simple: fc
    .tuple(
      fc.constantFrom('', '', '', 'X=1 ', 'X=$(p2 y) ', '! '),
      fc.constantFrom(
        'p0',
        'p1',
        'p"0"',
        "'p1'",
        '\\p0',
        'env p1',
        'command p0',
        'nohup p1',
        'env Y=2 p0',
        "sh -c 'p1 z'",
        'bash -c "p0; p1"',
        'eval p0',
        'nice p1',
        'timeout 5 p0',
      ),
      fc.array(tie('word'), { maxLength: 3 }),
      fc.constantFrom('', '', '', ' > /dev/null', ' 2>&1', ' < /dev/null', ' >&2'),
    )
    .map(([set, name, words, end]) => `${set}${[name, ...words].join(' ')}${end}`),
  line: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('simple'),
    fc
      .tuple(tie('line'), fc.constantFrom(' && ', ' || ', '; ', ' | ', '\n', ' & '), tie('line'))
      .map(parts => parts.join('')),
    tie('line').map(line => `( ${line} )`),
    tie('line').map(line => `{ ${line}\n}`),
    fc.tuple(tie('line'), tie('line')).map(([one, other]) => `if ${one}\nthen ${other}\nfi`),
    tie('line').map(line => `for x in 1 2; do ${line}\ndone`),
    tie('line').map(line => `case k in k) ${line}\n;; esac`),
    tie('line').map(line => `f() { ${line}\n}\nf`),
    tie('simple').map(line => `echo "$(${line})"`),
    tie('simple').map(line => `cat <<EOF\n$(${line})\nEOF`),
  ),
}));

(process.platform === 'win32' ? describe.skip : describe)('what bash runs of a line', () => {
  it('is what was read of it', async () => {
    const workspace = await makeTempWorkspace({});
    let runs = 0;
    for (const name of ['p0', 'p1', 'p2', 'p3']) {
      const file = path.join(workspace.folder, name);
      // One write for each run, as others may run at the same time.
      const told = `$(printf '%s' ${name}; for a; do printf ' %s' "$a"; done | tr '\\n\\t' '  ')`;
      writeFileSync(file, `#!/bin/sh\nline="${told}"\nprintf '%s\\n' "$line" >> "$LOG"\n`);
      chmodSync(file, 0o755);
    }
    const env = { PATH: `${workspace.folder}:/usr/bin:/bin`, HOME: '/h' };
    fc.assert(
      fc.property(lines.line, line => {
        const commands = commandsOf(line);
        if (commands === 'unreadable') return;
        // What goes on in the background writes no other's log.
        const log = path.join(workspace.folder, `log${runs++}`);
        try {
          execFileSync('/bin/bash', ['-c', line], {
            cwd: workspace.folder,
            env: { ...env, LOG: log },
            stdio: 'ignore',
            timeout: 10_000,
          });
        } catch {
          // It may end with any code.
        }
        const ran = readIfThere(log)
          .split('\n')
          .map(each => each.trimEnd())
          .filter(each => each !== '');
        for (const each of ran)
          assert.ok(
            commands.some(command => mayBe(command.words, each)),
            `${JSON.stringify(line)} ran ${each}`,
          );
      }),
      { numRuns: 60 },
    );
    await workspace.remove();
  });
});

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** True if a command may run as this; a word that is not known may be anything. */
function mayBe(words: readonly { readonly value?: string; readonly isGlob?: true }[], ran: string): boolean {
  const pattern = words
    .map(({ value, isGlob }) =>
      value === undefined || isGlob || value.startsWith('~')
        ? '.*'
        : value.replaceAll(/[\n\t]/g, ' ').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    )
    .join(' ?');
  return new RegExp(`^${pattern}\\s*$`).test(ran);
}
