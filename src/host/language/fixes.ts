// The fixes of problems in files, by the diagnostic that shows the problem: the editor passes the same object to the
// provider of fixes.
import {
  CodeAction,
  CodeActionKind,
  type Diagnostic,
  type Disposable,
  type DocumentSelector,
  languages,
  type TextDocument,
  WorkspaceEdit,
} from 'vscode';
import { type FileFault, offersOf } from '../../core/facts/file-faults.ts';
import { t } from '../words.ts';

const faults = new WeakMap<Diagnostic, FileFault>();

/** Remembers what a diagnostic is about. */
export function rememberFault(diagnostic: Diagnostic, fault: FileFault): void {
  faults.set(diagnostic, fault);
}

/** Offers fixes of our problems in these documents. */
export function registerFixes(selector: DocumentSelector): Disposable {
  return languages.registerCodeActionsProvider(
    selector,
    { provideCodeActions: (document, _range, { diagnostics }) => diagnostics.flatMap(each => fixes(document, each)) },
    { providedCodeActionKinds: [CodeActionKind.QuickFix] },
  );
}

function fixes(document: TextDocument, diagnostic: Diagnostic): CodeAction[] {
  const fault = faults.get(diagnostic);
  if (!fault) return [];
  const found = fault.id === 'server-not-allowed' ? [consentToServers()] : changesOfName(document, diagnostic, fault);
  for (const fix of found) {
    fix.diagnostics = [diagnostic];
    fix.isPreferred = found.length === 1;
  }
  return found;
}

/** The name at the place becomes one that was probably meant, the likeliest first. */
function changesOfName(document: TextDocument, diagnostic: Diagnostic, fault: FileFault): CodeAction[] {
  return offersOf(fault).map(name => {
    const fix = new CodeAction(t('Change to “{0}”', name), CodeActionKind.QuickFix);
    fix.edit = new WorkspaceEdit();
    fix.edit.replace(document.uri, diagnostic.range, name);
    return fix;
  });
}

/** Leads to the person's word on the servers of `.mcp.json` (SPEC 22.1). */
function consentToServers(): CodeAction {
  const title = t('Manage MCP Servers');
  const fix = new CodeAction(title, CodeActionKind.QuickFix);
  fix.command = { command: 'dominds.manageServers', title };
  return fix;
}
