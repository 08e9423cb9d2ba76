// Keeps every file that the runtime touches for a member within its folder, symbolic links included (SPEC 6.4, 12.4).
import { lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';

/**
 * The real path that `file` (absolute) has or would have, when it lies within `folder` (absolute); undefined when it
 * does not, or when a link on the way leads nowhere.
 */
export function confine(folder: string, file: string): string | undefined {
  try {
    const real = realPathOf(file);
    const inside = path.relative(realPathOf(folder), real);
    return inside === '..' || inside.startsWith(`..${path.sep}`) || path.isAbsolute(inside) ? undefined : real;
  } catch {
    return undefined;
  }
}

/** Resolves what exists of a path and adds the rest. Throws for a link that leads nowhere. */
function realPathOf(file: string): string {
  if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) return realpathSync.native(file);
  const parent = path.dirname(file);
  return parent === file ? file : path.join(realPathOf(parent), path.basename(file));
}
