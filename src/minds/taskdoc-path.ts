// Where a taskdoc and its sections live (SPEC 6.4). No path leaves the rtws, and none reaches into `.minds/` or `.dialogs/`.
import path from 'node:path';
import type { Dialect } from '../core/tellask/segment.ts';
import { confine } from './confine.ts';

/** A package of section files, or (texting dialect) a single file. `at` is relative to the rtws, with `/`. */
export interface TaskdocPlace {
  readonly kind: 'package' | 'file';
  readonly at: string;
}

/** Names a section: a required one by its selector alone, any other with its category. */
export interface SectionName {
  readonly category?: string | undefined;
  readonly selector: string;
}

/** The sections that every package has, in the order of the effective taskdoc. */
export const requiredSections = ['goals', 'constraints', 'progress'] as const;

/** The category that is injected, and its only names, in their order. */
export const bearInMindCategory = 'bearinmind';
export const bearInMindSections = ['contracts', 'acceptance', 'grants', 'runbook', 'decisions', 'risks'] as const;

/** The place that a taskdoc path means; a text for people when it cannot be one. Reads nothing. */
export function placeTaskdoc(taskDocPath: string): TaskdocPlace | { readonly kind: 'refused'; readonly why: string } {
  const at = taskDocPath
    .replaceAll('\\', '/')
    .replace(/^(\.\/)+/, '')
    .replace(/\/+$/, '');
  const steps = at.split('/');
  if (at === '' || at.includes('\0') || path.posix.isAbsolute(at) || /^[a-z]:/i.test(at) || steps.includes('..'))
    return { kind: 'refused', why: `The taskdoc must lie in the workspace; name it relative to it: ${taskDocPath}` };
  const isReserved = (step: string) => /^\.(minds|dialogs)$/i.test(step) || /\.tsk$/i.test(step);
  if (steps.slice(0, -1).some(isReserved))
    return { kind: 'refused', why: `A taskdoc cannot lie within .minds, .dialogs or another taskdoc: ${taskDocPath}` };
  if (at.endsWith('.tsk') && at !== '.tsk') return { kind: 'package', at };
  if (at.endsWith('.md')) return { kind: 'file', at };
  return { kind: 'refused', why: `A taskdoc is a package named <name>.tsk: ${taskDocPath}` };
}

/**
 * Why a new dialog cannot use this taskdoc path; undefined when it can. A single `.md` file is for the texting dialect only.
 */
export function taskdocPathProblem(rtws: string, taskDocPath: string, dialect: Dialect): string | undefined {
  const place = placeTaskdoc(taskDocPath);
  if (place.kind === 'refused') return place.why;
  if (place.kind === 'file' && dialect !== 'texting') return `A taskdoc is a package named <name>.tsk: ${taskDocPath}`;
  if (!isConfined(rtws, place)) return `The taskdoc leads out of the workspace: ${taskDocPath}`;
  return undefined;
}

/** Whether a taskdoc really lies where its path says: within the rtws, and a package in a folder named so. */
export function isConfined(rtws: string, place: TaskdocPlace): boolean {
  const real = confine(rtws, path.join(rtws, place.at));
  return real !== undefined && placeTaskdoc(path.relative(rtws, real)).kind === place.kind;
}

/** The file of a section, relative to its package; a text for the model when there can be no such section. */
export function sectionFile({ category, selector }: SectionName): string | { readonly why: string } {
  const isRequired = (requiredSections as readonly string[]).includes(selector);
  if (category === undefined || category === '') {
    if (isRequired) return `${selector}.md`;
    return { why: `There is no section ${selector}: use ${requiredSections.join(', ')}, or name a category.` };
  }
  if (category.toLowerCase() === bearInMindCategory) {
    if ((bearInMindSections as readonly string[]).includes(selector)) return `${bearInMindCategory}/${selector}.md`;
    return { why: `${bearInMindCategory} holds only: ${bearInMindSections.join(', ')}.` };
  }
  if (namePattern.test(category) && namePattern.test(selector)) return `${category}/${selector}.md`;
  return { why: 'A category and a selector are plain names: letters, digits, spaces, `_` and `-`, at most 64.' };
}

const namePattern = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_ -]{0,62}[\p{L}\p{M}\p{N}_-])?$/u;
