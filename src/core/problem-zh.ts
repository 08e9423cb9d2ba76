// The Chinese words for what is wrong in a file of `.minds/` that a person edits, by the English ones. Pure.
import { inChinese, type TextTable } from './text-table.ts';

const words: TextTable = {
  'unknown key {0}, ignored': '未知的键 {0}，已忽略',
  'unknown key {0}': '未知的键 {0}',
  'Did you mean `{0}`?': '你是想写 `{0}` 吗？',
  'Remove it. Known here: {0}.': '请删去。此处可用：{0}。',
  'Known keys: {0}.': '可用的键：{0}。',
  'Remove it.': '请删去。',
  'a team file must be a map': '团队文件必须是映射',
  'Begin with `members:` and list the members below it.': '请以 `members:` 开头，在其下列出成员。',
  'members must be a map': 'members 必须是映射',
  'Write each member as `id:` with its fields indented below it.': '请把每个成员写成 `id:`，其字段在下面缩进。',
  'dialect must be tellask or texting': 'dialect 必须是 tellask 或 texting',
  'Write `dialect: tellask`, or leave it out.': '请写 `dialect: tellask`，或不写。',
  'workspace must be a name without / = and ,': 'workspace 必须是不含 / = , 的名称',
  'Write `workspace: shop`, or leave it out.': '请写 `workspace: shop`，或删去此项。',
  'default_responder names no member: {0}': 'default_responder 指的不是成员：{0}',
  'Name one of: {0}.': '可选：{0}。',
  '{0}: read_team_file and write_team_file belong to {1} alone': '{0}：read_team_file 和 write_team_file 只属于 {1}',
  "Remove them; tellask {0} to change the team's files.": '请删去；要修改团队文件，请诉请 {0}。',
  'not a member id: {0}': '不是成员 id：{0}',
  'Use a letter, then letters, digits, `_` or `-`.': '请以字母开头，后接字母、数字、`_` 或 `-`。',
  'the id {0} is reserved': 'id {0} 是保留的',
  'Choose another id.': '请换一个 id。',
  'nothing reads it': '没有任何地方读取它',
  'Name it `<domain>.yaml`.': '请命名为 `<领域>.yaml`。',
  'Put it into a folder of the package, its category.': '请放进任务包中的一个文件夹，即它的类别。',
  'Put it into another category; this one holds {0}.': '请放进别的类别；此类别只有 {0}。',
  'Remove it, or add the member to `.minds/team.yaml`.': '请删去，或在 `.minds/team.yaml` 中加入该成员。',
  'Known here: {0}, and with a language, like persona.zh.md.': '此处可用：{0}，也可带语言，例如 persona.zh.md。',
  'Put it into one of: {0}.': '请放进其中之一：{0}。',
  'Memories lie at most {0} folders deep.': '记忆最多放在 {0} 层文件夹内。',
  'Name it `<name>.md`.': '请命名为 `<名称>.md`。',
  'the team file is empty': '团队文件是空的',
  'Write `members: {}` if it is to say nothing, or delete it.': '如果不需要写什么，请写 `members: {}`，或删除此文件。',
  'the team file is gone': '团队文件不见了',
  'Write it again; to work without one, reload the window or start dominds again.':
    '请重新写入；若不需要团队文件，请重新加载窗口或重新启动 dominds。',
  '{0}: the last good reading holds': '{0}：沿用上次读到的正确内容',
  '{0}: no tools for files, commands and memories, since restrictions cannot be read':
    '{0}：没有文件、命令和记忆工具，因为无法读取其限制',
  'Correct the errors in this file.': '请改正此文件中的错误。',
  '{0} is a field of a member': '{0} 是成员的字段',
  'Indent it below the member that it is for.': '请缩进到它所属的成员下面。',
  '{0} takes folders, not patterns: {1}': '{0} 只接受文件夹，不接受通配模式：{1}',
  'Name the folder, or write a `policy` with `paths`.': '请写出文件夹，或用带 `paths` 的 `policy`。',
  '{0} names a folder outside of the workspace: {1}': '{0} 指向工作区之外的文件夹：{1}',
  'Name folders relative to the workspace, like `src`.': '请写相对于工作区的文件夹，例如 `src`。',
  'Write its fields indented below the id, like `name: Alice`.': '请把字段缩进写在 id 下面，例如 `name: Alice`。',
  'Write it like `{0}`.': '请写成 `{0}` 的样子。',
  '{0} must be a map': '{0} 必须是映射',
  'Write `key: value` lines, like `model: gpt-5.1`.': '请逐行写 `key: value`，例如 `model: gpt-5.1`。',
  'Correct it; it is not used until then.': '请改正；在此之前不会使用它。',
  'Correct it; the default holds until then.': '请改正；在此之前使用默认值。',
  'Correct it; the server is not used until then.': '请改正；在此之前不会使用这个服务器。',
  '{0}: keys are not read from files': '{0}：不从文件读取密钥',
  'Remove it, and use Set API Key or the environment.': '请删去，改用“设置 API 密钥”或环境变量。',
  'the YAML is broken: {0}': 'YAML 有错误：{0}',
  'Keep one of the two, or rename one.': '请保留其一，或改名。',
  'Indent with spaces.': '请用空格缩进。',
  'Check the indentation and the closing brackets.': '请检查缩进和右括号。',
  'Keep one document: remove the line `---`.': '请只留一个文档：删去 `---` 一行。',
  'Define the anchor above, or write the value out.': '请在上面定义锚点，或直接写出值。',
  'Nest it less deeply.': '请减少嵌套层数。',
  'Correct the YAML at this place.': '请改正此处的 YAML。',
  'Remove it, or write a plain value.': '请删去，或写一个普通的值。',
  '{0} names no working server of {1}': '{0} 不是 {1} 中可用的服务器',
  'Describe the server there, or remove the toolset.': '请在那里描述这个服务器，或删去这个工具集。',
  'Write `servers:` and below it `{0}`.': '请写 `servers:`，在其下写 `{0}`。',
  'not a server name: {0}': '不是服务器名：{0}',
  'Use a letter, then at most 31 letters, digits, `_` or `-`.': '请以字母开头，后接最多 31 个字母、数字、`_` 或 `-`。',
  '{0} must have either command or url': '{0} 必须有 command 或 url 之一',
  'Write `command: npx`, or `url: http://…`.': '请写 `command: npx` 或 `url: http://…`。',
  '{0}: {1} belongs to servers with `{2}`': '{0}：{1} 只用于带 `{2}` 的服务器',
  '{0}.url is no web address': '{0}.url 不是网址',
  'Begin it with http:// or https://.': '请以 http:// 或 https:// 开头。',
  '{0}: secrets are not read from files': '{0}：不从文件读取机密',
  '{0}: only ${env:NAME} is filled in': '{0}：只会填入 ${env:NAME}',
  'Write `${env:NAME}` and set that variable where Dominds runs.':
    '请写 `${env:NAME}`，并在 Dominds 运行的地方设置该变量。',
  'not read: it cannot be opened': '未读取：无法打开',
  'not read: it leads out of its folder': '未读取：它指向所在文件夹之外',
  'not read: it is larger than {0} bytes': '未读取：它超过 {0} 字节',
  'not read: it is a binary file': '未读取：它是二进制文件',
  'not read: it is not in UTF-8': '未读取：它不是 UTF-8',
  'Check its permissions and links.': '请检查其权限和链接。',
  'Replace the link by the file itself.': '请用文件本身代替链接。',
  'It must be a file that you may read.': '它必须是你可以读取的文件。',
  'Make it shorter.': '请缩短它。',
  'Replace it by text in UTF-8.': '请换成 UTF-8 文本。',
  'Save it in UTF-8.': '请以 UTF-8 保存。',
};

const kinds: Readonly<Record<string, string>> = {
  'a list': '列表',
  'a map': '映射',
  text: '文本',
  number: '数字',
  boolean: '布尔值',
  nothing: '空值',
};

const byTable = inChinese(words);

/** A problem's message or remedy in Chinese; as it is when there are no words for it. */
export function problemInChinese(text: string): string {
  const [, name, wanted = '', given = ''] = /^(\S+): expected ([\w ]+), received ([\w ]+)$/.exec(text) ?? [];
  if (name !== undefined) return `${name}：应为${kinds[wanted] ?? ` ${wanted}`}，实为${kinds[given] ?? ` ${given}`}`;
  return byTable(text);
}

/** Every English text that has Chinese words, placeholders as `{0}`. */
export function translatedProblems(): readonly string[] {
  return Object.keys(words);
}
