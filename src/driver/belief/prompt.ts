// What a prediction sends (SPEC 16.4): instructions, the flows of the domain, the state and the end of the talk; the
// newest words are the last message.

import type { Prompt } from '../../core/base/chat.ts';
import type { BeliefProgress } from '../../core/belief/belief-progress.ts';
import { describeDomain, predictionSpec } from '../../core/belief/domain/rules.ts';
import { talkText } from '../../core/belief/talk.ts';
import { beliefText } from '../../core/prompt/belief-text.ts';
import type { Dialog } from '../driver-context.ts';
import { beliefContext } from './turn.ts';

/** The exact request of the next prediction. */
export function buildPredictionPrompt(dialog: Dialog, belief: BeliefProgress): Prompt {
  const { ctx } = dialog.tree;
  const { domain } = beliefContext(ctx, dialog.state);
  const words = ctx.minds.texts().belief;
  const { predict } = words;
  const system = [
    predict.instructions,
    titled(predict.flowsTitle, describeDomain(domain)),
    titled(predict.stateTitle, beliefText(belief.state, { words, domain, guided: false })),
    titled(predict.talkTitle, talkText(dialog.records, predict, belief.due.length)),
  ];
  const turn = belief.lastTurn + 1;
  const today = ctx.minds.today?.();
  const day = today ? [`${predict.today}: ${today.text}`] : [];
  const said = belief.due.map(({ content, question }) => predict.words(turn, content, question?.headline));
  const unread = belief.unread === undefined ? [] : [predict.unread(belief.unread)];
  return {
    messages: [
      { role: 'system', content: system.filter(part => part !== '').join('\n\n') },
      { role: 'user', content: [...day, ...unread, ...said].join('\n\n') },
    ],
    tools: [predictionSpec(domain, belief.state, predict.tool)],
  };
}

function titled(title: string, text: string): string {
  return text === '' ? '' : `# ${title}\n\n${text}`;
}
