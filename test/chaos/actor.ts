// A process that plays the story in a folder to its end, or as far as it is let: `node actor.ts <folder>`. Exits 0 when the
// story has ended. It may be killed at any moment and started again.
import { openRuntime } from '../../src/runtime.ts';
import { byPerson } from '../support/by-person.ts';

const rtws = process.argv[2] ?? '';
const opened = await openRuntime({ rtws, env: process.env, mode: 'drive', resume: 'always' });
if (!opened.ok) throw new Error(opened.why.id);
const { runtime } = opened;
let messages = 0;
const newMsgId = () => `m-${process.pid}-${++messages}`;

for (;;) {
  const root = runtime.listRoots()[0];
  if (!root) await runtime.start({ text: 'Begin' });
  else if (root.status === 'completed') break;
  else await playOn(root.rootId);
}
await runtime.close();

async function playOn(rootId: Awaited<ReturnType<typeof runtime.listRoots>>[number]['rootId']): Promise<void> {
  const dialog = { rootId, selfId: rootId as string as never };
  const viewed = await runtime.view(dialog);
  if (viewed.ok && viewed.view.records.every(({ kind }) => kind !== 'userSaid')) {
    await runtime.say({ dialog, content: 'Begin', msgId: newMsgId() });
  }
  await runtime.continueDialog(dialog);
  const settled = await runtime.settled(rootId);
  const [question] = settled.questions;
  if (question) {
    const content = question.kind === 'permission' ? 'allow once' : 'there';
    await runtime.as(byPerson).answer({ questionId: question.id, content, msgId: newMsgId() });
  } else if (settled.response === 'All done.') await runtime.markDone(rootId);
}
