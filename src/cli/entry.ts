#!/usr/bin/env node
// The entry of `dominds`: refuses an old Node in one line, then loads the program. The imports are dynamic, since
// main.ts may not even parse on an older Node.
import { buildId } from '../core/base/build-id.ts';

/** As in package.json. */
const oldestNode = '20.12';
const { node } = process.versions;

// A comparison of texts by their numbers would load a table of characters: ten milliseconds of each command.
if (rankOf(node) < rankOf(oldestNode)) {
  process.stderr.write(
    /^zh/i.test(process.env.DOMINDS_LANG ?? '')
      ? `dominds: Node ${node} 太旧 — 请安装 Node ${oldestNode} 或更新的版本，再运行\n`
      : `dominds: Node ${node} is too old — install Node ${oldestNode} or newer and run it again\n`,
  );
  process.exitCode = 1;
} else {
  const { keepCompiledCode } = await import('./compiled-code.ts');
  keepCompiledCode({ env: process.env, now: Date.now(), buildId });
  await import('./main.ts');
}

function rankOf(version: string): number {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major * 1000 + minor;
}
