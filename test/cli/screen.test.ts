// What stands on a terminal after sayings, notes and warnings were printed above a status.
import assert from 'node:assert/strict';
import { createOutput } from '../../src/cli/print/output.ts';
import { createScreen } from '../../src/cli/print/screen.ts';

/** The lines that a terminal shows after this text. */
function linesOf(printed: string): readonly string[] {
  const lines = [''];
  let row = 0;
  let column = 0;
  for (const [piece] of printed.replaceAll('\u001b', '⎋').matchAll(/⎋\[\d*[AJK]|[^⎋]/gu)) {
    const line = lines[row] ?? '';
    if (piece === '\r') column = 0;
    else if (piece === '\n') {
      row += 1;
      column = 0;
      if (row === lines.length) lines.push('');
    } else if (piece.endsWith('A') && piece.length > 1) row -= Number(/\d+/.exec(piece)?.[0]);
    else if (piece === '⎋[2K') lines[row] = '';
    else if (piece === '⎋[J') lines.splice(row, lines.length, line.slice(0, column));
    else {
      lines[row] = line.slice(0, column) + piece + line.slice(column + 1);
      column += 1;
    }
  }
  return lines;
}

function terminal() {
  let printed = '';
  const stream = { write: (text: string) => (printed += text) };
  const io = { stdout: stream, stderr: stream, env: { NO_COLOR: '1' }, isTTY: true };
  const output = createOutput(io as unknown as Parameters<typeof createOutput>[0], { json: false, quiet: false });
  const screen = createScreen(output, { showsStatus: true });
  return { output, screen, lines: () => linesOf(printed) };
}

const warning = { message: 'the store is away', remedy: 'dialogs wait' };
const warned = 'dominds: the store is away — dialogs wait';

describe('the screen', () => {
  it('keeps a warning that comes while a status is drawn, above it', () => {
    const { output, screen, lines } = terminal();
    screen.status(['lead waits', 'bob works']);
    output.warn(warning);
    assert.deepEqual(lines(), [warned, 'lead waits', 'bob works']);
    screen.status(['lead works']);
    assert.deepEqual(lines(), [warned, 'lead works']);
  });

  it('puts a warning on a line of its own in the middle of a saying, which goes on below', () => {
    const { output, screen, lines } = terminal();
    screen.say('I paint ');
    output.warn(warning);
    screen.say('the wall.');
    screen.endSaying();
    screen.note('bob answers');
    screen.status([]);
    assert.deepEqual(lines(), ['I paint ', warned, 'the wall.', 'bob answers', '']);
  });
});
