// Add to Dialog: an editor's selection, files, a change of Source Control or a terminal's selection goes into the
// composer of a dialog, and a diagnostic begins a dialog that mends it (SPEC 25.5).
import {
  CodeAction,
  CodeActionKind,
  commands,
  type Diagnostic,
  type Disposable,
  env,
  languages,
  type TextDocument,
  Uri,
  window,
} from 'vscode';
import { fence } from '../../core/text/fence.ts';
import type { Host } from '../host.ts';
import { showInformation } from '../notices/show.ts';
import { pathsInside } from '../panel/mention-files.ts';
import { t } from '../words.ts';
import { beginning } from './command.ts';
import { startRootDialog } from './start-root-dialog.ts';

/** Problems of one place that one dialog is to mend, and characters of one message. */
const MOST_PROBLEMS = 10;
const MOST_CHARACTERS = 1_000;

/** Adds files, or the lines selected in the editor, to the dialog that was in front last, else to a new one. */
export function addToDialog(host: Host, target: unknown, all: readonly unknown[] = []): Promise<void> {
  return adding(host, async folder => {
    const uris = all.length > 0 ? all.map(uriOf) : [uriOf(target) ?? window.activeTextEditor?.document.uri];
    const paths = uris.flatMap(uri =>
      uri ? pathsInside(folder, [uri.toString()]).map(path => [uri, path] as const) : [],
    );
    return paths.map(([uri, path]) => `@${path}${paths.length === 1 ? linesSelectedIn(uri) : ''} `).join('');
  });
}

/** Adds the selection of the active terminal. The clipboard is as it was afterwards. */
export function addTerminalToDialog(host: Host): Promise<void> {
  return adding(host, async () => {
    const before = await env.clipboard.readText();
    await env.clipboard.writeText('');
    await commands.executeCommand('workbench.action.terminal.copySelection');
    const text = await env.clipboard.readText();
    await env.clipboard.writeText(before);
    return text.trim() === '' ? '' : `\n${fence('', text.trimEnd())}\n`;
  });
}

/** Starts a dialog that mends the problems of a place. */
export function fixProblems(host: Host, target: unknown): Promise<void> {
  const { text } = (target ?? {}) as { readonly text?: unknown };
  return startRootDialog(host, typeof text === 'string' ? { text } : {});
}

/** Offers *Fix with Dominds* on diagnostics of files in the folder. */
export function offerFixes({ rtws }: Pick<Host, 'rtws'>): Disposable {
  return languages.registerCodeActionsProvider(
    { scheme: 'file' },
    {
      provideCodeActions: (document, _range, { diagnostics }) => {
        const [path] = rtws.folder ? pathsInside(rtws.folder, [document.uri.toString()]) : [];
        if (path === undefined || diagnostics.length === 0) return [];
        const action = new CodeAction(t('Fix with Dominds'), CodeActionKind.QuickFix);
        action.command = {
          title: action.title,
          command: 'dominds.fixProblems',
          arguments: [{ text: taskOf(path, diagnostics) }],
        };
        action.diagnostics = [...diagnostics];
        return [action];
      },
    },
    { providedCodeActionKinds: [CodeActionKind.QuickFix] },
  );
}

function taskOf(path: string, diagnostics: readonly Diagnostic[]): string {
  const lines = diagnostics.slice(0, MOST_PROBLEMS).map(({ message, source, range }) => {
    const from = source === undefined ? '' : `${source}: `;
    return `- @${path}:${range.start.line + 1} ${from}${message.replaceAll(/\s+/g, ' ').slice(0, MOST_CHARACTERS)}`;
  });
  const heading = lines.length === 1 ? t('Fix this problem:') : t('Fix these problems:');
  return `${heading}\n\n${lines.join('\n')}`;
}

function adding(host: Host, textOf: (folder: Uri) => Promise<string>): Promise<void> {
  return beginning(host, async () => {
    const { folder } = host.rtws;
    const text = folder ? await textOf(folder) : '';
    if (text === '') {
      void showInformation(t('Select lines in an editor, text in a terminal, or files of this folder first.'));
      return undefined;
    }
    const { panels } = host;
    if (panels.last) panels.open(panels.last, { focus: { kind: 'composer', add: text } });
    else panels.openNew({}, text);
    return undefined;
  });
}

/** What menus hand over: a file, or an entry of Source Control. */
function uriOf(target: unknown): Uri | undefined {
  if (target instanceof Uri) return target;
  const { resourceUri } = (target ?? {}) as { readonly resourceUri?: unknown };
  return resourceUri instanceof Uri ? resourceUri : undefined;
}

/** `:10-20` for the lines that are selected in the active editor, if it shows this file. */
function linesSelectedIn(uri: Uri): string {
  const editor = window.activeTextEditor;
  if (!editor || !isSame(editor.document, uri) || editor.selection.isEmpty) return '';
  const { start, end } = editor.selection;
  // A selection of whole lines ends before the first character of the next one.
  const last = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  return last === start.line + 1 ? `:${last}` : `:${start.line + 1}-${last}`;
}

function isSame(document: TextDocument, uri: Uri): boolean {
  return document.uri.toString() === uri.toString();
}
