// What a dialog does is called by the same words in trees, status bar and panels, in both languages, and in the
// glossary.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../scripts/project.ts';
import type { RootId } from '../src/core/base/ids.ts';
import type { Pause } from '../src/core/dialog/state.ts';
import type { DisplayState } from '../src/core/dialog/view/display-state.ts';
import { needs, standings } from '../src/core/dialog/view/standing.ts';
import { needWords, standingWord, stateWord, pauseLabel as wordsInTrees } from '../src/host/rows/state-look.ts';
import { statusText } from '../src/host/rows/status-text.ts';
import type { Translate } from '../src/host/rows/wording.ts';
import { pauseWords } from '../webview/shared/pause.ts';
import { wordsFor } from '../webview/shared/words/use-words.ts';
import { chineseWords } from '../webview/shared/words/zh/words.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const states: readonly DisplayState[] = [
  'generating',
  'awaiting-q4h',
  'awaiting-subdialogs',
  'interrupted',
  'idle',
  'completed',
  'archived',
];
const pauses: readonly Pause[] = [
  { kind: 'left' },
  { kind: 'retry', at: '2026-01-01T00:00:06.750Z' },
  { kind: 'inLine' },
  {
    kind: 'asleep',
    until: '2026-01-01T00:00:06.750Z',
    file: { path: 'a.txt', mark: 'none' },
    root: 'r1' as RootId,
  },
];
const chinese: Readonly<Record<string, string>> = JSON.parse(read('l10n/bundle.l10n.zh-cn.json'));
const fill = (text: string, args: readonly (string | number)[]) => text.replace(/\{(\d)\}/g, (_, at) => `${args[at]}`);
const languages: readonly ['en' | 'zh', Translate][] = [
  ['en', (message, ...args) => fill(message, args)],
  ['zh', (message, ...args) => fill(chinese[message] ?? `no words for ${message}`, args)],
];

describe('the words for what a dialog does', () => {
  for (const [language, t] of languages) {
    const words = language === 'zh' ? chineseWords.panel : wordsFor(language);

    it(`are the same in trees and panels: ${language}`, () => {
      for (const state of states) assert.equal(stateWord(state, t), words.state(state));
      for (const standing of standings) assert.equal(standingWord(standing, t), words.standing(standing));
      for (const need of needs.slice(1)) assert.equal(needWords(need, t), words.need(need));
      for (const pause of pauses) assert.equal(wordsInTrees(pause, t), pauseWords(pause, words));
    });

    it(`are the same in the status bar and the Overview: ${language}`, () => {
      const said = statusText({ needed: 4, working: 2, waiting: 1, questions: 3 }, t).words;
      const counts = { needsYou: 4, working: 2, waiting: 1 } as const;
      for (const standing of ['needsYou', 'working', 'waiting'] as const) {
        assert.ok(said.includes(words.overview.counted(standing, counts[standing])), said);
      }
      assert.ok(said.includes(words.overview.asking(3)), said);
    });

    it(`stand in the glossary: ${language}`, () => {
      const glossary = read('docs/glossary.md');
      const missing = [...standings.map(words.standing), words.pause.left, words.pause.inLine].filter(
        each => !glossary.includes(`*${each}*`),
      );
      assert.deepEqual(missing, []);
    });
  }
});
