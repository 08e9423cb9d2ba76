// The help of the command line.
import type { HelpWords } from '../help.ts';

export const helpZh: HelpWords = {
  usage: line => `用法：${line}`,
  sentence: summary => `${summary}。`,
  about: '一个在对话中工作的 AI 智能体团队。所有内容都保存在工作区文件夹里。',
  commands: '命令：',
  moreHelp: 'dominds help <命令> 显示一个命令的详细说明。',
  globalFlags: `所有命令都有的选项，写在命令前后均可：
  -C <folder>        工作区文件夹（默认：当前目录）
  --json             在标准输出上输出 JSON：流式输出每行一个对象，否则为一个文档
  --quiet            不显示进度
  --trust            信任文件夹的当前内容，包括它的 MCP 服务器和允许规则；会记住
  --store <address>  保存对话的 PostgreSQL 存储（默认：DOMINDS_STORE，否则为文件夹中的文件）
  --here             由本进程驱动，即使有工作进程服务于该存储
  --help             显示本文
  --version          显示版本
对话用 id、id 的唯一开头或 root#self 指明。`,
  exitCodes: `退出码：
  0 已停下或完成   1 失败或被拒绝   2 用法错误
  3 有未答的问题   4 有对话被中断   5 另一个进程在驱动此工作区`,
  environment: `环境变量：OPENAI_BASE_URL、OPENAI_API_KEY、DOMINDS_PROVIDER、DOMINDS_MODEL、DOMINDS_PLAYBOOK、
DOMINDS_STORE、DOMINDS_LANG=en|zh、NO_COLOR、CI。DOMINDS_PLAYBOOK 和 --image 中的相对路径从当前目录算起，而不是从 -C 算起。`,
  workspaceFolder: '工作区文件夹',
  of: {
    start: {
      summary: '开始一个根对话，并驱动它，直到它等待你或停下',
      details: `文字也可来自标准输入。不给文字时，对话等待第一条消息。
  --agent a        负责回应的成员（默认：团队的默认成员）
  --taskdoc p.tsk  Taskdoc，相对于工作区
  --mode draft     不断改进草稿，直到你接受一份
  --domain d       用 .minds/domains/<d>.yaml 或 software 跟踪对话状态；d,e：两者都用
  --image file     附上图片（PNG、JPEG、GIF、WebP）；可重复
  --no-diligence   从不提醒对话继续
  --no-wait        只记录对话，不驱动
  --require verified  所有验收条目都通过验证才以 0 退出，否则以 1 退出`,
    },
    send: {
      summary: '向对话发送一条消息，然后驱动它的对话树',
      details: `等待子对话的对话会在它们工作时作答。正在生成或等你回答的对话会在继续时收到这条消息。
  --image file  附上图片（PNG、JPEG、GIF、WebP）；可重复
  --no-wait     只记录消息，不驱动`,
    },
    answer: {
      summary: '回答一个问题，然后驱动它的对话树',
      details: `dominds q4h 列出未答的问题。回答可以是选项之一，也可以是任意文字。
  --no-wait  只记录回答，不驱动`,
    },
    continue: {
      summary: '让被中断或还有事要做的对话继续',
      details: '根对话代表它的整棵树。不指明对话或用 --all 时，所有这样的对话都会继续。',
    },
    stop: {
      summary: '停止正在运行的对话，包括由另一个进程驱动的',
      details: '根对话代表它的整棵树。不指明对话或用 --all 时，全部停止。',
    },
    retry: {
      summary: '立即重试正在等待重试的模型请求',
      details: '根对话代表它的整棵树。另一个进程正在驱动此工作区时也可使用。',
    },
    list: { summary: '列出根对话，最新的在前' },
    tree: { summary: '显示一个根对话的树' },
    show: {
      summary: '显示一个对话的记录',
      details: `  --course n  较早的一程（默认：最新的）
  --raw       原始记录，每行一个 JSON 对象`,
    },
    q4h: { summary: '列出所有对话的未答问题' },
    evidence: {
      summary: '显示根对话的验收条目和检查结果',
      details: '  --run       检查尚未验证的命令和文件',
    },
    changes: {
      summary: '按文件显示一棵对话树的成员改了什么',
      details: '  --diff      作为补丁，与这棵树开始时相比',
    },
    restore: {
      summary: '把文件恢复到你的一条消息之前，谈话也从那里继续',
      details: `没有 --to 时列出你的消息。没有 --yes 时先显示会做什么，在终端上会询问。

  --to m        消息：它的 id、id 的唯一开头，或列表中的编号
  --files       恢复文件，谈话不变（默认）
  --fork        恢复文件，在到该消息之前为止的分叉中继续
  --course      恢复文件，在同一对话的新一程中继续
  --keep-files  与 --fork 或 --course 一起：文件保持不变
  --edit text   在那里发送这段文字来代替该消息；没有 --course 时在分叉中
  --image f     这段文字的图片；可多次给出
  --redo        找回最近一次还原的修改`,
    },
    registry: { summary: '列出一个根对话的已注册子对话' },
    reminders: { summary: '显示或编辑一个对话的提醒' },
    permissions: {
      summary: '列出你在此工作区或一项任务中始终允许的操作，或收回一项',
      details: `工作区的许可存放在你自己的文件夹里。\`remove n\` 收回一项。对任务还可以：
  ask         操作按规则和默认设置征求许可
  edits       普通文件的编辑不再询问
  all         除被拒绝的以外，一切不再询问`,
    },
    'clear-mind': {
      summary: '让对话开始新的一程，并保留提醒',
      details: '  --reminder t  先添加一条提醒\n不驱动对话：要驱动请用 dominds continue <dialog>。',
    },
    'change-mind': { summary: '替换 Taskdoc 的一个章节' },
    dismiss: {
      summary: '结束一个不再需要的诉请',
      details: 'dominds tree <root> --json 显示未完成的诉请。诉请者得到失败的回答，驱动时继续。',
    },
    tell: {
      summary: '给正在处理某个诉请的成员捎句话',
      details: 'dominds tree <root> --json 显示未完成的诉请。该成员在下一步读到它，驱动时继续。',
    },
    watch: { summary: '实时显示运行中的工作区，只读，按 Ctrl-C 结束' },
    serve: {
      summary: '把面板作为网页提供给浏览器，按 Ctrl-C 结束',
      details: `输出一个地址，只能让一个浏览器进入一次；用过之后输出下一个。
  --host h         监听的地址（默认 127.0.0.1）；其他机器访问需要 TLS 或 --behind-proxy
  --port n         监听的端口（默认 {port}；0 表示自动选择）
  --drive          在此驱动工作区；否则消息交给正在驱动的进程
  --view-token     另外输出一个只能查看的地址
  --mcp            同时在 /mcp 为 MCP 客户端提供服务；输出允许其进入的请求头
  --behind-proxy   由前面的代理处理 TLS
  --tls-cert, --tls-key   PEM 文件`,
    },
    notices: { summary: '列出已发送和失败的通知' },
    schedules: { summary: '列出按计划开始的对话及其下次时间' },
    done: {
      summary: '把根对话标记为完成',
      details: '  --force  即使还有未答问题或子对话；它们会被关闭',
    },
    archive: { summary: '归档一个根对话' },
    reopen: {
      summary: '重新打开已完成或已归档的根对话',
      details: '它会停着，直到收到下一条消息。',
    },
    export: {
      summary: '把整个对话及其下的对话写到标准输出',
      details: `  --format md    可读文本（默认）
  --format json  全部记录
  --format otlp  OTLP/JSON 格式的追踪：谁在工作、等待、调用模型，各用多久
  --content      与 otlp 连用：也包括消息、请求和结果`,
    },
    import: {
      summary: '把其他工具的规则和自定义模式导入 .minds/',
      details: `读取 .clinerules、.roo/rules*、.roorules*、.roomodes、.cursor/rules、.cursorrules、
.github/copilot-instructions.md、.github/instructions、.github/chatmodes 和 .github/agents。
规则成为共享记忆或知识，自定义模式成为成员。
AGENTS.md 和 *.agent.md 无需导入：它们会在原处被读取。不会覆盖任何内容；--dry-run 只显示将要写入的内容。`,
    },
    doctor: {
      summary: '检查工作区的健康状况',
      details: `不带 --repair 时不做任何改动。带上时，可由记录推出的文件会重写，无法读取的会另存一旁。
还有问题时退出码为 1。`,
    },
    metrics: { summary: '显示计数' },
    parse: {
      summary: '从标准输入读取文本，显示解析器找到的片段',
      details: `  --chunk n    每次送入 n 个字符（默认：一次全部）
  --names a,b  texting 方言认识的队友`,
    },
    prompt: { summary: '显示下一次生成将要发送的请求' },
    mind: {
      summary: '草稿对话：消息、草稿和已接受的来回',
      details: `  message <root> <text>       为心智记录一条消息
  run <root> [n]              让它走 n 步（默认：直到有新草稿）
  accept <root> [n] [--id d]  接受第 n 份草稿（1 = 最新）；带 --id 时仅当它就是那一份
  drafts <root>               草稿，最新的在前
  drafts <root> seen [n…]     把草稿标为已看（默认：全部）
  history <root>              已接受的来回
  prune <root> <pairs>        从心智的上下文中去掉最旧的这么多个来回
dominds start --mode draft 开始一个草稿对话；send 等于 message 加 run。
限制在 .minds/draft.yaml 中设置。`,
    },
    state: {
      summary: '显示和检查对话状态',
      details: `  show <root> [--turn t]   现在或某一轮之后的状态
    --stored               输出为一行 JSON，可作为 replay 的第一行
  diff <root> <a> <b>      从一轮到另一轮的变化
  history <root>           各轮和回退
  rollback <root> <turn>   回到某一轮之后的状态；不撤销其他内容
  check <domain.yaml>      检查一个领域文件
  replay <domain.yaml>     从标准输入播放带标注的轮，每行一个 JSON 对象；每轮输出一个状态；不用模型
    --gold                 与标注的标准值比较，最后输出准确率
  <domain.yaml> 可以是内置领域 software，也可以是 a.yaml,b.yaml 这样的多个文件。
  dominds start --domain d 开始带领域的对话，--domain a,b 带两个。`,
    },
    work: {
      summary: '驱动 PostgreSQL 存储中的对话，直到收到信号',
      details: `  --serve name=path  存储中的一个工作区及其文件夹；可重复（默认：当前工作区）
  --room n           同时最多驱动 n 棵对话树（默认：{room}）
SIGTERM 或 Ctrl-C 有序结束；其他工作进程立即接手。`,
    },
    store: {
      summary: '管理 --store 或 DOMINDS_STORE 指定的 PostgreSQL 存储',
      details: `  migrate              创建表，或更新到最新版本
  status               版本、工作进程，以及运行、等待或到期的对话树
  export <dir>         把此工作区的对话复制到一个 .dialogs/ 文件夹
  import <dir>         把一个 .dialogs/ 文件夹中的对话复制到此工作区
  prune --older-than 90d   删除此工作区中这么久没有新记录的已归档对话
地址形如 postgres://user@host/database?schema=team1。密码取自 PGPASSWORD 或 ~/.pgpass。`,
    },
    mcp: {
      summary: '在标准输入输出上通过 MCP 提供此文件夹的团队',
      details: `工具：start_dialog、send、list_questions、answer_question、get_dialog、stop。如何加入客户端见 docs/doors.md。
  --client-confirms  客户端在每次调用前询问你，因此回答不需要另外的表单`,
    },
    acp: {
      summary: '通过 Agent Client Protocol 在标准输入和输出上向编辑器提供团队',
      details: `一个会话就是编辑器所打开文件夹的一个根对话。docs/doors.md 说明如何把它加入编辑器。
  --agent a  在新会话中回应的成员；缺省时为默认成员`,
    },
    completion: {
      summary: '输出一个脚本，让 shell 补全命令、选项和对话',
      details: `  bash  source <(dominds completion bash)         写在 ~/.bashrc
  zsh   source <(dominds completion zsh)          写在 ~/.zshrc，compinit 之后
  fish  dominds completion fish > ~/.config/fish/completions/dominds.fish`,
    },
  },
};
