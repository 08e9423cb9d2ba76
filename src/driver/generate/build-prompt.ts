// What the next generation sends: the system message of the course, its transcript, the closing part, and the tools.

import type { ChatMessage, Prompt } from '../../core/base/chat.ts';
import type { BeliefProgress } from '../../core/belief/belief-progress.ts';
import { activeFlow } from '../../core/belief/state.ts';
import { applyRecord } from '../../core/dialog/fold/apply.ts';
import { nextStep } from '../../core/dialog/next-step.ts';
import type { CourseRecord, Fact } from '../../core/dialog/record.ts';
import { currentAside } from '../../core/dialog/state.ts';
import { beliefText } from '../../core/prompt/belief-text.ts';
import type { PromptPart } from '../../core/prompt/prompt-part.ts';
import { isOfferedShort, isShortForm, shortTool } from '../../core/prompt/short-form.ts';
import { withoutTools } from '../../core/prompt/without-tools.ts';
import type { Surroundings } from '../../core/prompt/words/words.ts';
import type { Member } from '../../core/team/team.ts';
import { mayListAll } from '../../tools/files/list-dir.ts';
import { specFor } from '../../tools/tool.ts';
import { buildPredictionPrompt } from '../belief/prompt.ts';
import { domainOf, takesTurn } from '../belief/turn.ts';
import { buildDraftPrompt } from '../draft/prompt.ts';
import type { Dialog, PromptReader, SystemMessage } from '../driver-context.ts';
import { wordsSaid } from '../intents/asides.ts';
import { actingMember, commandRulesIn, handsIn, memberOf, policyOf, takesTools } from '../member.ts';
import { leftResult } from '../tools/perform.ts';
import { offeredTools } from './offered-tools.ts';
import { openingSystem, surroundingsOf, systemOf } from './system-message.ts';
import { transcriptOf } from './transcript-of.ts';

/** The next request, and what has to be recorded of it. */
export interface NextRequest {
  readonly prompt: Prompt;
  /** Its system message, when the course has none yet. */
  readonly opens?: SystemMessage;
}

/** The exact request of the next generation, apart from model and parameters. */
export function buildPrompt(dialog: Dialog, reader: PromptReader = 'model'): NextRequest {
  const next = nextRequest(dialog, reader);
  const { prompt } = next;
  if (prompt.tools.length > 0 && takesTools(dialog)) return next;
  return { ...next, prompt: withoutTools(prompt, dialog.tree.ctx.minds.texts()) };
}

function nextRequest(dialog: Dialog, reader: PromptReader): NextRequest {
  const { tree } = dialog;
  const { ctx } = tree;
  const { draft, belief } = dialog.state;
  if (draft) return { prompt: buildDraftPrompt(dialog, { draft, reader }) };
  if (belief && takesTurn(dialog.state)) {
    return { prompt: buildPredictionPrompt(dialog, belief) };
  }
  const own = memberOf(ctx, dialog.state);
  const member: Member = takesTools(dialog) ? own : { ...own, withheld: { kind: 'model' } };
  const known = systemOf(dialog);
  const isShort = known ? isShortForm(known.parts) : (ctx.isShort?.(own) ?? false);
  const texts = ctx.minds.texts();
  const offered = offeredTools(dialog, ctx.tools.toolsFor(member, dialog.state)).map(tool => specFor(tool, texts));
  const tools = isShort ? offered.filter(({ name }) => isOfferedShort(name)).map(shortTool) : offered;
  const names = tools.map(({ name }) => name);
  const isPushed = policyOf(ctx, dialog.state).pushMax > 0;
  const around = surroundingsFor(dialog, names);
  const handsOf = (each: Member) => handsIn(ctx, each);
  const now = ctx.minds.systemParts(dialog, {
    member,
    tools: names,
    isPushed,
    reader,
    isShort,
    handsOf,
    commands: commandRulesIn(ctx, own),
    ...(around && { around }),
  });
  const system = known ?? openingSystem(tree, now.fixed);
  const closing = ctx.minds.closingPart({
    fixed: system.parts,
    now: now.fixed,
    open: belief ? [...now.open, beliefPart(dialog, belief)] : now.open,
    reminders: dialog.state.reminders,
  });
  const lasting: readonly ChatMessage[] = [system.message, ...transcriptOf(dialog).messages()];
  const messages: readonly ChatMessage[] = closing === '' ? lasting : [...lasting, { role: 'user', content: closing }];
  const prompt = { messages, tools, lasting: lasting.length };
  return { prompt, ...(!known && { opens: system }) };
}

/**
 * What a member reads of the surroundings when its course opens: what its tools could tell it, and nothing without any.
 */
function surroundingsFor(dialog: Dialog, tools: readonly string[]): Surroundings | undefined {
  const around = surroundingsOf(dialog);
  if (!around) return undefined;
  const { ctx } = dialog.tree;
  const canRun = tools.includes('run_shell');
  const canList = tools.includes('list_dir') && mayListAll(ctx.rtws, actingMember(ctx, dialog.state));
  if (!canRun && !['list_dir', 'read_file', 'write_file'].some(tool => tools.includes(tool))) return undefined;
  const { shell, top, ...rest } = around;
  return { ...rest, ...(canRun && shell !== undefined && { shell }), ...(canList && top && { top }) };
}

/**
 * The dialog as it will be when it generates next, for a preview: interrupted calls have a result (SPEC 11.2), and
 * queued messages are delivered. `isAtWork`: another process may still run the calls.
 */
export function asItWillGenerate(dialog: Dialog, isAtWork: boolean): Dialog {
  const { ctx } = dialog.tree;
  const at = new Date(ctx.now()).toISOString();
  const ahead: CourseRecord[] = [];
  let { state } = dialog;
  const foresee = (facts: readonly Fact[]) => {
    const records = facts.map((fact): CourseRecord => ({ v: 1, at, ...fact }));
    ahead.push(...records);
    state = records.reduce(applyRecord, state);
  };
  if (!isAtWork || state.interruption) {
    const left = state.toolCalls.filter(call => call.started);
    foresee(left.map((call): Fact => ({ kind: 'toolReturned', callId: call.callId, ...leftResult(ctx, call) })));
  }
  const next = nextStep({ ...state, interruption: null }, policyOf(ctx, state));
  if (next.kind === 'deliverQueued') foresee(wordsSaid(ctx, next.messages, next.opensAside ? 'aside' : 'talk'));
  if (ahead.length === 0) return dialog;
  const { transcript: _, system: __, subjects: ___, ...rest } = dialog;
  return { ...rest, state, records: [...dialog.records, ...ahead] };
}

/** The beliefs as the responder reads them (SPEC 16); with a broken domain file it goes without descriptions. */
function beliefPart({ tree, state: dialog }: Dialog, { state, wentBack }: BeliefProgress): PromptPart {
  const { ctx } = tree;
  const words = ctx.minds.texts().belief;
  const { domain } = domainOf(ctx, dialog.identity);
  // In an aside the work that waits is not taken up; a flow that began there is.
  const guided = !currentAside(dialog) || activeFlow(state)?.turnIds[0] === state.turn;
  const today = ctx.minds.today?.();
  const day = today ? `${words.predict.today}: ${today.text}\n` : '';
  return {
    id: 'beliefs',
    title: words.title,
    text: `${day}${beliefText(state, { words, domain, guided })}${wentBack === undefined ? '' : `\n${wentBack}`}`,
  };
}
