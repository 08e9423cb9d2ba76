// English texts for models. Kept short: the fixed part of a request stays within 9 kB (SPEC 17).
import { assertNever } from '../../../base/assert.ts';
import { listSteps, REPEATS } from '../../../dialog/circles.ts';
import type { ProcessEnd } from '../../../dialog/processes.ts';
import type { Waking } from '../../../dialog/sleep.ts';
import type { Dialect } from '../../../team/dialect.ts';
import type { Misread } from '../../../tellask/misread.ts';
import { withoutBlankEdges } from '../../../text/blank-edges.ts';
import { quoteLines } from '../../../text/quote-lines.ts';
import type { PromptTexts, Words } from '../words.ts';
import { beliefEn } from './belief.ts';
import { capQuestionEn, formEn, longWaitQuestionEn, missWordsEn, permissionEn } from './questions.ts';
import { resultsEn } from './results.ts';
import { systemEn } from './system.ts';
import { specsEn, toolTextsEn } from './tools.ts';
import { evidenceEn, factsEn, ledgerEn, restoreEn, workEn } from './work.ts';

const prompts: PromptTexts = {
  openingPrompt: (course, assignment) =>
    assignment === undefined
      ? `[New course ${course}] The talk before this is no longer in your context. Read the taskdoc and your reminders, then take the next step.`
      : `[New course ${course}] The talk before this is no longer in your context; your assignment still stands. Read the taskdoc and your reminders, then go on with it.\n\n${quoteCall(`@${assignment.caller} tellasked you:`, assignment)}`,
  courseWasFull: lastWords =>
    `The course before this was closed because it had become too large.${lastWords === '' ? '' : ` The last thing you said there:\n\n${lastWords}`}`,
  arrivingTellask: call => quoteCall(`[Tellask] @${call.caller} tellasks you:`, call),
  arrivingTellaskBack: call =>
    quoteCall(
      `[TellaskBack] @${call.caller}, who works on an assignment of yours, asks back. Your next reply without tool calls or tellasks is the answer to this:`,
      call,
    ),
  wasTold: ({ caller, content, by }) =>
    `${by === 'person' ? '[The person adds to your assignment]' : `[@${caller} adds to its tellask]`}\n\n${withoutBlankEdges(content)}`,
  callDismissed: ({ caller, headline }) =>
    `[Dismissed] @${caller}'s tellask "${headline.trim()}" was dismissed: it needs no work and no answer any more.`,
  aside: {
    words: content =>
      `[Aside] While you wait for answers, the person speaks to you; your reply goes to the person.\n\n${content}`,
    answers:
      '[Aside] These answers came while others are still at work. Steer the others if something follows for them; else end with a short word. The other answers come when they are in.',
    cleared:
      '[Aside cleared] The talk of this aside is no longer in your context; the work before it and your open calls are as they were. Do what is left to do in the aside, or end it with a short word.',
  },
  suppliedAnswer: ({ member, headline, ok, content, facts, part }) => {
    const which = part ? ` (${part.number} of ${part.of})` : '';
    const opening = ok ? `[Answer] @${member}${which} answers` : `[No answer] @${member}${which} could not answer`;
    const tellask = headline === undefined ? 'a tellask of an earlier course' : `your tellask "${headline.trim()}"`;
    const text = `${opening} ${tellask}:\n\n${withoutBlankEdges(content)}`;
    return facts ? `${text}\n\n${factsEn.underAnswer(facts)}` : text;
  },
  questionAnswered: ({ headline }, content) =>
    `[Answer of the person] To your question "${headline.trim()}":\n\n${content}`,
  questionClosed: ({ headline }, reason) =>
    `[Question closed] "${headline.trim()}" was closed without an answer: ${reason}`,
  tellaskRefused: (headline, message) => `[Tellask not sent] "${headline.trim()}": ${message}`,
  textToolResult: (tool, ok, content) => `[${ok ? 'Result' : 'Error'} of @${tool}] ${content}`,
  answerBrokenOff: '[This answer was broken off by the model server: its end is missing.]',
  misread: (found, dialect) => [...found.map(each => misreadLine(each, dialect)), ifNoCall(found)].join('\n\n'),
  tookAsAnswer: caller =>
    `Your words went to ${caller === undefined ? 'your caller' : `@${caller}`} as your answer. A reply in plain text does the same; it needs no call.`,
  callOpen: member => `Open: @${member} is at work on it. The answer comes later, as a message.`,
  callGone: 'This call is not open any more.',
  saidNothing: 'The dialog ended its work twice without saying anything.',
  emptyOutput: 'Your last reply was empty. If you are done, say your result now; if not, go on with the work.',
  diligence: `You stopped without ending this dialog. Choose one:
- Nothing is left to do, or this was only a conversation: call mark_done. It needs no more words.
- Something is left: do the next step in this reply, by a tool or a call. Write a call again if it was not sent.
- You lack a decision or a permission: ask the person (Q4H), with the options and your advice.`,
  continueQuestion: ({ dialog, who, pushes, lastWords }) => ({
    headline: `${named(dialog)}${who} stopped early ${pushes === 1 ? 'once' : `${pushes} times`}. Continue?`,
    body: [
      ...(lastWords === '' ? [] : [`Last words of ${who}:`, quoteLines(lastWords)]),
      '"continue", or any text of yours, lets it go on, with as many reminders again. "stop" leaves it until you write again. "stop reminding" does the same, and this dialog is never reminded again.',
    ].join('\n\n'),
    options: ['continue', 'stop', 'stop reminding'],
  }),
  circleQuestion: (who, steps, dialog, idle = false) => ({
    headline: `${named(dialog)}${
      {
        agent: 'This dialog repeats itself. How should it go on?',
        mind: 'The mind repeats itself. Should it go on?',
        internal: 'The flows in the background repeat themselves. Should they go on?',
      }[who]
    }`,
    body: [
      steps.length === 1
        ? `The last ${REPEATS} replies are the same:`
        : `The last ${REPEATS * steps.length} replies repeat the same ${steps.length} steps:`,
      listSteps(steps, '(nothing)'),
      ...(idle
        ? [
            'No tool ran in this dialog: the model may be too small for the job, or its server may not support tool calls. Choose another model, then answer "continue".',
          ]
        : []),
      who === 'agent'
        ? '"continue" lets it try again, "stop" stops it. Or write what it should do differently.'
        : '"continue" lets it try again, "stop" stops it.',
    ].join('\n\n'),
    options: ['continue', 'stop'],
  }),
  misses: missWordsEn,
  capQuestion: capQuestionEn,
  longWaitQuestion: longWaitQuestionEn,
  contextCaution: (tokens, optimal, canTidy) =>
    `[Context] This talk has grown to ${tokens} tokens; up to ${optimal} it works best. ${
      canTidy
        ? 'Bring your reminders and the taskdoc up to date, delete reminders that are done with, and clear your mind at the next good point.'
        : 'Keep your replies short.'
    }`,
  contextCritical: (percent, left, canTidy) =>
    `[Context] The context window is ${percent} % full. ${
      canTidy
        ? `Note now what you still need in reminders and the taskdoc, then clear your mind. ${left > 0 ? `A new course begins by itself after ${left} more of these messages.` : 'A new course begins by itself after this reply.'}`
        : `Say now, in your reply, all that you still need to know. ${left > 0 ? `A new course begins by itself after ${left} more of these messages; only your last reply goes over into it.` : 'A new course begins by itself after this reply; only this reply goes over into it.'}`
    }`,
  woken: (waking, at) => `${wokenBy(waking)} It is ${at} now.`,
  processesEnded: ends =>
    ends
      .map(
        ({ processId, command, ...end }) =>
          `Background command ${processId} (${command}) ${endOf(end)} \`read_process\` shows what it printed.`,
      )
      .join('\n'),
  toolOutcomeUnknown: tool =>
    `Outcome unknown: ${tool} had started when the program was interrupted, and left no result. It was not run again. Find out what state it left before you repeat it.`,
  toolLapsed: tool =>
    `${tool} was ended: the store could not be reached for so long that another worker might have taken this dialog over. Find out what state it left before you repeat it.`,
  imageNotShown: (name, why) =>
    why === 'missing'
      ? `[Image ${name}: its file is gone, so you cannot see it]`
      : why === 'refused'
        ? `[Image ${name}: attached by the person, but the model server could not use it, so you cannot see it. Say so if you need what it shows.]`
        : `[Image ${name}: attached by the person, but you cannot see it, since this model is given text only. Say so if you need what it shows.]`,
  forkNote:
    '[Fork] This dialog was forked from another one at this point. Files were not taken back: they are as they are now. Calls and questions that were open there are not open here; make those that you still need again.',
  forkHeadline: (number, headline) => `Fork${number > 1 ? ` ${number}` : ''}: ${headline}`,
  restored: restoreEn,
  editsUndone: paths =>
    `[Reverted] The user reverted your edits to: ${paths.join(', ')}. Read these files again before you change them.`,
  hunkUndone: (path, diff) =>
    `[Reverted] The user undid this change of yours in ${path}. Do not make it again unasked; read the file again before you change it.\n\n${diff}`,
  editsRedone: paths =>
    `[Restored] The user restored your edits to: ${paths.join(', ')}. Read these files again before you change them.`,
  facts: factsEn,
  evidence: evidenceEn,
  work: workEn,
  permission: permissionEn,
  specs: specsEn,
  results: resultsEn,
  tools: toolTextsEn,
  form: formEn,
  ledger: ledgerEn,
  cutNote: (shown, total) => `[… cut here: ${shown} of ${total} characters are shown]`,
  leftOutNote: names => `[not shown for want of room: ${names.join(', ')}]`,
  empty: '(empty)',
  otherSections: 'Other sections, by name',
  belief: beliefEn,
};

