// All commands of the product, by id. Titles and places are in package.json.
import { commands, type Disposable } from 'vscode';
import { errorTrace } from '../../core/base/thrown.ts';
import type { Standing } from '../../core/dialog/view/standing.ts';
import type { Host } from '../host.ts';
import { sentNotices } from '../notices/sent-notices.ts';
import { showError } from '../notices/show.ts';
import { t } from '../words.ts';
import { addTerminalToDialog, addToDialog, fixProblems } from './add-to-dialog.ts';
import { answerQuestion } from './answer-question.ts';
import { showHealth } from './check-health.ts';
import { cleanUp } from './clean-up.ts';
import { clearMind } from './clear-mind.ts';
import type { EditorCommand } from './command.ts';
import { keepChange, keepEdits, redoEdits, sendComment, showChanges, undoChange, undoEdits } from './edits.ts';
import { exportDialog } from './export-dialog.ts';
import { importRules } from './import-rules.ts';
import { archiveDialog, copyLink, fork, markDialogDone, openDialog, reopenDialog } from './life-cycle.ts';
import { managePermissions } from './manage-permissions.ts';
import { manageServers } from './manage-servers.ts';
import { openFile, openPersona, openTeamFile } from './minds-files.ts';
import { chooseModel, chooseWorkspaceModel, getStarted, setApiKey, showConnectionTest, tryDemo } from './models.ts';
import { moveToEditor, moveToSideBar } from './move-dialog.ts';
import { openInBrowser } from './open-in-browser.ts';
import { allowAlways, allowOnce, deny, showDiff } from './permission.ts';
import { addReminder, deleteReminder, editReminder } from './reminders.ts';
import { editAndResend, restoreToMessage } from './restore.ts';
import {
  cancelRequest,
  continueAll,
  continueOne,
  reportAsFailed,
  retryDialogNow,
  stopAll,
  stopDialog,
} from './run-control.ts';
import { searchDialogs } from './search-dialogs.ts';
import { setStorePassword } from './set-store-password.ts';
import { connectStore, driveHere, openSettings, showLog } from './set-up.ts';
import { startDraftDialog } from './start-draft-dialog.ts';
import { startRootDialog } from './start-root-dialog.ts';
import { startWithDomain } from './start-with-domain.ts';
import { newTaskdoc, openTaskdoc, previewTaskdoc } from './taskdocs.ts';

export const commandTable: readonly EditorCommand[] = [
  { id: 'dominds.startRootDialog', run: startRootDialog },
  { id: 'dominds.startDraftDialog', run: startDraftDialog },
  { id: 'dominds.startWithDomain', run: startWithDomain },
  { id: 'dominds.openDialog', run: openDialog },
  { id: 'dominds.moveToSideBar', run: moveToSideBar },
  { id: 'dominds.moveToEditor', run: moveToEditor },
  { id: 'dominds.answerQuestion', run: answerQuestion },
  { id: 'dominds.showDiff', run: showDiff },
  { id: 'dominds.allowOnce', run: allowOnce },
  { id: 'dominds.allowAlways', run: allowAlways },
  { id: 'dominds.deny', run: deny },
  { id: 'dominds.showChanges', run: showChanges },
  { id: 'dominds.undoEdits', run: undoEdits },
  { id: 'dominds.redoEdits', run: redoEdits },
  { id: 'dominds.keepEdits', run: keepEdits },
  { id: 'dominds.keepChange', run: keepChange },
  { id: 'dominds.undoChange', run: undoChange },
  { id: 'dominds.sendComment', run: sendComment },
  { id: 'dominds.addToDialog', run: addToDialog },
  { id: 'dominds.addTerminalToDialog', run: addTerminalToDialog },
  { id: 'dominds.fixProblems', run: fixProblems },
  { id: 'dominds.searchDialogs', run: searchDialogs },
  { id: 'dominds.exportDialog', run: exportDialog },
  { id: 'dominds.cleanUp', run: cleanUp },
  { id: 'dominds.openOverview', run: host => host.overview.open() },
  { id: 'dominds.stop', run: stopDialog },
  { id: 'dominds.stopAll', run: stopAll },
  { id: 'dominds.retryNow', run: retryDialogNow },
  { id: 'dominds.continue', run: continueOne },
  { id: 'dominds.continueAll', run: continueAll },
  { id: 'dominds.markDone', run: markDialogDone },
  { id: 'dominds.archive', run: archiveDialog },
  { id: 'dominds.reopen', run: reopenDialog },
  { id: 'dominds.fork', run: fork },
  { id: 'dominds.restoreTo', run: restoreToMessage },
  { id: 'dominds.editAndResend', run: editAndResend },
  { id: 'dominds.copyLink', run: copyLink },
  { id: 'dominds.openInBrowser', run: openInBrowser },
  { id: 'dominds.dismissCall', run: cancelRequest },
  { id: 'dominds.answerAsFailed', run: reportAsFailed },
  { id: 'dominds.clearMind', run: clearMind },
  { id: 'dominds.addReminder', run: addReminder },
  { id: 'dominds.editReminder', run: editReminder },
  { id: 'dominds.deleteReminder', run: deleteReminder },
  { id: 'dominds.openTeamFile', run: openTeamFile },
  { id: 'dominds.importRules', run: importRules },
  { id: 'dominds.openPersona', run: openPersona },
  { id: 'dominds.openFile', run: openFile },
  { id: 'dominds.newTaskdoc', run: newTaskdoc },
  { id: 'dominds.openTaskdoc', run: openTaskdoc },
  { id: 'dominds.previewTaskdoc', run: previewTaskdoc },
  { id: 'dominds.setApiKey', run: setApiKey },
  { id: 'dominds.setStorePassword', run: setStorePassword },
  { id: 'dominds.chooseModel', run: chooseModel },
  { id: 'dominds.chooseWorkspaceModel', run: chooseWorkspaceModel },
  { id: 'dominds.testConnection', run: showConnectionTest },
  { id: 'dominds.tryDemo', run: tryDemo },
  { id: 'dominds.getStarted', run: getStarted },
  { id: 'dominds.openSettings', run: openSettings },
  { id: 'dominds.driveHere', run: driveHere },
  { id: 'dominds.connectStore', run: connectStore },
  { id: 'dominds.checkHealth', run: showHealth },
  { id: 'dominds.manageServers', run: manageServers },
  { id: 'dominds.managePermissions', run: managePermissions },
  { id: 'dominds.showSentNotices', run: () => sentNotices.show() },
  { id: 'dominds.showLog', run: showLog },
  { id: 'dominds.showMoreDialogs', run: (host, standing) => host.showMoreDialogs(standing as Standing) },
];

/** Registers every command; a fault in one is shown and logged, and ends nothing else. */
export function registerCommands(host: Host): Disposable[] {
  return commandTable.map(({ id, run }) =>
    commands.registerCommand(id, async (target?: unknown, all?: unknown) => {
      try {
        await run(host, target, ...(Array.isArray(all) ? [all] : []));
      } catch (error) {
        host.log.error(`${id}: ${errorTrace(error)}`);
        void showError(t('Dominds could not do this. The log has details.'));
      }
    }),
  );
}
