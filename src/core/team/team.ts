// The team as every room behind `minds/` sees it (SPEC 12.1). Files are loaded and checked elsewhere.
import type { AgentId } from '../base/ids.ts';
import type { FileFault } from '../facts/file-faults.ts';
import { type Dialect, type DialectChoice, dialectOf } from './dialect.ts';
import type { PromptForm } from './endpoint-settings.ts';
import type { PolicyRule } from './policy.ts';

/** One member, with the team's defaults already applied. */
export interface Member {
  readonly id: AgentId;
  readonly name: string;
  readonly icon?: string;
  /** What the member is for, on one line. */
  readonly description?: string;
  /** Command of the agent of another vendor that this member is (SPEC 22.4); it has no model of its own then. */
  readonly acp?: string;
  readonly provider?: string;
  readonly model?: string;
  readonly modelParams?: Readonly<Record<string, unknown>>;
  /** How much it is told; absent: as its model's server is configured. */
  readonly prompt?: PromptForm;
  /** Names of single tools and of toolsets; absent: the default toolsets (SPEC 12.4). */
  readonly tools?: readonly string[];
  readonly toolsets?: readonly string[];
  readonly readDirs?: readonly string[];
  readonly writeDirs?: readonly string[];
  readonly noReadDirs?: readonly string[];
  readonly noWriteDirs?: readonly string[];
  /** Tools that may run without asking: the first matching rule decides (SPEC 12.4). */
  readonly policy?: readonly PolicyRule[];
  /** Pushes in a row before the person is asked; below 1 disables (SPEC 7.2). */
  readonly diligencePushMax: number;
  /** Fresh boots reasoning: subdialogs side by side for one `!?@self` (SPEC 3.5); 0 is off. */
  readonly fbr: { readonly effort: number; readonly tools: boolean };
  /** Tokens and cost of this member in one tree before the person is asked (SPEC 10.4). */
  readonly maxTokens?: number;
  readonly maxCost?: number;
  /** How it makes tellasks; absent: as the team does (SPEC 2.12). */
  readonly dialect?: DialectChoice;
  /** Absent: all. */
  readonly onAnswer?: OnAnswer;
  /** Each call is worked on in a copy of the workspace (SPEC 27); absent: where the caller works. */
  readonly workplace?: 'own';
  /** Paths that Git ignores, copied into its own workplaces all the same; relative to the workspace. */
  readonly bring?: readonly string[];
  /** Who decides about its work; absent: the person when a root called, else the caller. */
  readonly merge?: 'ask' | 'auto';
  /** Not listed to models or in pickers, callable by exact id. */
  readonly hidden: boolean;
  /** Why this member has no tools beyond its dialog; absent for a member in good order (SPEC 18.6). */
  readonly withheld?: Withheld;
}

/**
 * `unreadable`: restrictions may be missing from the loaded file; `why` names the file, the place and the fault.
 * `gone`: the team has no such member any more, only the dialog does. `model`: its model takes no tools.
 */
export type Withheld =
  | { readonly kind: 'unreadable'; readonly why: string }
  | { readonly kind: 'gone' }
  | { readonly kind: 'model' };

/** When a caller reads answers: all together, or each as it comes (SPEC 19.3). */
export type OnAnswer = 'all' | 'each';

export interface Team {
  readonly dialect: DialectChoice;
  readonly members: ReadonlyMap<AgentId, Member>;
  readonly defaultResponder: AgentId;
  /** Name of the workspace in a store that several share; absent: the name of its folder (SPEC 20.3). */
  readonly workspace?: string;
}

/** A fault in a file that people edit; the rest of the file works (SPEC 12.1, 18.3). Line and column count from 1. */
export interface FileProblem {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly fault: FileFault;
  readonly severity: 'error' | 'warning';
}

/** The dialect of a new dialog of this member (SPEC 2.12). */
export function dialectFor({ dialect, members }: Pick<Team, 'dialect' | 'members'>, id: AgentId): Dialect {
  const member = members.get(id);
  const choice = member?.dialect ?? dialect;
  // An agent of another vendor has tools of its own only.
  return choice === 'auto' && member?.acp !== undefined ? 'tellask' : dialectOf(choice);
}

/** True if a member's icon is a product icon of the editor, not an emoji. */
export function isIconName(icon: string): boolean {
  return /^[a-z][a-z0-9-]+$/.test(icon);
}

/** Members that are shown to people and models, in the order of the file. */
export function visibleMembers(team: Team): readonly Member[] {
  return [...team.members.values()].filter(member => !member.hidden);
}

/** Default of `diligence-push-max` (SPEC 7.2). */
export const DEFAULT_PUSH_MAX = 3;
