// What people read at the other end of a door: in an editor that speaks ACP, or in a form of an MCP client (SPEC 22).
// Pure.
import type { WorkFacts } from '../core/dialog/work-shape.ts';
import type { PermissionModeNames } from '../core/team/permissions.ts';

export interface DoorWords {
  /** A question of a member; `headline` is its own. */
  readonly asks: (member: string, headline: string) => string;
  // Forms
  readonly answer: string;
  readonly choose: string;
  readonly ownWords: string;
  readonly oneOf: (options: readonly string[]) => string;
  /** Beside a model's answer that counts only once the person gives it. */
  readonly proposed: (answer: string) => string;
  readonly giveAnswer: string;
  // Permission
  readonly allowOnce: string;
  readonly allowAlways: string;
  readonly allowHere: string;
  readonly deny: string;
  readonly permissionModes: PermissionModeNames;
  // A session
  readonly commands: { readonly continue: string; readonly done: string };
  /** What to do about work that is pending when the dialog is to be done. */
  readonly finishOrEnd: string;
  readonly answerNext: string;
  readonly stillOpen: string;
  readonly interrupted: (member: string, message: string, remedy: string | undefined) => string;
  /** What the check of an acceptance line found. */
  readonly checked: (line: string, passed: boolean) => string;
  /** The dialog is done; `facts`: what the runtime knows of its work. */
  readonly done: (facts: WorkFacts | undefined) => string;
  // Of a subdialog
  readonly asksPerson: (headline: string) => string;
  readonly interruptedBy: (message: string) => string;
}
