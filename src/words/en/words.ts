// The English words for facts.
import type { WordTables } from '../words.ts';
import { refusals } from './refusals.ts';

export const en: WordTables = { refusals };
