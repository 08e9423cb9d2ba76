// English texts for dialogue state.
import { reasonText } from '../../../belief/values/reasons.ts';
import type { BeliefTexts } from '../belief-words.ts';

export const beliefEn: BeliefTexts = {
  title: 'Dialogue state',
  turn: (turn, intent, flags) =>
    `Turn ${turn}. Intent: ${intent}.${flags.length === 0 ? '' : ` Flags: ${flags.join(', ')}.`}`,
  noFlow: 'No flow is active.',
  active: (flow, description) => `Active flow: ${flow}. ${description}`,
  below: 'Waiting below it, the next first:',
  unset: 'unset',
  byDefault: 'by default',
  noPreference: 'no preference: any value is fine',
  carriedOver: from => `carried over from ${from}`,
  now: value => `now ${value}`,
  yours: names => `Yours to set with \`set_slot\` before the flow is complete: ${names}`,
  again: 'The person wants another result with the same values.',
  past: 'Ended before, with these values:',
  requested: 'The person asks for these values. Tell them first:',
  lacks: what => `not enough: ${what}`,
  missing: what => `Missing: ${what}`,
  oneOf: names => `one of ${names.join(', ')}`,
  steps: 'Steps of the plan:',
  stepStates: { over: 'over', now: 'now', left: 'to do', tellask: 'yours to tellask when its turn comes' },
  findings: 'Found out so far:',
  refused: 'Not taken over in this turn:',
  reason: reasonText,
  guide: {
    talk: 'The person talks: answer. Nothing is written, deleted or run meanwhile: such calls are refused. Work that they want and that no flow stands for yet begins with `start_flow`.',
    converse:
      'Answer what the active flow is about, and call `finish_flow` in the same reply when that is all. Nothing is written, deleted or run meanwhile: such calls are refused.',
    answer:
      'Only answer what the person asks. The active flow is not carried out yet: after your reply the person is asked for what it waits for. Until then calls that write, delete or run are refused.',
    run: 'Carry out the active flow with these values, and nothing else. A value that you find out or that was wrong goes in with `set_slot`. When it is done call `finish_flow` with outcome completed and what you found out; if it cannot be done, with outcome invalid; if another flow is the right one, `fall_back`. The flow below it then becomes active.',
    propose:
      'This flow is a plan. Find out what you need, then call `propose_plan` with its steps, in order: flows with the values you know, or tellasks. The person approves them before any is carried out; do not begin yet.',
    replan:
      'The person has not approved the steps. Take up what they say and call `propose_plan` again, or `finish_flow` with outcome invalid if the plan is dropped. The steps are shown once more after your reply.',
    carryOut:
      'All steps of the approved plan are over. Check the result: call `finish_flow` with outcome completed if the plan reached its goal, `propose_plan` with new steps if it did not, or `finish_flow` with outcome invalid if it cannot.',
    issues:
      'There is an issue in this state: nothing goes on by itself. Say what is wrong and what the person can decide.',
  },
  predict: {
    tool: 'Records what the newest words of the person mean for the dialogue state.',
    instructions: `You keep track of what a person wants in a dialog. You never answer the person. Read their newest words and call \`take_turn\` once; if you cannot call tools, write its arguments as one JSON object and nothing else.
- predictions: up to three flows that the words may mean, the best first, each with your confidence from 0 to 1.
- commands: what the words do to the state, in order. Each is an object with one key:
  {"start": flow} the person wants this flow now, or turns back to it. Not needed for the active flow
  {"set": {"flow", "slot", "value"}} the words give a value; the flow is live or started before
  {"correct": {"flow", "slot", "value"}} the words replace a value ("no, I meant …")
  {"clear": {"flow", "slot"}} the words take a value back
  {"cancel": flow} the person drops a live flow ("forget it")
  {"request": {"flow", "slot"}} the person asks for the value of a slot ("what does it cost?")
  {"again": {"flow"}} the person wants another result with the same values ("any others?")
  {"confirm": {"flow"}} the person says that the values are right, or that the flow goes on ("yes, do it")
  {"fallback": {"from", "to"}} the active flow was misunderstood, another takes its place with the values that fit
  {"clarify": question} ONE short question in the person's language: when the words may mean quite different things, without a start; or when they leave required slots of the active flow unset: it says first what you understood and asks for all that is missing
  {"converse": true} the person only talks or asks, whatever flow is active
Take values only from what was said; never invent one. Write dates as YYYY-MM-DD, told from today: "tomorrow" is a date. The value "dontcare" means that any value is fine with the person. What is missing is asked for by others. Words that change nothing need no command.`,
    flowsTitle: 'Flows and their slots',
    stateTitle: 'State now',
    talkTitle: 'The talk so far',
    today: 'Today',
    person: 'Person',
    responder: 'Responder',
    answers: question => `Person (asked "${question}")`,
    earlier: 'Before',
    words: (turn, content, question) =>
      question === undefined
        ? `[Turn ${turn}] The person says:\n\n${content}`
        : `[Turn ${turn}] To the question "${question}" the person answers:\n\n${content}`,
    unread: problem => `Your last answer could not be used: ${problem}. Answer again, in the form that is asked for.`,
  },
  internal: {
    repair_state:
      'Beliefs about a dialog contradict each other, or what was said. Set them right with as few commands as possible, and only where the talk is clear. Answer with one JSON object: {"commands": [{"set": {"flow", "slot", "value"}} | {"clear": {"flow", "slot"}} | {"cancel": flow}]}. Nothing to repair: {"commands": []}.',
    curate_memory:
      'The findings of a dialog have grown too many. Merge what belongs together, drop what is repeated, wrong by now or of no more use, keep names, numbers and paths exact. Answer with one JSON object: {"findings": [text, …]}, at most 24, the oldest first.',
    summarize_session:
      'Sum up a dialog for whoever goes on with it: what the person wants, what was done and decided, what is left open. At most 120 words, in the language of the talk. Answer with one JSON object: {"summary": text}.',
    findingsTitle: 'Findings',
  },
  clarify: ({ flow, understood, asks, titles, electiveTitles, required, elective, question, candidates, refused }) => {
    const lines = [
      ...required.map(each => `- ${each}`),
      ...(elective.length > 0 ? ['One of these is enough:', ...elective.map(each => `- ${each}`)] : []),
      ...(refused.length > 0 ? ['This could not be taken over:', ...refused.map(each => `- ${each}`)] : []),
    ];
    const known = `${flow}${understood.length === 0 ? '' : ` (${understood.join('; ')})`}.`;
    const wanted = [...titles, ...(electiveTitles.length === 0 ? [] : [electiveTitles.join(' or ')])];
    const need = wanted.length === 0 ? [] : [`I still need: ${wanted.join(', ')}.`];
    const unclear =
      question !== '' ? question : `What do you mean${candidates.length > 0 ? `: ${candidates.join(', or ')}?` : '?'}`;
    if (lines.length === 0) return { headline: unclear, body: '' };
    if (question === '' && candidates.length === 0)
      return { headline: [known, ...asks, ...need].join(' '), body: lines.join('\n') };
    return { headline: unclear, body: [`${flow}: this is still needed:`, ...lines].join('\n') };
  },
  plan: (flow, steps) => ({
    headline: `${flow}: carry it out in these steps?`,
    body: `${steps}\n\n"approve" lets them be done one after another; "drop" ends the plan; with any other text the plan is thought over.`,
    options: ['approve', 'drop'],
  }),
  confirm: (flow, values) => ({
    headline: `${flow}: carry it out like this?`,
    body: `${values}\n\n"approve" carries it out; "drop" ends it; with any other text the values are changed and you are asked again.`,
    options: ['approve', 'drop'],
  }),
  resume: (flow, values) => ({
    headline: `${flow}: go on?`,
    body: `${values}\n\nIt was interrupted. "go on" takes it up again; "drop" ends it; you can also say something else.`.trimStart(),
    options: ['go on', 'drop'],
  }),
  goOn: flow =>
    flow === undefined
      ? '[Going on] You asked to go on without the person. Take the next step.'
      : `[Going on] Next on the stack is ${flow}. Carry it out, and finish it when it is done.`,
  callRolledBack:
    'The person rolled the dialogue state back, so this call was ended. If it had begun, check what it did.',
  rolledBack: ({ from, to, flows }) =>
    `[Dialogue state] The person rolled it back from turn ${from} to turn ${to}. Undone: what was believed since${flows.length === 0 ? '' : `, and that these flows are complete: ${flows.join(', ')}`}. Not undone: what was said, and what tools, commands and teammates did; before any of it is done again, tell the person that it was done already.`,
  edited: what => `[Dialogue state] The person changed it by hand: ${what.join('; ')}`,
  changes: {
    slot: (name, from, to) => `${name}: ${from} → ${to}`,
    started: flow => `${flow} started`,
    cancelled: flow => `${flow} cancelled`,
    intent: (from, to) => `intent: ${from} → ${to}`,
  },
};
