// What a member can do in the workspace, in the languages of models.

import type { Hand, Hands } from '../../dialog/hands.ts';
import type { CommandRules } from '../../team/command-rules.ts';

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

/** What of the shell runs unasked, what is denied, and what becomes of the rest. */
export function commandsEn({ readsFreely, allowed, denied, others }: CommandRules): string {
  const free = [
    ...(readsFreely ? ['commands that only read (`ls`, `cat`, `grep`, `git status`, `git diff` …)'] : []),
    ...quoted(allowed),
  ];
  const rest = {
    allow: 'Other commands run unasked.',
    ask: 'The person is asked about other commands.',
    deny: 'Other commands are denied.',
  }[others];
  return [
    ...(free.length > 0 && others !== 'allow' ? [`Without a question run ${free.join(', ')}.`] : []),
    ...(denied.length > 0 ? [`Denied: ${quoted(denied).join(', ')}.`] : []),
    rest,
  ].join(' ');
}

/** The same in Chinese. */
export function commandsZh({ readsFreely, allowed, denied, others }: CommandRules): string {
  const free = [
    ...(readsFreely ? ['只读取的命令（`ls`、`cat`、`grep`、`git status`、`git diff` 等）'] : []),
    ...quoted(allowed),
  ];
  const rest = { allow: '其他命令无须询问即可运行。', ask: '其他命令会先询问用户。', deny: '其他命令不允许。' }[others];
  return [
    ...(free.length > 0 && others !== 'allow' ? [`无须询问即可运行：${free.join('、')}。`] : []),
    ...(denied.length > 0 ? [`不允许：${quoted(denied).join('、')}。`] : []),
    rest,
  ].join('');
}

function quoted(patterns: readonly string[]): readonly string[] {
  return patterns.map(pattern => `\`${pattern}\``);
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
