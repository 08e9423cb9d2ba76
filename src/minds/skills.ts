// Skills: folders with a `SKILL.md` whose front matter has a name and a description (SPEC 22.5). Members see them by
// name, and read one when they need it. The disk's contents apply at once; a broken skill is not offered.
import type { FileProblem } from '../core/team/team.ts';
import { textsInHead, withoutFrontMatter } from './files/front-matter.ts';
import type { TextFile, TextFiles } from './files/text-files.ts';
import type { Done } from './mind-files.ts';
import { refuseChange } from './mind-files.ts';

/** The folders of skills; of two skills with the same name the first one counts. */
const skillFolders = ['.minds/skills', '.agents/skills', '.claude/skills', '.github/skills'] as const;

/** `folder` is relative to the rtws. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly folder: string;
}

export interface Skills {
  list(): readonly Skill[];
  /** The instructions of a skill, or another text of its folder, in words for a model. */
  read(name: string, file?: string): Done;
  problems(): readonly FileProblem[];
}

/** More are not offered. */
const MOST_SKILLS = 100;

/** Characters of a description, as the convention limits it. */
const LONGEST_DESCRIPTION = 1_024;

/** Other files of a skill that are named with it. */
const MOST_FILES = 100;

/** The skills among the files of an rtws. */
export function createSkills(files: TextFiles): Skills {
  const heads = new WeakMap<TextFile, ReadonlyMap<string, string>>();
  const headOf = (file: TextFile) => {
    const known = heads.get(file) ?? (file.kind === 'text' ? textsInHead(file.text) : new Map<string, string>());
    heads.set(file, known);
    return known;
  };

  /** Each with its problem, if any. */
  function* found(): Generator<Skill & { readonly problem?: FileProblem }> {
    for (const parent of skillFolders) {
      for (const entry of files.list(parent)) {
        if (entry.kind !== 'folder') continue;
        const folder = `${parent}/${entry.name}`;
        const file = files.read(`${folder}/SKILL.md`, folder);
        if (file.kind === 'missing') continue;
        const head = headOf(file);
        const name = head.get('name') ?? entry.name;
        const description = head.get('description') ?? '';
        const problem = file.kind === 'broken' ? file.problem : headProblem(`${folder}/SKILL.md`, description);
        yield { name: name.trim(), description: short(description), folder, ...(problem && { problem }) };
      }
    }
  }

  function list(): readonly Skill[] {
    const skills = new Map<string, Skill>();
    for (const { problem, ...skill } of found()) if (!problem && !skills.has(skill.name)) skills.set(skill.name, skill);
    return [...skills.values()].slice(0, MOST_SKILLS);
  }

  return {
    list,
    read(name, file = 'SKILL.md') {
      const skills = list();
      const skill = skills.find(each => each.name === name);
      if (!skill)
        return refuseChange(w =>
          w.noSkill(
            name,
            skills.map(each => each.name),
          ),
        );
      const { folder } = skill;
      const read = files.read(`${folder}/${file}`, folder);
      if (read.kind !== 'text') {
        const others = filesIn(files, folder);
        return refuseChange(w => w.noSkillFile(name, file, others));
      }
      if (file !== 'SKILL.md') return { ok: true, message: () => read.text };
      const others = filesIn(files, folder).filter(each => each !== 'SKILL.md');
      const text = withoutFrontMatter(read.text).trim();
      return { ok: true, message: w => (others.length > 0 ? `${text}\n\n${w.skillFiles(folder, others)}` : text) };
    },
    problems: () => [...found()].flatMap(({ problem }) => problem ?? []),
  };
}

function headProblem(file: string, description: string): FileProblem | undefined {
  if (description.trim() !== '') return undefined;
  return { file, fault: { id: 'skill-without-description' }, severity: 'warning' };
}

/** On one line, as a list shows it. */
function short(description: string): string {
  const line = description.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_DESCRIPTION ? `${line.slice(0, LONGEST_DESCRIPTION - 1)}…` : line;
}

/** Relative to the skill, two folders deep. */
function filesIn(files: TextFiles, folder: string): readonly string[] {
  const names = files
    .list(folder)
    .flatMap(({ name, kind }) =>
      kind === 'file'
        ? name
        : files.list(`${folder}/${name}`).flatMap(inner => (inner.kind === 'file' ? `${name}/${inner.name}` : [])),
    );
  return names.slice(0, MOST_FILES);
}
