// The texts of a permission question (SPEC 12.4), in the work language. Pure.

export interface PermissionTexts {
  // Headlines.
  readonly edit: (path: string) => string;
  readonly create: (path: string) => string;
  readonly replace: (path: string) => string;
  readonly delete: (path: string) => string;
  readonly move: (from: string, to: string) => string;
  readonly read: (path: string) => string;
  readonly run: (command: string) => string;
  readonly useEditorTool: (tool: string) => string;
  readonly useServerTool: (server: string, tool: string) => string;
  // Bodies.
  readonly readWith: (tool: string, path: string) => string;
  /** The folder of a command, and its own limit in seconds, if any. */
  readonly inFolder: (path: string, seconds: number | undefined) => string;
  /** The folder of a command that goes on in the background. */
  readonly inBackground: (path: string) => string;
  readonly emptyFolder: string;
  readonly noPlainFile: string;
  readonly binaryFile: (bytes: number) => string;
  readonly emptyFile: string;
  readonly noChange: string;
  readonly linesReplaced: (before: number, after: number) => string;
  /** `mark` replaces hidden text. */
  readonly notShown: (characters: number, mark: string) => string;
  // The grant that *always* would give.
  readonly alwaysCommand: string;
  /** In a folder; each as a text of a grant. */
  readonly alwaysCommands: (commands: readonly string[]) => string;
  readonly alwaysHere: string;
  readonly alwaysTool: (tool: string) => string;
  readonly alwaysIn: (tool: string, places: readonly string[]) => string;
  /** `folder` ends with a slash; `./` is the workspace folder. */
  readonly andBelow: (folder: string) => string;
}

export const permissionEn: PermissionTexts = {
  edit: path => `Edit ${path}`,
  create: path => `Create ${path}`,
  replace: path => `Replace ${path}`,
  delete: path => `Delete ${path}`,
  move: (from, to) => `Move ${from} to ${to}`,
  read: path => `Read ${path}`,
  run: command => `Run: ${command}`,
  useEditorTool: tool => `Use the editor's tool ${tool}`,
  useServerTool: (server, tool) => `Use ${tool} of the MCP server ${server}`,
  readWith: (tool, path) => `${tool} on \`${path}\`.`,
  inFolder: (path, seconds) => `Runs in: ${folderEn(path)}${seconds === undefined ? '' : `, for at most ${seconds} s`}`,
  inBackground: path => `Runs in: ${folderEn(path)}, in the background until it ends`,
  emptyFolder: 'An empty folder.',
  noPlainFile: 'No plain file, or one over 10 MB.',
  binaryFile: bytes => `A binary file of ${bytes} bytes.`,
  emptyFile: 'An empty file.',
  noChange: 'No line changes.',
  linesReplaced: (before, after) => `${before} lines are replaced by ${after}:`,
  notShown: (characters, mark) => `… ${characters} more characters, not shown (${mark})`,
  alwaysCommand: 'Always allow: this exact command, in this folder, for this task.',
  alwaysCommands: commands =>
    `Always allow: ${commands.map(each => `\`${each}\``).join(', ')}, in this folder, for this task.`,
  alwaysHere: 'Always here: the same in every task of this workspace; kept on this computer.',
  alwaysTool: tool => `Always allow: ${tool}, with any arguments, for this task.`,
  alwaysIn: (tool, places) => `Always allow: ${tool} in ${places.join(', ')}, for this task.`,
  andBelow: folder => (folder === './' ? 'the whole workspace folder' : `${folder} and below`),
};

export const permissionZh: PermissionTexts = {
  edit: path => `编辑 ${path}`,
  create: path => `新建 ${path}`,
  replace: path => `替换 ${path}`,
  delete: path => `删除 ${path}`,
  move: (from, to) => `把 ${from} 移到 ${to}`,
  read: path => `读取 ${path}`,
  run: command => `运行：${command}`,
  useEditorTool: tool => `使用编辑器的工具 ${tool}`,
  useServerTool: (server, tool) => `使用 MCP 服务器 ${server} 的 ${tool}`,
  readWith: (tool, path) => `对 \`${path}\` 使用 ${tool}。`,
  inFolder: (path, seconds) => `运行位置：${folderZh(path)}${seconds === undefined ? '' : `，最多 ${seconds} 秒`}`,
  inBackground: path => `运行位置：${folderZh(path)}，在后台运行直到结束`,
  emptyFolder: '一个空文件夹。',
  noPlainFile: '不是普通文件，或超过 10 MB。',
  binaryFile: bytes => `一个 ${bytes} 字节的二进制文件。`,
  emptyFile: '一个空文件。',
  noChange: '没有一行改变。',
  linesReplaced: (before, after) => `${before} 行被替换为 ${after} 行：`,
  notShown: (characters, mark) => `…… 还有 ${characters} 个字符未显示（${mark}）`,
  alwaysCommand: '始终允许（always）：在此文件夹中运行这一条命令，一字不差；对这棵对话树的所有对话有效。',
  alwaysCommands: commands =>
    `始终允许（always）：在此文件夹中运行 ${commands.map(each => `\`${each}\``).join('、')}；对这棵对话树的所有对话有效。`,
  alwaysHere: '在此工作区始终允许（always here）：对此工作区的所有任务同样有效；保存在这台电脑上。',
  alwaysTool: tool => `始终允许（always）：以任何参数使用 ${tool}；对这棵对话树的所有对话有效。`,
  alwaysIn: (tool, places) =>
    `始终允许（always）：使用 ${tool}，范围：${places.join('、')}；对这棵对话树的所有对话有效。`,
  andBelow: folder => (folder === './' ? '整个工作区文件夹' : `${folder} 及其下`),
};

function folderEn(path: string): string {
  return path === '.' ? 'the workspace folder' : `\`${path}\``;
}

function folderZh(path: string): string {
  return path === '.' ? '工作区文件夹' : `\`${path}\``;
}
