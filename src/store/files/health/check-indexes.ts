// Compares the index files of one dialog with what its records say (SPEC 9, 14.2). Changes nothing.
import * as path from 'node:path';
import type { Finding } from '../../../core/facts/findings.ts';
import type { HealthKind } from '../../../core/facts/health.ts';
import { yamlValue } from '../../../core/text/parse-yaml.ts';
import type { Files } from '../../disk-files.ts';
import { indexFiles } from '../layout.ts';

/** An index file that does not say what it should; `text` is what it is to hold, `undefined` when it is to go. */
export interface IndexFault {
  readonly kind: HealthKind;
  readonly file: string;
  readonly finding: Finding;
  readonly text: string | undefined;
  /** The contents cannot be read and must be kept. */
  readonly isForeign: boolean;
}

const kinds: Readonly<Record<string, HealthKind>> = {
  [indexFiles.questions]: 'q4h',
  [indexFiles.registry]: 'registry',
};

/** `texts` are those of all index files of the dialog in `folder`. */
export function checkIndexes(
  files: Files,
  folder: string,
  texts: Readonly<Record<string, string | undefined>>,
): IndexFault[] {
  return Object.entries(texts).flatMap(([name, text]) => {
    const file = path.join(folder, name);
    const found = readText(files, file);
    const finding = findingOf(name, found, text);
    const isForeign = found !== undefined && parsedYaml(found) === undefined;
    return finding === undefined ? [] : [{ kind: kinds[name] ?? 'index', file, finding, text, isForeign }];
  });
}

function findingOf(name: string, found: string | undefined, expected: string | undefined): Finding | undefined {
  if (found === expected) return undefined;
  if (found === undefined) return { id: 'index-missing' };
  const parsed = parsedYaml(found);
  if (parsed === undefined) return { id: 'index-unreadable' };
  if (expected === undefined) return { id: 'index-left-over' };
  const passing = passingKeys(name, parsed);
  if (passing.length > 0 && isSameBut(passing, parsed, parsedYaml(expected))) return undefined;
  return { id: 'index-outdated' };
}

/** Fields of `latest.yaml` that follow the team file, which may change while a dialog rests. */
const teamKeys: readonly string[] = ['needsDrive', 'diligenceBudgetLeft'];

interface MayPass {
  readonly trueUpTo?: { readonly file?: unknown };
  readonly assignmentFromSup?: unknown;
}

/** Version 0.1.0 said otherwise how far an index is true, and left an assignment out once it was answered. */
function passingKeys(name: string, { trueUpTo, assignmentFromSup }: MayPass): readonly string[] {
  if (name === indexFiles.identity) return assignmentFromSup === undefined ? ['assignmentFromSup'] : [];
  if (name !== indexFiles.latest) return [];
  return trueUpTo?.file === undefined ? [...teamKeys, 'trueUpTo'] : teamKeys;
}

function isSameBut(keys: readonly string[], one: unknown, other: unknown): boolean {
  const rest = (value: unknown) => JSON.stringify(Object.entries(value ?? {}).filter(([key]) => !keys.includes(key)));
  return rest(one) === rest(other);
}

function parsedYaml(text: string): object | undefined {
  try {
    const value: unknown = yamlValue(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Anything else than text counts as unreadable: a folder in its place, no permission. */
function readText(files: Files, file: string): string | undefined {
  try {
    return files.read(file);
  } catch {
    return '\0';
  }
}
