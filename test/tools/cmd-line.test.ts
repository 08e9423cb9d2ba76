import assert from 'node:assert/strict';
import { resultsEn } from '../../src/core/prompt/result-words-en.ts';
import { cmdLine } from '../../src/tools/cmd-line.ts';

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
