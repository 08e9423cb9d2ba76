// Takes work out of a place into the folder of its caller: all of what is asked for, or nothing (SPEC 27.2, 27.3).
import path from 'node:path';
import type { CallId } from '../../core/base/ids.ts';
import { errorMessage } from '../../core/base/thrown.ts';
import { isOfPart, isPickable, type Picked, pickableText, pickedText, readPicked } from '../../core/changes/picked.ts';
import type { MergedFile } from '../../core/dialog/workplace.ts';
import { worded } from '../../core/prompt/said.ts';
import type { ChangedFile } from '../../tools/tool.ts';
import { type FileDifference, fileDifferences } from './base.ts';
import type { PlacePorts } from './make.ts';
import { applyMerge, bringTheirs, noteTaken, type Staged, stage, stagedMerge, unstage } from './merge.ts';
import { type Chosen, type Conflict, type Planning, planMerge } from './plan.ts';
import { takeableParts, workMark } from './show.ts';

export interface Taking extends Planning {
  readonly ports: PlacePorts;
  readonly callId: CallId;
  /** Of a part, by hunk too; absent: all. */
  readonly paths?: readonly string[];
  /** The work as the person saw it. */
  readonly mark?: string;
  /** The target is the folder that all share, where the person may have unsaved changes. */
  readonly isShared: boolean;
  /** Is told what is about to be written, before anything is. */
  readonly began: (files: readonly MergedFile[]) => void;
}

export type SettledWork =
  | {
      readonly kind: 'taken';
      readonly changed: readonly ChangedFile[];
      readonly paths: readonly string[];
      /** Files that still wait. */
      readonly left: readonly string[];
      /** Called when it is recorded. */
      readonly forget: () => void;
    }
  | { readonly kind: 'conflict'; readonly conflicts: readonly Conflict[]; readonly bringTheirs: () => void }
  | { readonly kind: 'refused'; readonly why: string };

/** Somebody else may write at the same time; then it is planned again, so often. */
const ATTEMPTS = 5;

/** Takes the work, or says why not. A merge that was begun before is ended first. */
export async function takeWork(taking: Taking): Promise<SettledWork> {
  const { place, callId, texts } = taking;
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const begun = stagedMerge(place, callId, decisionOf(taking));
      const staged = begun ?? (await planned(taking));
      if ('kind' in staged) return staged;
      const applied = applyMerge(place, staged, begun !== undefined);
      if (applied.kind === 'done') return await ended(taking, staged, applied.changed);
      unstage(place, callId);
      if (applied.kind === 'refused') return { kind: 'refused', why: worded(applied.why.message, texts.results) };
    }
    return { kind: 'refused', why: texts.work.changing };
  } catch (error) {
    return { kind: 'refused', why: errorMessage(error) };
  }
}

async function planned(taking: Taking): Promise<Staged | SettledWork> {
  const { ports, place, callId, paths, mark, target, texts } = taking;
  const found = await fileDifferences(place, ports);
  if (!found) return { kind: 'refused', why: texts.work.gone([]) };
  if (mark !== undefined && mark !== workMark(found)) return { kind: 'refused', why: texts.work.changedSince };
  const files = paths ? found.map(each => ({ path: each.path, hunks: takeableParts(place, each)?.hunks.length })) : [];
  const parts = paths?.map(named => readPicked(named, files)) ?? [];
  const unknown = parts.filter(part => !isPickable(part, files)).map(pickedText);
  if (unknown.length > 0) return { kind: 'refused', why: texts.work.noSuchPaths(unknown, files.map(pickableText)) };
  const wanted = paths ? found.flatMap((each, at) => chosen(each, parts, files[at]?.hunks)) : found;
  const plan = planMerge(taking, wanted);
  if (plan.kind === 'refused') return plan;
  if (plan.kind === 'conflict') return { ...plan, bringTheirs: () => bringTheirs(place, plan.conflicts) };
  const unsaved = taking.isShared
    ? plan.files.filter(file => ports.unsaved?.(path.join(target, file.path)) !== undefined)
    : [];
  if (unsaved.length > 0) return { kind: 'refused', why: texts.work.unsaved(unsaved.map(file => file.path)) };
  const staged = { files: plan.files, target, decision: decisionOf(taking) };
  stage(place, callId, staged);
  taking.began(plan.files.map(file => ({ path: file.path, ...idsOf(file) })));
  return staged;
}

function idsOf({ before, after }: Staged['files'][number]): Omit<MergedFile, 'path'> {
  return { ...(before && { before: before.id }), ...(after && { after: after.id }) };
}

function decisionOf({ paths, mark }: Taking): string {
  return JSON.stringify([paths, mark]);
}

/** What is taken of a file, which has so many hunks: nothing, some of them, or all. */
function chosen(each: FileDifference, parts: readonly Picked[], count = 1): readonly Chosen[] {
  const own = parts.filter(part => isOfPart(each.path, part));
  const hunks = new Set(own.flatMap(part => part.hunks ?? []));
  if (own.length === 0) return [];
  const isWhole = hunks.size >= count || own.some(part => !part.hunks);
  return [isWhole ? each : { ...each, hunks: [...hunks].sort((a, b) => a - b) }];
}

async function ended(
  { ports, place, callId }: Taking,
  { files }: Staged,
  changed: readonly ChangedFile[],
): Promise<SettledWork> {
  noteTaken(place, files);
  const left = (await fileDifferences(place, ports)) ?? [];
  const paths = files.map(pickedText);
  return { kind: 'taken', changed, paths, left: left.map(each => each.path), forget: () => unstage(place, callId) };
}
