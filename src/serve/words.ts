// The language of the server's pages, and its words.
import { type ServeWords, serveEn } from '../words/en/serve.ts';
import { serveZh } from '../words/zh/serve.ts';

/** Why a request is not answered, in sentences. */
export interface TurnedAway {
  readonly message: string;
  /** May be ''. */
  readonly remedy: string;
}

/** The server's words in a language. */
export function serveWords(language: 'en' | 'zh'): ServeWords {
  return language === 'zh' ? serveZh : serveEn;
}

/** The language that a browser asks for first, of those there are. */
export function languageOfRequest(acceptLanguage: string | undefined): 'en' | 'zh' {
  return /^\s*zh/i.test(acceptLanguage ?? '') ? 'zh' : 'en';
}
