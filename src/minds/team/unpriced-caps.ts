// Caps of cost of members, while no model in `.minds/llm.yaml` has prices: nothing would count for them (SPEC 10.10).

import type { FileProblem, Team } from '../../core/team/team.ts';
import { fileText, placeIn, type TextFiles } from '../files/text-files.ts';
import { hasPrices, llmFilePath, parseLlmFile } from '../models/llm-file.ts';
import { teamFilePath } from './team-files.ts';

/** A warning at the first such cap of the team file, if there is one. */
export function unpricedCaps(texts: Pick<TextFiles, 'read'>, team: Team): FileProblem[] {
  if (![...team.members.values()].some(({ maxCost }) => maxCost !== undefined)) return [];
  if (hasPrices(parseLlmFile(fileText(texts.read(llmFilePath)), llmFilePath).config)) return [];
  return [
    {
      file: teamFilePath,
      ...placeIn(fileText(texts.read(teamFilePath)), 'max_cost'),
      fault: { id: 'cap-without-prices', file: llmFilePath },
      severity: 'warning',
    },
  ];
}
