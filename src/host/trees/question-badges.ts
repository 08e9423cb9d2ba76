// The count of open questions at the right end of a row (SPEC 13.1). The editor asks by URI, so the count is in the URI.
import { type Disposable, FileDecoration, ThemeColor, Uri, window } from 'vscode';
import { countQuestions } from '../rows/wording.ts';
import { t } from '../words.ts';

const SCHEME = 'dominds-row';

/** The URI of a row that shows so many questions. */
export function questionsUri(rowId: string, questions: number): Uri {
  return Uri.from({ scheme: SCHEME, path: `/${rowId}`, query: `${questions}` });
}

/** Draws the badges. */
export function registerQuestionBadges(): Disposable {
  return window.registerFileDecorationProvider({
    provideFileDecoration: uri => (uri.scheme === SCHEME ? questionBadge(Number(uri.query)) : undefined),
  });
}

function questionBadge(questions: number): FileDecoration {
  // The editor draws two characters at most.
  const badge = questions > 9 ? '9+' : `${questions}`;
  return new FileDecoration(badge, countQuestions(questions, t), new ThemeColor('list.warningForeground'));
}
