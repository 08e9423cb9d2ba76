// Rows of the Dialogs tree: groups by standing, roots, and the subdialogs under them (SPEC 13.1). Pure.
import type { DialogRef, RootId } from '../../core/base/ids.ts';
import { isRootRef, rootRef } from '../../core/base/ids.ts';
import type { AsideCause } from '../../core/dialog/record-parts.ts';
import type { Pause } from '../../core/dialog/state.ts';
import type { DialogNode } from '../../core/dialog/view/projection.ts';
import { needOf, type RootRow, type Standing, standingOfRoot } from '../../core/dialog/view/standing.ts';
import type { EvidenceCount } from '../../core/evidence/evidence.ts';
import { tellaskTitle } from '../../core/tellask/title.ts';
import { firstLine } from '../../pages/headline.ts';
import { dialogIcon, evidenceWords, needWords, pauseLabel, rootIcon, standingWord, stateWord } from './state-look.ts';
import type { TreeRow } from './tree-row.ts';
import { countQuestions, formatAge, type Wording } from './wording.ts';

/** A row for the roots of one standing. `count` is how many there are, shown or not. */
export function groupRow(standing: Standing, count: number, { t }: Wording): TreeRow {
  const isPutAway = standing === 'completed' || standing === 'archived';
  return {
    id: `group:${standing}`,
    label: standingWord(standing, t),
    description: `${count}`,
    traits: ['group', standing],
    expansion: isPutAway ? 'collapsed' : 'expanded',
  };
}

/** The row that ends a long group; a click shows more of it. */
export function moreRow(standing: Standing, hidden: number, { t }: Wording): TreeRow {
  return {
    id: `more:${standing}`,
    label: t('Show {0} more…', hidden),
    icon: { name: 'ellipsis' },
    traits: ['more'],
    expansion: 'none',
    click: { command: 'dominds.showMoreDialogs', target: standing },
  };
}

/** A root, from its line in the list: no course is read for it. */
export function rootRow(root: RootRow, member: string, wording: Wording): TreeRow {
  const ref = rootRef(root.rootId);
  const need = needOf(root);
  const standing = standingWord(standingOfRoot(root), wording.t);
  const face = {
    ...root,
    ref,
    member,
    icon: rootIcon(root),
    note: needWords(need, wording.t),
    standing: need === 'question' ? standing : [standing, needWords(need, wording.t)].filter(Boolean).join(': '),
    questionsBelow: root.questions,
    expandable: root.subdialogs > 0,
  };
  const traits = ['dialog', 'root', root.status, root.state, ...pauseTraits(root), ...editTraits(root)];
  return dialogRow(face, traits, wording);
}

/** A subdialog, from the tree of its root. */
export function subdialogRow(node: DialogNode, member: string, wording: Wording): TreeRow {
  const { rootId, selfId } = node;
  const face = {
    ...node,
    ref: { rootId, selfId },
    member,
    icon: dialogIcon(node),
    note: '',
    standing: node.states.map(each => stateWord(each, wording.t)).join(', '),
    expandable: node.children.length > 0,
  };
  const traits = [
    'dialog',
    'sub',
    ...node.states,
    ...(node.pending.length > 0 ? ['calling'] : []),
    ...pauseTraits(node),
    ...editTraits(node),
  ];
  return dialogRow(face, traits, wording);
}

/** Further states for the commands of a row: one that waits to retry can be stopped like an active one. */
function pauseTraits({ pause }: Pick<DialogFace, 'pause'>): readonly string[] {
  if (!pause) return [];
  if (pause.kind === 'left') return ['left'];
  return pause.kind === 'retry' ? ['generating', 'retrying'] : ['generating'];
}

/**
 * For Show Changes, Revert and Redo. Where earlier versions did not note whether files were changed, they are offered.
 */
function editTraits({
  edited,
  undone,
}: Pick<RootRow, 'undone'> & { readonly edited?: boolean | null }): readonly string[] {
  return [...(edited === false || edited === null ? [] : ['edited']), ...(undone ? ['undone'] : [])];
}

interface DialogFace {
  readonly ref: DialogRef;
  readonly member: string;
  readonly headline: string;
  readonly icon: NonNullable<TreeRow['icon']>;
  /** What it needs from the person besides answers, and its state, in words. */
  readonly note: string;
  readonly standing: string;
  readonly unseen?: true;
  readonly pause?: Pause | null;
  readonly aside?: AsideCause | null;
  readonly tellaskSession?: string;
  readonly lastModified: string;
  readonly evidence?: EvidenceCount;
  readonly questionsBelow: number;
  readonly expandable: boolean;
}

function dialogRow(face: DialogFace, traits: readonly string[], wording: Wording): TreeRow {
  const { t } = wording;
  const label = dialogLabel(face) || t('New dialog');
  const pause = face.pause ? pauseLabel(face.pause, t) : '';
  const aside = face.aside ? t('In an aside') : '';
  const evidence = face.evidence ? evidenceWords(face.evidence.state, t) : '';
  const state = join([pause || join([face.standing, aside]), evidence]);
  const age = formatAge(face.lastModified, wording);
  const questions = face.questionsBelow > 0 ? countQuestions(face.questionsBelow, t) : '';
  const session = face.tellaskSession === undefined ? '' : `!${face.tellaskSession}`;
  return {
    id: dialogRowId(face.ref),
    label,
    description: join([`${face.member}${session}`, pause || aside || face.note, evidence, age]),
    // The badge of the row adds the count of questions to its tooltip.
    tooltip: [face.headline.trim() || label, `${face.member}${session} · ${state}`, age]
      .filter(line => line !== '')
      .join('\n'),
    icon: face.icon,
    ...(face.questionsBelow > 0 && { questions: face.questionsBelow }),
    ...(face.unseen && { unseen: true }),
    traits,
    expansion: face.expandable ? 'collapsed' : 'none',
    click: { command: 'dominds.openDialog', target: { ...face.ref } },
    spoken: [label, face.member, state, questions, age].filter(part => part !== '').join(', '),
  };
}

/** A dialog's subject in one line. A subdialog's headline begins with its member, which is shown anyway. */
export function dialogLabel(
  { ref, headline }: { readonly ref: DialogRef; readonly headline: string },
  length?: number,
): string {
  const words = isRootRef(ref) ? headline : tellaskTitle(headline);
  return firstLine(words, length) || firstLine(headline, length);
}

/** The id of a dialog's row. */
export function dialogRowId(ref: { readonly rootId: RootId; readonly selfId: string }): string {
  return `${ref.rootId}#${ref.selfId}`;
}

function join(parts: readonly string[]): string {
  return parts.filter(part => part !== '').join(' · ');
}
