// What a prediction sends (SPEC 16.4): instructions, the flows of the domain, the state and the end of the talk; the newest words
// are the last message.

import type { BeliefProgress } from '../../core/belief/belief-progress.ts';
import { describeDomain, predictionSpec } from '../../core/belief/domain/rules.ts';
import type { ChatMessage, Prompt } from '../../core/chat.ts';
import { beliefText } from '../../core/prompt/belief-text.ts';
import type { Dialog } from '../tree.ts';
import { beliefContext } from './turn.ts';

/** Messages of the talk that a prediction reads, and characters of each. */
const TALK_MESSAGES = 8;
const TALK_CHARACTERS = 800;

/** The exact request of the next prediction. `talk` are the messages of the course so far. */
export function buildPredictionPrompt(
  dialog: Dialog,
  { belief, talk }: { readonly belief: BeliefProgress; readonly talk: readonly ChatMessage[] },
): Prompt {
  const { ctx } = dialog.tree;
  const { domain } = beliefContext(ctx, dialog.state);
  const words = ctx.minds.texts().belief;
  const { predict } = words;
  // The newest words are among the messages of the talk.
  const before = talk.slice(0, talk.length - belief.due.length);
  const system = [
    predict.instructions,
    titled(predict.flowsTitle, describeDomain(domain)),
    titled(predict.stateTitle, beliefText(belief.state, { words, domain, guided: false })),
    titled(predict.talkTitle, talkText(before, predict)),
  ];
  const turn = belief.lastTurn + 1;
  const said = belief.due.map(({ content, question }) => predict.words(turn, content, question?.headline));
  const unread = belief.unread === undefined ? [] : [predict.unread(belief.unread)];
  return {
    messages: [
      { role: 'system', content: system.filter(part => part !== '').join('\n\n') },
      { role: 'user', content: [...unread, ...said].join('\n\n') },
    ],
    tools: [predictionSpec(domain, predict.tool)],
  };
}

/** The end of the talk, cut to what tells what it is about. */
export function talkText(talk: readonly ChatMessage[], words: { person: string; responder: string }): string {
  return talk
    .slice(-TALK_MESSAGES)
    .flatMap(message => talkLine(message, words))
    .join('\n\n');
}

function talkLine(
  { role, content }: ChatMessage,
  { person, responder }: { person: string; responder: string },
): string[] {
  if ((role !== 'user' && role !== 'assistant') || content.trim() === '') return [];
  const cut = content.length > TALK_CHARACTERS ? `${content.slice(0, TALK_CHARACTERS)}…` : content;
  return [`${role === 'user' ? person : responder}: ${cut.trim()}`];
}

function titled(title: string, text: string): string {
  return text === '' ? '' : `# ${title}\n\n${text}`;
}
