// The number of open questions, or the "new" mark, at the right end of a row (SPEC 13.1, 13.12). The editor asks by
// URI, so the count is in the URI.
import { type Disposable, FileDecoration, ThemeColor, Uri, window } from 'vscode';
import { countQuestions } from '../rows/wording.ts';
import { t } from '../words.ts';

const SCHEME = 'dominds-row';
const UNSEEN = 'unseen';

/** The URI of a row that shows so many questions. */
export function questionsUri(rowId: string, questions: number): Uri {
  return Uri.from({ scheme: SCHEME, path: `/${rowId}`, query: `${questions}` });
}

/** The URI of a row for something that ended and was not looked at. */
export function unseenUri(rowId: string): Uri {
  return Uri.from({ scheme: SCHEME, path: `/${rowId}`, query: UNSEEN });
}

/** Draws the badges. */
export function registerQuestionBadges(): Disposable {
  return window.registerFileDecorationProvider({
    provideFileDecoration: uri => (uri.scheme === SCHEME ? badgeOf(uri.query) : undefined),
  });
}

function badgeOf(query: string): FileDecoration {
  if (query !== UNSEEN) return questionBadge(Number(query));
  return new FileDecoration('●', t('Done, not opened yet'), new ThemeColor('charts.green'));
}

function questionBadge(questions: number): FileDecoration {
  // The editor draws two characters at most.
  const badge = questions > 9 ? '9+' : `${questions}`;
  return new FileDecoration(badge, countQuestions(questions, t), new ThemeColor('list.warningForeground'));
}
