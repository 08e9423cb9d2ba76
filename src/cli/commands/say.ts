// `send` and `answer`: pass a person's words to the driving process, then follow the tree until it settles.
import { randomUUID } from 'node:crypto';
import type { RootId } from '../../core/base/ids.ts';
import type { Outcome } from '../../core/facts/trouble.ts';
import type { ActingRuntime } from '../../runtime.ts';
import type { Command, CommandCall } from '../command.ts';
import { argument } from '../command.ts';
import { driveRoots } from '../drive.ts';
import type { ExitCode } from '../exit-code.ts';
import { recordOnly } from '../follow-roots.ts';
import { withDriver } from '../open.ts';
import { readImageFiles } from '../read-images.ts';

export const send: Command = {
  name: 'send',
  usage: '<dialog> <text> [--image file]… [--no-wait]',
  args: ['dialog', 'text'],
  options: { image: { type: 'string', multiple: true }, 'no-wait': { type: 'boolean' } },
  values: { '--image': 'file' },
  run: call => sayAndFollow(call, runtime => sendText(call, runtime)),
};

export const answer: Command = {
  name: 'answer',
  usage: '<questionId> <text> [--no-wait]',
  args: ['questionId', 'text'],
  options: { 'no-wait': { type: 'boolean' } },
  run: call => sayAndFollow(call, runtime => answerText(call, runtime)),
};

type Say = (runtime: ActingRuntime) => Promise<Outcome<{ rootId: RootId }>>;

function sayAndFollow(call: CommandCall, say: Say): Promise<ExitCode> {
  if (call.flags.isSet('no-wait')) return recordOnly(call, say);
  return withDriver(call, (runtime, role) =>
    driveRoots(call, { runtime, role }, async () => {
      const said = await say(runtime);
      return said.ok ? { ok: true, rootIds: [said.rootId] } : said;
    }),
  );
}

async function sendText(call: CommandCall, runtime: ActingRuntime): Promise<Outcome<{ rootId: RootId }>> {
  const resolved = await runtime.resolve(argument(call, 0));
  if (!resolved.ok) return resolved;
  const read = readImageFiles(call);
  if (!read.ok) return read;
  const { dialog } = resolved;
  const images = read.images.length > 0 && { images: read.images };
  const said = await runtime.perform({
    kind: 'say',
    dialog,
    content: argument(call, 1),
    msgId: randomUUID(),
    ...images,
  });
  return said.ok ? { ok: true, rootId: dialog.rootId } : said;
}

async function answerText(call: CommandCall, runtime: ActingRuntime): Promise<Outcome<{ rootId: RootId }>> {
  const [questionId, content] = [argument(call, 0), argument(call, 1)];
  const answered = await runtime.perform({ kind: 'answer', questionId, content, msgId: randomUUID() });
  return answered.ok ? { ok: true, rootId: answered.dialog.rootId } : answered;
}
