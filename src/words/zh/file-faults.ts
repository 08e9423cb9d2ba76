// The faults of a file, with their remedies.
import type { IgnoredBecause, ValueIssue } from '../../core/facts/file-faults.ts';
import type { WordTables } from '../words.ts';
import { domainFaultsZh } from './domain-faults.ts';

const moveAway = '请移走它';
const restUsed = '已另存一旁；其余照常使用';
const writeReference = '请写 `${env:NAME}`，并在 Dominds 运行的地方设置该变量。';

export const fileFaultsZh: WordTables['fileFaults'] = {
  ...domainFaultsZh,
  told: ({ message, remedy }) => [message, remedy],

  'yaml-broken': ({ code, reason }) => [`YAML 有错误：${reason}`, yamlRemedies[code] ?? '请改正此处的 YAML。'],
  'yaml-warning': ({ reason }) => [reason, '请删去，或写一个普通的值。'],

  'unknown-key': ({ name, ignored, near, known, schedule }) => [
    startsNothing(schedule, `未知的键 ${name}${ignored ? '，已忽略' : ''}`),
    didYouMean(near) ?? `请删去。此处可用：${known.join(', ')}。`,
  ],
  'unknown-setting': ({ name, near, known }) => [
    `未知的键 ${name}`,
    didYouMean(near) ?? `可用的键：${known.join(', ')}。`,
  ],
  'unknown-provider': ({ name, near, known }) => [
    `未知的 provider ${name}`,
    didYouMean(near) ?? `可用的有：${known.join(', ')}。`,
  ],
  'not-a-map': ({ name, example }) => [
    name === null ? '文件必须是映射' : `${name} 必须是映射`,
    `请逐行写 \`key: value\`，例如 \`${example}\`。`,
  ],
  'not-a-list': ({ name, example }) => [`${name} 必须是列表`, `请每行写一项，例如 \`${example}\`。`],
  'cron-form': ({ name, cron }) => [
    `${name} 永远不会到期：\`${cron}\` 不是五个字段的 cron 表达式`,
    '请依次写分、时、日、月、星期，例如 `0 3 * * *`；可以使用名称（`jan`、`mon`）、范围（`1-5`）、列表（`1,15`）和步长（`*/10`）。',
  ],
  'unknown-zone': ({ name, zone }) => [
    `${name} 永远不会到期：没有时区 ${zone}`,
    '请写 `Europe/Berlin` 或 `UTC` 这样的时区。',
  ],
  'bad-cron': ({ name, reason }) => [
    `${name} 永远不会到期：${reason}`,
    '请写五个字段（分、时、日、月、星期），例如 `0 3 * * *`。',
  ],
  'unknown-agent': ({ name, agent, near }) => [
    `${name} 无法启动对话：团队中没有成员 ${agent}`,
    didYouMean(near) ?? '请写团队成员的名称，或省略 `agent`。',
  ],
  'bad-taskdoc': ({ name, taskdoc }) => [
    `${name} 无法启动对话：\`${taskdoc}\` 不是此工作区中的 Taskdoc`,
    '请写相对于工作区的 Taskdoc 路径，例如 `tasks/nightly.tsk`。',
  ],
  'schedule-twice': ({ name }) => [`它无法启动对话：上面已有名为 ${name} 的计划`, '请另取一个名称。'],
  'bad-setting': ({ name, issue }) => [issueText(name, issue), '请改正；在此之前不会使用它。'],
  'settings-withheld': [
    '文件中的限额可能无法读取，因此除非环境变量指明了服务器，否则不会请求任何模型',
    correctErrors(),
  ],
  'settings-held': ['沿用上次读到的正确内容', correctErrors()],
  'settings-empty': ['文件是空的', '请重新写入设置，或删除此文件。'],
  'cap-without-prices': ({ file }) => [
    `max_cost 不会生效：${file} 中没有任何模型的价格`,
    '请在那里写上模型的价格，例如 `prices: {input: 1.25, output: 10}`，或改用 `max_tokens`。',
  ],
  'key-in-file': ({ name }) => [`${name}：不从文件读取密钥`, '请删去，改用“设置 API 密钥”或环境变量。'],
  'bad-flag': ({ name }) => [`${name} 应为 true 或 false`, defaultHolds()],
  'bad-model-name': ({ name }) => [`${name} 应为模型的名称`, defaultHolds()],
  'bad-number': ({ name, whole, min, max }) => [
    `${name} 应为 ${min} 到 ${max} 之间的${whole ? '整数' : '数'}`,
    defaultHolds(),
  ],
  'unknown-limit': ({ name }) => [`未知的键 ${name}`, defaultHolds()],

  'team-empty': ['团队文件是空的', '如果不需要写什么，请写 `members: {}`，或删除此文件。'],
  'team-gone': ['团队文件不见了', '请重新写入；若不需要团队文件，请重新加载窗口或重新启动 dominds。'],
  'team-not-a-map': ['团队文件必须是映射', '请以 `members:` 开头，在其下列出成员。'],
  'members-not-a-map': ['members 必须是映射', '请把每个成员写成 `id:`，其字段在下面缩进。'],
  'bad-dialect': ['dialect 必须是 auto、tools、tellask 或 texting', '请写 `dialect: auto`，或不写。'],
  'bad-workspace': ['workspace 必须是不含 / = , 的名称', '请写 `workspace: shop`，或不写。'],
  'bad-responder': ({ named, members }) => [
    `default_responder 指的不是成员：${named}`,
    `可选：${members.join(', ')}。`,
  ],
  'stray-field': ({ field }) => [`${field} 是成员的字段`, '请缩进到它所属的成员下面。'],
  'bad-member-id': ({ member }) => [`不是成员 id：${member}`, '请以字母开头，后接字母、数字、`_` 或 `-`。'],
  'reserved-member-id': ({ member }) => [`id ${member} 是保留的`, '请换一个 id。'],
  'members-held': ({ members }) => [`${mentions(members)}：沿用上次读到的正确内容`, correctErrors()],
  'members-withheld': ({ members }) => [
    `${mentions(members)}：没有文件、命令和记忆工具，因为无法读取其限制`,
    correctErrors(),
  ],
  'bad-field': ({ name, issue, example, schedule }) => [
    startsNothing(schedule, issueText(name, issue)),
    example === null ? '请把字段缩进写在 id 下面，例如 `name: Alice`。' : `请写成 \`${example}\` 的样子。`,
  ],
  'folder-outside': ({ name, folder }) => [
    `${name} 指向工作区之外的文件夹：${folder}`,
    '请写相对于工作区的文件夹，例如 `src`。',
  ],
  'folder-absolute': ({ name, folder }) => [
    `${name} 用某台机器上的绝对路径指定文件夹：${folder}`,
    '请写相对于工作区的文件夹，例如 `src`。',
  ],
  'path-outside': ({ name, path }) => [
    `${name} 指向工作区之外的路径：${path}`,
    '请写相对于工作区的路径，例如 `src/**`。',
  ],
  'path-absolute': ({ name, path }) => [
    `${name} 用某台机器上的绝对路径指定：${path}`,
    '请写相对于工作区的路径，例如 `src/**`。',
  ],
  'folder-pattern': ({ name, folder }) => [
    `${name} 只接受文件夹，不接受通配模式：${folder}`,
    '请写出文件夹，或用带 `paths` 的 `policy`。',
  ],
  'keeper-tools': ({ name, keeper }) => [
    `${name}：read_team_file 和 write_team_file 只属于 ${keeper}`,
    `请删去；要修改团队文件，请诉请 ${keeper}。`,
  ],

  'servers-not-a-map': ({ name }) => [
    name === null ? '文件必须是映射' : `${name} 必须是映射`,
    '请写 `servers:`，在其下写 `weather: { command: npx, args: [-y, some-server] }`。',
  ],
  'bad-server-name': ({ server }) => [
    `不是服务器名：${server}`,
    '请以字母开头，后接最多 31 个字母、数字、`_` 或 `-`。',
  ],
  'bad-server-field': ({ name, issue }) => [issueText(name, issue), '请改正；在此之前不会使用这个服务器。'],
  'server-without-way': ({ name }) => [
    `${name} 必须有 command 或 url 之一`,
    '请写 `command: npx` 或 `url: http://…`。',
  ],
  'server-field-of-other': ({ name, field, owner }) => [`${name}：${field} 只用于带 \`${owner}\` 的服务器`, '请删去。'],
  'bad-server-address': ({ name }) => [`${name}.url 不是网址`, '请以 http:// 或 https:// 开头。'],
  'odd-reference': ({ name }) => [`${name}：只会填入 \${env:NAME}`, writeReference],
  'secret-in-file': ({ name }) => [`${name}：不从文件读取机密`, writeReference],
  'unknown-server': ({ toolset, file, near }) => [
    `${toolset} 不是 ${file} 中可用的服务器`,
    didYouMean(near) ?? '请在那里描述这个服务器，或删去这个工具集。',
  ],
  'unknown-tool': ({ name, tool, near, isToolset }) => [
    `${name}：没有名为 ${tool} 的工具`,
    isToolset
      ? '它是工具集：请写在 `toolsets` 下。'
      : (didYouMean(near) ?? '请改正名称，或删去它。其他扩展的工具只在编辑器中可用。'),
  ],
  'server-not-allowed': ({ server }) => [
    `未启动 MCP 服务器 ${server}：你还没有允许它`,
    '运行“管理 MCP 服务器”可允许它。在此之前，成员没有它的工具。',
  ],
  'server-changed': ({ server }) => [
    `未启动 MCP 服务器 ${server}：你还没有信任它的条目`,
    '请查看它，然后在此文件夹中运行 `dominds doctor --trust`。在此之前，成员没有它的工具。',
  ],
  'server-not-started': ({ server, reason }) => [
    `无法启动 MCP 服务器 ${server}：${reason}`,
    '请改正其条目，或手动启动它以查明原因；一分钟后会重试。',
  ],
  'tool-name-taken': ({ server, tool, name }) => [
    `MCP 服务器 ${server} 的工具 ${tool} 未提供：已有名为 ${name} 的工具`,
    '请给该服务器换一个名称。',
  ],
  'faulty-offer': ({ server, kind, name, field }) => [
    `MCP 服务器 ${server} 的${{ tool: '工具', prompt: '提示', resource: '资源' }[kind]} ${name} 未提供：其定义中的 ${field} 缺失或有误`,
    '请更新该服务器，或向其作者报告。',
  ],
  'tool-too-large': ({ server, tool, most }) => [
    `MCP 服务器 ${server} 的工具 ${tool} 未提供：其参数超过 ${most} 个字符`,
    '请使用该工具参数较少的服务器版本。',
  ],
  'tool-refused': ({ server, tool, reason }) => [
    `MCP 服务器 ${server} 的工具 ${tool} 未提供：模型服务器不接受它：${reason}`,
    '使用该模型的成员没有这个工具。请更新该 MCP 服务器，或在成员的 `tools` 中只列出需要的工具。',
  ],
  'too-many-tools': ({ server, listed, count }) => [
    `MCP 服务器 ${server} 的 ${listed} 个工具中有 ${count} 个未提供：否则每个请求都会过大`,
    '请让该服务器提供更少的工具，或给成员更少的服务器。',
  ],

  'not-opened': ['未读取：无法打开', '请检查其权限和链接。'],
  'not-a-file': ['未读取：无法打开', '它必须是你可以读取的文件。'],
  'leads-out': ['未读取：它指向所在文件夹之外', '请用文件本身代替链接。'],
  'too-large': ({ most }) => [`未读取：它超过 ${most} 字节`, '请缩短它。'],
  binary: ['未读取：它是二进制文件', '请换成 UTF-8 文本。'],
  'not-utf8': ['未读取：它不是 UTF-8', '请以 UTF-8 保存。'],
  'skill-without-description': [
    '不提供：它没有描述',
    '请以一行 `---`、`name: …`、`description: …` 和另一行 `---` 开头。',
  ],
  'agent-without-id': ({ name }) => [
    `这个自定义智能体不是成员：id 须由拉丁字母组成，而“${name}”中没有`,
    '请重命名文件，例如改为 `code-reviewer.md`。文件里的 `name` 可以不变。',
  ],
  ignored: ({ near, because }) => ['没有任何地方读取它', didYouMean(near) ?? ignoredRemedy(because)],
  'no-domain': ({ name, near, domains }) => [
    `没有领域 ${name}`,
    didYouMean(near) ?? `请写出它，或选择其一：${domains.join(', ')}。`,
  ],
  'playbook-outside': ({ playbook }) => [`脚本 ${playbook} 指向此文件夹之外`, '请指明此文件夹中的一个。'],

  'misplaced-link': ['它是链接或不是普通文件：不会跟随', '请用它指向的内容代替它，或将其删去'],
  'file-is-folder': ['这个文件的位置上是一个文件夹', moveAway],
  'folder-is-file': ['这个文件夹的位置上是一个文件', moveAway],
  'unreadable-message': ['这不是能理解的消息', '已另存一旁；请再说一次'],
  'reminders-not-a-list': ({ aside }) => [
    `这不是由文本组成的 JSON 列表，或超过 16 MB；已保留为 ${aside}`,
    '请写成 ["first", "second"] 这样的列表',
  ],
  'of-other-dialog': ['它属于另一个对话', '请把文件夹改回其对话的名字，或将其删去'],
  'written-back': ({ by, dialogs }) => [
    `${by ?? 'Git'} 删除或回退了正在使用的对话：已从内存重新写入 ${dialogs} 个`,
    '请勿让 Git 或命令改动 .dialogs',
  ],
  'records-lost': ({ by, what }) => [`${by ?? 'Git'} 将其删除或回退，${lostParts[what]}`, '请从副本或 Git 恢复'],
  'root-twice': ['这个对话存在于两处，这一份未被使用', '请移走它'],
  'no-course-readable': ['这个对话没有一程可以读取', '请从备份恢复它的程文件'],
  'no-opening-record': ['第一条记录不能开启一程', '已另存一旁；使用前一程'],
  'course-too-large': ({ size, most }) => [
    `太大，无法加载（${size} MB，上限 ${most}）`,
    '请把它的根对话文件夹移出 .dialogs，或手工缩短这个文件',
  ],
  'course-unreadable': ({ reason }) => [`无法读取：${reason}`, '请检查其权限'],
  'not-a-record': ['这一行不是记录', restUsed],
  'record-lacks-fields': ({ kind }) => [
    `这条记录缺少其类型（${kind}）应有的字段`,
    '已跳过并留在文件中：请改正，或用写下它的版本打开',
  ],
  'foreign-record': ({ theirs, ours }) => [`${ours} 驱动此文件夹时，另一个进程（${theirs ?? '?'}）写下了它`, restUsed],
  'not-mended': ({ reason }) => [`无法修补：${reason}`, '请腾出空间或让这个文件夹可写'],
};

