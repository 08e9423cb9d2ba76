// Tools that show the rules of a folder when a dialog first touches something in it (SPEC 22.5). Once per course: the
// text stays in the context until the next one.
import path from 'node:path';
import { keepRecent } from '../../core/base/recent.ts';
import type { DialogState } from '../../core/dialog/state.ts';
import { readJson } from '../read-json.ts';
import type { Tool } from '../tool.ts';

/** The rules that hold for a path relative to the rtws, besides those of its root. */
export type RulesAt = (at: string) => { readonly file: string; readonly text: string } | undefined;

/** Dialogs that are remembered; one that comes back after so many others is shown its rules again. */
const MOST_DIALOGS = 500;

/** Makes such tools; they share what each dialog was shown. */
export function createRuledTools(rulesAt: RulesAt): (tool: Tool) => Tool {
  const shown = new Map<string, Set<string>>();

  function isNew({ identity, course }: DialogState, file: string): boolean {
    const key = `${identity.rootId} ${identity.selfId} ${course}`;
    const files = shown.get(key) ?? new Set();
    keepRecent(shown, key, files, MOST_DIALOGS);
    const isFirst = !files.has(file);
    files.add(file);
    return isFirst;
  }

  return tool => ({
    ...tool,
    async call(args, context, signal) {
      const result = await tool.call(args, context, signal);
      const notes = (result.ok ? pathsIn(tool.readArgs?.(args) ?? args, context.rtws) : []).flatMap(at => {
        const rules = rulesAt(at);
        if (!rules || at === rules.file || !isNew(context.state, rules.file)) return [];
        return `\n\n${context.texts.results.folderRules(path.posix.dirname(rules.file), rules.file)}\n\n${rules.text}`;
      });
      return notes.length === 0 ? result : { ...result, content: [result.content, ...notes].join('') };
    },
  });
}

/** The paths that a call names, relative to the rtws; the arguments are the model's, but the tool took them. */
function pathsIn(args: string, rtws: string): readonly string[] {
  const { path: only, from, to } = (readJson(args) ?? {}) as Readonly<Record<string, unknown>>;
  return [only, from, to].flatMap(named =>
    typeof named === 'string' && named !== ''
      ? path.relative(rtws, path.resolve(rtws, named)).split(path.sep).join('/')
      : [],
  );
}
