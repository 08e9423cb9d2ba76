// `npm run nightly`: what takes too long for each change, one after the other: all properties at ten times as many
// other inputs, the driver over a late store, stories with their pictures, faults, damaged input, long work and faults
// put into the sources. Goes on after a failure, and fails with it.
import { runInTerminal } from './child.ts';
import { root } from './project.ts';

/** A new one each day, so that every night looks at other inputs, and the next morning at the same. */
const seed = String(Math.floor(Date.now() / 86_400_000));
const tenfold = { PROPERTY_SEED: seed, PROPERTY_TIMES: '10' };
const stages: readonly (readonly [name: string, args: readonly string[], env?: NodeJS.ProcessEnv])[] = [
  ['test:unit', ['--timeout', '600000'], tenfold],
  ['test:late:whole', ['--timeout', '600000'], { ...tenfold, LATE_SEED: seed }],
  ['test:e2e', ['--pictures']],
  ['chaos', ['--seed', seed]],
  ['fuzz', ['--seconds', '1800', '--seed', seed]],
  ['soak', ['--minutes', '30']],
  ['mutants', ['--seed', seed]],
  ['bench', []],
];
const failed: string[] = [];
for (const [name, args, env] of stages) {
  console.log(`\n${name} (seed ${seed})`);
  const code = await runInTerminal('npm', ['run', '-s', name, '--', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
  });
  if (code !== 0) failed.push(name);
}
console.log(failed.length === 0 ? '\nAll of the night is green.' : `\nRed: ${failed.join(', ')} (seed ${seed})`);
process.exitCode = failed.length === 0 ? 0 : 1;
