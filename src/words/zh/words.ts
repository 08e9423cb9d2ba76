// The Chinese words for facts: a bundle of its own, loaded when the first is needed.
import type { WordTables } from '../words.ts';
import { refusals } from './refusals.ts';

export const zh: WordTables = { refusals };
