// The faults of a file, with their remedies.
import type { IgnoredBecause, ValueIssue } from '../../core/facts/file-faults.ts';
import type { WordTables } from '../words.ts';
import { domainFaultsEn } from './domain-faults.ts';

const moveAway = 'move it away';
const restUsed = 'it was kept aside; the rest is used';
const writeReference = 'Write `${env:NAME}` and set that variable where Dominds runs.';

export const fileFaultsEn: WordTables['fileFaults'] = {
  ...domainFaultsEn,
  told: ({ message, remedy }) => [message, remedy],

  'yaml-broken': ({ code, reason }) => [
    `invalid YAML: ${reason}`,
    yamlRemedies[code] ?? 'Correct the YAML at this place.',
  ],
  'yaml-warning': ({ reason }) => [reason, 'Remove it, or write a plain value.'],

  'unknown-key': ({ name, ignored, near, known, schedule }) => [
    startsNothing(schedule, `unknown key ${name}${ignored ? ', ignored' : ''}`),
    didYouMean(near) ?? `Remove it. Known here: ${known.join(', ')}.`,
  ],
  'unknown-setting': ({ name, near, known }) => [
    `unknown key ${name}`,
    didYouMean(near) ?? `Known keys: ${known.join(', ')}.`,
  ],
  'unknown-provider': ({ name, near, known }) => [
    `unknown provider ${name}`,
    didYouMean(near) ?? `Name one of: ${known.join(', ')}.`,
  ],
  'not-a-map': ({ name, example }) => [
    `${name ?? 'the file'} must be a map`,
    `Write \`key: value\` lines, like \`${example}\`.`,
  ],
  'not-a-list': ({ name, example }) => [`${name} must be a list`, `Write one entry a line, like \`${example}\`.`],
  'cron-form': ({ name, cron }) => [
    `${name} is never due: \`${cron}\` is not a cron expression of five fields`,
    'Write minute, hour, day, month and weekday, like `0 3 * * *`. Names (`jan`, `mon`), ranges (`1-5`), lists (`1,15`) and steps (`*/10`) are allowed.',
  ],
  'unknown-zone': ({ name, zone }) => [
    `${name} is never due: there is no time zone ${zone}`,
    'Name one like `Europe/Berlin` or `UTC`.',
  ],
  'bad-cron': ({ name, reason }) => [
    `${name} is never due: ${reason}`,
    'Write five fields (minute, hour, day, month, weekday), like `0 3 * * *`.',
  ],
  'unknown-agent': ({ name, agent, near }) => [
    `${name} starts nothing: the team has no member ${agent}`,
    didYouMean(near) ?? 'Name a member of the team, or leave `agent` out.',
  ],
  'bad-taskdoc': ({ name, taskdoc }) => [
    `${name} starts nothing: \`${taskdoc}\` is not a taskdoc of this workspace`,
    'Name a package relative to the workspace, like `tasks/nightly.tsk`.',
  ],
  'schedule-twice': ({ name }) => [
    `it starts nothing: the name ${name} is used by a schedule above`,
    'Choose another name.',
  ],
  'bad-setting': ({ name, issue }) => [issueText(name, issue), 'Correct it; it is ignored until then.'],
  'settings-withheld': [
    'limits of the file may not be read, so no model is asked unless the environment names its server',
    correctErrors(),
  ],
  'settings-held': ['the last valid version applies', correctErrors()],
  'settings-empty': ['the file is empty', 'Write the settings again, or delete it.'],
  'cap-without-prices': ({ file }) => [
    `max_cost never holds: no model of ${file} has prices`,
    'Give the prices of the models there, like `prices: {input: 1.25, output: 10}`, or cap `max_tokens` instead.',
  ],
  'key-in-file': ({ name }) => [
    `${name}: keys are not read from files`,
    'Remove it, and use Set API Key or the environment.',
  ],
  'bad-flag': ({ name }) => [`${name} is true or false`, defaultHolds()],
  'bad-model-name': ({ name }) => [`${name} is the name of a model`, defaultHolds()],
  'bad-number': ({ name, whole, min, max }) => [
    `${name} is a ${whole ? 'whole ' : ''}number from ${min} to ${max}`,
    defaultHolds(),
  ],
  'unknown-limit': ({ name }) => [`unknown key ${name}`, defaultHolds()],

  'team-empty': ['the team file is empty', 'Write `members: {}` for an empty team, or delete it.'],
  'team-gone': [
    'the team file is gone',
    'Write it again; to work without one, reload the window or start dominds again.',
  ],
  'team-not-a-map': ['a team file must be a map', 'Begin with `members:` and list the members below it.'],
  'members-not-a-map': ['members must be a map', 'Write each member as `id:` with its fields indented below it.'],
  'bad-dialect': ['dialect must be auto, tools, tellask or texting', 'Write `dialect: auto`, or leave it out.'],
  'bad-workspace': ['workspace must be a name without / = and ,', 'Write `workspace: shop`, or leave it out.'],
  'bad-responder': ({ named, members }) => [
    `default_responder names no member: ${named}`,
    `Name one of: ${members.join(', ')}.`,
  ],
  'stray-field': ({ field }) => [`${field} is a field of a member`, 'Indent it below the member that it is for.'],
  'bad-member-id': ({ member }) => [`invalid member id: ${member}`, 'Use a letter, then letters, digits, `_` or `-`.'],
  'reserved-member-id': ({ member }) => [`the id ${member} is reserved`, 'Choose another id.'],
  'members-held': ({ members }) => [`${mentions(members)}: the last valid version applies`, correctErrors()],
  'members-withheld': ({ members }) => [
    `${mentions(members)}: no tools for files, commands and memories, since restrictions cannot be read`,
    correctErrors(),
  ],
  'bad-field': ({ name, issue, example, schedule }) => [
    startsNothing(schedule, issueText(name, issue)),
    example === null ? 'Write its fields indented below the id, like `name: Alice`.' : `Write it like \`${example}\`.`,
  ],
  'folder-outside': ({ name, folder }) => [
    `${name} names a folder outside of the workspace: ${folder}`,
    'Name folders relative to the workspace, like `src`.',
  ],
  'folder-absolute': ({ name, folder }) => [
    `${name} names a folder by where it lies on one machine: ${folder}`,
    'Name folders relative to the workspace, like `src`.',
  ],
  'path-outside': ({ name, path }) => [
    `${name} names a path outside of the workspace: ${path}`,
    'Name paths relative to the workspace, like `src/**`.',
  ],
  'path-absolute': ({ name, path }) => [
    `${name} names a path by where it lies on one machine: ${path}`,
    'Name paths relative to the workspace, like `src/**`.',
  ],
  'folder-pattern': ({ name, folder }) => [
    `${name} takes folders, not patterns: ${folder}`,
    'Name the folder, or write a `policy` with `paths`.',
  ],
  'keeper-tools': ({ name, keeper }) => [
    `${name}: read_team_file and write_team_file belong to ${keeper} alone`,
    `Remove them; tellask ${keeper} to change the team's files.`,
  ],

  'servers-not-a-map': ({ name }) => [
    `${name ?? 'the file'} must be a map`,
    'Write `servers:` and below it `weather: { command: npx, args: [-y, some-server] }`.',
  ],
  'bad-server-name': ({ server }) => [
    `not a server name: ${server}`,
    'Use a letter, then at most 31 letters, digits, `_` or `-`.',
  ],
  'bad-server-field': ({ name, issue }) => [issueText(name, issue), 'Correct it; the server is not used until then.'],
  'server-without-way': ({ name }) => [
    `${name} must have either command or url`,
    'Write `command: npx`, or `url: http://…`.',
  ],
  'server-field-of-other': ({ name, field, owner }) => [
    `${name}: ${field} belongs to servers with \`${owner}\``,
    'Remove it.',
  ],
  'bad-server-address': ({ name }) => [`${name}.url is not a web address`, 'Begin it with http:// or https://.'],
  'odd-reference': ({ name }) => [`${name}: only \${env:NAME} is filled in`, writeReference],
  'secret-in-file': ({ name }) => [`${name}: secrets are not read from files`, writeReference],
  'unknown-server': ({ toolset, file, near }) => [
    `${toolset} names no working server of ${file}`,
    didYouMean(near) ?? 'Describe the server there, or remove the toolset.',
  ],
  'unknown-tool': ({ name, tool, near, isToolset }) => [
    `${name}: ${tool} is no tool`,
    isToolset
      ? `It is a toolset: list it under \`toolsets\`.`
      : (didYouMean(near) ?? 'Correct the name, or remove it. Tools of other extensions are there in the editor only.'),
  ],
  'server-not-allowed': ({ server }) => [
    `MCP server ${server} is not started: you have not allowed it`,
    'Run *Manage MCP Servers* to allow it. Until then members work without its tools.',
  ],
  'server-changed': ({ server }) => [
    `MCP server ${server} is not started: you have not trusted its entry`,
    'Look at it, then run `dominds doctor --trust` in this folder. Until then members work without its tools.',
  ],
  'server-not-started': ({ server, reason }) => [
    `MCP server ${server} could not be started: ${reason}`,
    'Correct its entry, or start it by hand to see why; it is tried again after a minute.',
  ],
  'tool-name-taken': ({ server, tool, name }) => [
    `MCP server ${server}: its tool ${tool} is left out: another tool is named ${name}`,
    'Give the server another name.',
  ],
  'faulty-offer': ({ server, kind, name, field }) => [
    `MCP server ${server}: its ${kind} ${name} is left out: ${field} is missing or wrong in its definition`,
    'Update the server, or report it to its authors.',
  ],
  'tool-too-large': ({ server, tool, most }) => [
    `MCP server ${server}: its tool ${tool} is left out: its parameters take more than ${most} characters`,
    'Use a version of the server whose tool takes less.',
  ],
  'tool-refused': ({ server, tool, reason }) => [
    `MCP server ${server}: ${tool} is left out, since the model server refuses it: ${reason}`,
    'Members of that model work without it. Update the MCP server, or name single tools in `tools` of a member.',
  ],
  'too-many-tools': ({ server, listed, count }) => [
    `MCP server ${server}: ${count} of its ${listed} tools are left out: they would make every request too large`,
    'Let the server offer fewer tools, or give a member fewer servers.',
  ],

  'not-opened': ['not read: it cannot be opened', 'Check its permissions and links.'],
  'not-a-file': ['not read: it cannot be opened', 'It must be a file that you can read.'],
  'leads-out': ['not read: it points outside of its folder', 'Replace the link with the file itself.'],
  'too-large': ({ most }) => [`not read: it is larger than ${most} bytes`, 'Make it shorter.'],
  binary: ['not read: it is a binary file', 'Replace it with UTF-8 text.'],
  'not-utf8': ['not read: it is not in UTF-8', 'Save it in UTF-8.'],
  'skill-without-description': [
    'not offered: it has no description',
    'Begin it with a line `---`, `name: …`, `description: …` and another line `---`.',
  ],
  'agent-without-id': ({ name }) => [
    `this custom agent is no member: an id needs Latin letters, and ${name} has none`,
    'Rename the file, to `code-reviewer.md` for example. The `name` in it can stay.',
  ],
  ignored: ({ near, because }) => ['nothing reads it', didYouMean(near) ?? ignoredRemedy(because)],
  'no-domain': ({ name, near, domains }) => [
    `there is no domain ${name}`,
    didYouMean(near) ?? `Write it, or choose one of: ${domains.join(', ')}.`,
  ],
  'playbook-outside': ({ playbook }) => [
    `the playbook ${playbook} is outside of the folder`,
    'Name one in this folder.',
  ],

  'misplaced-link': [
    'it is a link or not a plain file: it is not followed',
    'replace it with its target, or remove it',
  ],
  'file-is-folder': ['a folder is in the place of this file', moveAway],
  'folder-is-file': ['a file is in the place of this folder', moveAway],
  'unreadable-message': ['this message cannot be read', 'it was kept aside; send it again'],
  'reminders-not-a-list': ({ aside }) => [
    `this is not a JSON list of texts, or it is over 16 MB; it was kept as ${aside}`,
    'write a list like ["first", "second"]',
  ],
  'of-other-dialog': ['it belongs to another dialog', 'give its folder the name of its dialog back, or remove it'],
  'root-twice': ['this dialog is in two places, and this copy is not used', moveAway],
  'written-back': ({ by, dialogs }) => [
    `${by ?? 'Git'} removed dialogs in use or set them back: ${dialogs === 1 ? 'one was' : `${dialogs} were`} written again from memory`,
    'keep .dialogs out of Git, and keep commands away from it',
  ],
  'records-lost': ({ by, what }) => [
    `${lostParts[what]}, since ${by ?? 'Git'} removed it or set it back`,
    'restore it from a copy or from Git',
  ],
  'no-course-readable': ['no course of this dialog can be read', 'restore its course files from a copy'],
  'no-opening-record': ['the first record cannot open a course', 'it was kept aside; the course before it is used'],
  'course-too-large': ({ size, most }) => [
    `it is too large to load (${size} MB, at most ${most})`,
    'move the folder of its root out of .dialogs, or shorten the file by hand',
  ],
  'course-unreadable': ({ reason }) => [`cannot be read: ${reason}`, 'check its permissions'],
  'not-a-record': ['this line is not a record', restUsed],
  'record-lacks-fields': ({ kind }) => [
    `this record does not have the fields of its kind (${kind})`,
    'it is skipped and stays in the file: correct it, or open it with the version that wrote it',
  ],
  'foreign-record': ({ theirs, ours }) => [
    `another process (${theirs ?? '?'}) wrote this while ${ours} drove this folder`,
    restUsed,
  ],
  'not-mended': ({ reason }) => [`cannot be repaired: ${reason}`, 'free space or make the folder writable'],
};

