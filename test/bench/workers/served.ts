// A served workspace while nothing happens: two pages are open, one dialog asks, one sleeps, and a schedule is due in
// January.
import { openRuntime } from '../../../src/runtime.ts';
import { ServedWorkspace } from '../../support/served-workspace.ts';
import { makeTempWorkspace } from '../../support/temp-workspace.ts';
import { measureIdle } from '../idle-figures.ts';
import { answer } from '../worker.ts';

await answer<{ ms: number }>(async ({ ms }) => {
  const workspace = await makeTempWorkspace({
    '.minds/team.yaml': 'members: {lead: {diligence-push-max: 0}}\n',
    '.minds/llm.yaml': 'provider: playbook\nplaybook: p.yaml\n',
    '.minds/p.yaml': `replies:
  - {when: {contains: Sleep}, tools: [{name: wait_for, args: {minutes: 600}}]}
  - {when: {contains: Ask}, say: "!?@human Which colour?"}
`,
    '.minds/schedules.yaml': 'zone: UTC\nschedules: [{name: nightly, cron: "0 3 1 1 *", agent: lead, task: Look}]\n',
  });
  const opened = await openRuntime({ rtws: workspace.folder, env: {}, mode: 'drive', wakes: true });
  if (!opened.ok) throw new Error(opened.code);
  const { runtime } = opened;
  const served = await ServedWorkspace.over(workspace, runtime);
  for (const text of ['Sleep', 'Ask']) {
    const started = await runtime.perform({ kind: 'start', text });
    if (started.ok) await runtime.settled(started.rootId);
  }
  const waits = runtime.listRoots().map(({ questions, pause }) => (questions > 0 ? 'asks' : pause?.kind));
  if (waits.sort().join() !== 'asks,asleep') throw new Error(`its dialogs: ${waits.join()}`);
  const Cookie = await served.enter();
  const [{ rootId } = { rootId: '' }] = runtime.listRoots();
  const overview = await served.page('/socket?page=overview&tab=1', { Cookie });
  overview.say({ kind: 'watch', fresh: true, shown: {}, questions: 10, unfolded: [] });
  const dialog = await served.page(`/socket?page=dialog&root=${rootId}&self=${rootId}&tab=2`, { Cookie });
  dialog.say({ kind: 'ready' });
  await dialog.next(({ kind }) => kind === 'snapshot');
  const figures = await measureIdle(ms);
  await served.close();
  return figures;
});
