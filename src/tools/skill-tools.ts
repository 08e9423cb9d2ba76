// The tool that reads a skill (SPEC 22.5). Its scripts are run by the shell, under the policy of that.
import * as z from 'zod';
import type { Told } from './mind-tools.ts';
import { defineTool, type Tool } from './tool.ts';

/** Skills, as this tool needs them. */
export interface SkillsPort {
  read(name: string, file?: string): Told;
}

export const skillTools = (skills: SkillsPort): readonly Tool[] => [
  defineTool({
    name: 'read_skill',
    description: 'Read the instructions of a skill, or another text file of its folder.',
    args: () =>
      z.object({
        name: z.string().describe('Name of the skill'),
        file: z.string().optional().describe('Path within its folder; default: SKILL.md'),
      }),
    isRepeatable: true,
    onlyReads: true,
    run({ name, file }) {
      const { ok, message } = skills.read(name, file);
      return { ok, content: message };
    },
  }),
];
