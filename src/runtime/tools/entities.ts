// Existing entities of dialogue state: files and folders of the rtws, by path (SPEC 16.2). Other names are unknown.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { EntityLookup } from '../../core/belief/values/fit-entities.ts';

/** Looks a name up in an rtws. Only a name written like a path, with a slash, can be missing. */
export function filesAsEntities(rtws: string): EntityLookup {
  return name => {
    const relative = name.replaceAll('\\', '/').replace(/^\.\//, '');
    if (!isPath(relative)) return 'unknown';
    if (existsSync(path.join(rtws, relative))) return 'exists';
    return relative.includes('/') && !/[\s*?]/.test(relative) ? 'missing' : 'unknown';
  };
}

/** True if a name may be a path inside the rtws. */
function isPath(name: string): boolean {
  const steps = name.split('/');
  return name !== '' && name.length < 500 && !path.isAbsolute(name) && !/[:\0]/.test(name) && !steps.includes('..');
}
