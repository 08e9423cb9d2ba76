// Decides a member's tools in a dialog, per generation, from the team file and the dialog's kind (SPEC 3.5, 6.2, 12.3,
// 12.4, 15). Pure.
import { isHeld } from '../core/belief/belief-progress.ts';
import type { BeliefState } from '../core/belief/state.ts';
import type { DialogState } from '../core/dialog/state.ts';
import type { AbsentTool } from '../core/prompt/words/tool-words.ts';
import type { PromptTexts } from '../core/prompt/words/words.ts';
import type { Member } from '../core/team/team.ts';
import { defaultToolsets, mindsKeeperId } from '../core/team/toolset-names.ts';
import { nearestName } from '../core/text/nearest-name.ts';
import { callTools } from './minds/call-tools.ts';
import { rootOnlyMessage } from './minds/mind-tools.ts';
import type { Tool } from './tool.ts';
import { usualTool } from './usual-names.ts';

/** All tools there are. `mind` and `control` every member has; `teamFiles` the keeper of `.minds/` alone. */
export interface ToolCatalog {
  readonly mind: readonly Tool[];
  /** Take the place of `mind` in the texting dialect. */
  readonly textingMind: readonly Tool[];
  readonly control: readonly Tool[];
  /** Of a root with a domain (SPEC 16). */
  readonly belief: readonly Tool[];
  /** By the names of toolsets, `mcp:<server>` included. */
  readonly sets: Readonly<Partial<Record<string, readonly Tool[]>>>;
  readonly teamFiles: readonly Tool[];
}

/** Tools that only a root dialog has. */
const rootOnly: ReadonlySet<string> = new Set(['change_mind', 'mark_done']);
const subOnly: ReadonlySet<string> = new Set(['ask_back']);
/** Tools beside the workspace's that write a file of the workspace. */
const writing: ReadonlySet<string> = new Set(['change_mind']);

/** The tools of a dialog of this member, each name once. */
export function selectTools(catalog: ToolCatalog, member: Member, state: DialogState): readonly Tool[] {
  const { identity } = state;
  if (identity.kind === 'root' && identity.mode === 'draft') return [];
  if (isFreshSelf(state) && !member.fbr.tools) return [];
  if (member.withheld?.kind === 'gone') return [];
  const isTexting = identity.dialect === 'texting';
  const isCalledInText = member.withheld?.kind === 'model';
  if (isCalledInText && !isTexting) return [];
  const mind = isTexting ? catalog.textingMind : catalog.mind;
  const belief = state.belief ? catalog.belief : [];
  const isTalk = state.belief !== undefined && onlyTalks(state.belief.state);
  const granted = grantedTools(catalog, member);
  const calls = identity.dialect === 'tools' ? callTools : [];
  const tools = isCalledInText ? mind : [...calls, ...mind, ...catalog.control, ...belief, ...granted];
  const absent = identity.kind === 'root' ? subOnly : rootOnly;
  const offered = tools.filter(({ spec }) => !absent.has(spec.name));
  const reading = new Set(catalog.sets.read ?? []);
  const acts = (tool: Tool) => (granted.includes(tool) && !reading.has(tool)) || writing.has(tool.spec.name);
  const named = offered.map((tool): [string, Tool] => [tool.spec.name, isTalk && acts(tool) ? refusedNow(tool) : tool]);
  return [...new Map(named).values()];
}

/** The message to a model that calls a tool it does not have. */
export function absentToolMessage(
  name: string,
  offered: readonly Tool[],
  { member, state, texts }: { readonly member: Member; readonly state: DialogState; readonly texts: PromptTexts },
): string {
  const { withheld, id } = member;
  if (withheld?.kind === 'gone') return texts.results.gone(id);
  if (withheld?.kind === 'unreadable') return texts.results.withheld(name, withheld.why);
  if (rootOnly.has(name) && state.identity.kind === 'sub') return rootOnlyMessage(name, state)(texts.results);
  const names = offered.map(({ spec }) => spec.name);
  const usual = usualTool(name);
  const nearest = usual !== undefined && names.includes(usual) ? usual : nearestName(name, names);
  const inText = nearest === undefined ? textInstead(usual, state) : undefined;
  return texts.tools.noTool({ name, offered: names, ...(nearest && { nearest }), ...(inText && { inText }) });
}

/** How a member writes as text what tools of other agents do. */
function textInstead(tool: string | undefined, { identity }: DialogState): AbsentTool['inText'] {
  const mark = identity.dialect === 'texting' ? '@' : '!?@';
  if (tool === 'ask_human') return { kind: 'person', line: `${mark}human` };
  return tool === 'tellask' ? { kind: 'member', line: `${mark}…` } : undefined;
}

/**
 * Named sets and single tools; a member that names neither has the default sets. None while restrictions cannot be read
 * (SPEC 18.6).
 */
function grantedTools(catalog: ToolCatalog, member: Member): readonly Tool[] {
  if (member.withheld) return [];
  const { tools = [], toolsets } = member;
  const names = toolsets ?? (member.tools === undefined ? defaultToolsets : []);
  const sets = names.flatMap(name => catalog.sets[name] ?? []);
  const singles = Object.values(catalog.sets).flatMap((set = []) =>
    set.filter(({ spec }) => tools.includes(spec.name)),
  );
  const isKeeper = member.id === mindsKeeperId && names.includes('team');
  return [...sets, ...singles, ...(isKeeper ? catalog.teamFiles : [])];
}

/**
 * Nothing is carried out in a Converse flow (SPEC 16.1), nor while the active flow waits for the person (SPEC 16.5).
 */
function onlyTalks(state: BeliefState): boolean {
  return state.intent === 'Converse' || isHeld(state);
}

/** The same tool to look at, for the cache of a server; a call of it is refused (SPEC 16.20). */
function refusedNow({ review: _, ...tool }: Tool): Tool {
  return {
    ...tool,
    isRepeatable: true,
    call: (_args, { texts }) => Promise.resolve({ ok: false, content: texts.results.onlyTalks }),
  };
}

/**
 * True if a dialog is a fresh start of its own caller, `!?@self` without a session (SPEC 3.5). Version 0.1.0 did not
 * record it: for its dialogs the wording of the headline decides.
 */
function isFreshSelf({ identity, headline }: DialogState): boolean {
  if (identity.kind === 'root' || identity.tellaskSession !== undefined) return false;
  return identity.freshSelf === true || /^@self(?![\w-])/.test(headline);
}
