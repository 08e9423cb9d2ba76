// The tool that reads a skill (SPEC 22.5). Its scripts are run by the shell, under the policy of that.
import * as z from 'zod';
import { defineTool, type Tool } from '../tool.ts';
import { asAnswer, type Told } from './mind-tools.ts';

/** Skills, as this tool needs them. */
export interface SkillsPort {
  read(name: string, file?: string): Told;
}

export const skillTools = (skills: SkillsPort): readonly Tool[] => [
  defineTool({
    name: 'read_skill',
    description: words => words.read_skill,
    args: () =>
      z.object({
        name: z.string(),
        file: z.string().optional(),
      }),
    isRepeatable: true,
    onlyReads: true,
    run: ({ name, file }) => asAnswer(skills.read(name, file)),
  }),
];
