// Rows of the Team tree: the members that people see, then the hidden ones, dimmed (SPEC 12.1, 13.1). Pure.
import { isIconName, type Member, type Team } from '../../core/team/team.ts';
import { defaultToolsets, mindsKeeperId, workspaceKeeperId } from '../../core/team/toolset-names.ts';
import type { TreeRow } from './tree-row.ts';
import type { Translate, Wording } from './wording.ts';

/** The members in the order of the file, hidden ones last; without those that are built in and hidden. */
export function inOrderOfView(team: Team): readonly Member[] {
  const members = [...team.members.values()];
  const isBuiltIn = ({ id }: Member) => id === mindsKeeperId || id === workspaceKeeperId;
  return [...members.filter(({ hidden }) => !hidden), ...members.filter(member => member.hidden && !isBuiltIn(member))];
}

/** A member's team, and whether its model is asked without tools. */
interface ShownIn {
  readonly team: Team;
  readonly hasNoTools?: boolean;
}

/** One member: who, by which id it is called, which model, and what it may do. A click opens its persona. */
export function memberRow(member: Member, { team, hasNoTools = false }: ShownIn, { t }: Wording): TreeRow {
  const { id, name, icon, hidden, withheld } = member;
  const isDefault = id === team.defaultResponder;
  const marks = [
    isDefault ? t('answers by default') : '',
    hidden ? t('hidden') : '',
    withheld ? t('tools withheld') : hasNoTools ? t('no tools') : '',
  ];
  const description = join([name === id ? '' : id, modelOf(member), ...marks]);
  return {
    id: `member:${id}`,
    label: name,
    ...(description !== '' && { description }),
    tooltip: tooltipOf(member, { isDefault, hasNoTools }, t),
    ...(icon !== undefined && !isIconName(icon) && { picture: icon }),
    icon: { name: iconOf(member) },
    ...(hidden && { dimmed: true }),
    traits: ['member', hidden ? 'hidden' : 'visible'],
    expansion: 'none',
    click: { command: 'dominds.openPersona', target: { agentId: id } },
    spoken: [name, id, modelOf(member), ...marks].filter(part => part !== '').join(', '),
  };
}

function iconOf({ icon, withheld }: Member): string {
  if (withheld) return 'warning';
  return icon !== undefined && isIconName(icon) ? icon : 'account';
}

function tooltipOf(
  member: Member,
  { isDefault, hasNoTools }: { readonly isDefault: boolean; readonly hasNoTools: boolean },
  t: Translate,
): string {
  const { name, id, description, hidden, diligencePushMax, withheld } = member;
  return [
    `${name} · @${id}`,
    ...(description === undefined ? [] : [description]),
    ...(isDefault ? [t('Answers when no other member is chosen')] : []),
    ...(hidden ? [t('Not listed to models or in pickers; called by its exact id')] : []),
    member.acp === undefined
      ? t('Model: {0}', modelOf(member) || t('as configured for the folder'))
      : t('Agent: {0}', member.acp),
    ...(withheld?.kind === 'unreadable' ? [t('No tools: restrictions cannot be read ({0})', withheld.why)] : []),
    ...(hasNoTools ? [t('No tools: its model is used without any (tools: false)')] : toolLines(member, t)),
    ...(diligencePushMax < 1 ? [t('Diligence is off')] : []),
  ].join('\n');
}

function toolLines({ tools, toolsets, readDirs, writeDirs }: Member, t: Translate): readonly string[] {
  const given = [...(toolsets ?? (tools ? [] : defaultToolsets)), ...(tools ?? [])];
  return [
    t('Tools: {0}', given.join(', ') || t('none')),
    ...(readDirs ? [t('Reads: {0}', readDirs.join(', ') || t('nothing'))] : []),
    ...(writeDirs ? [t('Writes: {0}', writeDirs.join(', ') || t('nothing'))] : []),
  ];
}

/** The model, or the command of an agent of another vendor. */
function modelOf({ provider, model, acp }: Member): string {
  return acp ?? model ?? provider ?? '';
}

function join(parts: readonly string[]): string {
  return parts.filter(part => part !== '').join(' · ');
}