/** English texts. */
export const en: Words = { system: systemEn, prompts };

function quoteCall(opening: string, { headline, body }: { headline: string; body: string }): string {
  return [opening, headline.trim(), withoutBlankEdges(body)].filter(part => part !== '').join('\n\n');
}

function misreadLine({ form, quote, name = '' }: Misread, dialect: Dialect): string {
  switch (form) {
    case 'line':
      return `[Nobody called] This line of your reply called nobody: "${quote}". ${howToCall(name, dialect)}`;
    case 'text':
      return `[Not run] You wrote a call of ${name} as text: "${quote}". It was not run, so nothing happened. Call the tool, or end your reply with that call alone and all arguments right.`;
    case 'announced':
      return `[Nothing done] Your reply ends with "${quote}" but calls nothing, so nothing happens. Do it now, in this reply.`;
    default:
      return assertNever(form);
  }
}

function howToCall(name: string, dialect: Dialect): string {
  if (dialect === 'texting')
    return `A call is a line that begins with \`@${name}\` in its first column, without any mark before it.`;
  if (dialect === 'tellask')
    return `A call is a line that begins with \`!?@${name}\` in its first column, without any mark before it.`;
  if (name === 'human') return 'To ask the person, use the tool `ask_human`.';
  if (name === 'tellasker') return 'To ask back, use the tool `ask_back`.';
  return `To call @${name}, use the tool \`tellask\` with \`to\`: "${name}".`;
}

