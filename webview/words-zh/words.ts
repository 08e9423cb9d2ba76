// The Chinese words of every panel.
import { zh as beliefs } from '../dialog/belief/belief-words-zh.ts';
import { draftWordsZh as drafts } from '../dialog/draft/draft-words-zh.ts';
import { zh as asides } from '../dialog/items/aside-words-zh.ts';
import { modelWordsZh as model } from '../dialog/model-words-zh.ts';
import type { ChineseWords } from '../shared/words/chinese.ts';
import { zh as shared } from '../shared/words/words-zh.ts';

export const chineseWords: ChineseWords = { shared, asides, beliefs, drafts, model };
