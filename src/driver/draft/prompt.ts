// What one step of a draft dialogue sends: the mind's system prompt and its input, without tools (SPEC 15.7).
import type { Prompt } from '../../core/base/chat.ts';
import { type DraftLimits, defaultDraftLimits } from '../../core/draft/limits.ts';
import { localTime, renderMindInput, sampleOf, stepSeed } from '../../core/draft/rules.ts';
import type { DraftState } from '../../core/draft/state.ts';
import { joinParts } from '../../core/prompt/prompt-part.ts';
import type { Dialog, DriverContext, PromptReader } from '../driver-context.ts';
import { commandRulesIn, handsIn, memberOf } from '../member.ts';

/** The limits in force now. */
export function limitsOf(ctx: DriverContext): DraftLimits {
  return ctx.draftLimits?.() ?? defaultDraftLimits;
}

/** The exact request of the next step: the sample of a step is fixed by the dialog and its iteration. */
export function buildDraftPrompt(
  dialog: Dialog,
  { draft, reader }: { readonly draft: DraftState; readonly reader: PromptReader },
): Prompt {
  const { tree } = dialog;
  const { ctx } = tree;
  const member = memberOf(ctx, dialog.state);
  const { poolSample, seed = tree.rootId } = limitsOf(ctx);
  const now = ctx.now();
  const input = renderMindInput(draft, {
    self: member.id,
    userTime: localTime(now, -new Date(now).getTimezoneOffset()),
    sample: sampleOf(draft.thoughts, poolSample, stepSeed(seed, draft.iteration)),
  });
  const { fixed, open } = ctx.minds.systemParts(dialog, {
    member,
    tools: [],
    isPushed: false,
    reader,
    isShort: false,
    handsOf: each => handsIn(ctx, each),
    commands: commandRulesIn(ctx, member),
  });
  return {
    messages: [
      { role: 'system', content: joinParts([...fixed, ...open]) },
      { role: 'user', content: input },
    ],
    tools: [],
  };
}
