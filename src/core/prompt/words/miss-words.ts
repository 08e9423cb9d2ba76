// What is said about a reply that runs away and about a model that does not use its tools (SPEC 23.14, 23.15), in the
// work language. Pure.
import type { MissedCall, RanAway } from '../../dialog/record-parts.ts';
import type { QuestionText } from '../question-text.ts';

/** The texts about replies that the work gets no further by. */
export interface MissWords {
  /** For the model: its reply was broken off. */
  ranAway(what: RanAway): string;
  /** For the model: it called nothing. `form`: how it writes calls as text. */
  noCalls(missed: MissedCall, form: 'json' | 'tag' | undefined): string;
  ranAwayQuestion(who: string, what: RanAway): QuestionText;
  /** `last`: the words of the reply. */
  noCallsQuestion(who: string, last: string): QuestionText;
}

const options = ['other model', 'continue', 'stop'];
const forms = {
  json: '```json\n{"name": "TOOL", "arguments": {"ARGUMENT": "VALUE"}}\n```',
  tag: '<tool_call>{"name": "TOOL", "arguments": {"ARGUMENT": "VALUE"}}</tool_call>',
};

export const missWordsEn: MissWords = {
  ranAway: ({ in: where, unit, times, tool = '' }) =>
    `[Reply broken off] ${
      { saying: 'Your reply', thinking: 'Your thinking', arguments: `The arguments of your call of ${tool}` }[where]
    } repeated ${shown(unit, 'white space')} ${times} times, so the reply was broken off and none of it took effect. Take the next step in another way, in few words.`,
  noCalls: (missed, form) =>
    [
      missed === 'repeats'
        ? '[No call] You repeated a text that you had read. No tool ran and nothing was done.'
        : '[No call] Your reply tells of work, but no tool ran in this dialog. Only a call of a tool reads, runs or changes anything, and its result comes in the next message.',
      form
        ? `Call the tool that you need now. End your reply with the call, in this form and with nothing after it:\n\n${forms[form]}`
        : 'Call the tool that you need now. If you need none, answer the request in your own words.',
    ].join('\n\n'),
  ranAwayQuestion: (who, { unit, times }) => ({
    headline: `${who}'s model repeats itself without end. How should it go on?`,
    body: `The last two replies were broken off. The newest repeated ${shown(unit, 'white space')} ${times} times.\n\nChoose another model, then answer "other model". "continue" lets this model try again, "stop" stops the dialog.`,
    options,
  }),
  noCallsQuestion: (who, last) => ({
    headline: `${who}'s model does not use its tools. How should it go on?`,
    body: `No tool ran for its last replies. It may be too small for the job, or its server may not support tool calls.\n\nIts last words:\n\n${quoted(last)}\n\nChoose another model, then answer "other model". "continue" lets this model try again, "stop" stops the dialog.`,
    options,
  }),
};

export const missWordsZh: MissWords = {
  ranAway: ({ in: where, unit, times, tool = '' }) =>
    `【回复被中断】${
      { saying: '你的回复', thinking: '你的思考', arguments: `你调用 ${tool} 的参数` }[where]
    }把${shown(unit, '空白')}重复了 ${times} 次，因此这条回复被中断，没有任何部分生效。换一种方式走下一步，话要少。`,
  noCalls: (missed, form) =>
    [
      missed === 'repeats'
        ? '【没有调用】你重复了读到的文字。没有运行任何工具，什么也没有做。'
        : '【没有调用】你的回复讲述了工作，但这个对话里没有运行过任何工具。只有调用工具才能读取、运行或修改，结果会在下一条消息里给出。',
      form
        ? `现在就调用需要的工具。以调用结束回复，用这种形式，后面不要再写：\n\n${forms[form]}`
        : '现在就调用需要的工具；如果不需要，就用自己的话回答请求。',
    ].join('\n\n'),
  ranAwayQuestion: (who, { unit, times }) => ({
    headline: `${who} 的模型不断重复自己，接下来怎么办？`,
    body: `最近两次回复都被中断。最新一次把${shown(unit, '空白')}重复了 ${times} 次。\n\n先选择另一个模型，再回答 other model。选 continue 让这个模型再试，选 stop 让对话停下。`,
    options,
  }),
  noCallsQuestion: (who, last) => ({
    headline: `${who} 的模型不使用工具，接下来怎么办？`,
    body: `最近几次回复没有运行任何工具。模型可能太小，胜任不了这项工作，或者它的服务器不支持工具调用。\n\n它最后的话：\n\n${quoted(last)}\n\n先选择另一个模型，再回答 other model。选 continue 让这个模型再试，选 stop 让对话停下。`,
    options,
  }),
};

const SHOWN_MAX = 120;
const QUOTED_MAX = 400;

function shown(unit: string, space: string): string {
  const line = unit.trim().replaceAll(/\s+/g, ' ');
  return line === '' ? space : `"${line.length > SHOWN_MAX ? `${line.slice(0, SHOWN_MAX)}…` : line}"`;
}

function quoted(text: string): string {
  const cut = text.length > QUOTED_MAX ? `${text.slice(0, QUOTED_MAX)}…` : text;
  return cut.replaceAll(/^/gm, '> ');
}
