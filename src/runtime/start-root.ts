// Starts a root dialog as a person asks for it: everything is checked before anything is stored (SPEC 1.2).

import type { AgentId, RootId } from '../core/base/ids.ts';
import type { AnsweredBy } from '../core/dialog/answered-by.ts';
import { imagesInDrafts } from '../core/dialog/view/refusal-to-say.ts';
import { type Outcome, refuse } from '../core/facts/trouble.ts';
import type { IntentOf } from '../core/intents/intents.ts';
import { promptTexts } from '../core/prompt/prompt-texts.ts';
import { dialectFor, type Team } from '../core/team/team.ts';
import { refuseText } from '../core/text/message-text.ts';
import type { Driver } from '../driver/driver.ts';
import { checkImages } from '../driver/intents/attach-images.ts';
import { changePermissions } from '../driver/intents/change-permissions.ts';
import { createRoot } from '../driver/intents/create-root.ts';
import * as intents from '../driver/intents/intents.ts';
import { rootOf } from '../driver/tree.ts';
import type { Minds } from '../minds/minds.ts';
import { plainTaskdocPath } from '../minds/taskdoc/taskdoc-path.ts';

interface StartPorts {
  readonly driver: Driver;
  readonly minds: Minds;
  readonly newId: () => string;
  /** Who asks, and where. */
  readonly by?: AnsweredBy | undefined;
}

type Input = Omit<IntentOf<'start'>, 'kind'>;

/**
 * Makes a root and says its first words, if there are any; refused when a member, a domain or a taskdoc is not there.
 */
export function startRoot({ driver, minds, newId, by }: StartPorts, input: Input): Outcome<{ rootId: RootId }> {
  const checked = checkStart(minds, input);
  if (!checked.ok) return checked;
  const { rootId, text, images = [], taskDocPath, mode = 'chat', domain, permissionMode } = input;
  const { noDiligence, demo, schedule } = input;
  const tree = createRoot(driver, {
    ...(rootId !== undefined && { rootId }),
    agentId: checked.agentId,
    dialect: dialectFor(minds.team().team, checked.agentId),
    mode,
    ...(domain !== undefined && { domain }),
    ...(taskDocPath !== undefined && { taskDocPath: plainTaskdocPath(taskDocPath) }),
    ...(noDiligence && { noDiligence }),
    ...(demo && { demo }),
    ...(schedule && { schedule }),
  });
  if (permissionMode && permissionMode !== 'ask') changePermissions(driver, tree, { mode: permissionMode });
  if (text !== undefined || images.length > 0) {
    const message = { msgId: input.msgId ?? newId(), content: text ?? '', images, by };
    const said = intents.say(driver, rootOf(tree), message);
    if (!said.ok) return said;
  } else {
    driver.settle(tree);
  }
  return { ok: true, rootId: tree.rootId };
}

/**
 * The member that a root is started with; refused when it cannot be started. A taskdoc that is not there yet is made.
 */
export function checkStart(minds: Minds, input: Input): Outcome<{ agentId: AgentId }> {
  const { text, images = [], taskDocPath, mode = 'chat', domain } = input;
  const responder = responderOf(minds.team().team, input.agentId);
  if (!responder.ok) return responder;
  const unsayable =
    text === undefined || (text.trim() === '' && images.length > 0) ? undefined : refuseText(text, 'task');
  if (unsayable) return unsayable;
  const unusable = domain === undefined ? undefined : refuseDomain(minds, domain, mode);
  if (unusable) return unusable;
  const shown = mode === 'draft' && images.length > 0 ? imagesInDrafts() : checkImages(images);
  if (!shown.ok) return shown;
  if (taskDocPath !== undefined) {
    const ensured = minds.ensureTaskdoc(taskDocPath);
    if (!ensured.ok) return refuse('taskdoc-refused', { reason: ensured.message(promptTexts('en').results) });
  }
  return responder;
}

/**
 * The member that responds in a root: the one that is asked for, else the team's default; refused when it is not in the
 * team.
 */
export function responderOf(
  { members, defaultResponder }: Team,
  asked: string = defaultResponder,
): Outcome<{ agentId: AgentId }> {
  const member = [...members.values()].find(({ id }) => id === asked);
  if (member) return { ok: true, agentId: member.id };
  const names = [...members.values()].filter(({ hidden }) => !hidden).map(({ id }) => id);
  return refuse('unknown-member', { agentId: asked, members: names });
}

/** A domain that is not there or broken starts nothing: beliefs must not change their meaning later (SPEC 16.1). */
function refuseDomain({ domains }: Minds, name: string, mode: 'chat' | 'draft') {
  if (mode === 'draft') {
    return refuse('draft-without-domain');
  }
  const { domain, problems } = domains.read(name);
  const problem = problems.find(({ severity }) => severity === 'error');
  if (domain !== undefined || !problem) return undefined;
  const place = [problem.file, problem.line, problem.column].filter(part => part !== undefined).join(':');
  return refuse('domain-unusable', { place, fault: problem.fault });
}
