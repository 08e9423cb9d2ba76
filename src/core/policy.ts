// Decides what members may do without asking (SPEC 12.4): the first matching rule of the team file, or the tool's
// default. Pure. A pattern that forbids matches widely, one that allows matches only what it says.

import { globFromRtws, matchesCommand, matchesPath, matchesWord, type ShellKind } from './policy-patterns.ts';
import { isShortName, plainName } from './text/plain-name.ts';

export type Decision = 'allow' | 'ask' | 'deny';

/** One rule. Absent conditions hold for everything, except that a rule must name the shell, or a tool of the editor, of an MCP server or of the team's files, to allow it. */
export interface PolicyRule {
  readonly decision: Decision;
  /** Names of tools or toolsets; `*` stands for any letters. */
  readonly tools?: readonly string[];
  /** Globs below the rtws, or absolute within it; one without `/` is a name at any depth, a folder stands for all below it. */
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
  /** Every file or folder it touches, relative to the rtws with `/`: as written, and as links lead. A shell's folder. */
  readonly paths: readonly string[];
  /** Everything in a folder that it moves whole, at the old and the new place. */
  readonly below?: readonly string[];
  /** What it makes possible for other tools: rules about the paths of these count too, and the strictest decision holds. */
  readonly opens?: readonly PolicyAction[];
  readonly command?: string;
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

/** Rules of a folder of which those that are not trusted still ask and forbid, and allow nothing that is not allowed without them. */
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
  const aboutPaths = rules.filter(({ paths }) => paths !== undefined);
  const verdicts = [firstHit(rules, action), ...(action.opens ?? []).map(each => firstHit(aboutPaths, each))];
  return verdicts.reduce((one, other) => (strictness[other.decision] > strictness[one.decision] ? other : one));
}

const strictness: Readonly<Record<Decision, number>> = { allow: 0, ask: 1, deny: 2 };

function firstHit(rules: readonly PolicyRule[], action: PolicyAction): Verdict {
  const rule = rules.find(each => fits(each, action));
  return rule && !rule.isWithheld
    ? { decision: rule.decision, reason: JSON.stringify(rule) }
    : { decision: action.otherwise, reason: 'default' };
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
export function grantFor(action: PolicyAction, { reason }: Verdict): Grant {
  const { tool, paths, command, definition } = action;
  if (command !== undefined) return { tool, reason, paths, command };
  return { tool, reason, paths: [...new Set(paths.map(folderOf))], ...(definition !== undefined && { definition }) };
}

/** True if an earlier *always* covers an action. */
export function isGranted(grants: readonly Grant[], action: PolicyAction, { reason }: Verdict): boolean {
  return grants.some(grant => {
    if (grant.tool !== action.tool || grant.reason !== reason || grant.command !== action.command) return false;
    if (grant.definition !== action.definition) return false;
    if (action.command !== undefined) return grant.paths.join('\0') === action.paths.join('\0');
    return allPaths(action).every(path => grant.paths.some(allowed => covers(allowed, path)));
  });
}

/**
 * True if the editor, Git, a shell, a package manager, another assistant or the product itself acts on this file, so
 * that writing it can run code or make a member; or if it has a short name, which may be any of those.
 */
export function isSensitive(path: string): boolean {
  const steps = path.split('/');
  return steps.some((step, index) => {
    const name = plainName(step);
    const below = plainName(steps[index + 1] ?? '');
    const isOfGitHub = name === '.github' && actedOnInGitHub.has(below);
    return (
      sensitive.has(name) ||
      isOfGitHub ||
      /^\.mise\..*toml$/.test(name) ||
      name.endsWith('.code-workspace') ||
      isShortName(step)
    );
  });
}

/** What others act on without asking, wherever it lies. */
const sensitive: ReadonlySet<string> = new Set([
  // Git, and what it runs or fetches.
  ...['.git', '.gitattributes', '.gitmodules', '.gitconfig', '.githooks', '.husky', '.lefthook'],
  ...['lefthook.yml', '.lefthook.yml', '.pre-commit-config.yaml'],
  // Editors and containers.
  ...['.vscode', '.idea', '.zed', '.fleet', '.devcontainer', '.devcontainer.json', '.exrc', '.nvimrc'],
  ...['.dir-locals.el'],
  // The product and other assistants. Skills in `.agents` are instructions here at once, and custom agents members.
  ...[
    '.minds',
    '.agents',
    '.claude',
    '.codex',
    '.cursor',
    '.gemini',
    '.windsurf',
    '.kiro',
    '.roo',
    '.cline',
    '.continue',
  ],
  ...[
    '.aider.conf.yml',
    '.opencode',
    '.amazonq',
    '.junie',
    '.mcp.json',
    '.cursorrules',
    '.windsurfrules',
    '.clinerules',
  ],
  ...[
    'agents.md',
    'agents.override.md',
    'agent.md',
    'claude.md',
    'claude.local.md',
    'gemini.md',
    'qwen.md',
    '.goosehints',
  ],
  // Package and tool managers.
  ...[
    '.npmrc',
    '.yarnrc',
    '.yarnrc.yml',
    '.yarn',
    '.pnpmfile.cjs',
    '.pnpmfile.mjs',
    'pip.conf',
    '.pypirc',
    '.bundle',
    '.cargo',
  ],
  ...['.tool-versions', 'mise.toml', 'mise.local.toml', '.mise', '.asdfrc', '.envrc', '.direnv'],
  // Shells, as soon as the workspace is a home folder.
  ...[
    '.bashrc',
    '.bash_profile',
    '.bash_login',
    '.bash_logout',
    '.profile',
    '.zshrc',
    '.zshenv',
    '.zprofile',
    '.zlogin',
    '.inputrc',
  ],
  ...['.ssh', '.netrc', '.curlrc', '.wgetrc', '.gdbinit', '.lldbinit', '.psqlrc'],
  // Continuous integration.
  ...['.gitlab-ci.yml', '.circleci', '.travis.yml', '.buildkite', 'jenkinsfile', 'azure-pipelines.yml', '.drone.yml'],
  ...['bitbucket-pipelines.yml', '.woodpecker.yml', '.woodpecker', '.gitea', '.forgejo'],
]);

const actedOnInGitHub: ReadonlySet<string> = new Set([
  ...['agents', 'skills', 'workflows', 'actions', 'hooks', 'instructions', 'prompts', 'chatmodes'],
  ...['copilot-instructions.md', 'copilot-setup-steps.yml', 'dependabot.yml', 'dependabot.yaml', 'codeowners'],
]);

/** Actions beyond files of the workspace: a rule must name them to allow them. */
const namedOnly: ReadonlySet<string> = new Set(['editor', 'mcp', 'team', 'agent']);

function fits(rule: PolicyRule, action: PolicyAction): boolean {
  const { decision, tools, paths, commands } = rule;
  const isAllowing = decision === 'allow';
  const isShell = action.command !== undefined;
  if (tools && !tools.some(name => matchesWord(name, action.tool) || matchesWord(name, action.toolset))) return false;
  if (commands && !isCommandHit(commands, action, isAllowing)) return false;
  if (isAllowing && (isShell || namedOnly.has(action.toolset)) && !tools && !commands) return false;
  return paths === undefined || arePathsHit(paths, allPaths(action), isAllowing);
}

function isCommandHit(
  patterns: readonly string[],
  { command, shell = 'posix' }: PolicyAction,
  isAllowing: boolean,
): boolean {
  return command !== undefined && patterns.some(pattern => matchesCommand(pattern, { command, shell }, isAllowing));
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
