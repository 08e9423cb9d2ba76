// The help of the command line.
import type { HelpWords } from '../help.ts';

export const helpEn: HelpWords = {
  usage: line => `Usage: ${line}`,
  sentence: summary => `${summary}.`,
  about: 'A team of AI agents that work in dialogs. Everything is stored in the workspace folder.',
  commands: 'Commands:',
  moreHelp: 'dominds help <command> says more about one command.',
  globalFlags: `Flags of every command, before or after it:
  -C <folder>        the workspace folder (default: the current directory)
  --json             JSON on stdout: one object a line for streams, else one document
  --quiet            no progress
  --trust            trust the folder as it is now: its MCP servers and rules that allow; remembered
  --store <address>  the PostgreSQL store that holds the dialogs (default: DOMINDS_STORE, else files in the folder)
  --here             drive in this process, although workers serve the store
  --help             this text
  --version          the version
A dialog is named by its id, a unique start of it, or root#self.`,
  exitCodes: `Exit codes:
  0 settled, or done   1 failed or refused   2 wrong usage
  3 a question is open   4 a dialog is interrupted   5 another process drives this workspace`,
  environment: `Environment: OPENAI_BASE_URL, OPENAI_API_KEY, DOMINDS_PROVIDER, DOMINDS_MODEL, DOMINDS_PLAYBOOK,
DOMINDS_STORE, DOMINDS_LANG=en|zh, NO_COLOR, CI. A relative path in DOMINDS_PLAYBOOK or --image starts at the current directory, not at -C.`,
  workspaceFolder: 'the workspace folder',
  of: {
    start: {
      summary: 'Start a root dialog and drive it until it waits for you or rests',
      details: `The text may come on standard input. Without one the dialog waits for its first message.
  --agent a        the member that responds (default: the team's)
  --taskdoc p.tsk  the taskdoc, relative to the workspace
  --mode draft     refine drafts until you accept one
  --domain d       track dialogue state with .minds/domains/<d>.yaml, or software; d,e: with both
  --image file     attach an image (PNG, JPEG, GIF, WebP); may be repeated
  --no-diligence   never remind the dialog to keep going
  --no-wait        record the dialog, drive nothing
  --require verified  exit 1 unless all acceptance lines are verified`,
    },
    send: {
      summary: 'Send a message to a dialog, then drive its tree',
      details: `A dialog that waits for subdialogs answers while they work. A dialog that generates, or waits for your
answer, gets the message when it continues.
  --image file  attach an image (PNG, JPEG, GIF, WebP); may be repeated
  --no-wait     record the message, drive nothing`,
    },
    answer: {
      summary: 'Answer a question, then drive its tree',
      details: `dominds q4h lists the open questions. An answer is one of the options, or any text.
  --no-wait  record the answer, drive nothing`,
    },
    continue: {
      summary: 'Continue dialogs that are interrupted or have work left',
      details: 'A root stands for its tree. Without a dialog, or with --all, every such dialog continues.',
    },
    stop: {
      summary: 'Stop running dialogs, also those of another process that drives this workspace',
      details: 'A root stands for its tree. Without a dialog, or with --all, every dialog stops.',
    },
    retry: {
      summary: 'Retry a model request now that waits to be retried',
      details: 'A root stands for its tree. Works beside another process that drives this workspace.',
    },
    list: { summary: 'List root dialogs, newest first' },
    tree: { summary: 'Show the tree of a root dialog' },
    show: {
      summary: 'Show the transcript of a dialog',
      details: `  --course n  an earlier course (default: the newest)
  --raw       the records, one JSON object a line`,
    },
    q4h: { summary: 'List the open questions of all dialogs' },
    evidence: {
      summary: 'Show the acceptance lines of a root dialog and what checks found',
      details: '  --run       check the commands and files that are not verified',
    },
    changes: {
      summary: 'Show what the members of a tree changed, by file',
      details: '  --diff      as a patch, against what the tree found',
    },
    restore: {
      summary: 'Restore files, and go on with the talk, from before a message of yours',
      details: `Without --to it lists your messages. Without --yes it shows what will happen, and asks at a terminal.

  --to m        the message: its id, a unique start of it, or its number in the list
  --files       restore the files, and leave the talk (the default)
  --fork        restore the files, and go on in a fork that ends before the message
  --course      restore the files, and go on in a new course of the same dialog
  --keep-files  with --fork or --course: leave the files as they are
  --edit text   send this text there instead of the message; in a fork unless --course is given
  --image f     an image of that text; may be given several times
  --redo        bring back the edits that were reverted last`,
    },
    registry: { summary: 'List the registered subdialogs of a root dialog' },
    reminders: { summary: 'Show or edit the reminders of a dialog' },
    permissions: {
      summary: 'List what you allowed for good in this workspace or in a task, or take it back',
      details: `Those of the workspace stand in your own folder. \`remove n\` takes one back. For a task also:
  ask         actions ask as rules and defaults say
  edits       edits of usual files run without a question
  all         everything but what is denied runs without a question`,
    },
    'clear-mind': {
      summary: 'Start a new course of a dialog, which keeps its reminders',
      details: '  --reminder t  a reminder to add first\nDrives nothing: dominds continue <dialog> does.',
    },
    'change-mind': { summary: 'Replace a section of the taskdoc' },
    dismiss: {
      summary: 'End a call that is no longer needed',
      details:
        'dominds tree <root> --json shows the pending calls. The caller gets a failed answer and goes on when driven.',
    },
    tell: {
      summary: 'Send a note to the member that works on a call',
      details:
        'dominds tree <root> --json shows the pending calls. The member reads it at its next step and goes on when driven.',
    },
    watch: { summary: 'Show a running workspace live, read-only, until Ctrl-C' },
    serve: {
      summary: 'Serve the panels as pages for a browser, until Ctrl-C',
      details: `Prints an address that lets one browser in, once. After it is used, the next one is printed.
  --host h         the address to listen on (default 127.0.0.1); other machines only with TLS or --behind-proxy
  --port n         the port to listen on (default {port}; 0 picks one)
  --drive          drive the workspace here; without it, messages go to the process that drives
  --view-token     also print an address that can only view
  --mcp            also serve MCP clients, at /mcp; prints the header that lets them in
  --behind-proxy   a proxy in front of it handles TLS
  --tls-cert, --tls-key   PEM files`,
    },
    notices: { summary: 'List notices that were sent, and those that failed' },
    schedules: { summary: 'List scheduled dialogs and when they are due next' },
    done: {
      summary: 'Mark a root dialog as done',
      details: '  --force  also while questions or subdialogs are pending; they are closed',
    },
    archive: { summary: 'Move a root dialog to the archive' },
    reopen: {
      summary: 'Reopen a done or archived root dialog',
      details: 'It rests until the next message.',
    },
    export: {
      summary: 'Write a whole dialog to stdout, with the dialogs below it',
      details: `  --format md    readable text (default)
  --format json  all records
  --format otlp  a trace in OTLP/JSON: who worked, waited and called a model, and for how long
  --content      with otlp: also messages, requests and results`,
    },
    import: {
      summary: 'Import rules and custom modes of other tools into .minds/',
      details: `Reads .clinerules, .roo/rules*, .roorules*, .roomodes, .cursor/rules, .cursorrules,
.github/copilot-instructions.md, .github/instructions, .github/chatmodes and .github/agents.
Rules become shared memories or knowledge, custom modes become members.
AGENTS.md and *.agent.md need no import: they are read where they are.
Nothing is overwritten; --dry-run only shows what would be written.`,
    },
    doctor: {
      summary: 'Check the health of the workspace',
      details: `Without --repair nothing is changed. With it, files that can be derived from the records are rewritten, and
unreadable ones are kept beside them. Exit code 1 when a problem is left.`,
    },
    metrics: { summary: 'Show counters' },
    parse: {
      summary: 'Read text on stdin and show the segments that the parser finds',
      details: `  --chunk n    feed the text n characters at a time (default: all at once)
  --names a,b  teammates that the texting dialect knows`,
    },
    prompt: { summary: 'Show the request that the next generation would send' },
    mind: {
      summary: 'Draft dialogue: messages, drafts and accepted exchanges',
      details: `  message <root> <text>       record a message for the mind
  run <root> [n]              let it make n steps (default: until there is a new draft)
  accept <root> [n] [--id d]  accept draft n (1 = the latest); with --id only if it is that one
  drafts <root>               the drafts, newest first
  drafts <root> seen [n…]     mark drafts as seen (default: all)
  history <root>              the accepted exchanges
  prune <root> <pairs>        remove that many of the oldest exchanges from the mind's context
dominds start --mode draft begins a draft dialogue; send is message and run.
The limits are set in .minds/draft.yaml.`,
    },
    state: {
      summary: 'Show and check dialogue state',
      details: `  show <root> [--turn t]   what is believed now, or was after a turn
    --stored               as one line of JSON, which replay takes as its first line
  diff <root> <a> <b>      what changed from one turn to another
  history <root>           the turns and the rollbacks
  rollback <root> <turn>   return to what was believed after a turn; nothing else is undone
  check <domain.yaml>      check a domain file
  replay <domain.yaml>     play labelled turns from stdin, one JSON object a line; print one state a turn; no model
    --gold                 compare with the gold values of the labels, and print the accuracy last
  <domain.yaml> may be software, the built-in domain, or several files as a.yaml,b.yaml.
  dominds start --domain d begins a dialog with a domain, --domain a,b with two.`,
    },
    work: {
      summary: 'Drive dialogs of the PostgreSQL store until a signal',
      details: `  --serve name=path  a workspace of the store and its folder; may be repeated (default: this one)
  --room n           drive at most n dialog trees at a time (default: {room})
SIGTERM or Ctrl-C ends in order; other workers continue at once.`,
    },
    store: {
      summary: 'Manage the PostgreSQL store that --store or DOMINDS_STORE names',
      details: `  migrate              create the tables, or bring them up to date
  status               version, workers, and trees that run, wait or are due
  export <dir>         copy the dialogs of this workspace into a .dialogs/ folder
  import <dir>         copy the dialogs of a .dialogs/ folder into this workspace
  prune --older-than 90d   delete archived dialogs of this workspace without a record in that time
An address is postgres://user@host/database?schema=team1. Passwords come from PGPASSWORD or ~/.pgpass.`,
    },
    mcp: {
      summary: 'Serve the team of this folder over MCP, on stdin and stdout',
      details: `Tools: start_dialog, send, list_questions, answer_question, get_dialog, stop. docs/doors.md shows how to add it to a client.
  --client-confirms  the client asks you before each call, so answers need no form of their own`,
    },
    acp: {
      summary: 'Serve the team to an editor over the Agent Client Protocol, on stdin and stdout',
      details: `A session is a root dialog of the folder that the editor has open. docs/doors.md shows how to add it to an editor.
  --agent a  member that responds in new sessions; the default one when absent`,
    },
    completion: {
      summary: 'Print a script that makes the shell complete commands, flags and dialogs',
      details: `  bash  source <(dominds completion bash)         in ~/.bashrc
  zsh   source <(dominds completion zsh)          in ~/.zshrc, after compinit
  fish  dominds completion fish > ~/.config/fish/completions/dominds.fish`,
    },
  },
};