function ifNoCall(found: readonly Misread[]): string {
  return found.some(({ form }) => form === 'announced')
    ? 'If all is done, give your whole result instead.'
    : 'If you meant no call, say your whole answer again without it.';
}

function named(dialog: string): string {
  if (dialog === '') return '';
  return '.!?…'.includes(dialog.at(-1) ?? ' ') ? `${dialog} ` : `${dialog}: `;
}

function endOf({ outcome, code }: Pick<ProcessEnd, 'outcome' | 'code'>): string {
  switch (outcome) {
    case 'exited':
      return `has ended with exit code ${code}.`;
    case 'killed':
      return 'was ended by a signal.';
    case 'lost':
      return 'is gone: the process that ran it has ended, or had lost its store. Start it again if you need it.';
    default:
      return assertNever(outcome);
  }
}

function wokenBy(waking: Waking): string {
  switch (waking.kind) {
    case 'time':
      return 'The time you waited for has come.';
    case 'file':
      return `${waking.path} has changed.`;
    case 'root':
      return `Dialog ${waking.rootId} is ${waking.status} now.`;
    case 'circle':
      return resultsEn.waitsInCircle(waking.rootId);
    case 'process':
      return 'A background command of yours has ended.';
    case 'askedBack':
      return `The wait ended early, because @${waking.by} asks you something: end this reply, and you read it next. Call wait_for again after you answered.`;
    case 'words':
      return 'The wait ended early, because the person says something: read it. Call wait_for again to go on waiting.';
    default:
      return assertNever(waking);
  }
}
