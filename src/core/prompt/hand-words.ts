// What a member can do in the workspace, in the languages of models.
import type { Hand, Hands } from '../hands.ts';

/** Folders that are named. */
const NAMED = 3;

/** `reads, writes src, asks to run commands`. */
export function handsEn(hands: Hands): string {
  return saidWith(hands, {
    agent: 'an agent with tools of its own',
    none: 'no tools',
    nothing: 'only talks',
    hand: ({ does, asks, within }) => {
      const act = { reads: 'read', writes: 'write', runs: 'run commands' }[does];
      const plain = { reads: 'reads', writes: 'writes', runs: 'runs commands' }[does];
      const where = within ? ` ${folders(within, ', ', ' and ')}` : '';
      return `${asks ? `asks to ${act}` : plain}${where}`;
    },
    uses: names => `uses ${names}`,
    comma: ', ',
  });
}

/** The same in Chinese. */
export function handsZh(hands: Hands): string {
  return saidWith(hands, {
    agent: '自带工具的智能体',
    none: '没有工具',
    nothing: '只能交谈',
    hand: ({ does, asks, within }) => {
      const act = { reads: '读', writes: '写', runs: '运行命令' }[does];
      return `${asks ? '经允许可' : '可'}${act}${within ? ` ${folders(within, '、', '和')}` : ''}`;
    },
    uses: names => `可用 ${names}`,
    comma: '、',
  });
}

interface HandWords {
  readonly agent: string;
  readonly none: string;
  /** Without a hand in the workspace. */
  readonly nothing: string;
  readonly hand: (hand: Hand) => string;
  readonly uses: (names: string) => string;
  readonly comma: string;
}

function saidWith(hands: Hands, words: HandWords): string {
  if (hands.kind !== 'own') return words[hands.kind];
  const { comma } = words;
  const all = [...hands.hands.map(words.hand), ...hands.more.map(words.uses)];
  return all.length === 0 ? words.nothing : all.join(comma);
}

function folders(names: readonly string[], comma: string, and: string): string {
  if (names.length > NAMED) return `${names.slice(0, NAMED).join(comma)} …`;
  return [names.slice(0, -1).join(comma), ...names.slice(-1)].filter(part => part !== '').join(and);
}
