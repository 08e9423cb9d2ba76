// `parse`: shows what the tellask parser makes of a text; opens no workspace.
import { createSegmentParser, joinProse, type ParseOptions } from '../../core/tellask/parse.ts';
import type { Segment } from '../../core/tellask/segment.ts';
import type { CommandLineWords } from '../../words/command-line.ts';
import type { Command, CommandCall } from '../command.ts';
import { exitCodes } from '../exit-code.ts';
import { wrongUsage } from '../open.ts';
import { readStdin } from '../read-stdin.ts';

export const parse: Command = {
  name: 'parse',
  usage: '[--dialect tellask|texting] [--chunk n] [--names a,b]',
  args: [],
  options: { dialect: { type: 'string' }, chunk: { type: 'string' }, names: { type: 'string' } },
  values: { '--dialect': ['tellask', 'texting'] },
  async run(call) {
    const { flags, output } = call;
    const dialect = flags.text('dialect') ?? 'tellask';
    if (dialect !== 'tellask' && dialect !== 'texting') {
      return wrongUsage(call, { id: 'one-of', what: '--dialect', options: ['tellask', 'texting'], given: dialect });
    }
    const chunk = flags.text('chunk');
    if (chunk !== undefined && !/^[1-9]\d*$/.test(chunk)) {
      return wrongUsage(call, { id: 'number-from-1', flag: '--chunk', given: `${chunk}` });
    }
    const text = await readStdin(call);
    if (text === undefined) return exitCodes.failed;
    const pieces = chunk === undefined ? [text] : cut(text, Number(chunk));
    const segments = parsePieces(pieces, { dialect, names: namesOf(call) });
    output.json(segments);
    for (const segment of segments) output.text(segmentText(segment, output.words.segments));
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

function segmentText(segment: Segment, words: CommandLineWords['segments']): string {
  if (segment.kind === 'prose') return `${words.prose}\n${indented(segment.text)}`;
  const session = segment.valid && segment.session !== undefined ? ` ${words.session} ${segment.session}` : '';
  const problem = segment.valid ? '' : ` ${words.malformed} ${segment.problem}`;
  const body = segment.body === '' ? '' : `  ${words.body}\n${indented(segment.body, '    ')}`;
  const rest = segment.valid && segment.rest ? `  ${words.rest}\n${indented(segment.rest, '    ')}` : '';
  return `${words.tellask} ${segment.mention}${session}${problem}\n  ${words.headline}\n${indented(segment.headline, '    ')}${body}${rest}`;
}

function indented(text: string, indent = '  '): string {
  return `${text.replace(/\n$/, '').replace(/^/gm, indent)}\n`;
}
