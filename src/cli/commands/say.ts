// `send` and `answer`: what a person says, handed to whoever drives the rtws, then followed until the tree settles.
import { randomUUID } from 'node:crypto';
import type { Command } from '../command.ts';
import { argument } from '../command.ts';
import { driveRoots } from '../drive.ts';
import { withDriver } from '../open.ts';
import { readImages } from '../read-images.ts';

export const send: Command = {
  name: 'send',
  usage: '<dialog> <text> [--image file]…',
  summary: 'Say something to a dialog, then drive its tree',
  details: `A dialog that waits for subdialogs answers while they work. One that waits for your answer or
  generates gets the message when it goes on.
  --image file  attach an image (PNG, JPEG, GIF, WebP); may be given more than once`,
  args: ['dialog', 'text'],
  options: { image: { type: 'string', multiple: true } },
  values: { '--image': 'file' },
  run: call =>
    withDriver(call, (runtime, role) =>
      driveRoots(call, { runtime, role }, async () => {
        const resolved = await runtime.resolve(argument(call, 0));
        if (!resolved.ok) return resolved;
        const read = readImages(call);
        if (!read.ok) return read;
        const { dialog } = resolved;
        const images = read.images.length > 0 && { images: read.images };
        const said = await runtime.say({ dialog, content: argument(call, 1), msgId: randomUUID(), ...images });
        return said.ok ? { ok: true, rootIds: [dialog.rootId] } : said;
      }),
    ),
};

export const answer: Command = {
  name: 'answer',
  usage: '<questionId> <text>',
  summary: 'Answer a question, then drive its tree',
  details: 'dominds q4h lists the open questions. An answer is one of the options, or any text.',
  args: ['questionId', 'text'],
  options: {},
  run: call =>
    withDriver(call, (runtime, role) =>
      driveRoots(call, { runtime, role }, async () => {
        const [questionId, content] = [argument(call, 0), argument(call, 1)];
        const answered = await runtime.answer({
          questionId,
          content,
          msgId: randomUUID(),
          by: { kind: 'person', surface: 'cli' },
        });
        return answered.ok ? { ok: true, rootIds: [answered.dialog.rootId] } : answered;
      }),
    ),
};
