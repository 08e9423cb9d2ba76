// What a model reads of each tool, and of calls that cannot be made as they were written, in Chinese.
import type { SpecWords } from '../en/tools.ts';
import type { ArgProblem, BrokenLimit, ToolTexts } from '../tool-words.ts';

const teamFilePath = { path: '相对于 .minds/，例如 team/alice/persona.md' };
const memoryPath = { path: '例如 build/windows' };

export const specsZh: SpecWords = {
  clear_mind: '开始新的一程：此前的谈话离开你的上下文。',
  clear_mind_texting: ['开始新的一程：此前的谈话离开你的上下文。', { prompt: '新一程的第一条消息' }],
  change_mind: [
    '整体替换 Taskdoc 的一个章节，或追加内容。',
    {
      selector: 'goals、constraints、progress，或 category 下的章节',
      category: 'bearinmind（contracts、acceptance、grants、runbook、decisions、risks）或自定',
    },
  ],
  change_mind_texting: [
    '替换 Taskdoc 的正文（目标），并开始新的一程。',
    { content: '完整的新正文', prompt: '新一程的第一条消息' },
  ],
  recall_taskdoc: '读取 Taskdoc 里只列出名字或被截断的章节。',
  add_reminder: '在这个对话里给自己记一条提醒。',
  update_reminder: '替换一条提醒。',
  delete_reminder: '删除一条提醒，后面的依次前移。',
  read_course: ['读取这个对话先前的一程，按编号列出。', { course: '省略则为上一程', from: '从第几条', to: '到第几条' }],
  mark_done: '完成这个根对话。',
  tell_subdialog: '对正在处理你的诉请的人说话。',
  dismiss_subdialog: '结束一个未回答的诉请。带 reassign 时，由这条回复的下一个诉请接替。',
  merge_work: [
    '采用队友在自己的副本中所做的更改。',
    {
      paths: '只采用这些文件，或其中的改动：src/a.ts:1,3',
      sendBack: '改为：退回给队友的话，队友接着做',
      drop: '改为：丢弃',
      show: '先看：显示更改和各处改动的编号',
    },
  ],
  wait_for: '休眠到最先发生的一项：时间（ISO 8601）、文件变化、根对话完成。要单独放在一条回复里。',
  tellask: ['诉请队友。', { to: '队友的名字，或 self', content: '第一行：要做什么' }],
  ask_back: '回问派给你这项任务的诉请者。',
  ask_human: '向用户提问。',
  read_skill: [
    '读取一项技能的说明，或它文件夹里的其他文本文件。',
    { name: '技能的名字', file: '它文件夹内的路径，默认为 SKILL.md' },
  ],
  keep_going: '这条回复之后直接走下一步，不等用户（on），或等用户（off）。',
  finish_flow: '结束进行中的流程：completed，或做不成时用 invalid。findings 留给以后的流程。',
  fall_back: '用更合适的流程替换进行中的流程，同名的槽位随之带过去。',
  set_slot: '填入或更正未结束流程的槽位，null 表示清空。`flow#2` 指同名流程中的一个。',
  start_flow: '开始用户想要的流程，带上已知的值。',
  cancel_flow: '取消不再需要的未结束流程。',
  propose_plan: '按顺序提出 Plan 流程的步骤：{flow, slots?, why?} 或 {tellask: "@member what", why?}。先由用户批准。',
  add_memory: ['在你的记忆里加一条，以后的提示都会带上。', memoryPath],
  replace_memory: '替换你的一条记忆。',
  drop_memory: '删去你的一条记忆。',
  add_team_memory: ['在团队的记忆里加一条，以后的提示都会带上。', memoryPath],
  replace_team_memory: '替换团队的一条记忆。',
  drop_team_memory: '删去团队的一条记忆。',
  read_team_file: ['读取 .minds/ 里的文件，或列出文件夹。', teamFilePath],
  write_team_file: ['写入 .minds/ 里的 .md 或 .yaml 文件。团队文件会被检查，请改正结果中列出的问题。', teamFilePath],
  read_file: most => `读取文本文件或其中几行；带行号，最多 ${most} 个字符。`,
  list_dir: '列出文件夹；. 是工作区。',
  search_text: '搜索文件，区分大小写；跳过被忽略的。regex：JavaScript 语法，限单行，不支持环视和反向引用。',
  write_file: '新建文本文件，或整体替换。',
  edit_file: '替换一段原文；除非带 all，否则必须唯一。',
  move_file: '移动或重命名文件、文件夹。',
  delete_file: '删除文件或空文件夹。',
  run_shell: seconds => ['把命令运行到结束，没有输入；它留下的进程会被终止。', { timeout_s: `默认 ${seconds}` }],
  start_process: '在后台运行，结束时会告知。',
  read_process: '读取从第 since 字节起的输出。',
  stop_process: '终止它。',
  agent_permission: '为智能体用自己的工具要做的事请求许可。',
  agent_form: '用表单向用户提问。',
};

