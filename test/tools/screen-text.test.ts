import assert from 'node:assert/strict';
import { screenText, styledText } from '../../src/tools/shell/screen-text.ts';

describe('output as a terminal shows it in the end', () => {
  const E = '\x1b[';
  for (const [what, text, shown] of [
    ['line ends of Windows', 'one\r\ntwo\r\r\n', 'one\ntwo\n'],
    ['a line that is written over', 'begin\n\r 1%\r 50%\r100%\nend', 'begin\n100%\nend'],
    ['a shorter text over a longer one', 'abcdef\rxy', 'xycdef'],
    ['a line that is erased', `step 100${E}2K${E}1Gstep 1`, 'step 1'],
    ['the end of a line that is erased', `abcdef\rxy${E}K`, 'xy'],
    ['backspaces', '  1%\b\b\b\b  2%\b\b\b\b100%', '100%'],
    ['several bars', `a 1%\nb 1%\n${E}2Aa 2%\nb 3%\n`, 'a 2%\nb 3%\n'],
    ['lines that are erased below', `old\nolder\n${E}2A${E}Jnew\n`, 'new\n'],
    ['a screen that is drawn anew', `before\n${E}H${E}2Jone\ntwo\n${E}H${E}2Jthree\n`, 'before\n\nthree\n'],
    ['colors', `${E}31mred${E}0m\r${E}32mgre${E}0m`, 'gre'],
    ['a return at the end', 'done\r', 'done'],
    ['moves far out', `${E}999999999Cx${E}999999999Bx`.replace(/x/g, ''), '\n'.repeat(200)],
  ] as const)
    it(`shows ${what}`, () => assert.equal(screenText(text), shown));
});

describe('output with its colours', () => {
  const E = '\x1b[';
  for (const [what, text, shown] of [
    ['keeps colours alone', `${E}1;31mred${E}0m ${E}?25lplain`, `${E}1;31mred${E}0m plain`],
    ['is none without any', 'plain', undefined],
    ['is none where the cursor moves', `${E}31mred\rgreen`, undefined],
  ] as const)
    it(what, () => assert.equal(styledText(text), shown));
});
