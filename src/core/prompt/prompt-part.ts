// The system message in parts, so that what changed since it was fixed can be told part by part (SPEC 10.9). Pure.

/** One part. `id` names it for good; parts in a row with the same `title` stand under it together, '' is no title. */
export interface PromptPart {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** The parts as one text; empty ones are left out. */
export function joinParts(parts: readonly PromptPart[]): string {
  const sections: { readonly title: string; readonly texts: string[] }[] = [];
  for (const { title, text } of parts) {
    const trimmed = text.trim();
    if (trimmed === '') continue;
    const last = sections.at(-1);
    if (last && last.title === title) last.texts.push(trimmed);
    else sections.push({ title, texts: [trimmed] });
  }
  return sections
    .map(({ title, texts }) => (title === '' ? texts : [`# ${title}`, ...texts]).join('\n\n'))
    .join('\n\n');
}

/** The state of fixed parts. */
export interface PartChanges {
  /** New, or with another text than before; as they are now. */
  readonly changed: readonly PromptPart[];
  /** No longer there; as they were. */
  readonly gone: readonly PromptPart[];
}

/** Parts that tell how something was when the course opened; what it is now is not told. */
const OF_OPENING: ReadonlySet<string> = new Set(['workspace']);

/** Compares parts by their ids; an empty part counts as none. */
export function changesOfPrompt(fixed: readonly PromptPart[], now: readonly PromptPart[]): PartChanges {
  const isCompared = (part: PromptPart) => isThere(part) && !OF_OPENING.has(part.id);
  const before = new Map(fixed.filter(isCompared).map(part => [part.id, part]));
  const there = now.filter(isCompared);
  const ids = new Set(there.map(({ id }) => id));
  return {
    changed: there.filter(({ id, title, text }) => {
      const old = before.get(id);
      return old === undefined || old.text !== text || old.title !== title;
    }),
    gone: [...before.values()].filter(({ id }) => !ids.has(id)),
  };
}

/** A part as its headings name it: `Memories of the team: build/windows`. */
export function nameOfPart({ id, title, text }: PromptPart): string {
  const heading = /^#{1,2} (.+)/.exec(text.trim())?.[1]?.trim();
  return [title, heading].filter(name => name !== undefined && name !== '').join(': ') || id;
}

function isThere({ text }: PromptPart): boolean {
  return text.trim() !== '';
}
