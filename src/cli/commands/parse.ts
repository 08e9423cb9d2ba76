// `parse`: shows what the tellask parser makes of a text; opens no workspace.
import { createSegmentParser, joinProse, type ParseOptions } from '../../core/tellask/parse.ts';
import type { Segment } from '../../core/tellask/segment.ts';
import type { Command, CommandCall } from '../command.ts';
import { exitCodes } from '../exit-code.ts';
import { readStdin } from '../io.ts';
import { wrongUsage } from '../open.ts';

export const parse: Command = {
  name: 'parse',
  usage: '[--dialect tellask|texting] [--chunk n] [--names a,b]',
  summary: 'Read text on stdin and show the segments that the parser finds',
  details: `  --chunk n    feed the text n characters at a time (default: all at once)
  --names a,b  teammates that the texting dialect knows`,
  args: [],
  options: { dialect: { type: 'string' }, chunk: { type: 'string' }, names: { type: 'string' } },
  values: { '--dialect': ['tellask', 'texting'] },
  async run(call) {
    const { flags, output, io } = call;
    const dialect = flags.text('dialect') ?? 'tellask';
    if (dialect !== 'tellask' && dialect !== 'texting') {
      return wrongUsage(call, { id: 'one-of', what: '--dialect', options: ['tellask', 'texting'], given: dialect });
    }
    const chunk = flags.text('chunk');
    if (chunk !== undefined && !/^[1-9]\d*$/.test(chunk)) {
      return wrongUsage(call, { id: 'number-from-1', flag: '--chunk', given: `${chunk}` });
    }
    const text = await readStdin(io);
    const pieces = chunk === undefined ? [text] : cut(text, Number(chunk));
    const segments = parsePieces(pieces, { dialect, names: namesOf(call) });
    output.json(segments);
    for (const segment of segments) output.text(segmentText(segment));
    return exitCodes.ok;
  },
};

function namesOf({ flags }: CommandCall): ReadonlySet<string> {
  const names = (flags.text('names') ?? '').split(',').map(name => name.trim());
  return new Set(names.filter(name => name !== ''));
}

function* cut(text: string, size: number): Generator<string> {
  const characters = [...text];
  for (let at = 0; at < characters.length; at += size) yield characters.slice(at, at + size).join('');
}

function parsePieces(pieces: Iterable<string>, options: ParseOptions): readonly Segment[] {
  const parser = createSegmentParser(options);
  const segments = Array.from(pieces).flatMap(piece => parser.push(piece));
  return joinProse([...segments, ...parser.end()]);
}

function segmentText(segment: Segment): string {
  if (segment.kind === 'prose') return `prose\n${indented(segment.text)}`;
  const session = segment.valid && segment.session !== undefined ? ` session ${segment.session}` : '';
  const problem = segment.valid ? '' : ` malformed: ${segment.problem}`;
  const body = segment.body === '' ? '' : `  body\n${indented(segment.body, '    ')}`;
  const rest = segment.valid && segment.rest ? `  rest\n${indented(segment.rest, '    ')}` : '';
  return `tellask ${segment.mention}${session}${problem}\n  headline\n${indented(segment.headline, '    ')}${body}${rest}`;
}

function indented(text: string, indent = '  '): string {
  return `${text.replace(/\n$/, '').replace(/^/gm, indent)}\n`;
}
