// Decides what members may do without asking (SPEC 12.4): the first matching rule of the team file, or the tool's
// default. Pure. A pattern that forbids matches widely, one that allows matches only what it says.

import {
  globFromRtws,
  matchesCommand,
  matchesForm,
  matchesPath,
  matchesWord,
  mayMatchForm,
  type ShellKind,
} from './policy-patterns.ts';
import { isExecuted, isSensitive } from './sensitive.ts';

export type Decision = 'allow' | 'ask' | 'deny';

/**
 * One rule. Absent conditions hold for everything, except that a rule must name the shell, or a tool of the editor, of
 * an MCP server or of the team's files, to allow it.
 */
export interface PolicyRule {
  readonly decision: Decision;
  /** Names of tools or toolsets; `*` stands for any letters. */
  readonly tools?: readonly string[];
  /**
   * Globs below the rtws, or absolute within it; one without `/` is a name at any depth, a folder stands for all below
   * it. Absent in a rule that allows certain commands: they must run in the root.
   */
  readonly paths?: readonly string[];
  /** Commands of the shell; `*` stands for any text, in a rule that allows for words of one plain command only. */
  readonly commands?: readonly string[];
  /** Of a rule that allows in a folder that is not trusted: where it fits, the tool's own default holds (SPEC 18.6). */
  readonly isWithheld?: true;
}

/** A rule of a person's settings, which stand before those of members; it may be for some members only. */
export interface SettingsRule extends PolicyRule {
  /** Ids of members; `*` stands for any letters. Absent: all. */
  readonly members?: readonly string[];
}

/** The action of a tool call. */
export interface PolicyAction {
  readonly tool: string;
  readonly toolset: string;
  /**
   * Every file or folder it touches, relative to the rtws with `/`: as written, and as links lead. A shell's folder.
   */
  readonly paths: readonly string[];
  /** Everything in a folder that it moves whole, at the old and the new place. */
  readonly below?: readonly string[];
  /**
   * What it makes possible for other tools: rules about the paths of these count too, and the strictest decision holds.
   */
  readonly opens?: readonly PolicyAction[];
  readonly command?: string;
  /** The commands and files of a shell line, as its shell reads it (SPEC 24); absent where nothing reads it. */
  readonly line?: 'unreadable' | readonly PolicyAction[];
  /**
   * A command of a line as rules that ask and deny compare it; `\0` stands for a text that is known only when it runs.
   */
  readonly forms?: readonly string[];
  /** The beginning of a command that says what it does, for *always* to be given to whatever follows. */
  readonly beginning?: string;
  /** Of a tool of others: a mark of its server, description and schema. */
  readonly definition?: string;
  /** The shell that reads the command; default `posix`. */
  readonly shell?: ShellKind;
  /** The decision without a matching rule. */
  readonly otherwise: Decision;
}

/** A decision and what it rests on: the rule as text, or `default`. */
export interface Verdict {
  readonly decision: Decision;
  readonly reason: string;
  /** The commands of a line that ask because no rule fits them, where nothing else of it asks. */
  readonly asks?: readonly PolicyAction[];
}

/** A standing permission of the person for a whole tree: the answer *always* (recorded; see `permissionGranted`). */
export interface Grant {
  readonly tool: string;
  /** The reason for which was asked: a grant lifts no other rule. */
  readonly reason: string;
  /** Files; with a `/` at the end, a folder and all below it but sensitive places. */
  readonly paths: readonly string[];
  /** Exactly this command, in exactly the first of `paths`. */
  readonly command?: string;
  /** Commands that a line may hold there: exactly these, and with ` …` at the end whatever begins so. */
  readonly commands?: readonly string[];
  /** The tool of others as it was then; without it, a grant for such a tool asks again. */
  readonly definition?: string;
  /** It counts only on the machine that made this (`sealedGrant`). */
  readonly seal?: string;
}

