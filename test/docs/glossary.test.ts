// User texts say the words of docs/glossary.md. What a person never reads (prompts for models, code) is not looked at
// here.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../scripts/project.ts';
import { commands } from '../../src/cli/commands.ts';
import { commandHelp } from '../../src/cli/print/help.ts';
import { commandLineWords } from '../../src/words/say-command-line.ts';
import { wordsFor } from '../../webview/shared/words/use-words.ts';
import { chineseWords } from '../../webview/shared/words/zh/words.ts';
import { published, readDocuments } from './documents.ts';
import { forbidden, wrongWords } from './glossary-words.ts';

/** Texts in pictures, and what scripted members say. */
const stories = ['media/**/*.svg', 'media/demo/*.yaml', 'examples/*/.minds/**/*.{md,yaml}'];

describe('the glossary', () => {
  let never: readonly string[];
  before(async () => {
    never = forbidden(await read('docs/glossary.md'));
  });

  it('names the words that are not to be used', () => {
    assert.ok(never.includes('round') && never.includes('sub-dialog') && never.includes('话题'));
  });

  it('finds a wrong word, in any case and plural, and only whole ones', () => {
    assert.deepEqual(wrongWords('Two Rounds', never), ['round']);
    assert.deepEqual(wrongWords('background, around, a round', never), ['round']);
    assert.deepEqual(wrongWords('父对话', never), ['父对话']);
    assert.deepEqual(wrongWords('`!topic x`, a course', never), []);
  });

  it('holds for commands, settings, views and messages of the editor', async () => {
    for (const file of ['package.nls.json', 'package.nls.zh-cn.json', 'l10n/bundle.l10n.zh-cn.json'])
      assert.deepEqual(wrongIn(JSON.parse(await read(file))), [], file);
  });

  it('holds for the panels', () => {
    for (const words of [wordsFor('en'), chineseWords]) assert.deepEqual(wrongIn(words), []);
  });

  it('holds for the command line', () => {
    for (const language of ['en', 'zh'] as const) {
      const words = commandLineWords(language);
      assert.deepEqual(wrongIn(words), [], language);
      for (const command of commands)
        assert.deepEqual(wrongWords(commandHelp(command, words.help), never), [], command.name);
    }
  });

  it('holds for the documents', async () => {
    for (const { file, text } of await readDocuments(...published, ...stories)) {
      if (file === 'docs/glossary.md' || file === 'THIRD-PARTY-NOTICES.md') continue;
      const read = file.endsWith('.svg') ? text.replaceAll(/<[^>]*>/g, ' ') : text;
      assert.deepEqual(wrongWords(read, never), [], file);
    }
  });

  function wrongIn(words: unknown): readonly string[] {
    return textsOf(words).flatMap(text => wrongWords(text, never).map(word => `${word}: ${text}`));
  }
});

function read(file: string): Promise<string> {
  return readFile(path.join(root, file), 'utf8');
}

/** Every text in a tree of words; functions are asked with plain arguments. */
function textsOf(words: unknown): readonly string[] {
  if (typeof words === 'string') return [words];
  if (typeof words === 'function') return textsOf(said(words as (...args: unknown[]) => unknown));
  if (typeof words !== 'object' || words === null) return [];
  return Object.entries(words).flatMap(([key, value]) => [key, ...textsOf(value)]);
}

function said(words: (...args: unknown[]) => unknown): unknown {
  try {
    return words(1, 1, 1);
  } catch {
    return '';
  }
}
