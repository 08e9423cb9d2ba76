// Turns custom modes of other tools into members: their role becomes the persona, their instructions the knowledge, and
// their permissions the toolsets. Parts that are not understood are reported and never widen a mode's permissions.
// Pure.
import * as z from 'zod';
import type { ImportNote } from '../../core/facts/import-note.ts';
import type { ToolsetName } from '../../core/team/toolset-names.ts';
import { descriptionOf } from '../description-of.ts';
import { readHead } from '../files/front-matter.ts';
import { readYaml } from '../files/yaml-file.ts';
import { idProblem } from '../team/member-rules.ts';
import type { MemberEntry } from '../team/team-schema.ts';
import type { Found, FoundMode } from './found.ts';

const rooMode = () =>
  z.object({
    slug: z.string(),
    name: z.string().optional(),
    roleDefinition: z.string().optional(),
    description: z.string().optional(),
    whenToUse: z.string().optional(),
    customInstructions: z.string().optional(),
    groups: z.array(z.unknown()).optional(),
  });

const nothing: Found = { rules: [], modes: [], notes: [] };

/** The modes of a `.roomodes` file, YAML or JSON. */
export function readRooModes(text: string, source: string): Found {
  const yaml = readYaml(text, source);
  const whole = z.object({ customModes: z.array(z.unknown()) }).safeParse(yaml.valueOf(yaml.root));
  if (yaml.problems.some(({ severity }) => severity === 'error') || !whole.success)
    return { ...nothing, notes: [{ source, kind: 'unreadable', why: 'it is not a list of customModes' }] };
  const found = whole.data.customModes.map((given, index) => {
    const parsed = rooMode().safeParse(given);
    const why = `mode ${index + 1} has no slug`;
    return parsed.success
      ? toMember(parsed.data, source)
      : { ...nothing, notes: [{ source, kind: 'unreadable', why } as const] };
  });
  return { rules: [], modes: found.flatMap(({ modes }) => modes), notes: found.flatMap(({ notes }) => notes) };
}

function toMember(mode: z.infer<ReturnType<typeof rooMode>>, source: string): Found {
  const { slug: id, name = id, roleDefinition = '', description = '', whenToUse = '', customInstructions = '' } = mode;
  if (idProblem(id)) return { ...nothing, notes: [{ source, kind: 'bad-name', name: id }] };
  const granted = (mode.groups ?? []).map(group => grantOf(group, id, source));
  const toolsets = [...new Set<ToolsetName>([...granted.flatMap(({ toolset }) => toolset ?? []), 'memory'])];
  const asks = granted.some(({ asksFirst }) => asksFirst);
  const calling = whenToUse.trim() || description.trim();
  const entry: MemberEntry = {
    name: withoutIcon(name) || id,
    ...iconOf(name),
    ...descriptionOf(calling),
    toolsets,
    ...(asks && { policy: [{ decision: 'ask', tools: ['write'] }] }),
  };
  const persona = [roleDefinition.trim(), calling && `Teammates call on you for this: ${calling}`];
  const modes: FoundMode[] = [
    { source, id, entry, persona: paragraphs(persona), knowledge: paragraphs([customInstructions.trim()]) },
  ];
  return { rules: [], modes, notes: granted.flatMap(({ note }) => note ?? []) };
}

interface Grant {
  readonly toolset?: ToolsetName;
  readonly asksFirst?: true;
  readonly note?: ImportNote;
}

const groups: Readonly<Record<string, ToolsetName>> = { read: 'read', edit: 'write', command: 'shell', mcp: 'editor' };

/** A group is a name, or a name with a limit. */
function grantOf(group: unknown, member: string, source: string): Grant {
  const [name, limit] = Array.isArray(group) ? group : [group, undefined];
  const toolset = groups[String(name)];
  if (toolset === undefined)
    return { note: { source, kind: 'no-counterpart', what: `the group ${String(name)} of ${member}` } };
  const limited = z.object({ fileRegex: z.string() }).safeParse(limit);
  if (!limited.success) return { toolset };
  return { toolset, asksFirst: true, note: { source, kind: 'asks-first', member, pattern: limited.data.fileRegex } };
}

/**
 * A chat mode or agent written as Markdown: `name` and `description` in its head, who it is in its body. Its name or
 * its head says that it is one.
 */
export function markdownMode(text: string, source: string): Found {
  const { head, body } = readHead(text);
  const fileName = source.replace(/^.*\//, '').replace(/\.(chatmode|agent)?\.?md$/i, '');
  const name = head.get('name') || fileName;
  const id = fileName
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '');
  if (body === '') return nothing;
  // A README may lie among them.
  const isMode = /\.(chatmode|agent)\.md$/i.test(source) || ['name', 'description', 'tools'].some(key => head.has(key));
  if (!isMode) return { ...nothing, notes: [{ source, kind: 'no-agent' }] };
  if (idProblem(id)) return { ...nothing, notes: [{ source, kind: 'bad-name', name: fileName }] };
  const notes = ['tools', 'model', 'handoffs']
    .filter(key => head.has(key))
    .map((key): ImportNote => ({ source, kind: 'no-counterpart', what: `${key}: ${head.get(key)}` }));
  // Its tools have other names: it gets those that change nothing, and the person adds what it needs.
  const about = head.get('description') ?? '';
  const entry: MemberEntry = {
    name,
    ...descriptionOf(about),
    ...(head.has('tools') && { toolsets: ['read', 'memory'] }),
  };
  const persona = paragraphs([body, about && `Teammates call on you for this: ${about}`]);
  return { rules: [], modes: [{ source, id, entry, persona, knowledge: '' }], notes };
}

/** Names often begin with an emoji; it becomes the icon. */
function iconOf(name: string): { icon?: string } {
  const icon = /^\p{Extended_Pictographic}\uFE0F?/u.exec(name.trim())?.[0];
  return icon === undefined ? {} : { icon };
}

function withoutIcon(name: string): string {
  return name.replace(/^\s*\p{Extended_Pictographic}\uFE0F?\s*/u, '').trim();
}

function paragraphs(parts: readonly string[]): string {
  const text = parts.filter(part => part !== '').join('\n\n');
  return text === '' ? '' : `${text}\n`;
}
