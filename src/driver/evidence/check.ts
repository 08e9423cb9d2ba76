// Checks that the runtime makes itself (SPEC 26.3): a command, through the same door as `run_shell`, and a file. No model
// is asked.

import type { QuestionId } from '../../core/base/ids.ts';
import type { AcceptanceLine } from '../../core/evidence/acceptance.ts';
import type { Now } from '../../core/evidence/evidence.ts';
import { isExecuted } from '../../core/team/sensitive.ts';
import { fileThere } from '../../tools/files/file-there.ts';
import { commit } from '../commit.ts';
import type { Dialog } from '../driver-context.ts';
import { permissionAsked } from '../tools/permission.ts';
import { acceptanceOf, ask, type CheckOutcome, changedFor, evidenceOf, type Gathering } from './gathering.ts';

/** Suites of tests take longer than what members run in between. */
const TIMEOUT_S = 1_800;
/** Characters of an output that are kept: how it begins, and how it ends. */
const HEAD = 300;
const TAIL = 3_000;

/** A file is there and holds something. */
export function checkFile({ tree }: Dialog, { subject }: AcceptanceLine): CheckOutcome {
  const { evidence: texts } = tree.ctx.minds.texts();
  const { rtws, fileThere: look = path => fileThere(rtws, path) } = tree.ctx;
  switch (look(subject)) {
    case 'found':
      return { outcome: 'passed', output: texts.fileFound };
    case 'empty':
      return { outcome: 'failed', output: texts.emptyFile };
    default:
      return { outcome: 'failed', output: texts.noFile };
  }
}

/** A command ends with 0; or the person is asked first, and `mark_done` waits. */
export async function checkByCommand(
  gathering: Gathering,
  line: AcceptanceLine,
  now: Now,
): Promise<CheckOutcome | 'waits' | 'leftOut'> {
  const { dialog, context, signal } = gathering;
  const { ctx } = dialog.tree;
  const { shell } = ctx.tools;
  if (!shell) return { outcome: 'failed', output: context.texts.evidence.noShell };
  const call = { ...gathering.call, args: JSON.stringify({ command: line.subject, timeout_s: TIMEOUT_S }) };
  const decision = await gathering.decide(shell, call);
  if (signal.aborted) return 'waits';
  if (decision.kind === 'end') return { outcome: 'denied', output: decision.result.content };
  if (decision.kind === 'ask') {
    const mayRun = isAllowed(dialog, line);
    if (!mayRun && gathering.asksNobody) return 'leftOut';
    if (!mayRun) {
      const questionId = ctx.newId() as QuestionId;
      const { callId } = call;
      commit(dialog, { kind: 'doneWaits', callId, lines: [] }, permissionAsked(questionId, call, decision));
      return 'waits';
    }
    const files = changedFor(dialog, line).filter(({ path }) => isExecuted(path));
    if (files.length > 0 && gathering.asksNobody) return 'leftOut';
    if (files.length > 0) {
      ask(gathering, { lines: [], dropped: [], files }, now);
      return 'waits';
    }
  }
  const { ok, content } = await gathering.run(shell, call);
  return { outcome: ok ? 'passed' : 'failed', output: bounded(content) };
}

/** The person wrote the line, or let it run before. A folder that is not trusted brings lines along. */
function isAllowed(dialog: Dialog, line: AcceptanceLine): boolean {
  if (dialog.tree.ctx.isUntrusted) return false;
  const { by } = acceptanceOf(dialog).lines.find(each => each.line === line.line) ?? {};
  const before = evidenceOf(dialog, line);
  return by === 'person' || (before !== undefined && before.outcome !== 'denied');
}

function bounded(text: string): string {
  return text.length <= HEAD + TAIL ? text : `${text.slice(0, HEAD)}\n…\n${text.slice(-TAIL)}`;
}
