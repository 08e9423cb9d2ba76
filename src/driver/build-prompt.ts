// What the next generation sends: system prompt, the course's transcript, reminders at the end, and the tools.
import type { TrackedBelief } from '../core/belief/tracked.ts';
import type { ChatMessage, Prompt } from '../core/chat.ts';
import type { CourseRecord } from '../core/dialog/record.ts';
import { createTranscript, type Transcript } from '../core/dialog/transcript.ts';
import { beliefText } from '../core/prompt/belief-text.ts';
import { buildPredictionPrompt } from './belief-prompt.ts';
import { domainOf, takesTurn } from './belief-turn.ts';
import { buildDraftPrompt } from './draft-prompt.ts';
import { outcomeUnknown } from './perform.ts';
import { memberOf, policyOf, type Run } from './run.ts';
import type { Dialog, Tree } from './tree.ts';

/**
 * The exact request of the next generation, apart from model and parameters. A preview (`dominds prompt`) shows nothing to
 * the model, so it does not count as having seen the taskdoc.
 */
export function buildPrompt(run: Run, tree: Tree, dialog: Dialog, isPreview = false): Prompt {
  const { draft, belief } = dialog.state;
  if (draft) return buildDraftPrompt(run, tree, dialog, { draft, isPreview });
  if (belief && takesTurn(dialog.state)) {
    return buildPredictionPrompt(run, dialog, { belief, talk: transcriptOf(run, dialog).messages() });
  }
  const member = memberOf(run, dialog.state);
  const tools = run.tools.toolsFor(member, dialog.state);
  const names = tools.map(({ spec }) => spec.name);
  const isPushed = policyOf(run, dialog.state).pushMax > 0;
  const briefed = run.minds.systemPrompt(tree, dialog, { member, tools: names, isPushed, isPreview });
  const believed = belief && beliefSection(run, dialog, belief);
  // The state changes with every turn, so it comes last; not into the last message, which is the person's.
  const system: ChatMessage = { role: 'system', content: believed ? `${briefed}\n\n${believed}` : briefed };
  const footer = run.minds.remindersFooter(dialog.state.reminders);
  const messages = transcriptOf(run, dialog).messages();
  return { messages: [system, ...withFooter(messages, footer)], tools: tools.map(tool => tool.spec) };
}

/**
 * The dialog as it will be once calls that were left in the middle have their result, which nobody has recorded yet (SPEC
 * 11.2). For a preview; `isAtWork`: whoever drives may still be at them.
 */
export function withLeftCalls(run: Run, dialog: Dialog, isAtWork: boolean): Dialog {
  const left = dialog.state.toolCalls.filter(call => call.started);
  if (left.length === 0 || (isAtWork && dialog.state.interruption === null)) return dialog;
  const at = new Date(run.now()).toISOString();
  const results = left.map((call): CourseRecord => {
    const { ok, content } = outcomeUnknown(run, call);
    return { v: 1, at, kind: 'toolReturned', callId: call.callId, ok, content };
  });
  const { transcript: _, ...rest } = dialog;
  return { ...rest, records: [...dialog.records, ...results] };
}

/** The beliefs as the responder reads them (SPEC 16); with a broken domain file it goes without descriptions. */
function beliefSection(run: Run, { state: { identity } }: Dialog, { state }: TrackedBelief): string {
  const words = run.minds.texts().belief;
  const { domain } = domainOf(run, identity);
  return `# ${words.title}\n\n${beliefText(state, { words, domain, guided: true })}`;
}

/** The newest course as the model reads it; only records that came since the last call are looked at. */
export function transcriptOf(run: Run, dialog: Dialog): Transcript {
  const { course, identity } = dialog.state;
  if (dialog.transcript?.course !== course) {
    dialog.transcript = { builder: createTranscript(run.minds.texts(), identity.dialect), course, taken: 0 };
  }
  const { transcript } = dialog;
  for (; transcript.taken < dialog.records.length; transcript.taken++) {
    const record = dialog.records[transcript.taken];
    if (record) transcript.builder.add(record);
  }
  return transcript.builder;
}

/** Reminders close the request (SPEC 6.3), as the end of its last message, so that roles still alternate. */
function withFooter(messages: readonly ChatMessage[], footer: string): readonly ChatMessage[] {
  const last = messages.at(-1);
  if (footer === '') return messages;
  if (last?.role !== 'user') return [...messages, { role: 'user', content: footer }];
  return [...messages.slice(0, -1), { ...last, content: `${last.content}\n\n${footer}` }];
}