const yamlRemedies: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: '请保留其一，或改名。',
  TAB_AS_INDENT: '请用空格缩进。',
  BAD_INDENT: '请检查缩进和右括号。',
  MULTIPLE_DOCS: '请只留一个文档：删去 `---` 一行。',
  BAD_ALIAS: '请在上面定义锚点，或直接写出值。',
  RESOURCE_EXHAUSTION: '请减少嵌套层数。',
};

const types: Readonly<Record<string, string>> = {
  array: '列表',
  object: '映射',
  record: '映射',
  string: '文本',
  number: '数字',
  int: '整数',
  boolean: '布尔值',
  null: '空值',
  undefined: '空值',
  infinite: '非有限数值',
};

function startsNothing(schedule: string | undefined, because: string): string {
  return schedule === undefined ? because : `${schedule ? `${schedule} ` : '它'}无法启动对话：${because}`;
}

function issueText(name: string, issue: ValueIssue): string {
  return `${name}：${whatIsWrong(issue)}`;
}

function whatIsWrong(issue: ValueIssue): string {
  switch (issue.kind) {
    case 'type':
      return `应为${types[issue.expected] ?? ` ${issue.expected}`}，实为${types[issue.received] ?? ` ${issue.received}`}`;
    case 'option':
      return `应为其中之一：${issue.options.join('、')}`;
    case 'tooBig':
      return `${sizeOf(issue.of)}过大：应${issue.inclusive ? '不超过' : '小于'} ${issue.limit}`;
    case 'tooSmall':
      return `${sizeOf(issue.of)}过小：应${issue.inclusive ? '不小于' : '大于'} ${issue.limit}`;
    case 'told':
      return issue.text;
  }
}

