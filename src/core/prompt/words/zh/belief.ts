// Chinese texts for dialogue state.
import type { BeliefTexts } from '../belief-words.ts';
import { reasonTextZh } from './reasons.ts';

export const beliefZh: BeliefTexts = {
  title: '对话状态',
  turn: (turn, intent, flags) =>
    `第 ${turn} 轮。意图：${intent}。${flags.length === 0 ? '' : `标志：${flags.join('、')}。`}`,
  noFlow: '没有进行中的流程。',
  active: (flow, description) => `进行中的流程：${flow}。${description}`,
  below: '在它下面等候，最先的在前：',
  unset: '未填',
  byDefault: '默认值',
  noPreference: '无偏好：任何值都可以',
  carriedOver: from => `沿用 ${from}`,
  now: value => `现为 ${value}`,
  yours: names => `流程完成前由你用 \`set_slot\` 填入：${names}`,
  past: '此前已结束，值为：',
  again: '用户想要同样条件下的另一个结果。',
  requested: '用户询问以下的值，请先告诉用户：',
  lacks: what => `还不够：${what}`,
  missing: what => `缺少：${what}`,
  oneOf: names => `${names.join('、')} 之一`,
  steps: '计划的步骤：',
  stepStates: { over: '已结束', now: '正在做', left: '待做', tellask: '轮到时由你诉请' },
  findings: '目前查明：',
  refused: '本轮未采纳：',
  reason: reasonTextZh,
  guide: {
    talk: '用户在交谈：请回答。此时不写、不删、不运行任何东西：这类调用会被拒绝。用户想做而还没有流程的事，用 `start_flow` 开始。',
    converse:
      '回答进行中的流程所关心的事；答完就在同一次回复里调用 `finish_flow`。此时不写、不删、不运行任何东西：这类调用会被拒绝。',
    answer:
      '只回答用户所问的。进行中的流程现在还不执行：你回复之后，会向用户询问它还缺什么。在此之前，写入、删除或运行的调用会被拒绝。',
    run: '按这些值完成进行中的流程，别的不做。你查明或要更正的值用 `set_slot` 填入。做完后调用 `finish_flow`，outcome 为 completed，并写下查明的事；做不成则 outcome 为 invalid；若另一个流程才对，用 `fall_back`。随后它下面的流程开始进行。',
    propose:
      '这个流程是计划。先弄清所需情况，再调用 `propose_plan` 按顺序给出步骤：流程及已知的值，或诉请。用户批准之后才动手，现在不要开始。',
    replan:
      '用户还没有批准这些步骤。按用户说的调整，再次调用 `propose_plan`；若计划作罢，调用 `finish_flow`，outcome 为 invalid。你回复之后会再次展示步骤。',
    carryOut:
      '已批准计划的步骤全部结束。请核对结果：达到目标就调用 `finish_flow`，outcome 为 completed；没达到就用 `propose_plan` 给出新步骤；做不成则 outcome 为 invalid。',
    issues: '状态里有问题：不会自动继续。请说明哪里不对、用户可以怎样决定。',
  },
  predict: {
    tool: '记录用户的最新话语对对话状态意味着什么。',
    instructions: `你负责跟踪用户在对话中想要什么。你从不回答用户。读用户的最新话语，调用一次 \`take_turn\`；如果不能调用工具，就把它的参数写成一个 JSON 对象，别的什么也不写。
- predictions：话语可能指的流程，最多三个，最可能的在前，各带 0 到 1 的置信度。
- commands：话语对状态做什么，按顺序。每条是只有一个键的对象：
  {"start": flow} 用户现在要这个流程，或回到它。进行中的流程不必再写
  {"set": {"flow", "slot", "value"}} 话语给出一个值；该流程在栈上或刚开始
  {"correct": {"flow", "slot", "value"}} 话语替换一个值（“不对，我是说……”）
  {"clear": {"flow", "slot"}} 话语收回一个值
  {"cancel": flow} 用户放弃栈上的一个流程（“算了”）
  {"request": {"flow", "slot"}} 用户询问一个槽位的值（“多少钱？”）
  {"again": {"flow"}} 用户想要同样条件下的另一个结果（“还有别的吗？”）
  {"confirm": {"flow"}} 用户说这些值是对的，或流程继续（“好，就这样”）
  {"fallback": {"from", "to"}} 进行中的流程理解错了，由另一个带着合适的值接替
  {"clarify": question} 用该用户的语言提唯一一个简短的问题：话语可能有截然不同的意思时，并且不要 start；或者当前流程还缺必填槽位时，先说你理解了什么，再一次问清所缺的全部
  {"converse": true} 用户只是聊天或提问，不论哪个流程在进行
值只取自说过的话，绝不编造。日期写成 YYYY-MM-DD，以今天为准：“明天”是一个日期。值 "dontcare" 表示用户觉得什么都可以。缺少的由别处去问。什么也不改变的话语不需要命令。`,
    flowsTitle: '流程及其槽位',
    stateTitle: '现在的状态',
    talkTitle: '此前的谈话',
    today: '今天',
    person: '用户',
    responder: '应答者',
    answers: question => `用户（被问“${question}”）`,
    earlier: '此前',
    words: (turn, content, question) =>
      question === undefined
        ? `【第 ${turn} 轮】用户说：\n\n${content}`
        : `【第 ${turn} 轮】对问题“${question}”，用户回答：\n\n${content}`,
    unread: problem => `你上一次的回答无法使用：${problem}。请按要求的形式再答一次。`,
  },
  internal: {
    repair_state:
      '关于一个对话的信念彼此矛盾，或与所说的不符。用尽可能少的命令纠正，只改谈话中清楚的地方。用一个 JSON 对象回答：{"commands": [{"set": {"flow", "slot", "value"}} | {"clear": {"flow", "slot"}} | {"cancel": flow}]}。没有要纠正的：{"commands": []}。',
    curate_memory:
      '一个对话查明的事项太多了。合并相关的，去掉重复、已不对或再无用处的，名字、数字和路径保持准确。用一个 JSON 对象回答：{"findings": [文字, …]}，最多 24 条，最早的在前。',
    summarize_session:
      '为接着做的人概括一个对话：用户想要什么、做了什么、定了什么、还有什么没了结。最多 200 字，用谈话的语言。用一个 JSON 对象回答：{"summary": 文字}。',
    findingsTitle: '查明的事项',
  },
  clarify: ({ flow, understood, asks, titles, electiveTitles, required, elective, question, candidates, refused }) => {
    const lines = [
      ...required.map(each => `- ${each}`),
      ...(elective.length > 0 ? ['以下给出一个即可：', ...elective.map(each => `- ${each}`)] : []),
      ...(refused.length > 0 ? ['以下未能采纳：', ...refused.map(each => `- ${each}`)] : []),
    ];
    const known = `${flow}${understood.length === 0 ? '' : `（${understood.join('；')}）`}。`;
    const wanted = [...titles, ...(electiveTitles.length === 0 ? [] : [electiveTitles.join('或')])];
    const need = wanted.length === 0 ? [] : [`还需要：${wanted.join('、')}。`];
    const unclear =
      question !== '' ? question : `你指的是${candidates.length > 0 ? `：${candidates.join('，还是 ')}？` : '什么？'}`;
    if (lines.length === 0) return { headline: unclear, body: '' };
    if (question === '' && candidates.length === 0)
      return { headline: [known, ...asks, ...need].join(''), body: lines.join('\n') };
    return { headline: unclear, body: [`${flow} 还需要：`, ...lines].join('\n') };
  },
  plan: (flow, steps) => ({
    headline: `${flow} 按这些步骤进行吗？`,
    body: `${steps}\n\n选“批准”，就一步接一步地做；选“放弃”，计划作罢；写别的文字，计划会重新考虑。`,
    options: ['批准', '放弃'],
  }),
  confirm: (flow, values) => ({
    headline: `${flow} 就按这些值进行吗？`,
    body: `${values}\n\n选“批准”就进行；选“放弃”就作罢；写别的文字，会修改这些值并再次询问。`,
    options: ['批准', '放弃'],
  }),
  resume: (flow, values) => ({
    headline: `${flow} 继续吗？`,
    body: `${values}\n\n它曾被打断。选“继续”接着做；选“放弃”就作罢；也可以说别的。`.trimStart(),
    options: ['继续', '放弃'],
  }),
  goOn: flow =>
    flow === undefined
      ? '【继续】你要求不等用户就继续。请走下一步。'
      : `【继续】栈上下一个是 ${flow}。请完成它，做完后结束它。`,
  callRolledBack: '用户回退了对话状态，所以这次调用已终止。如果它已经开始执行，请检查它做了什么。',
  rolledBack: ({ from, to, flows }) =>
    `【对话状态】用户把它从第 ${from} 轮回退到第 ${to} 轮。已撤销：此后的信念${flows.length === 0 ? '' : `，以及这些流程的完成：${flows.join('、')}`}。未撤销：说过的话，以及工具、命令和队友做过的事；再做其中任何一件之前，先告诉用户它已经做过了。`,
  edited: what => `【对话状态】用户手动改了：${what.join('；')}`,
  changes: {
    slot: (name, from, to) => `${name}：${from} → ${to}`,
    started: flow => `开始了 ${flow}`,
    cancelled: flow => `取消了 ${flow}`,
    intent: (from, to) => `意图：${from} → ${to}`,
  },
};
