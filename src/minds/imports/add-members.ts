// Adds members to the text of a team file. Its contents stay, comments included (SPEC 12.1). Pure.
import { type Document, isMap, isSeq } from 'yaml';
import { parseYaml } from '../../core/text/parse-yaml.ts';
import { parseTeam } from '../team/team-file.ts';
import type { MemberEntry } from '../team/team-schema.ts';

const EMPTY_TEAM = `# The team of this folder. Each member's persona is in .minds/team/<id>/persona.md.
default_responder: dominds
members:
  dominds:
    name: Dominds
`;

/**
 * The new text; undefined when the file is broken and cannot be edited. Members that are there already are not touched.
 */
export function addMembers(text: string | undefined, members: ReadonlyMap<string, MemberEntry>): string | undefined {
  const document = parseYaml(text ?? EMPTY_TEAM, {});
  const isEditable = document.errors.length === 0 && (document.contents === null || isMap(document.contents));
  if (!isEditable) return undefined;
  if (text !== undefined) keepResponder(document, text);
  if (!isMap(document.getIn(['members'], true))) document.setIn(['members'], document.createNode({}));
  for (const [id, entry] of members) {
    if (!document.hasIn(['members', id])) document.setIn(['members', id], asNode(document, entry));
  }
  return document.toString({ lineWidth: 0 });
}

/** A file without members has the built-in `dominds`, who continues to answer. */
function keepResponder(document: Document, text: string): void {
  const { team } = parseTeam(text, '');
  const members = document.getIn(['members'], true);
  if ((isMap(members) && members.items.length > 0) || team.defaultResponder !== 'dominds') return;
  document.setIn(['members'], document.createNode({ dominds: { name: 'Dominds' } }));
  document.setIn(['default_responder'], 'dominds');
}

/** Lists on one line, as people write them. */
function asNode(document: Document, entry: MemberEntry) {
  const node = document.createNode(entry);
  for (const key of ['toolsets', 'policy']) {
    const list = node.get(key, true);
    if (!isSeq(list)) continue;
    if (key === 'toolsets') list.flow = true;
    else for (const rule of list.items) if (isMap(rule)) rule.flow = true;
  }
  return node;
}
