// A call that names the folder that others work in, from a place of its own (SPEC 27.1).
import path from 'node:path';
import type { Dialog } from '../driver-context.ts';
import { folderOf } from './folder-of.ts';

/** Arguments that are text for others, not paths. */
const prose: ReadonlySet<string> = new Set(['content', 'text', 'old', 'new', 'old_text', 'new_text']);

/** Tells the right path where arguments (JSON) hold an absolute one of the shared folder; undefined for all others. */
export function sharedPathIn(dialog: Dialog, args: string): string | undefined {
  const { ctx } = dialog.tree;
  const own = folderOf(dialog);
  if (own === ctx.rtws || !args.includes(JSON.stringify(ctx.rtws).slice(1, -1))) return undefined;
  const named = valuesIn(args).flatMap(value => pathIn(value, ctx.rtws))[0];
  if (named === undefined) return undefined;
  return ctx.minds.texts().work.sharedPath(named, path.relative(ctx.rtws, named) || '.');
}

function valuesIn(args: string): readonly string[] {
  try {
    const given = JSON.parse(args) as Readonly<Record<string, unknown>>;
    return Object.entries(given).flatMap(([key, value]) =>
      prose.has(key) || typeof value !== 'string' ? [] : [value],
    );
  } catch {
    return [];
  }
}

/** The first path of the folder in a value: of a command up to its next blank or quote. */
function pathIn(value: string, shared: string): readonly string[] {
  for (let at = value.indexOf(shared); at >= 0; at = value.indexOf(shared, at + 1)) {
    const rest = value.slice(at + shared.length);
    if (/^[\w.-]/.test(rest)) continue;
    return [shared + (/^[/\\][^\s'"`;|&<>()]*/.exec(rest)?.[0] ?? '')];
  }
  return [];
}