function sizeOf(of: string): string {
  if (of === 'string') return '字符数';
  return of === 'array' ? '条目数' : '';
}

function didYouMean(near: string | null): string | undefined {
  return near === null ? undefined : `你是想写 \`${near}\` 吗？`;
}

function defaultHolds(): string {
  return '请改正；在此之前使用默认值。';
}

function correctErrors(): string {
  return '请改正此文件中的错误。';
}

function mentions(members: readonly string[]): string {
  return members.map(id => `@${id}`).join(', ');
}

function ignoredRemedy(because: IgnoredBecause): string {
  switch (because.kind) {
    case 'nearName':
      return '';
    case 'notADomain':
      return '请命名为 `<领域>.yaml`。';
    case 'noCategory':
      return '请放进任务包中的一个文件夹，即它的类别。';
    case 'otherCategory':
      return `请放进别的类别；此类别只有 ${because.known.join(', ')}。`;
    case 'noMember':
      return '请删去，或在 `.minds/team.yaml` 中加入该成员。';
    case 'notAMemberText':
      return `此处可用：${because.known.join(', ')}，也可带语言，例如 persona.zh.md。`;
    case 'notAMemoryFolder':
      return `请放进其中之一：${because.known.join(', ')}。`;
    case 'tooDeep':
      return `记忆最多放在 ${because.most} 层文件夹内。`;
    case 'notAMemory':
      return '请命名为 `<名称>.md`。';
  }
}

const lostParts = {
  all: '此对话已丢失',
  earlier: '此对话较早的进程已丢失',
  newest: '此对话最新的记录已丢失',
} as const;
