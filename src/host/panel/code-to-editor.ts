// Code of a conversation on its way into an editor: into the one that was in front last, or into a new untitled file.
import { languages, type TextEditor, ViewColumn, window, workspace } from 'vscode';
import { showInformation } from '../notices/show.ts';
import { t } from '../words.ts';

/** How models write a language that the editor calls otherwise. */
const languageIds: Readonly<Record<string, string>> = {
  bash: 'shellscript',
  'c#': 'csharp',
  'c++': 'cpp',
  cs: 'csharp',
  docker: 'dockerfile',
  golang: 'go',
  js: 'javascript',
  jsx: 'javascriptreact',
  make: 'makefile',
  md: 'markdown',
  ps1: 'powershell',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'shellscript',
  shell: 'shellscript',
  ts: 'typescript',
  tsx: 'typescriptreact',
  yml: 'yaml',
  zsh: 'shellscript',
};

/** Replaces the selection of a visible text editor; says so when there is none. */
export async function insertCode(code: string): Promise<void> {
  const editor = lastEditor();
  if (!editor) {
    void showInformation(t('Open a file beside the dialog first: the code is inserted at its cursor.'));
    return;
  }
  await editor.edit(edit => {
    for (const selection of editor.selections) edit.replace(selection, code);
  });
  await window.showTextDocument(editor.document, { viewColumn: editor.viewColumn ?? ViewColumn.Active });
}

/** Opens the code as an untitled file beside the dialog. */
export async function openCode(code: string, language: string): Promise<void> {
  const id = languageIds[language.toLowerCase()] ?? language.toLowerCase();
  const known = (await languages.getLanguages()).includes(id);
  const document = await workspace.openTextDocument({ content: code, ...(known && { language: id }) });
  await window.showTextDocument(document, { viewColumn: ViewColumn.Beside });
}

/** A webview in front leaves no active text editor, so the visible ones are looked at. */
function lastEditor(): TextEditor | undefined {
  return window.activeTextEditor ?? window.visibleTextEditors.find(({ viewColumn }) => viewColumn !== undefined);
}
