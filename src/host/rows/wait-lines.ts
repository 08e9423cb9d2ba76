// Why a dialog waits, in words, for tooltips (SPEC 13.1). Pure.
import type { AgentId } from '../../core/base/ids.ts';
import type { DialogNode } from '../../core/dialog/view/projection.ts';
import { type WaitCause, waitCauses } from '../../core/dialog/view/waiting.ts';
import type { Interruption } from '../../core/facts/interruption.ts';
import { plainHeadline } from '../../pages/headline.ts';
import { pauseLabel } from './state-look.ts';
import { formatAge, type Wording } from './wording.ts';

/** Names of things that only the runtime and the person's language know. */
export interface WaitNames {
  readonly memberName: (agentId: AgentId) => string;
  readonly interruption: (why: Interruption) => { readonly heading: string; readonly remedy: string };
}

/** One line for each thing that the dialog waits for, what needs the person first. */
export function waitLines(node: DialogNode, names: WaitNames, wording: Wording): readonly string[] {
  return waitCauses(node).map(cause => waitLine(cause, names, wording));
}

function waitLine(cause: WaitCause, names: WaitNames, wording: Wording): string {
  const { t } = wording;
  switch (cause.kind) {
    case 'question': {
      const { tellaskHead, bodyContent, askedAt } = cause.question;
      const words = plainHeadline(tellaskHead) || plainHeadline(bodyContent);
      return t('Waits for your answer ({0}): {1}', formatAge(askedAt, wording), words);
    }
    case 'call': {
      const { agentId, since, tellaskHead } = cause.call;
      return t(
        'Waits for {0} ({1}): {2}',
        names.memberName(agentId),
        formatAge(since, wording),
        plainHeadline(tellaskHead),
      );
    }
    case 'retry':
    case 'inLine':
    case 'asleep':
      return pauseLabel(cause, t);
    case 'interrupted': {
      const { heading, remedy } = names.interruption(cause.why);
      return `${heading}. ${remedy}`;
    }
  }
}