const lostParts = {
  all: 'this dialog is lost',
  earlier: 'earlier courses of this dialog are lost',
  newest: 'the newest records of this dialog are lost',
} as const;

const yamlRemedies: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'Keep one of the two, or rename one.',
  TAB_AS_INDENT: 'Indent with spaces.',
  BAD_INDENT: 'Check the indentation and the closing brackets.',
  MULTIPLE_DOCS: 'Keep one document: remove the line `---`.',
  BAD_ALIAS: 'Define the anchor above, or write the value out.',
  RESOURCE_EXHAUSTION: 'Nest it less deeply.',
};

/** The types of YAML as people call them. */
const types: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'a map',
  record: 'a map',
  string: 'text',
  null: 'nothing',
  undefined: 'nothing',
  infinite: 'a number without a finite value',
};

function startsNothing(schedule: string | undefined, because: string): string {
  return schedule === undefined ? because : `${schedule || 'it'} starts nothing: ${because}`;
}

function issueText(name: string, issue: ValueIssue): string {
  return `${name}: ${whatIsWrong(issue)}`;
}

function whatIsWrong(issue: ValueIssue): string {
  switch (issue.kind) {
    case 'type':
      return `expected ${types[issue.expected] ?? issue.expected}, received ${types[issue.received] ?? issue.received}`;
    case 'option':
      return `expected one of ${issue.options.map(option => `"${option}"`).join('|')}`;
    case 'tooBig':
      return `too big: expected ${sizeOf(issue.of)} ${issue.inclusive ? '<=' : '<'}${issue.limit}`;
    case 'tooSmall':
      return `too small: expected ${sizeOf(issue.of)} ${issue.inclusive ? '>=' : '>'}${issue.limit}`;
    case 'told':
      return issue.text;
  }
}

