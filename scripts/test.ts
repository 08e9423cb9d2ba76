// `npm test`: everything that must hold, one stage after the other: each of them takes both cores of a small machine, and
// two at once took longer. The extension is built and packed first, no stage builds it again, and none runs without it. A
// table of the stages ends the run, which goes on after any other failure and fails with it.
import { runInTerminal } from './child.ts';
import { root } from './project.ts';

const stages = ['package', 'check', 'test:unit', 'test:late', 'test:host', 'test:e2e'];
const lines: string[] = [];
let failed = 0;
const line = (words: string, since: number, name: string) =>
  `${words} ${String(Math.round((performance.now() - since) / 1000)).padStart(5)} s  ${name}`;
const began = performance.now();
for (const name of stages) {
  const since = performance.now();
  const ok = (await runInTerminal('npm', ['run', '-s', name], { cwd: root })) === 0;
  if (!ok) failed++;
  lines.push(line(ok ? 'green ' : 'FAILED', since, name));
  if (!ok && name === 'package') break;
}
console.log(`\n${[...lines, line('      ', began, 'in all')].join('\n')}`);
process.exitCode = failed === 0 ? 0 : 1;
