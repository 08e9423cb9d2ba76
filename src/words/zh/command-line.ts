// What the command line says.
import type { CommandLineWords } from '../command-line.ts';

export const commandLine: CommandLineWords = {
  usage: {
    told: ({ text }) => text,
    'no-command': '没有给出命令',
    'unknown-command': ({ name }) => `未知的命令 ${name}`,
    'unknown-action': ({ command, action }) => `${command} 没有操作 ${action}`,
    'unknown-flag': ({ flag, inCommand }) =>
      `未知的选项 ${flag}${inCommand ? '（以 - 开头的文本请写在 -- 之后）' : ''}`,
    'flag-needs-value': ({ flag, dashed }) => `${flag} 需要一个值${dashed ? '；以 - 开头的值请用 = 连接' : ''}`,
    'flag-takes-no-value': ({ flag }) => `${flag} 不接受值`,
    'flag-of-actions': ({ flag, actions }) => `${flag} 只用于 ${actions.join('、')}`,
    'missing-argument': ({ name }) => `缺少 <${name}>`,
    'unexpected-argument': ({ argument, several }) =>
      `多余的参数“${argument}”${several ? '（由多个词组成的文本请加引号）' : ''}`,
    'one-of': ({ what, options, given }) => `${what} 应为 ${options.join('、')} 之一，而不是 ${given}`,
    'section-of': ({ options, given }) => `章节应为 ${options.join('、')} 之一，而不是 ${given}`,
    'shell-of': ({ options, given }) => `shell 应为 ${options.join('、')} 之一，而不是 ${given}`,
    'number-from-1': ({ flag, given }) => `${flag} 应为从 1 起的数字，而不是 ${given}`,
    'dialog-and-all': '对话和 --all 不能同时给出',
    'unclear-reminders': '不清楚要对提醒做什么',
    'unknown-origin': ({ given }) => `--from 指的不是已知的来源：“${given}”`,
    'content-without-otlp': '--content 需要 --format otlp',
    'no-days': '--older-than 需要天数，例如 90d',
    'not-a-workspace': ({ given }) => `--serve 应为 name=path，而不是 ${given}`,
    'not-a-port': '--port 应为 0 到 65535 之间的数字',
    'not-a-turn': ({ given }) => `${given} 不是轮的编号`,
    'draft-by-number': '草稿用编号指明',
    'action-takes-number': ({ action, optional }) =>
      `${action} 接受一个${countedBy[action]}${optional ? '，也可不写' : ''}`,
  },
  usageLine: line => `用法：${line}`,
  helpListsCommands: 'dominds --help 列出所有命令',
  bug: problem => [`内部错误：${problem}`, '这是 Dominds 的缺陷，请报告'],
  remedies: {
    'not-configured':
      '请设置 OPENAI_API_KEY，或用 OPENAI_BASE_URL 指定其他服务器，或在 .minds/llm.yaml 中描述一个（DOMINDS_PROVIDER=playbook 播放演示：请说“演示一下团队如何工作。”）',
    unreachable: '请检查地址（OPENAI_BASE_URL 或 .minds/llm.yaml 中的 base_url）和网络',
    auth: '请检查密钥：OPENAI_API_KEY，或该提供方的变量（OPENROUTER_API_KEY 等）',
    quota: '请充值，或换一个模型（DOMINDS_MODEL、DOMINDS_PROVIDER、.minds/llm.yaml）',
    'bad-request': '请检查模型、地址和参数（DOMINDS_MODEL、OPENAI_BASE_URL、.minds/llm.yaml）',
    'rate-limited': '请稍候，或换一个模型',
    'server-error': '请重试，或换一个模型',
    'no-reply': '请在 .minds/llm.yaml 中调大 first_token_s 或 silence_s（0 表示不限），或换一个模型',
    'too-large': '请让模型分次少写',
    'broken-playbook': '请改正脚本中的这一处，或配置真实模型',
    'playbook-exhausted': '请在脚本中加入合适的回复，或配置真实模型',
  },
  goOn: dialog => `用 dominds continue ${dialog} 继续`,
  thenGoOn: (remedy, dialog) => `${remedy}；然后用 dominds continue ${dialog} 继续`,
  finishOrEnd: rootId => `请完成它，或结束它：dominds done ${rootId} --force`,
  serves: workspaces => `服务于 ${workspaces.join('、')}`,
  storeAway: reason => [`存储不可用：${reason}`, '对话会等到它恢复'],
  storeBack: '存储已恢复',
  noFile: file => [`没有文件 ${file}`, '请检查路径；它从工作区开始'],
  unusableDomain: file => [`${file} 无法使用`, `dominds state check ${file} 会列出其问题`],
  brokenLabels: (line, problem) => [
    `标注的第 ${line} 行：${problem}`,
    '请写 {"turn": n, "predictions": […], "commands": […]}，轮的编号递增',
  ],
  changedMeanwhile: file => [`${file} 在此期间已变动，未改写`, '请重新导入'],
  trustNotKept: [
    '无法记住此文件夹受信任',
    '请让 $XDG_CONFIG_HOME 或 ~/.config 下的 dominds 文件夹可写，或每次加上 --trust',
  ],
  withheld: (files, what) => [
    `此文件夹不受信任：未启用 ${files.join('、')} 所允许的内容（${what}）`,
    '加上 --trust 即可允许',
  ],
  askTrust: (folder, acts, more) =>
    [
      `文件夹 ${folder} 想不经询问做这些事：`,
      ...acts,
      ...(more > 0 ? [`  …… 还有 ${more} 项`] : []),
      '你信任它吗？y：是，记住，直到内容变动。n：否。[y/n] ',
    ].join('\n'),

  noDialogs: '还没有对话；dominds start "…" 可开始一个',
  noQuestions: '没有未答的问题',
  noReminders: '没有提醒',
  noRegistered: '没有已注册的子对话',
  noRules: '这里没有其他工具的规则',
  noExchange: '还没有接受的来回',
  nothingChanged: '没有变化',
  nothingLeft: '没有剩下要做的事',
  nothingRan: '没有正在运行的对话',
  nothingWrong: '一切正常',
  nobodyDrives: '没有进程驱动此文件夹',
  nothingRuns: '此文件夹中没有正在运行的对话',
  settled: (rootId, state) => `对话 ${rootId} · ${states[state]}`,
  repaired: { yes: '已修复', no: '问题  ' },

  pause: pause => {
    if (pause.kind === 'retry') return `将于 ${pause.clock} 重试`;
    return pause.kind === 'left' ? '工作中离开' : '排队等待模型';
  },
  asks: (agentId, kind) => (kind === 'ask' ? `${agentId} 在问：` : `${agentId} 在问（${kind}）：`),
  options: options => `选项：${options.join(' | ')}`,
  works: '工作中',
  rests: '休息',
  atRest: count => `${count} 个在休息`,
  interrupted: '已中断',
  ended: { completed: '已完成', archived: '已归档' },
  asksYou: (headline, isPermission, others) =>
    `${isPermission ? '请求许可' : '在问你'}：${headline}${others === 0 ? '' : `（还有 ${others} 个）`}`,
  waitsFor: agentIds => `等待 ${agentIds.join('、')}`,

  you: '你',
  mind: '思维',
  draft: n => `草稿 ${n}`,
  unseen: '未看',
  newestStep: warning => `最新一步：${warning}`,
  leftOver: rest => `最新一步余下的内容：${rest}`,
  iteration: n => `第 ${n} 次迭代`,
  moreToDo: '思维还有要做的事',
  draftPauses: {
    'not-asked': '没有让思维继续',
    idle: '没有等待的消息',
    drafted: '有了新草稿',
    'steps-made': '步数已完成',
    limit: '已达到迭代上限',
    quiet: '思维没有新内容',
  },
};

const countedBy = { run: '步数', accept: '草稿编号', prune: '来回数' };

const states = {
  generating: '生成中',
  'awaiting-q4h': '等你回答',
  'awaiting-subdialogs': '等待子对话',
  interrupted: '已中断',
  idle: '空闲',
  completed: '已完成',
  archived: '已归档',
};