/** The rules that hold for a member in an rtws (absolute): first those of the settings, in their order. */
export function rulesFor(
  { id, policy = [] }: { readonly id: string; readonly policy?: readonly PolicyRule[] },
  settings: readonly SettingsRule[],
  rtws: string,
): readonly PolicyRule[] {
  const own = settings.filter(({ members }) => members === undefined || members.some(name => matchesWord(name, id)));
  return [...own, ...policy].map(rule =>
    rule.paths ? { ...rule, paths: rule.paths.map(glob => globFromRtws(glob, rtws)) } : rule,
  );
}

/**
 * Rules of a folder of which those that are not trusted still ask and forbid, and allow nothing that is not allowed
 * without them.
 */
export function withheldRules(
  rules: readonly PolicyRule[],
  isWithheld: (rule: PolicyRule) => boolean,
): readonly PolicyRule[] {
  return rules.map(rule => (rule.decision === 'allow' && isWithheld(rule) ? { ...rule, isWithheld: true } : rule));
}

/** The decision of these rules on an action. */
export function decide(rules: readonly PolicyRule[], action: PolicyAction): Decision {
  return judge(rules, action).decision;
}

/** The decision with its reason. */
export function judge(rules: readonly PolicyRule[], action: PolicyAction): Verdict {
  const { line, opens = [] } = action;
  if (line === 'unreadable') return judgeUnread(rules, action);
  if (line !== undefined) return judgeLine(rules, action, line);
  const aboutPaths = rules.filter(({ paths }) => paths !== undefined);
  return strictest([firstHit(rules, action), ...opens.map(each => firstHit(aboutPaths, each))]);
}

const strictness: Readonly<Record<Decision, number>> = { allow: 0, ask: 1, deny: 2 };

function strictest(verdicts: readonly Verdict[]): Verdict {
  return verdicts.reduce((one, other) => (strictness[other.decision] > strictness[one.decision] ? other : one));
}

function firstHit(rules: readonly PolicyRule[], action: PolicyAction): Verdict {
  const rule = rules.find(each => fits(each, action));
  return rule ? verdictOf(rule, action) : withoutRule(rules, action);
}

/** Where only some commands are allowed, what these execute asks, as any other could stand in it (SPEC 24.6). */
function withoutRule(rules: readonly PolicyRule[], action: PolicyAction): Verdict {
  const asks = action.otherwise === 'allow' && changesExecuted(action) && allowsSomeCommands(rules);
  return asks ? { decision: 'ask', reason: 'default' } : byDefault(action);
}

/** True for a write of files that usual commands execute. */
export function changesExecuted(action: PolicyAction): boolean {
  return action.toolset === 'write' && allPaths(action).some(isExecuted);
}

/** True for files and folders that other programs act on by themselves. */
export function touchesSensitive(action: PolicyAction): boolean {
  return allPaths(action).some(isSensitive);
}

function allowsSomeCommands(rules: readonly PolicyRule[]): boolean {
  const aboutCommands = rules.filter(({ tools, commands }) => commands ?? tools?.some(namesShell));
  if (!aboutCommands.some(({ decision, isWithheld }) => decision === 'allow' && !isWithheld)) return false;
  return aboutCommands.some(({ decision }) => decision !== 'allow') || decide(rules, anyCommand) !== 'allow';
}

/** A command that no rule for single commands names. */
export const anyCommand: PolicyAction = {
  tool: 'run_shell',
  toolset: 'shell',
  paths: ['.'],
  command: 'any-command',
  otherwise: 'ask',
};

const namesShell = (name: string) => matchesWord(name, anyCommand.tool) || matchesWord(name, anyCommand.toolset);

function verdictOf(rule: PolicyRule, action: PolicyAction): Verdict {
  return rule.isWithheld ? byDefault(action) : { decision: rule.decision, reason: JSON.stringify(rule) };
}

