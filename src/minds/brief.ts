// Gathers what a member brings to a request from `.minds/`, `AGENTS.md` and the taskdoc, capped (SPEC 12.2).
import type { AgentId } from '../core/base/ids.ts';
import { languageSuffixes, type WorkLanguage } from '../core/base/language.ts';
import type { Brief } from '../core/prompt/brief.ts';
import type { PromptTexts } from '../core/prompt/prompt-texts.ts';
import { promptTexts } from '../core/prompt/prompt-texts.ts';
import { cutText } from './files/cut-text.ts';
import type { TextFile, TextFiles } from './files/text-files.ts';
import { fileText } from './files/text-files.ts';
import { memoryFolder, readMemories } from './memory.ts';

/** Characters of each text that a prompt shows. */
const caps = { persona: 16_000, knowledge: 32_000, lessons: 24_000, env: 8_000, agents: 32_000 } as const;

/** Everything of a brief but the taskdoc and the skills. */
export function readBrief(files: TextFiles, id: AgentId, language: WorkLanguage): Omit<Brief, 'taskdoc' | 'skills'> {
  const texts = promptTexts(language.texts);
  const own = (name: 'persona' | 'knowledge' | 'lessons') =>
    capped(readInLanguage(files, `.minds/team/${id}/${name}`, language), caps[name], texts);
  return {
    persona: own('persona'),
    knowledge: own('knowledge'),
    lessons: own('lessons'),
    env: capped(readInLanguage(files, '.minds/env', language), caps.env, texts),
    agents: capped(rootRules(files), caps.agents, texts),
    sharedMemories: readMemories(files, memoryFolder('team'), texts),
    ownMemories: readMemories(files, memoryFolder(id), texts),
  };
}

/** `AGENTS.md` of the root, or else its `CLAUDE.md`, as in folders. */
function rootRules(files: TextFiles): TextFile {
  const own = files.read('AGENTS.md');
  return own.kind === 'missing' ? files.read('CLAUDE.md') : own;
}

/** `<base>.<lang>.md`, for the nearest form of the language that there is, else `<base>.md`. */
function readInLanguage(files: TextFiles, base: string, language: WorkLanguage): TextFile {
  for (const suffix of languageSuffixes(language)) {
    const own = files.read(`${base}.${suffix}.md`);
    if (own.kind !== 'missing') return own;
  }
  return files.read(`${base}.md`);
}

function capped(file: TextFile, cap: number, texts: PromptTexts): string {
  return cutText(fileText(file).trim(), cap, texts);
}
