// The path of the bundled demo playbook.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { languageOf } from '../core/base/language.ts';

/** Played when the provider is `playbook` and no playbook is named; absent when the program was copied without it. */
export function demoPlaybook(env: NodeJS.ProcessEnv): string | undefined {
  const name = languageOf(env.DOMINDS_LANG) === 'zh' ? 'demo.playbook.zh.yaml' : 'demo.playbook.yaml';
  // From dist/, or from src/cli/.
  return ['..', '../..'].map(up => path.join(import.meta.dirname, up, 'media/demo', name)).find(existsSync);
}
