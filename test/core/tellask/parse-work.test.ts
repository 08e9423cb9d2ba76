// The parser looks at each character a fixed number of times, however long its blocks grow and however the text is cut.

import assert from 'node:assert/strict';
import { createSegmentParser, type ParseOptions } from '../../../src/core/tellask/parse.ts';
import { charactersLookedAt } from '../../support/text-work.ts';
import { tellaskDialect, textingDialect } from './parse-support.ts';

const LINES = 2_000;
/** Functions that look at one character, each once; a quadratic parser needs thousands. */
const LOOKS_A_CHARACTER = 25;

const texts: readonly (readonly [name: string, line: string, ParseOptions])[] = [
  ['a headline of many lines', '!?@bob x\n', tellaskDialect],
  ['a headline that names its session on each line', '!?@bob !tellaskSession s\n', tellaskDialect],
  ['a body of many lines', '!?x\n', tellaskDialect],
  ['malformed blocks', '!?@1\n', tellaskDialect],
  ['a long line of directives', ' !tellaskSession', tellaskDialect],
  ['many calls', '@bob x\n', textingDialect],
  ['many topics', '@bob !topic a\n', textingDialect],
  ['blank lines', '   \n', textingDialect],
  ['many fences', '```\n', textingDialect],
  ['one long fence', '`', textingDialect],
  ['the rest content of a clarity call', '@clear_mind\n\n', textingDialect],
];

describe('the work of the parser', () => {
  for (const [name, line, options] of texts) {
    for (const cut of [1, 3, line.length]) {
      it(`grows with the text, not its square: ${name}, ${cut} characters at a time`, () => {
        const text = line.repeat(LINES);
        const looks = charactersLookedAt(() => parseInPieces(text, cut, options));
        assert.ok(looks < LOOKS_A_CHARACTER * text.length, `${looks} for ${text.length} characters`);
      });
    }
  }
});

function parseInPieces(text: string, cut: number, options: ParseOptions): void {
  const parser = createSegmentParser(options);
  for (let at = 0; at < text.length; at += cut) parser.push(text.substring(at, at + cut));
  parser.end();
}
