// A process that does nothing: the floor under an idle editor.
import { setTimeout as wait } from 'node:timers/promises';
import { answer } from '../worker.ts';

await answer<{ ms: number }>(async ({ ms }) => {
  await wait(3_000);
  const before = process.cpuUsage();
  await wait(ms);
  const cpu = process.cpuUsage(before);
  return { cpuMs: (cpu.user + cpu.system) / 1000 };
});
