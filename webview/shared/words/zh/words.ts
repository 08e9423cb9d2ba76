// The Chinese words of every panel: a bundle of its own.
import type { ChineseWords } from '../chinese.ts';
import { beliefsZh as beliefs } from './belief.ts';
import { asidesZh as asides, modelZh as model } from './dialog.ts';
import { draftsZh as drafts } from './draft.ts';
import { panelZh as panel } from './panel.ts';

export const chineseWords: ChineseWords = { panel, asides, beliefs, drafts, model };
