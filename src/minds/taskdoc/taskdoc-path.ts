// The paths of a taskdoc and its sections (SPEC 6.4). No path leaves the rtws, and none reaches into `.minds/` or
// `.dialogs/`.
import path from 'node:path';
import type { Said } from '../../core/prompt/said.ts';
import { confine } from '../files/confine.ts';

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

/** A taskdoc path in the one spelling that all dialogs on it share: with `/`, without empty and `.` steps. */
export function plainTaskdocPath(taskDocPath: string): string {
  return taskDocPath
    .replaceAll('\\', '/')
    .replace(/\/(\.?\/)+/g, '/')
    .replace(/^(\.\/)+/, '')
    .replace(/\/+$/, '');
}

/** The place that a taskdoc path means; a text for people when it cannot be one. Reads nothing. */
export function placeTaskdoc(taskDocPath: string): TaskdocPlace | { readonly kind: 'refused'; readonly why: Said } {
  const at = plainTaskdocPath(taskDocPath);
  const steps = at.split('/');
  if (at === '' || at.includes('\0') || path.posix.isAbsolute(at) || /^[a-z]:/i.test(at) || steps.includes('..'))
    return { kind: 'refused', why: w => w.notInWorkspace(taskDocPath) };
  const isReserved = (step: string) => /^\.(minds|dialogs)$/i.test(step) || /\.tsk$/i.test(step);
  if (steps.slice(0, -1).some(isReserved)) return { kind: 'refused', why: w => w.reservedPlace(taskDocPath) };
  if (at.endsWith('.tsk') && at !== '.tsk') return { kind: 'package', at };
  if (at.endsWith('.md')) return { kind: 'file', at };
  return { kind: 'refused', why: noPackage(taskDocPath) };
}

/** The message for a path that names no package. */
export function noPackage(taskDocPath: string): Said {
  return w => w.noPackage(taskDocPath);
}

/** True if a taskdoc resolves to its path: within the rtws, and a package in a folder of that name. */
export function isConfined(rtws: string, place: TaskdocPlace): boolean {
  const real = confine(rtws, path.join(rtws, place.at));
  return real !== undefined && placeTaskdoc(path.relative(rtws, real)).kind === place.kind;
}

/** The file of a section, relative to its package; a text for the model when there can be no such section. */
export function sectionFile({ category, selector }: SectionName): string | { readonly why: Said } {
  const isRequired = (requiredSections as readonly string[]).includes(selector);
  if (category === undefined || category === '') {
    if (isRequired) return `${selector}.md`;
    return { why: w => w.noSectionSo(selector, requiredSections) };
  }
  if (category.toLowerCase() === bearInMindCategory) {
    if ((bearInMindSections as readonly string[]).includes(selector)) return `${bearInMindCategory}/${selector}.md`;
    return { why: w => w.holdsOnly(bearInMindCategory, bearInMindSections) };
  }
  if (namePattern.test(category) && namePattern.test(selector)) return `${category}/${selector}.md`;
  return { why: w => w.badSectionName };
}

const namePattern = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_ -]{0,62}[\p{L}\p{M}\p{N}_-])?$/u;