function byDefault({ otherwise }: PolicyAction): Verdict {
  return { decision: otherwise, reason: 'default' };
}

/**
 * A line that cannot be read is compared as text, and may be what any earlier rule about commands asks about or denies.
 */
function judgeUnread(rules: readonly PolicyRule[], action: PolicyAction): Verdict {
  const hit = rules.findIndex(rule => fits(rule, action));
  const verdict = rules[hit] ? verdictOf(rules[hit], action) : byDefault(action);
  const isLimited = rules.slice(0, Math.max(0, hit)).some(({ decision, commands }) => decision !== 'allow' && commands);
  return verdict.decision === 'allow' && isLimited ? { decision: 'ask', reason: 'default' } : verdict;
}

/**
 * The strictest decision over the commands and files of a line. Each takes the first rule that fits it; a rule that
 * allows the line as it is written allows all commands that are left, one that asks or denies asks about or denies the
 * line. What may be denied once it runs asks.
 */
function judgeLine(rules: readonly PolicyRule[], action: PolicyAction, line: readonly PolicyAction[]): Verdict {
  const verdicts: Verdict[] = [];
  let left = line;
  let whole: Verdict | undefined;
  const take = (isHit: (part: PolicyAction) => boolean, verdict: (part: PolicyAction) => Verdict) => {
    verdicts.push(...left.filter(isHit).map(verdict));
    left = left.filter(part => !isHit(part));
  };
  const asWritten = { ...action, forms: [action.command ?? ''] };
  for (const rule of rules) {
    const byRule = (part: PolicyAction) => verdictOf(rule, part);
    take(part => fits(rule, part), byRule);
    if (rule.decision !== 'allow')
      take(
        part => mayFit(rule, part),
        () => ({ decision: 'ask', reason: JSON.stringify(rule) }),
      );
    if (!fits(rule, asWritten)) continue;
    whole ??= byRule(action);
    // What asks about the line keeps none of its commands from being denied.
    const isCommand = ({ command }: PolicyAction) => command !== undefined;
    if (rule.decision === 'allow') take(isCommand, byRule);
    else if (left.some(isCommand)) verdicts.push(byRule(action));
  }
  // Whoever allows every command allows what it writes, but for rules about files.
  const rest = left.map(part =>
    part.command === undefined && whole?.decision === 'allow' ? whole : withoutRule(rules, part),
  );
  const verdict = strictest([...verdicts, ...rest, ...(line.length === 0 ? [whole ?? byDefault(action)] : [])]);
  const asking = left.filter((_, at) => rest[at]?.decision === 'ask');
  const isGrantable = verdict.reason === 'default' && verdicts.every(({ decision }) => decision === 'allow');
  return isGrantable && asking.length > 0 && asking.every(({ command }) => command !== undefined)
    ? { ...verdict, asks: asking }
    : verdict;
}

/**
 * True if rules of the settings for all members forbid to start a tool server, by its tools or, like a shell command,
 * by its command.
 */
export function forbidsServer(settings: readonly SettingsRule[], name: string, command: string | undefined): boolean {
  const rules = settings.filter(({ members }) => members === undefined);
  const calls: PolicyAction = { tool: `${name}_`, toolset: 'mcp', paths: [], otherwise: 'allow' };
  if (decide(rules, calls) === 'deny') return true;
  if (command === undefined) return false;
  const start: PolicyAction = { tool: 'run_shell', toolset: 'shell', paths: ['.'], command, otherwise: 'allow' };
  return decide(rules, start) === 'deny';
}

/** The grant that *always* would give for an action. */
export function grantFor(action: PolicyAction, { reason, asks }: Verdict): Grant {
  const { tool, paths, command, definition } = action;
  const commands = [...new Set((asks ?? []).map(grantedCommand))];
  // Long ones are shown once, as the line that asks.
  if (commands.length > 0 && commands.every(each => each.length <= LONGEST_GRANTED && !/\p{C}/u.test(each)))
    return { tool, reason, paths, commands };
  if (command !== undefined) return { tool, reason, paths, command };
  return { tool, reason, paths: [...new Set(paths.map(folderOf))], ...(definition !== undefined && { definition }) };
}

