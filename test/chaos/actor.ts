// A process that plays the story in a folder to its end, or as far as it is let: `node actor.ts <folder>`. Exits 0 when
// the story has ended. It may be killed at any moment and started again.
import { rootRef } from '../../src/core/base/ids.ts';
import { openRuntime } from '../../src/runtime.ts';
import { byPerson } from '../support/by-person.ts';

const rtws = process.argv[2] ?? '';
const opened = await openRuntime({ rtws, env: process.env, mode: 'drive', resume: 'always' });
if (!opened.ok) throw new Error(opened.why.id);
const { runtime } = opened;
const answers: Readonly<Record<string, string>> = { permission: 'allow once', merge: 'take all' };
let messages = 0;
const newMsgId = () => `m-${process.pid}-${++messages}`;

for (;;) {
  const root = runtime.listRoots()[0];
  if (!root) await runtime.perform({ kind: 'start', text: 'Begin' });
  else if (root.status === 'completed') break;
  else await playOn(root.rootId);
}
await runtime.close();

async function playOn(rootId: Awaited<ReturnType<typeof runtime.listRoots>>[number]['rootId']): Promise<void> {
  const dialog = { rootId, selfId: rootId as string as never };
  const viewed = await runtime.view(dialog);
  if (viewed.ok && viewed.view.records.every(({ kind }) => kind !== 'userSaid')) {
    await runtime.perform({ kind: 'say', dialog, content: 'Begin', msgId: newMsgId() });
  }
  await runtime.perform({ kind: 'continue', dialog });
  const settled = await runtime.settled(rootId);
  const [question] = settled.questions;
  if (question) {
    const content = answers[question.kind] ?? 'there';
    await runtime.perform({ kind: 'answer', questionId: question.id, content, msgId: newMsgId() }, byPerson);
  } else if (settled.response === 'All done.') await runtime.perform({ kind: 'markDone', dialog: rootRef(rootId) });
}
