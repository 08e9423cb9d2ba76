// What the parts of gathering evidence share (SPEC 26.3): the `mark_done` under way, what its root knows of a line, and
// the one question to the person.
import type { QuestionId } from '../../core/base/ids.ts';
import type { OpenToolCall } from '../../core/dialog/tool-call.ts';
import { changedCheckFiles } from '../../core/dialog/view/evidence-standing.ts';
import { type AcceptanceLine, acceptanceLine } from '../../core/evidence/acceptance.ts';
import { dependsOn } from '../../core/evidence/checks.ts';
import type { Acceptance, Evidence, Now } from '../../core/evidence/evidence.ts';
import type { AcceptedFile } from '../../core/evidence/record.ts';
import type { Tool, ToolContext, ToolResult } from '../../tools/tool.ts';
import { commit } from '../commit.ts';
import type { Dialog } from '../driver-context.ts';
import type { CallDecision } from '../tools/permission.ts';
import { rootFirst } from './standing.ts';

/**
 * A `mark_done` under way. `decide` is the door that every call of a tool goes through, and `run` records what it
 * changed.
 */
export interface Gathering {
  readonly dialog: Dialog;
  readonly call: OpenToolCall;
  readonly context: ToolContext;
  readonly signal: AbortSignal;
  readonly decide: (tool: Tool, call: OpenToolCall) => Promise<CallDecision>;
  readonly run: (tool: Tool, call: OpenToolCall) => Promise<ToolResult>;
  /** Nobody waits for answers: what needs one is left out. */
  readonly asksNobody?: true;
}

/** What a check brought. */
export type CheckOutcome = Pick<Evidence, 'outcome' | 'output'>;

const none: Acceptance = { lines: [], dropped: [], evidence: [] };

/** What a root knows of its lines. */
export function acceptanceOf({ state }: Dialog): Acceptance {
  return state.acceptance ?? none;
}

/** The lines of a root as they were seen last. */
export function linesOf(dialog: Dialog): readonly AcceptanceLine[] {
  return acceptanceOf(dialog).lines.flatMap(({ line }) => acceptanceLine(line) ?? []);
}

/** The newest evidence for a line. */
export function evidenceOf(dialog: Dialog, { line }: Pick<AcceptanceLine, 'line'>): Evidence | undefined {
  return acceptanceOf(dialog).evidence.find(each => each.line === line);
}

/** Records what a check brought, of the files as they were when it began. */
export function gathered(
  dialog: Dialog,
  { line }: Pick<AcceptanceLine, 'line'>,
  { outcome, output, now }: CheckOutcome & { readonly now: Pick<Now, 'tree'> },
): void {
  commit(dialog, { kind: 'evidenceGathered', line, outcome, output, ...ofTree(now) });
}

/** The id of the files as records have it. */
export function ofTree({ tree }: Pick<Now, 'tree'>): { readonly tree?: string } {
  return tree === undefined ? {} : { tree };
}

/** Files that a command depends on and that members changed, as the person has not accepted them. */
export function changedFor(dialog: Dialog, line: AcceptanceLine): readonly AcceptedFile[] {
  return changedCheckFiles(rootFirst(dialog.tree), acceptanceOf(dialog)).filter(({ path }) => dependsOn(line, path));
}

/** What is put to the person. */
interface Asked {
  readonly lines: readonly string[];
  readonly dropped: readonly string[];
  readonly files: readonly AcceptedFile[];
}

/** Records the one question, and that `mark_done` waits for it. */
export function ask({ dialog, call, context }: Gathering, { lines, dropped, files }: Asked, now: Now): void {
  const { callId, genseq } = call;
  const { evidence } = context.texts;
  const body = evidence.questionBody({
    lines: lines.map(line => acceptanceLine(line)?.subject ?? line),
    dropped,
    files: files.map(({ path }) => path),
  });
  commit(
    dialog,
    {
      kind: 'doneWaits',
      callId,
      lines,
      ...(dropped.length > 0 && { dropped }),
      ...(files.length > 0 && { files }),
      ...ofTree(now),
    },
    {
      kind: 'questionAsked',
      questionId: dialog.tree.ctx.newId() as QuestionId,
      questionKind: 'acceptance',
      headline: evidence.question,
      body,
      callId,
      options: [evidence.accept, evidence.reject],
      genseq,
    },
  );
}