function sizeOf(of: string): string {
  if (of === 'string') return 'the characters of the text to be';
  return of === 'array' ? 'the items of the list to be' : `${of} to be`;
}

function didYouMean(near: string | null): string | undefined {
  return near === null ? undefined : `Did you mean \`${near}\`?`;
}

function defaultHolds(): string {
  return 'Correct it; the default applies until then.';
}

function correctErrors(): string {
  return 'Correct the errors in this file.';
}

function mentions(members: readonly string[]): string {
  return members.map(id => `@${id}`).join(', ');
}

function ignoredRemedy(because: IgnoredBecause): string {
  switch (because.kind) {
    case 'nearName':
      return '';
    case 'notADomain':
      return 'Name it `<domain>.yaml`.';
    case 'noCategory':
      return 'Put it into a folder of the package, its category.';
    case 'otherCategory':
      return `Put it into another category; this one holds ${because.known.join(', ')}.`;
    case 'noMember':
      return 'Remove it, or add the member to `.minds/team.yaml`.';
    case 'notAMemberText':
      return `Known here: ${because.known.join(', ')}, and with a language, like persona.zh.md.`;
    case 'notAMemoryFolder':
      return `Put it into one of: ${because.known.join(', ')}.`;
    case 'tooDeep':
      return `Memories lie at most ${because.most} folders deep.`;
    case 'notAMemory':
      return 'Name it `<name>.md`.';
  }
}
