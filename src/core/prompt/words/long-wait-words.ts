// The question whether to wait as long as the model server asks (SPEC 10.3), in the work language. Pure.
import type { QuestionText } from '../question-text.ts';

/** `ms`: how long the server asks to wait; `message`: what it said. */
export type LongWaitQuestion = (wait: { readonly ms: number; readonly message: string }) => QuestionText;

const options = ['wait', 'other model', 'stop'];

export const longWaitQuestionEn: LongWaitQuestion = ({ ms, message }) => ({
  headline: `The model server asks to wait ${longTime(ms, { minutes: ' minutes', hours: ' hours', days: ' days' })}`,
  body: `${message}\n\nTo go on with another model, choose it first.`,
  options,
});

export const longWaitQuestionZh: LongWaitQuestion = ({ ms, message }) => ({
  headline: `模型服务器要求等待 ${longTime(ms, { minutes: ' 分钟', hours: ' 小时', days: ' 天' })}`,
  body: `${message}\n\n要换一个模型继续，请先选择模型。`,
  options,
});

/** A time of more than two minutes in the unit in which people think of it. */
function longTime(ms: number, units: Readonly<Record<'minutes' | 'hours' | 'days', string>>): string {
  const minutes = Math.ceil(ms / 60_000);
  if (minutes <= 120) return `${minutes}${units.minutes}`;
  const hours = Math.ceil(minutes / 60);
  return hours <= 48 ? `${hours}${units.hours}` : `${Math.ceil(hours / 24)}${units.days}`;
}
