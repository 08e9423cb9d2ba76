// Shows problems of edited files (`.minds/`) and of stored files: as squiggles and in the Problems view, in the log,
// and once as a message, unless the file is visible; in `team.yaml`, `llm.yaml` and `mcp.yaml` while typing (SPEC 12.1,
// 18.3).
import {
  Diagnostic,
  DiagnosticSeverity,
  Disposable,
  languages,
  Position,
  Range,
  type TextDocument,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { FileProblem } from '../../core/team/team.ts';
import { coalesce } from '../../pages/coalesce.ts';
import type { Host } from '../host.ts';
import { rememberFault } from '../language/fixes.ts';
import { inRtws } from '../taskdocs/find-taskdocs.ts';
import { faultWords, t } from '../words.ts';
import { showWarning } from './show.ts';

/** Typing pauses this long before a text is checked. */
const PAUSE = 200;

type Watched = Pick<Host, 'rtws' | 'minds' | 'log'>;

/**
 * Shows the problems now and whenever the rtws is opened, or a file of `.minds/` is typed in or changes on the disk.
 */
export function showFileProblems(host: Watched): Disposable {
  const { rtws, minds, log } = host;
  const diagnostics = languages.createDiagnosticCollection('dominds');
  const told = new Set<string>();
  let marked: readonly string[] = [];
  const show = () => {
    const folder = minds.opened?.folder ?? rtws.folder;
    if (!folder) return;
    const saved = savedProblems(host);
    const files = Map.groupBy(saved, ({ file }) => file);
    for (const [file, problems] of unsavedProblems(host)) files.set(file, [...problems]);
    // One after the other and never cleared between: squiggles that stay must not blink.
    for (const file of marked) if (!files.has(file)) diagnostics.delete(Uri.joinPath(folder, file));
    for (const [file, problems] of files) {
      const uri = Uri.joinPath(folder, file);
      const document = workspace.textDocuments.find(each => each.uri.fsPath === uri.fsPath);
      diagnostics.set(
        uri,
        problems.map(problem => toDiagnostic(problem, document)),
      );
    }
    marked = [...files.keys()];
    const fresh = saved.filter(problem => !told.has(key(problem)));
    for (const problem of fresh) {
      told.add(key(problem));
      log.warn(inOneLine(problem));
    }
    const errors = fresh.filter(({ severity, file }) => severity === 'error' && !isInView(Uri.joinPath(folder, file)));
    if (errors.length > 0) void tell(folder, errors);
  };
  const showSoon = coalesce(PAUSE, show);
  const lookAt = ({ uri }: TextDocument) => {
    if (!isOfMinds(uri)) return;
    void minds.open().then(showSoon);
  };
  for (const document of workspace.textDocuments) lookAt(document);
  return Disposable.from(
    diagnostics,
    showSoon,
    // Soon: the trees come first, and opening an rtws is also when `minds` changes.
    rtws.onChange(showSoon),
    minds.onChange(showSoon),
    // A server of `.minds/mcp.yaml` may have failed to start just before.
    rtws.onEvent(event => event.type === 'recorded' && event.record.kind === 'generationStarted' && showSoon()),
    workspace.onDidOpenTextDocument(lookAt),
    workspace.onDidChangeTextDocument(({ document }) => lookAt(document)),
    workspace.onDidCloseTextDocument(lookAt),
  );
}

function savedProblems({ rtws: { runtime }, minds: { opened } }: Watched): FileProblem[] {
  const taskdocs = runtime?.listRoots({ status: 'running' }).map(({ taskDocPath }) => taskDocPath) ?? [];
  const ofMinds = opened?.reader.problems([...new Set(taskdocs)]) ?? [];
  const all = [...ofMinds, ...(runtime?.team().problems ?? []), ...(runtime?.problems() ?? [])];
  return [...new Map(all.map(problem => [key(problem), problem])).values()];
}

/** For files with unsaved edits: their current problems, instead of those on the disk. */
function unsavedProblems({ minds: { opened } }: Watched): [file: string, problems: readonly FileProblem[]][] {
  if (!opened) return [];
  return workspace.textDocuments.flatMap(document => {
    const { isDirty, uri } = document;
    if (!isDirty || !isOfMinds(uri)) return [];
    const file = inRtws(opened.folder, uri);
    const problems = opened.reader.check(file, document.getText());
    return problems ? [[file, problems] as [string, readonly FileProblem[]]] : [];
  });
}

function isOfMinds({ scheme, fsPath }: Uri): boolean {
  return scheme === 'file' && /[/\\]\.minds[/\\]/.test(fsPath);
}

/** A visible file shows squiggles: no message interrupts typing. */
function isInView({ fsPath }: Uri): boolean {
  return window.visibleTextEditors.some(({ document }) => document.uri.fsPath === fsPath);
}

async function tell(folder: Uri, problems: readonly FileProblem[]): Promise<void> {
  const [first] = problems;
  if (!first) return;
  const more = problems.length > 1 ? ` ${t('({0} more in the Problems view)', problems.length - 1)}` : '';
  const open = t('Open File');
  const chosen = await showWarning(`${inOneLine(first)}${more}`, open);
  if (chosen !== open) return;
  await window.showTextDocument(Uri.joinPath(folder, first.file), { selection: rangeOf(first) });
}

function toDiagnostic(problem: FileProblem, document: TextDocument | undefined): Diagnostic {
  const severity = problem.severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning;
  const range = rangeOf(problem, document);
  const { message, remedy } = faultWords(problem.fault);
  const diagnostic = new Diagnostic(range, `${message} ${remedy}`, severity);
  diagnostic.source = 'Dominds';
  rememberFault(diagnostic, problem.fault);
  return diagnostic;
}

/** The word at the place where its text is known, else from the place to the end of its line. */
function rangeOf({ line = 1, column = 1 }: FileProblem, document?: TextDocument): Range {
  const from = new Position(line - 1, column - 1);
  const word = document && line <= document.lineCount && document.getWordRangeAtPosition(from, /[^\s:,{}[\]'"#]+/);
  return word || new Range(from, new Position(line - 1, 1000));
}

function inOneLine({ file, line, column, fault }: FileProblem): string {
  const { message, remedy } = faultWords(fault);
  const place = [file, line, column].filter(part => part !== undefined).join(':');
  return `${place}: ${message} ${remedy}`;
}

function key(problem: FileProblem): string {
  return JSON.stringify(problem);
}
