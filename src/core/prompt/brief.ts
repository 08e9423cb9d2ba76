// A member's additions to a request besides the talk: the texts of `.minds/` and the taskdoc (SPEC 12.2).

/** Every text is already capped, with the cut shown in it; '' where there is no such file. */
export interface Brief {
  readonly persona: string;
  readonly knowledge: string;
  readonly lessons: string;
  readonly env: string;
  /** `AGENTS.md` of the rtws. */
  readonly agents: string;
  readonly skills: readonly SkillLine[];
  readonly sharedMemories: readonly Memory[];
  readonly ownMemories: readonly Memory[];
  /** The effective taskdoc (SPEC 6.4), section by section. */
  readonly taskdoc: readonly TaskdocSection[];
}

/** A skill as members see it (SPEC 22.5). */
export interface SkillLine {
  readonly name: string;
  readonly description: string;
}

/** One section of the effective taskdoc with its heading, under a name that stays. */
export interface TaskdocSection {
  readonly name: string;
  readonly text: string;
}

/** One memory file; `path` is relative to its memory folder, with `/` and without `.md`. */
export interface Memory {
  readonly path: string;
  readonly text: string;
}
