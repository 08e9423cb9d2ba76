// A system prompt as one text, and a member without texts.
import type { Brief } from '../../src/core/prompt/brief.ts';
import { joinParts } from '../../src/core/prompt/prompt-part.ts';
import { type SystemPromptInput, systemParts } from '../../src/core/prompt/system-prompt.ts';

/** A brief without any text, for a member of whom nothing is written down. */
export const emptyBrief: Brief = {
  persona: '',
  knowledge: '',
  lessons: '',
  env: '',
  agents: '',
  skills: [],
  sharedMemories: [],
  ownMemories: [],
  taskdoc: [],
};

/** All parts as one text. */
export function buildSystemPrompt(input: SystemPromptInput): string {
  const { fixed, open } = systemParts(input);
  return joinParts([...fixed, ...open]);
}
