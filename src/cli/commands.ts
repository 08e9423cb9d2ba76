// The table of commands, in the order of the help.
import type { Command } from './command.ts';
import { changeMind } from './commands/change-mind.ts';
import { changes } from './commands/changes.ts';
import { clearMind } from './commands/clear-mind.ts';
import { completion } from './commands/completion.ts';
import { continueCommand, retry, stop } from './commands/continue-stop.ts';
import { doctor } from './commands/doctor.ts';
import { acp } from './commands/doors/acp.ts';
import { mcp } from './commands/doors/mcp.ts';
import { serve } from './commands/doors/serve.ts';
import { watch } from './commands/doors/watch.ts';
import { work } from './commands/doors/work.ts';
import { evidence } from './commands/evidence.ts';
import { exportCommand } from './commands/export.ts';
import { importCommand } from './commands/import.ts';
import { archive, dismiss, done, reopen, tell } from './commands/life-cycle.ts';
import { list } from './commands/list.ts';
import { metrics } from './commands/metrics.ts';
import { mind } from './commands/mind.ts';
import { notices } from './commands/notices.ts';
import { parse } from './commands/parse.ts';
import { permissions } from './commands/permissions.ts';
import { prompt } from './commands/prompt.ts';
import { q4h } from './commands/questions.ts';
import { registry } from './commands/registry.ts';
import { reminders } from './commands/reminders.ts';
import { restore } from './commands/restore.ts';
import { answer, send } from './commands/say.ts';
import { schedules } from './commands/schedules.ts';
import { show } from './commands/show.ts';
import { start } from './commands/start.ts';
import { state } from './commands/state/state.ts';
import { store } from './commands/store.ts';
import { tree } from './commands/tree.ts';

export const commands: readonly Command[] = [
  start,
  send,
  answer,
  continueCommand,
  stop,
  retry,
  list,
  tree,
  show,
  q4h,
  registry,
  changes,
  restore,
  evidence,
  reminders,
  permissions,
  clearMind,
  changeMind,
  dismiss,
  tell,
  watch,
  serve,
  schedules,
  notices,
  done,
  archive,
  reopen,
  exportCommand,
  importCommand,
  doctor,
  metrics,
  parse,
  prompt,
  mind,
  state,
  work,
  store,
  mcp,
  acp,
  completion,
];
