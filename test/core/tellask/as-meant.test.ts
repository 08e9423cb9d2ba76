// Text read as models mean it, beyond the grammar (SPEC 23.4).
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AgentId } from '../../../src/core/base/ids.ts';
import type { Member } from '../../../src/core/team/team.ts';
import { asMeant } from '../../../src/core/tellask/as-meant.ts';
import { callNames } from '../../../src/core/tellask/call-names.ts';
import { createSegmentParser, joinProse } from '../../../src/core/tellask/parse.ts';
import { renderSegment } from '../../../src/core/tellask/render.ts';
import type { Segment } from '../../../src/core/tellask/segment.ts';

const team = [
  ['coder', 'Cleo'],
  ['reviewer', 'Rae Li'],
  ['writer', '王芳'],
  ['twin-a', 'Sam'],
  ['twin-b', 'Sam'],
].map(([id, name]): [AgentId, Member] => [id as AgentId, { id, name } as Member]);
const names = callNames({ members: new Map(team) });

function grammar(text: string): Segment[] {
  const parser = createSegmentParser({ dialect: 'tellask', names: names.written });
  return joinProse([...parser.push(text), ...parser.end()]);
}

/** Calls as `name[!session] headline | body`, prose in quotes. */
function read(text: string): string[] {
  return asMeant(grammar(text), names).map(segment => {
    if (segment.kind === 'prose') return JSON.stringify(segment.text);
    if (!segment.valid) return `${segment.problem} ${segment.headline.trim()} | ${segment.body}`;
    const { mention, session, headline, body } = segment;
    return `${mention}${session === undefined ? '' : `!${session}`} ${headline.trim()} | ${body}`;
  });
}

describe('text as it is meant', () => {
  const cases: readonly (readonly [what: string, text: string, meant: readonly string[]])[] = [
    [
      'takes lines right below a headline as its body, up to an empty line',
      '!?@coder Check src/add.js\nIt must add.\n- also negative numbers\n\nThat is all.',
      ['coder @coder Check src/add.js | It must add.\n- also negative numbers\n', '"\\nThat is all."'],
    ],
    [
      'takes a fence right below a headline to its end, empty lines included',
      '!?@coder Apply\n```js\na();\n\nb();\n```\nThanks.',
      ['coder @coder Apply | ```js\na();\n\nb();\n```\n', '"Thanks."'],
    ],
    [
      'takes a fence that does not end',
      '!?@coder Apply\n```js\na();\n\nb();',
      ['coder @coder Apply | ```js\na();\n\nb();'],
    ],
    [
      'leaves a block with a body as it is',
      '!?@coder Check\n!?the sums\nThen I wait.',
      ['coder @coder Check | the sums\n', '"Then I wait."'],
    ],
    [
      'opens a call for each line that names somebody else',
      '!?@coder Fix it\n!?@reviewer Review it\n',
      ['coder @coder Fix it | ', 'reviewer @reviewer Review it | '],
    ],
    [
      'opens a call below the body of another',
      '!?@coder Fix it\n!?quickly\n!?@reviewer Review it\n!?slowly\n',
      ['coder @coder Fix it | quickly\n', 'reviewer @reviewer Review it | slowly\n'],
    ],
    [
      'lengthens the headline by lines that name the same member',
      '!?@coder Fix it\n!?@coder and test it\n',
      ['coder @coder Fix it\n@coder and test it | '],
    ],
    [
      'gives each neighbour its own session',
      '!?@coder !tellaskSession a Fix\n!?@reviewer !tellaskSession b Review\n',
      ['coder!a @coder !tellaskSession a Fix | ', 'reviewer!b @reviewer !tellaskSession b Review | '],
    ],
    ['takes names in any case', '!?@Coder Fix\n', ['coder @coder Fix | ']],
    ['takes a display name', '!?@Cleo Fix\n', ['coder @coder Fix | ']],
    ['takes a display name with a space', '!?@rae li Review\n', ['reviewer @reviewer Review | ']],
    ['takes a display name in another script', '!?@王芳请写信\n', ['writer @writer请写信 | ']],
    ['takes a space before the name', '!? @coder Fix\n', ['coder @coder Fix | ']],
    ['calls nobody by a name that two have', '!?@Sam Fix\n', ['Sam @Sam Fix | ']],
    ['calls nobody by the beginning of a name', '!?@coders Fix\n', ['coders @coders Fix | ']],
    [
      'asks the person beside a call',
      '!?@coder Fix\n!?@Human Deploy?\n',
      ['coder @coder Fix | ', 'human @human Deploy? | '],
    ],
    ['leaves malformed blocks malformed', '!?nothing\n', ['missing-mention nothing | ']],
  ];
  for (const [what, text, meant] of cases) it(what, () => assert.deepEqual(read(text), meant));

  it('loses no text, and gives what the grammar gives for blocks of the grammar', () => {
    const line = fc.constantFrom(
      '!?@coder a',
      '!?@reviewer b',
      '!?c',
      'd',
      '',
      '```',
      '!?@Cleo !tellaskSession s e',
      '!?@human f',
    );
    fc.assert(
      fc.property(fc.array(line), lines => {
        const text = lines.join('\n');
        const meant = asMeant(grammar(text), names);
        const letters = (segments: readonly Segment[]) =>
          segments
            .map(segment => renderSegment(segment, 'tellask'))
            .join('')
            .replaceAll(/!\?|@\w+|\s/g, '');
        assert.equal(letters(meant), letters(grammar(text)));
        for (const segment of meant) if (segment.kind === 'tellask') assert.ok(segment.headline + segment.body !== '');
      }),
    );
  });
});
