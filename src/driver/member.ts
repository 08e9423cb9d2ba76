// Who answers in a dialog, with which model, and what the team says of how it goes on.

import type { AgentId } from '../core/base/ids.ts';
import { type Hands, handsOf } from '../core/dialog/hands.ts';
import type { DrivePolicy } from '../core/dialog/next-step.ts';
import type { DialogState } from '../core/dialog/state.ts';
import { type CommandRules, commandRulesOf } from '../core/team/command-rules.ts';
import type { Dialect } from '../core/team/dialect.ts';
import { type PolicyRule, rulesFor, withheldRules } from '../core/team/policy.ts';
import type { Member } from '../core/team/team.ts';
import type { ChosenModel } from '../llm/models/choose-model.ts';
import { FULL_COURSE_BYTES } from '../store/dialog-store.ts';
import type { Dialog, DriverContext, Tree } from './driver-context.ts';
import { capNow } from './generate/caps.ts';
import { rootOf } from './tree.ts';
import { lacksPlace } from './workplaces/usable.ts';

/** The member that answers in a dialog; one that left the team only answers (SPEC 18.6). */
export function memberOf(ctx: DriverContext, state: DialogState): Member {
  const { agentId } = state.identity;
  return ctx.minds.team().members.get(agentId) ?? strangerWithId(agentId);
}

/** The model that answers in a dialog now. */
export function modelOf({ tree, state }: Dialog): Promise<ChosenModel> {
  const { ctx } = tree;
  const { identity } = rootOf(tree).state;
  return ctx.chooseModel(memberOf(ctx, state), identity.kind === 'root' && identity.demo ? 'demo' : 'configured');
}

/** False if the model that answers in a dialog takes no tools. */
export function takesTools({ tree, state }: Dialog): boolean {
  return sendsTools(tree.ctx, state, rootOf(tree).state);
}

/** How a dialog makes tellasks now: in text where its model takes no tools. */
export function dialectNow(dialog: Dialog): Dialect {
  const { dialect } = dialog.state.identity;
  return dialect === 'tools' && !takesTools(dialog) ? 'tellask' : dialect;
}

/**
 * True if a dialog can take notes and clear its mind: with tools, or in the text of the texting dialect (SPEC 2.10).
 */
export function canTidy(dialog: Dialog): boolean {
  return dialog.state.identity.dialect === 'texting' || takesTools(dialog);
}

/** The scripted demo takes tools, whatever is configured. */
function sendsTools(ctx: DriverContext, state: DialogState, { identity }: DialogState): boolean {
  if (identity.kind === 'root' && identity.demo) return true;
  return ctx.takesTools?.(memberOf(ctx, state)) ?? true;
}

/** The member as it acts: with the policies that hold for it. */
export function actingMember(ctx: DriverContext, state: DialogState): Member {
  const member = memberOf(ctx, state);
  const policy = policyFor(ctx, member);
  return policy.length === 0 ? member : { ...member, policy };
}

/** What a member can do in the workspace, as its teammates read it. */
export function handsIn(ctx: DriverContext, member: Member): Hands {
  return handsOf(member, policyFor(ctx, member), ctx.takesTools?.(member) ?? true);
}

/** The rules for commands of a member, as it reads them. */
export function commandRulesIn(ctx: DriverContext, member: Member): CommandRules {
  return commandRulesOf(policyFor(ctx, member), ctx.readsFreely?.() ?? false);
}

function policyFor(ctx: DriverContext, member: Member): readonly PolicyRule[] {
  const own = withheldRules(member.policy ?? [], rule => !(ctx.isTrustedRule?.(member, rule) ?? !ctx.isUntrusted));
  return rulesFor({ id: member.id, policy: own }, ctx.policies?.() ?? [], ctx.rtws);
}

/**
 * How often this dialog may be pushed in a row, and, of a given tree, its caps; looked at only when a step asks for it.
 */
export function policyOf(ctx: DriverContext, state: DialogState, tree?: Tree): DrivePolicy {
  return {
    get cap() {
      return tree && capNow(tree, { state, member: memberOf(ctx, state) });
    },
    get onAnswer() {
      return memberOf(ctx, state).onAnswer;
    },
    get pushMax() {
      return pushMaxOf(ctx, state);
    },
    get lacksPlace() {
      return lacksPlace(ctx, memberOf(ctx, state), state);
    },
    get isCourseFull() {
      return tree !== undefined && isCourseFull(tree, state);
    },
  };
}

/** A course generates at least once, so that a long opening cannot begin courses without end. */
function isCourseFull(tree: Tree, { identity, course }: DialogState): boolean {
  const dialog = tree.dialogs.get(identity.selfId);
  if (!dialog || tree.ctx.store.courseBytes(dialog.ref, course) < FULL_COURSE_BYTES) return false;
  return dialog.records.some(({ kind }) => kind === 'generationEnded');
}

/** 0 when the team or its files disable pushing (SPEC 7.2, 7.3), or the model has no way to say that it is done. */
function pushMaxOf(ctx: DriverContext, state: DialogState): number {
  if (state.identity.kind !== 'root' || !state.diligence.on) return 0;
  const { diligencePushMax } = memberOf(ctx, state);
  if (diligencePushMax < 1 || !sendsTools(ctx, state, state)) return 0;
  return ctx.minds.diligence(state.identity.taskDocPath).kind === 'text' ? diligencePushMax : 0;
}

/**
 * True if a root that says something now, from which nothing follows, rests: its team pushes nobody on. A team that
 * does so later leaves it at rest. Whether the person switched reminders off is for the step that would push (SPEC
 * 7.1).
 */
export function comesToRest({ tree, state }: Dialog): boolean {
  const isOwnTask = state.identity.kind === 'root' && state.frames.length === 1 && !state.draft && !state.belief;
  return isOwnTask && state.diligence.on && pushMaxOf(tree.ctx, state) < 1;
}

function strangerWithId(id: AgentId): Member {
  return {
    id,
    name: id,
    diligencePushMax: 0,
    fbr: { effort: 0, tools: false },
    hidden: true,
    withheld: { kind: 'gone' },
  };
}
