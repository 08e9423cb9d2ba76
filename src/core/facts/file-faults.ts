// Everything that can be wrong with a file, of those that people edit and of those below `.dialogs/`, as data.
// `src/words/` makes sentences of it: what is wrong, and what to do.

import type { FactOf, Plain } from '../base/fact.ts';
import type { DomainFaults } from '../belief/domain-faults.ts';

/** A known name that was probably meant; null: none is near. */
type Near = string | null;

/** The arguments of each fault, by its id. */
export interface FileFaults extends DomainFaults {
  /** In words already: of what others say. */
  told: { readonly message: string; readonly remedy: string };
  // YAML; `reason` is what its parser says, `code` its code
  'yaml-broken': { readonly code: string; readonly reason: string };
  'yaml-warning': { readonly reason: string };
  // keys and values
  /** `schedule`: the name of the schedule that starts nothing for it, '' for one without; absent elsewhere. */
  'unknown-key': {
    readonly name: string;
    readonly ignored: boolean;
    readonly near: Near;
    readonly known: readonly string[];
    readonly schedule?: string;
  };
  'unknown-setting': { readonly name: string; readonly near: Near; readonly known: readonly string[] };
  /** `known`: the kinds of providers, and the names of this file. */
  'unknown-provider': { readonly name: string; readonly near: Near; readonly known: readonly string[] };
  /** `name` null: the whole file. `example`: a line that such a map may hold. */
  'not-a-map': { readonly name: string | null; readonly example: string };
  'not-a-list': { readonly name: string; readonly example: string };
  /** Other than five fields of numbers, names, `*`, lists, ranges and steps. */
  'cron-form': { readonly name: string; readonly cron: string };
  /** `reason`: what the library says. */
  'unknown-zone': { readonly name: string; readonly zone: string };
  'bad-cron': { readonly name: string; readonly reason: string };
  'unknown-agent': { readonly name: string; readonly agent: string; readonly near: Near };
  'bad-taskdoc': { readonly name: string; readonly taskdoc: string };
  'schedule-twice': { readonly name: string };
  'bad-setting': { readonly name: string; readonly issue: ValueIssue };
  /** `file`: where prices are given. */
  'cap-without-prices': { readonly file: string };
  'settings-held': Plain;
  'settings-withheld': Plain;
  'settings-empty': Plain;
  'key-in-file': { readonly name: string };
  'bad-flag': { readonly name: string };
  'bad-model-name': { readonly name: string };
  'bad-number': { readonly name: string; readonly whole: boolean; readonly min: number; readonly max: number };
  'unknown-limit': { readonly name: string };
  // the team
  'team-empty': Plain;
  'team-gone': Plain;
  'team-not-a-map': Plain;
  'members-not-a-map': Plain;
  'bad-dialect': Plain;
  'bad-workspace': Plain;
  'bad-responder': { readonly named: string; readonly members: readonly string[] };
  'stray-field': { readonly field: string };
  'bad-member-id': { readonly member: string };
  'reserved-member-id': { readonly member: string };
  'members-held': { readonly members: readonly string[] };
  'members-withheld': { readonly members: readonly string[] };
  /** `example`: how the field is written; null: the entry itself is no map. `schedule`: as of `unknown-key`. */
  'bad-field': {
    readonly name: string;
    readonly issue: ValueIssue;
    readonly example: string | null;
    readonly schedule?: string;
  };
  'folder-outside': { readonly name: string; readonly folder: string };
  'folder-absolute': { readonly name: string; readonly folder: string };
  'path-outside': { readonly name: string; readonly path: string };
  'path-absolute': { readonly name: string; readonly path: string };
  'folder-pattern': { readonly name: string; readonly folder: string };
  'keeper-tools': { readonly name: string; readonly keeper: string };
  // MCP servers
  'servers-not-a-map': { readonly name: string | null };
  'bad-server-name': { readonly server: string };
  'bad-server-field': { readonly name: string; readonly issue: ValueIssue };
  'server-without-way': { readonly name: string };
  'server-field-of-other': { readonly name: string; readonly field: string; readonly owner: string };
  'bad-server-address': { readonly name: string };
  'odd-reference': { readonly name: string };
  'secret-in-file': { readonly name: string };
  'unknown-server': { readonly toolset: string; readonly file: string; readonly near: Near };
  /** `isToolset`: it stands among single tools. */
  'unknown-tool': { readonly name: string; readonly tool: string; readonly near: Near; readonly isToolset: boolean };
  'server-not-allowed': { readonly server: string };
  'server-changed': { readonly server: string };
  'server-not-started': { readonly server: string; readonly reason: string };
  /** `name`: what members would call it. */
  'tool-name-taken': { readonly server: string; readonly tool: string; readonly name: string };
  /** `field` is missing or wrong in the definition of `name`. */
  'faulty-offer': {
    readonly server: string;
    readonly kind: 'tool' | 'prompt' | 'resource';
    readonly name: string;
    readonly field: string;
  };
  'tool-too-large': { readonly server: string; readonly tool: string; readonly most: number };
  /** `tool`: one or several. */
  'tool-refused': { readonly server: string; readonly tool: string; readonly reason: string };
  'too-many-tools': { readonly server: string; readonly listed: number; readonly count: number };
  // files as a whole
  'not-opened': Plain;
  'not-a-file': Plain;
  'leads-out': Plain;
  'too-large': { readonly most: number };
  binary: Plain;
  'not-utf8': Plain;
  'skill-without-description': Plain;
  'agent-without-id': { readonly name: string };
  ignored: { readonly near: Near; readonly because: IgnoredBecause };
  'no-domain': { readonly name: string; readonly near: Near; readonly domains: readonly string[] };
  'playbook-outside': { readonly playbook: string };
  // below .dialogs/
  'misplaced-link': Plain;
  'file-is-folder': Plain;
  'folder-is-file': Plain;
  'unreadable-message': Plain;
  'reminders-not-a-list': { readonly aside: string };
  'of-other-dialog': Plain;
  'root-twice': Plain;
  /** `by`: the command that removed or rewound dialogs; null for Git. */
  'written-back': { readonly by: string | null; readonly dialogs: number };
  /** `all` of a dialog, its `earlier` courses, or its `newest` records. */
  'records-lost': { readonly by: string | null; readonly what: 'all' | 'earlier' | 'newest' };
  'no-course-readable': Plain;
  'no-opening-record': Plain;
  /** In MB. */
  'course-too-large': { readonly size: number; readonly most: number };
  'course-unreadable': { readonly reason: string };
  'not-a-record': Plain;
  'record-lacks-fields': { readonly kind: string };
  /** Marks of writers; null: unknown. */
  'foreign-record': { readonly theirs: string | null; readonly ours: string };
  'not-mended': { readonly reason: string };
}

