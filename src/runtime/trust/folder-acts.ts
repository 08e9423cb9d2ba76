// What a folder does only when the person trusts it (SPEC 18.6), and which of that a running process may still do:
// files change while it runs, by a pull or by a member, and what they say anew was never shown to anybody.
import { createHash } from 'node:crypto';
import type { NotifySaid } from '../../core/notices/notify.ts';
import { type McpServer, wayOf } from '../../core/team/mcp-server.ts';
import type { PolicyRule } from '../../core/team/policy.ts';
import type { Member } from '../../core/team/team.ts';
import { keyFromEnvironment, serverStanding } from '../../llm/models/key-owner.ts';
import { type LlmConfig, llmFilePath } from '../../minds/models/llm-file.ts';
import { teamFilePath } from '../../minds/team/team-files.ts';
import { notifyFilePath } from '../../minds/times/notify-file.ts';
import { schedulesFilePath } from '../../minds/times/schedules-file.ts';

/** Something that a folder does only when it is trusted. */
export type FolderAct = {
  /** Relative to the rtws. */
  readonly file: string;
} & ( // `mark`: of everything that the entry says, which need not be shown.
  | { readonly kind: 'starts'; readonly server: string; readonly command: string; readonly mark?: string }
  | { readonly kind: 'sends'; readonly server: string; readonly url: string; readonly mark: string }
  /** Dialogs to a model server, and the key of a person's environment to one on their machine. */
  | { readonly kind: 'asks'; readonly url: string; readonly isClear?: true }
  /** `to`: the kind of receiver, and its host or the variable that holds its address, which may be a secret. */
  | { readonly kind: 'notifies'; readonly to: string; readonly mark: string }
  /** How much leaves the machine with each notice, and to which pages its links lead. */
  | { readonly kind: 'tells'; readonly content?: NotifySaid['content']; readonly baseUrl?: string }
  /** Dialogs by a schedule. */
  | { readonly kind: 'begins'; readonly schedule: string; readonly cron: string; readonly mark: string }
  /**
   * `uses`: tools, and commands in code marks; empty: everything that the member has. `paths` empty: anywhere. `mark`:
   * also of the rules beside it, and of all else that limits the member.
   */
  | {
      readonly kind: 'allows';
      readonly member: string;
      readonly uses: readonly string[];
      readonly paths: readonly string[];
      readonly mark: string;
    }
);

/** Starting a server, or sending to it. */
export function serverAct({ name: server, transport, at: { file } }: McpServer): FolderAct {
  return { file, server, ...wayOf(transport), mark: markOf(transport) };
}

/** Starting the agent of another vendor that is this member. */
export function agentAct({ id }: Pick<Member, 'id'>, command: string): FolderAct {
  return { file: teamFilePath, kind: 'starts', server: id, command };
}

/** What a rule lets a member do unasked; undefined for one that asks or denies. */
export function ruleAct(member: Member, rule: PolicyRule): FolderAct | undefined {
  const { decision, tools = [], commands = [], paths = [] } = rule;
  if (decision !== 'allow') return undefined;
  const mark = markOf([rule, rightsOf(member)]);
  return {
    file: teamFilePath,
    kind: 'allows',
    member: member.id,
    uses: [...tools, ...commands.map(inCode)],
    paths,
    mark,
  };
}

/** Sending dialogs to a model server; undefined for one that is known, or that is on this machine and gets no key. */
export function modelAct(url: string, env: NodeJS.ProcessEnv): FolderAct | undefined {
  const standing = serverStanding(env, url);
  if (standing === 'known' || (standing === 'local' && keyFromEnvironment(env, url) === undefined)) return undefined;
  const isClear = standing === 'foreign' && url.startsWith('http:');
  return { file: llmFilePath, kind: 'asks', url, ...(isClear && { isClear }) };
}

/** The model servers that the file of the folder names. */
export function modelActs({ providers, ...own }: LlmConfig, env: NodeJS.ProcessEnv): readonly FolderAct[] {
  const urls = [own, ...Object.values(providers)].flatMap(({ baseUrl }) => baseUrl ?? []);
  return [...new Set(urls)].flatMap(url => modelAct(url, env) ?? []);
}

/** Sending notices. */
export function noticeAct(transport: { readonly name: string }): FolderAct {
  return { file: notifyFilePath, kind: 'notifies', to: transport.name, mark: markOf(transport) };
}

/** What the file of notices says of all of them; undefined where it only limits them. */
export function tellAct({ content, baseUrl }: NotifySaid): FolderAct | undefined {
  const said = {
    ...(content !== undefined && content !== 'none' && { content }),
    ...(baseUrl !== undefined && { baseUrl }),
  };
  return Object.keys(said).length === 0 ? undefined : { file: notifyFilePath, kind: 'tells', ...said };
}

/** Starting dialogs by a schedule. */
export function scheduleAct(schedule: { readonly name: string; readonly cron: string }): FolderAct {
  const { name, cron } = schedule;
  return { file: schedulesFilePath, kind: 'begins', schedule: name, cron, mark: markOf(schedule) };
}

/** What of a folder may act in a process. */
export interface TrustedActs {
  has(act: FolderAct): boolean;
}

/** What a folder would do. */
interface FolderActs {
  readonly acts: readonly FolderAct[];
  /** Of the models and playbooks that speak for the members, whatever rules let these do. */
  readonly speakers: string;
}

interface TrustPorts {
  /** What the person trusted when the process began. */
  readonly start: FolderActs;
  /** The folder as it is now, with the person's word on it. */
  readonly look: () => FolderActs & { readonly word: 'trusted' | 'not-trusted' | 'not-asked' };
  /** Called once for each that is withheld. */
  readonly onWithheld: (act: FolderAct) => void;
}

/** What was trusted at the start, and what the person trusted since. */
export function trustActs({ start, look, onWithheld }: TrustPorts): TrustedActs {
  const trusted = new Set<string>();
  const trust = ({ acts, speakers }: FolderActs) => {
    for (const act of acts) trusted.add(keyOf(act, speakers));
  };
  trust(start);
  const told = new Set<string>();
  return {
    has(act) {
      // Who speaks for a member matters to what it may do alone.
      const key = keyOf(act, act.kind === 'allows' ? look().speakers : '');
      if (trusted.has(key)) return true;
      const now = look();
      if (now.word === 'trusted') trust(now);
      if (trusted.has(key)) return true;
      if (!told.has(key)) onWithheld(act);
      told.add(key);
      return false;
    },
  };
}

/** True for a rule of a member that does nothing unasked, or that was trusted. */
export function isTrustedRule(trusted: TrustedActs, member: Member, rule: PolicyRule): boolean {
  const act = ruleAct(member, rule);
  return act === undefined || trusted.has(act);
}

function markOf(entry: object): string {
  return createHash('sha256').update(JSON.stringify(entry)).digest('hex');
}

function keyOf(act: FolderAct, speakers: string): string {
  const entries = Object.entries(act).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(act.kind === 'allows' ? [...entries, speakers] : entries);
}

/** The settings that limit a member. */
export function rightsOf({
  id,
  acp,
  tools,
  toolsets,
  readDirs,
  writeDirs,
  noReadDirs,
  noWriteDirs,
  policy,
}: Member): object {
  return {
    id,
    ...(acp !== undefined && { acp }),
    tools,
    toolsets,
    readDirs,
    writeDirs,
    noReadDirs,
    noWriteDirs,
    policy,
  };
}

function inCode(command: string): string {
  return `\`${command}\``;
}
