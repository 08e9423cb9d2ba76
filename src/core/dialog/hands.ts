// What a member can do in the workspace, in short, for the prompts of its teammates. Pure.
import { anyCommand, decide, type PolicyAction, type PolicyRule } from '../team/policy.ts';
import type { Member } from '../team/team.ts';
import { defaultToolsets } from '../team/toolset-names.ts';

/** One thing that a member can do; `asks`: a person is asked first. `within`: its folders, where it has only some. */
export interface Hand {
  readonly does: 'reads' | 'writes' | 'runs';
  readonly asks: boolean;
  readonly within?: readonly string[];
}

/** `agent`: of another vendor, with tools of its own. `none`: it has no tools at all. */
export type Hands =
  | { readonly kind: 'agent' | 'none' }
  | {
      readonly kind: 'own';
      readonly hands: readonly Hand[];
      /** Toolsets of MCP servers and of the editor. */
      readonly more: readonly string[];
    };

/** The hands of a member under the rules that hold for it. */
export function handsOf(member: Member, rules: readonly PolicyRule[], takesTools: boolean): Hands {
  if (member.acp !== undefined) return { kind: 'agent' };
  if (member.withheld || !takesTools) return { kind: 'none' };
  const { tools = [], toolsets } = member;
  const sets: readonly string[] = toolsets ?? (member.tools === undefined ? defaultToolsets : []);
  const hands = families.flatMap(({ does, singles, action }): Hand[] => {
    if (!sets.includes(action.toolset) && !singles.some(name => tools.includes(name))) return [];
    const decision = decide(rules, action);
    if (decision === 'deny') return [];
    const within = { reads: member.readDirs, writes: member.writeDirs, runs: undefined }[does];
    return [{ does, asks: decision === 'ask', ...(within && { within }) }];
  });
  return { kind: 'own', hands, more: sets.filter(name => name === 'editor' || /^mcp(?::|$)/.test(name)) };
}

/** A call of each kind that no rule for single files or commands names, so that only rules for all of them decide. */
const families: readonly {
  readonly does: Hand['does'];
  readonly singles: readonly string[];
  readonly action: PolicyAction;
}[] = [
  {
    does: 'reads',
    singles: ['read_file', 'list_dir', 'search_text'],
    action: { tool: 'read_file', toolset: 'read', paths: ['any/file'], otherwise: 'allow' },
  },
  {
    does: 'writes',
    singles: ['write_file', 'edit_file', 'move_file', 'delete_file'],
    action: { tool: 'write_file', toolset: 'write', paths: ['any/file'], otherwise: 'allow' },
  },
  {
    does: 'runs',
    singles: ['run_shell'],
    get action() {
      return anyCommand;
    },
  },
];
