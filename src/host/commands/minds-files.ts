// Team file and personas: files that people edit in the editor like any other (SPEC 12.1, 12.2).
import { Range, Uri, window } from 'vscode';
import type { Member } from '../../core/team/team.ts';
import type { Host } from '../host.ts';
import { pickOnce } from '../notices/prompts.ts';
import { showInformation } from '../notices/show.ts';
import type { FilePlace } from '../rows/problem-rows.ts';
import { displayLanguage, t } from '../words.ts';
import { exists, inFolder, openOrMake } from './in-folder.ts';

const STARTER_TEAM = `# The team that works in this folder. Each member's persona is in .minds/team/<id>/persona.md.
default_responder: lead
members:
  lead:
    name: Lead
    icon: 🧭
  researcher:
    name: Researcher
    icon: 🔎
`;

/** Opens \`.minds/team.yaml\`, with a small team to begin with when there is none yet. */
export function openTeamFile(host: Host): Promise<void> {
  return inFolder(host, async folder => {
    await openOrMake(Uri.joinPath(folder, '.minds', 'team.yaml'), STARTER_TEAM);
    return undefined;
  });
}

/** Opens a member's persona; if there is no file yet, one is created when the person agrees. */
export function openPersona(host: Host, target: unknown): Promise<void> {
  return inFolder(host, async folder => {
    const members = [...(host.minds.opened?.reader.team().team.members.values() ?? [])];
    const { agentId } = (target ?? {}) as { agentId?: unknown };
    const member = members.find(({ id }) => id === agentId) ?? (await pickMember(members));
    if (!member) return undefined;
    const base = Uri.joinPath(folder, '.minds', 'team', member.id);
    const file = await personaFile(base);
    if (file) await window.showTextDocument(file);
    else if (await wantsPersona(member)) await openOrMake(Uri.joinPath(base, 'persona.md'), `# ${member.name}\n\n`);
    return undefined;
  });
}

/** Opens a file of the folder at a place; for trees, which name it. */
export function openFile(host: Host, target: unknown): Promise<void> {
  return inFolder(host, async folder => {
    const { file, line = 1, column = 1, make } = (target ?? {}) as Partial<FilePlace>;
    if (typeof file !== 'string') return undefined;
    const uri = Uri.joinPath(folder, file);
    if (make) await openOrMake(uri, '');
    else await window.showTextDocument(uri, { selection: new Range(line - 1, column - 1, line - 1, column - 1) });
    return undefined;
  });
}

async function pickMember(members: readonly Member[]): Promise<Member | undefined> {
  const items = members.map(member => ({ label: member.name, description: member.id, member }));
  return (await pickOnce(items, { title: t('Open which persona?'), matchOnDescription: true }))?.member;
}

/** The persona, rather the one in the person's language. */
async function personaFile(base: Uri): Promise<Uri | undefined> {
  for (const language of [`.${displayLanguage()}`, '', '.en', '.zh']) {
    const file = Uri.joinPath(base, `persona${language}.md`);
    if (await exists(file)) return file;
  }
  return undefined;
}

async function wantsPersona({ name }: Member): Promise<boolean> {
  const create = t('Create');
  return (await showInformation(t('{0} has no persona yet.', name), create)) === create;
}
