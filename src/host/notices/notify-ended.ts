// Tells the person that a dialog ended which is not in front of them (SPEC 13.12).
import { commands } from 'vscode';
import { assertNever } from '../../core/base/assert.ts';
import { rootRef } from '../../core/base/ids.ts';
import type { RootSummary } from '../../core/dialog/view/projection.ts';
import type { End } from '../../pages/ended.ts';
import { memberName } from '../../pages/member-name.ts';
import type { Host } from '../host.ts';
import { dialogLabel } from '../rows/dialog-rows.ts';
import { factsWords, t } from '../words.ts';
import { showInformation } from './show.ts';

/** One notification an end, with what was checked and changed (SPEC 25.2, 26.4). */
export async function notifyEnded({ rtws }: Pick<Host, 'rtws'>, root: RootSummary, end: End): Promise<void> {
  const ref = rootRef(root.rootId);
  const label = dialogLabel({ ref, headline: root.headline }) || t('New dialog');
  const [open, review] = [t('Open'), t('Review')];
  const said = say(end, memberName(rtws.runtime, root.agentId), label);
  const facts = end === 'done' && root.facts ? ` · ${factsWords(root.facts)}` : '';
  const chosen = await showInformation(`${said}${facts}`, open, ...(root.changes ? [review] : []));
  if (chosen === open) await commands.executeCommand('dominds.openDialog', ref);
  if (chosen === review) await commands.executeCommand('dominds.showChanges', ref);
}

function say(end: End, member: string, label: string): string {
  switch (end) {
    case 'done':
      return t('{0} is done: {1}', member, label);
    case 'replied':
      return t('{0} replied: {1}', member, label);
    case 'drafted':
      return t('{0} has a draft for you: {1}', member, label);
    default:
      return assertNever(end);
  }
}
