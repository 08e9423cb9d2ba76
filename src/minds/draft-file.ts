// `.minds/draft.yaml`: the limits of draft dialogues in this rtws (SPEC 15.10). Each problem is reported with its
// place, and the default is used.
import { isMap } from 'yaml';
import { type DraftLimits, readDraftLimits } from '../core/draft/limits.ts';
import type { FileProblem } from '../core/team/team.ts';
import { pairsOf, readYaml } from './files/yaml-file.ts';

export const draftFilePath = '.minds/draft.yaml';

export interface DraftFile {
  readonly limits: Partial<DraftLimits>;
  readonly problems: readonly FileProblem[];
}

const notAMap = { id: 'not-a-map', name: null, example: 'draft_buffer_size: 5' } as const;

/** No file: nothing is set here. */
export const emptyDraftFile: DraftFile = { limits: {}, problems: [] };

/** Reads the file. Never throws. */
export function parseDraftFile(text: string, file = draftFilePath): DraftFile {
  const yaml = readYaml(text, file);
  const { root } = yaml;
  const pairs = pairsOf(root);
  const strange: readonly FileProblem[] =
    root === null || isMap(root) || yaml.valueOf(root) === null || yaml.problems.length > 0
      ? []
      : [yaml.problemAt(root.range?.[0], { fault: notAMap, severity: 'error' })];
  const given = Object.fromEntries(pairs.map(({ key, value }) => [key, yaml.valueOf(value)]));
  const { limits, problems } = readDraftLimits(given);
  const faults = problems.map(fault =>
    yaml.problemAt(pairs.find(({ key }) => key === fault.name)?.keyAt, { fault, severity: 'error' }),
  );
  return { limits, problems: [...yaml.problems, ...strange, ...faults] };
}