const LONGEST_GRANTED = 200;

/** As it stands in a grant. */
function grantedCommand({ command = '', beginning }: PolicyAction): string {
  return beginning === undefined ? command : `${beginning} …`;
}

/** True if an earlier *always* covers an action. */
export function isGranted(grants: readonly Grant[], action: PolicyAction, verdict: Verdict): boolean {
  const { reason, asks } = verdict;
  const isHere = ({ tool, paths }: Grant) => tool === action.tool && paths.join('\0') === action.paths.join('\0');
  const here = new Set(
    grants.filter(grant => isHere(grant) && grant.reason === reason).flatMap(({ commands = [] }) => commands),
  );
  if (asks?.every(part => here.has(part.command ?? '') || here.has(grantedCommand(part)))) return true;
  return grants.some(grant => {
    if (grant.commands) return false;
    if (grant.tool !== action.tool || grant.reason !== reason || grant.command !== action.command) return false;
    if (grant.definition !== action.definition) return false;
    if (action.command !== undefined) return grant.paths.join('\0') === action.paths.join('\0');
    return allPaths(action).every(path => grant.paths.some(allowed => covers(allowed, path)));
  });
}

/** Actions beyond files of the workspace: a rule must name them to allow them. */
const namedOnly: ReadonlySet<string> = new Set(['editor', 'mcp', 'team', 'agent']);

function fits(rule: PolicyRule, action: PolicyAction): boolean {
  const { decision, tools, paths, commands } = rule;
  const isAllowing = decision === 'allow';
  const isShell = action.command !== undefined;
  if (tools && !tools.some(name => matchesWord(name, action.tool) || matchesWord(name, action.toolset))) return false;
  if (commands && !isCommandHit(commands, action, isAllowing)) return false;
  if (isAllowing && (isShell || namedOnly.has(action.toolset)) && !tools && !commands) return false;
  if (paths !== undefined) return arePathsHit(paths, allPaths(action), isAllowing);
  return !(isAllowing && commands) || commands.includes('*') || action.paths.every(isRoot);
}

/** What a command does depends on its folder. One that may be any command can change its folder itself. */
function isRoot(folder: string): boolean {
  return folder === '.';
}

function isCommandHit(
  patterns: readonly string[],
  { command, forms, shell = 'posix' }: PolicyAction,
  isAllowing: boolean,
): boolean {
  if (command === undefined) return false;
  if (forms && !isAllowing) return patterns.some(pattern => forms.some(form => matchesForm(pattern, form)));
  return patterns.some(pattern => matchesCommand(pattern, { command, shell }, isAllowing));
}

/** True if a rule that asks or denies may fit a command, by a text of it that is known only when it runs. */
function mayFit({ commands = [], ...rule }: PolicyRule, { forms = [], ...part }: PolicyAction): boolean {
  return fits(rule, part) && commands.some(pattern => forms.some(form => mayMatchForm(pattern, form)));
}

function arePathsHit(patterns: readonly string[], paths: readonly string[], isAllowing: boolean): boolean {
  const isHit = (path: string) => patterns.some(pattern => matchesPath(pattern, path, isAllowing));
  // An action without a path.
  return isAllowing ? paths.length > 0 && paths.every(isHit) : paths.some(isHit);
}

function allPaths({ paths, below = [] }: PolicyAction): readonly string[] {
  return [...paths, ...below];
}

function folderOf(path: string): string {
  if (isSensitive(path)) return path;
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : './';
}

function covers(allowed: string, path: string): boolean {
  if (allowed === path) return true;
  return allowed.endsWith('/') && !isSensitive(path) && (allowed === './' || path.startsWith(allowed));
}
