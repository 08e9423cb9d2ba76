// Loaded into every process of a test run (NODE_OPTIONS): serves one source with a fault in it, all others as they are.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** Names a file with `{url, source}`: what is loaded in the place of a source. */
export const FAULT_FILE = 'DOMINDS_FAULT_FILE';

const file = process.env[FAULT_FILE];
if (file !== undefined) {
  const { url, source } = JSON.parse(readFileSync(file, 'utf8')) as { url: string; source: string };
  registerHooks({
    load: (asked, context, next) =>
      asked === url ? { format: 'module', source, shortCircuit: true } : next(asked, context),
  });
}