export type FileFault = FactOf<FileFaults>;

/** A schema's message about an invalid value. `told`: in the words of the schema. */
export type ValueIssue =
  | { readonly kind: 'type'; readonly expected: string; readonly received: string }
  | { readonly kind: 'option'; readonly options: readonly string[] }
  /** `of`: number, text or list. */
  | { readonly kind: 'tooBig' | 'tooSmall'; readonly of: string; readonly limit: number; readonly inclusive: boolean }
  | { readonly kind: 'told'; readonly text: string };

/** Why a file is not read, so that the remedy can be named. */
export type IgnoredBecause =
  | { readonly kind: 'nearName' }
  | { readonly kind: 'notADomain' }
  | { readonly kind: 'noCategory' }
  | { readonly kind: 'otherCategory'; readonly known: readonly string[] }
  | { readonly kind: 'noMember' }
  | { readonly kind: 'notAMemberText'; readonly known: readonly string[] }
  | { readonly kind: 'notAMemoryFolder'; readonly known: readonly string[] }
  | { readonly kind: 'tooDeep'; readonly most: number }
  | { readonly kind: 'notAMemory' };

/** Names that were probably meant, to choose from instead. */
export function offersOf(fault: FileFault): readonly string[] {
  switch (fault.id) {
    case 'unknown-key':
    case 'unknown-setting':
    case 'unknown-tool':
    case 'unknown-server':
    case 'unknown-agent':
    case 'unknown-provider':
      return fault.near === null ? [] : [fault.near];
    case 'bad-responder':
      return fault.members;
    default:
      return [];
  }
}
