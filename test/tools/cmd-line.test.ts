import assert from 'node:assert/strict';
import { resultsEn } from '../../src/core/prompt/words/en/results.ts';
import { cmdArguments, cmdLine, scriptLine } from '../../src/tools/shell/cmd-line.ts';

describe('a command for cmd.exe', () => {
  it('stays as it is on one line', () => {
    for (const line of ['npm test', 'git commit -m "a b"', 'if exist a (del a) else echo no', 'echo %PATH% ^& x'])
      assert.deepEqual(cmdLine(`${line}\r\n`), { line });
  });

  it('joins plain lines, which run one after the other whatever the first ends with', () => {
    assert.deepEqual(cmdLine('npm ci\r\n\r\n  npm test 2>&1\n'), { line: 'npm ci&npm test 2>&1' });
  });

  it('is refused with a way out when a line breaks inside quotes', () => {
    for (const command of ['git commit -m "one\ntwo"', 'node -e "a(\r\n1)"', 'echo "\rx"']) {
      const made = cmdLine(command);
      assert.match('refused' in made ? made.refused(resultsEn) : '', /inside quotes.*into a file/);
    }
  });

  it('is refused when a line would mean something else in front of others', () => {
    const commands = [
      'if exist a del a\necho b',
      'rem x\ndel a',
      'dir ^\n/b',
      'a &&\nb',
      'set A=1\necho %A%',
      '(\na\n)',
    ];
    for (const command of [...commands, 'for %i in (1) do echo\nb', ':top\ngoto top', 'a |\nb', '@rem x\ny']) {
      const made = cmdLine(command);
      assert.match('refused' in made ? made.refused(resultsEn) : '', /one command at a time/, command);
    }
  });
});

describe('the arguments of a script for cmd.exe', () => {
  /**
   * What stays of a line when `cmd.exe` reads it outside a file, where it fills in `%name%` and drops no caret inside
   * quotes.
   */
  const read = (line: string) => line.replaceAll('%cd:~,%', '');

  /** True for a text with a sign outside quotes that `cmd.exe` acts on. */
  const acts = (line: string) => {
    const isQuoted = (at: number) => line.slice(0, at).split('"').length % 2 === 0;
    return [...line.matchAll(/[&|<>()^]/g)].some(({ index }) => !isQuoted(index));
  };

  /** The arguments of a program, as the C library of Windows takes them from its line. */
  const taken = (line: string) =>
    [...line.matchAll(/"((?:[^"]|"")*)"(?: |$)/g)].map(([, inside = '']) =>
      inside.replace(
        /(\\*)(""|$)/g,
        (_, slashes: string, quotes: string) => slashes.slice(slashes.length / 2) + quotes.slice(1),
      ),
    );

  it('reach the program behind it, whatever they hold', () => {
    const args = [
      'plain',
      '',
      'with space',
      'say "hi"',
      '"',
      'a" & del b & "',
      'a&b|c<d>e^f(g)',
      '%PATH%',
      '100%',
      '!x!',
      'C:\\a b\\',
      'C:\\"q"\\\\"',
      "it's",
      '文件',
    ];
    const made = scriptLine('C:\\Program Files\\nodejs\\npx.cmd', args);
    assert.ok('line' in made);
    assert.equal(acts(made.line), false);
    assert.deepEqual(taken(read(made.line)), ['C:\\Program Files\\nodejs\\npx.cmd', ...args]);
    assert.equal(cmdArguments(made.line).at(-1), `"${made.line}"`);
  });

  it('name no variable', () => {
    const made = scriptLine('a.cmd', ['%PATH%']);
    assert.deepEqual(made, { line: '"a.cmd" "%%cd:~,%PATH%%cd:~,%"' });
  });

  it('are refused when one holds a line break', () => {
    for (const text of ['a\nb', 'a\r', '\0']) {
      const made = scriptLine('a.cmd', [text]);
      assert.match('refused' in made ? made.refused : '', /line break/);
    }
  });
});
