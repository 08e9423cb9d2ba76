// Check Health: lists problems of the stored dialogs and of edited files, and repairs them on request (SPEC 14.2).
import { commands, ProgressLocation, window } from 'vscode';
import { type HealthReport, isNote } from '../../core/facts/health.ts';
import type { Outcome } from '../../core/facts/trouble.ts';
import type { Runtime } from '../../runtime.ts';
import { healthReport } from '../health-report.ts';
import type { Host } from '../host.ts';
import { pickOnce } from '../notices/prompts.ts';
import { showInformation, showWarning } from '../notices/show.ts';
import { healthItems } from '../rows/health-items.ts';
import { healthWords, t } from '../words.ts';
import { reading } from './command.ts';

/** Changes nothing until *Repair* is chosen. */
export function showHealth(host: Host): Promise<void> {
  return reading(host, async runtime => {
    const checked = await examine(runtime, false);
    return checked.ok ? show(host, runtime, checked.report) : checked;
  });
}

function examine(runtime: Runtime, repair: boolean): Promise<Outcome<{ report: HealthReport }>> {
  const progress = { location: ProgressLocation.Window, title: repair ? t('Repairing') : t('Checking health') };
  return Promise.resolve(window.withProgress(progress, () => runtime.doctor({ repair })));
}

async function show(host: Host, runtime: Runtime, report: HealthReport): Promise<Outcome<object> | undefined> {
  const items = healthItems(healthWords(report), t);
  if (items.length === 0) {
    void showInformation(t('No problems found.'));
    return undefined;
  }
  const count = report.problems.filter(({ repaired }) => !repaired).length;
  const title = count === 1 ? t('1 problem') : t('{0} problems', count);
  const picked = await pickOnce(items, { title, matchOnDetail: true });
  switch (picked?.does) {
    case 'open':
      await commands.executeCommand('dominds.openFile', picked.place);
      return undefined;
    case 'readAll':
      await healthReport.show();
      return undefined;
    case 'repair':
      return host.rtws.refusalToBegin() ?? repair(host, runtime);
    default:
      return undefined;
  }
}

async function repair(host: Host, runtime: Runtime): Promise<Outcome<object> | undefined> {
  const repaired = await examine(runtime, true);
  if (!repaired.ok) return repaired;
  const { ok } = repaired.report;
  const problems = repaired.report.problems.filter(({ kind }) => !isNote(kind));
  const done = problems.filter(each => each.repaired).length;
  if (ok) void showInformation(t('Everything was repaired: {0} of {1}.', done, problems.length));
  else void tellLeft(host, runtime, repaired.report);
  return undefined;
}

/** The person must look at problems that cannot be repaired from the records. */
async function tellLeft(host: Host, runtime: Runtime, report: HealthReport): Promise<void> {
  const done = report.problems.filter(({ repaired }) => repaired).length;
  const look = t('Show What Is Left');
  const message = t('{0} of {1} are repaired. The rest needs you.', done, report.problems.length);
  if ((await showWarning(message, look)) === look) await show(host, runtime, report);
}
