// Output of commands in the colours of the editor's terminal.
import assert from 'node:assert/strict';
import { runsOf } from '../../../webview/shared/text/styled-runs.ts';

describe('a text with codes of colours', () => {
  const E = '\x1b[';
  it('is runs, each in what was set before it', () => {
    const runs = runsOf(`a${E}31mb${E}1mc${E}22;94md${E}39;2me${E}0mf${E}38mg`);
    assert.deepEqual(
      runs.map(({ text, style }) => [text, style]),
      [
        ['a', {}],
        ['b', { color: '--vscode-terminal-ansiRed' }],
        ['c', { color: '--vscode-terminal-ansiRed', bold: true }],
        ['d', { color: '--vscode-terminal-ansiBrightBlue' }],
        ['e', { dim: true }],
        ['f', {}],
        ['g', {}],
      ],
    );
  });
});