export const toolTextsZh: ToolTexts = {
  badArgs: (problem, { tool, form, args }) => {
    const all = args.map(({ name, isOptional }) => (isOptional ? `${name}（可选）` : name)).join('、');
    return `${tool}：${problemZh(problem)}正确的调用：${form}。它的参数：${all || '无'}。`;
  },
  noTool({ name, nearest, inText, offered }) {
    const what = inText?.kind === 'person' ? '向用户提问' : '诉请队友';
    const instead = nearest
      ? `请用 ${nearest}。`
      : inText
        ? `要${what}，请在回复中另起一行，以 \`${inText.line}\` 开头。`
        : '';
    return `你没有工具 ${name}。${instead}你的工具：${offered.join('、') || '无'}。`;
  },
};

function problemZh(problem: ArgProblem): string {
  switch (problem.kind) {
    case 'unreadable':
      return '参数不是有效的 JSON，什么都没有做。字符串中的引号写成 \\"，换行写成 \\n。';
    case 'cut':
      return '参数在中途断了，什么都没有做。请带上全部参数重新调用；内容太长就分成几次较小的调用。';
    case 'tooDeep':
      return '参数嵌套太深。';
    case 'noObject':
      return `参数必须是一个 JSON 对象，不能是${kindZh(problem.got)}。`;
    case 'unknown':
      return `没有参数 "${problem.name}"。${problem.nearest === undefined ? '' : `是不是 "${problem.nearest}"？`}`;
    case 'twice':
      return `"${problem.names[0]}" 和 "${problem.names[1]}" 是同一个参数，值却不同。只给其中一个。`;
    case 'missing':
      return `缺少参数 "${problem.argument}"。`;
    case 'wrongType':
      return `"${problem.argument}" 必须是${kindZh(problem.expected)}，不能是${kindZh(problem.got)}。`;
    case 'refused':
      return `"${problem.argument}"：${problem.broken ? limitZh(problem.broken) : `不符合要求（${problem.why}）`}。`;
  }
}

function limitZh(broken: BrokenLimit): string {
  switch (broken.kind) {
    case 'empty':
      return '不能为空';
    case 'least':
      return `不能小于 ${broken.limit}`;
    case 'above':
      return `必须大于 ${broken.limit}`;
    case 'most':
      return `不能大于 ${broken.limit}`;
    case 'longest':
      return `最多 ${broken.limit} 个字符`;
    case 'oneOf':
      return `只能是 ${broken.values.join('、')}`;
  }
}

const kindsZh: Readonly<Record<string, string>> = {
  string: '文本',
  number: '数字',
  int: '整数',
  boolean: ' true 或 false',
  array: '列表',
  object: '对象',
  record: '对象',
};

function kindZh(kind: string): string {
  return kindsZh[kind] ?? ` ${kind}`;
}
