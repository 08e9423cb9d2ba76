// One entry of a team file: a member, or the defaults. Readable parts are used; if a restriction may be missing from
// them, the result says so, and the member gets no tools (SPEC 12.1, 18.6).
import type * as z from 'zod';
import { once } from '../../core/base/once.ts';
import type { FileFault } from '../../core/facts/file-faults.ts';
import type { FileProblem } from '../../core/team/team.ts';
import { mindsKeeperId } from '../../core/team/toolset-names.ts';
import { nearestName } from '../../core/text/nearest-name.ts';
import { sayFault } from '../../words/say.ts';
import { ignoredKey, unknownKey } from '../files/unknown-key.ts';
import { issueOf } from '../files/value-issue.ts';
import { type Offset, offsetAt, pairsOf, type YamlFile, type YamlPair } from '../files/yaml-file.ts';
import { asksForTeamTools, folderProblems, pathProblems } from './member-rules.ts';
import { fbrSchema, type MemberEntry, memberSchema, ownKeyPrefix } from './team-schema.ts';

/** A fault that may hide a restriction: of one field, or of any when `field` is absent. */
export interface Unread {
  readonly field?: string;
  /** The fault with its place, for people and models. */
  readonly why: string;
}

/** The readable parts of an entry. */
export interface ReadEntry {
  readonly entry: MemberEntry;
  readonly unread: readonly Unread[];
}

/** Collects the problems of a file; returns the problem with its place. */
export type Report = (at: Offset | undefined, fault: FileFault, severity?: FileProblem['severity']) => FileProblem;

/** The names of all fields of an entry. */
export const memberFields: () => readonly string[] = once(() => Object.keys(memberSchema.shape));

/** Fields that restrict nothing: without them a member's permissions are the same or narrower. */
const harmless: ReadonlySet<string> = new Set([
  'name',
  'icon',
  'description',
  'provider',
  'model',
  'model_params',
  'prompt',
  'diligence-push-max',
  'dialect',
  'on_answer',
  'hidden',
  'effort',
]);

/** Words of restrictions: an unknown key with one of them may be meant as a restriction. */
const restricting =
  /(?<![a-z])no(?![a-z])|read|write|dir|folder|path|file|tool|shell|command|polic|permi|allow|den[iy]|forbid|restrict|guard|limit|max|mcp/i;

/** True if nothing is to be said about a key: it is known, or the person's own (`x-…`). */
export function isExpectedKey(key: string, known: readonly string[]): boolean {
  return known.includes(key) || key.startsWith(ownKeyPrefix);
}

/** True if an unknown key restricts nothing: it is not close to a restriction, and its name suggests none. */
export function isHarmlessKey(key: string, known: readonly string[]): boolean {
  const near = nearestName(key, known);
  return near === undefined ? !restricting.test(key) : harmless.has(near);
}

/** A fault as `file:line:column: message`, for models. */
export function faultText({ file, line, column, fault }: FileProblem): string {
  return `${[file, line, column].filter(part => part !== undefined).join(':')}: ${sayFault(fault, 'en').message}`;
}

/** Reads the entry of a pair; `where` names it in problems, like `members.alice`. */
export function readEntry(yaml: YamlFile, pair: YamlPair, where: string, report: Report): ReadEntry {
  const value = yaml.valueOf(pair.value);
  const given = value === null ? {} : value;
  const unread = [
    ...checkKeys(pair, given, { known: memberFields(), where, report }),
    ...checkFbr(pair, given, where, report),
  ];
  const parsed = memberSchema.safeParse(given);
  if (parsed.success)
    return { entry: parsed.data, unread: [...unread, ...checkRules(parsed.data, pair, where, report)] };
  const issues = parsed.error.issues.map(issue => {
    const name = [where, ...issue.path.map(String)].join('.');
    const at = offsetAt(pair.value, issue.path, pair.keyAt);
    const fault: FileFault = {
      id: 'bad-field',
      name,
      issue: issueOf(issue, given),
      example: exampleOf(issue.path[0]),
    };
    return { field: issue.path[0], problem: report(at, fault) };
  });
  for (const { field, problem } of issues) {
    if (typeof field !== 'string') unread.push({ why: faultText(problem) });
    else if (!harmless.has(field)) unread.push({ field, why: faultText(problem) });
  }
  const entry = withoutFields(given, new Set(issues.map(({ field }) => field)));
  return { entry, unread: [...unread, ...checkRules(entry, pair, where, report)] };
}

/** The fields of an entry that fit; none when it is no map. */
function withoutFields(given: unknown, bad: ReadonlySet<PropertyKey | undefined>): MemberEntry {
  if (typeof given !== 'object' || given === null || bad.has(undefined)) return {};
  return memberSchema.parse(Object.fromEntries(Object.entries(given).filter(([field]) => !bad.has(field))));
}

interface KeyCheck {
  readonly known: readonly string[];
  readonly where: string;
  readonly report: Report;
}

/** Reports unknown keys (one that may be a restriction is an error), also those that came by an alias or a merge. */
function checkKeys({ value, keyAt }: YamlPair, given: unknown, { known, where, report }: KeyCheck): Unread[] {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return [];
  const pairs = pairsOf(value);
  return Object.keys(given).flatMap(key => {
    if (isExpectedKey(key, known)) return [];
    const at = pairs.find(pair => pair.key === key)?.keyAt ?? keyAt;
    if (!isHarmlessKey(key, known)) return [{ why: faultText(report(at, unknownKey(key, known, where))) }];
    report(at, ignoredKey(key, known, where), 'warning');
    return [];
  });
}

function checkFbr({ value }: YamlPair, given: unknown, where: string, report: Report): readonly Unread[] {
  const fbr = pairsOf(value).find(({ key }) => key === 'fbr');
  if (!fbr) return [];
  // An entry with an alias that names nothing has no value as a whole.
  const own = (given as { readonly fbr?: unknown } | undefined)?.fbr;
  const known = Object.keys(fbrSchema.shape);
  return checkKeys(fbr, own, { known, where: `${where}.fbr`, report }).map(({ why }) => ({ field: 'fbr', why }));
}

function checkRules(entry: MemberEntry, { value, keyAt }: YamlPair, where: string, report: Report): readonly Unread[] {
  const unread: Unread[] = [];
  for (const { path, folder, is, restricts } of folderProblems(entry)) {
    const at = offsetAt(value, path, keyAt);
    const severity = restricts ? 'error' : 'warning';
    const problem = report(at, { id: is, name: `${where}.${String(path[0])}`, folder }, severity);
    if (restricts) unread.push({ field: String(path[0]), why: faultText(problem) });
  }
  entry.policy?.forEach((rule, index) => {
    for (const { path, is } of pathProblems(rule))
      report(offsetAt(value, ['policy', index, 'paths'], keyAt), { id: is, name: `${where}.policy`, path }, 'warning');
  });
  if (where !== `members.${mindsKeeperId}` && asksForTeamTools(entry)) {
    const fault: FileFault = { id: 'keeper-tools', name: where, keeper: mindsKeeperId };
    report(offsetAt(value, ['tools'], keyAt), fault, 'warning');
  }
  return unread;
}

function exampleOf(field: PropertyKey | undefined): string | null {
  const shape: Readonly<Record<string, z.ZodType | undefined>> = memberSchema.shape;
  const example = typeof field === 'string' ? shape[field]?.meta()?.examples : undefined;
  return Array.isArray(example) ? `${String(field)}: ${flow(example[0])}` : null;
}

function flow(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value)
    .replaceAll('"', '')
    .replaceAll(/([:,])/g, '$1 ');
}
