// What 200 turns cost at a server that bills as Anthropic does: what it had kept of the request at a tenth, what it
// keeps now at a quarter more, all else in full; beside a talk to which is only added. Taskdoc, reminders, memories and
// a file of the team change on the way, by hand and by the model's own means alike: both are files.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ChatMessage, Prompt } from '../../../src/core/base/chat.ts';
import { converse, newRoot, openBench, writeTeam } from '../bench-rtws.ts';
import { promptAfter } from '../floor.ts';
import { models } from '../models.ts';
import { answer } from '../worker.ts';

/** In bytes of input at the plain price: of the dialog, and of the same talk without a closing part. */
export interface BillingFigures {
  readonly billed: number;
  readonly appendOnly: number;
}

const TURNS = 200;
const READ = 0.1;
const WRITE = 1.25;

/** About what a message with a tool's result has. */
const text = 'The result of this step is a page of text, as tools give it. '.repeat(33);

await answer<{ folder: string; baseUrl: string }>(async ({ folder, baseUrl }): Promise<BillingFigures> => {
  const rtws = path.join(folder, 'billing');
  writeTeam(rtws);
  const runtime = await openBench(rtws, baseUrl);
  const dialog = await newRoot(runtime, models.plain);
  const write = (file: string, content: string) => {
    const absolute = path.join(rtws, file);
    mkdirSync(path.dirname(absolute), { recursive: true });
    writeFileSync(absolute, content);
  };
  const taskdoc = `tasks/${dialog.rootId}.tsk`;
  const dialogBill = createBill();
  const appendOnlyBill = createBill();
  let first: ChatMessage | undefined;
  write(`${taskdoc}/goals.md`, 'Sort the results of all steps, and say what is missing.\n');
  for (let turn = 1; turn <= TURNS; turn++) {
    if (turn % 5 === 0)
      write(`${taskdoc}/progress.md`, `${turn} steps are done.\n${'- a step, and what came of it\n'.repeat(12)}`);
    if (turn % 10 === 0)
      await runtime.perform({
        kind: 'setReminders',
        dialog,
        reminders: [`look again at step ${turn}`, 'mind the missing pages'],
      });
    if (turn % 25 === 0)
      write(`.minds/memory/individual/${models.plain}/steps.md`, `Steps come in tens, now ${turn}.\n`);
    if (turn === 50) write(`.minds/team/${models.plain}/persona.md`, 'You are thorough.\n');
    if (turn === 120) write(`${taskdoc}/constraints.md`, 'Nothing is thrown away.\n');
    const prompt = await promptAfter(runtime, dialog, text);
    dialogBill.add(prompt);
    const [system] = prompt.messages;
    first ??= system;
    appendOnlyBill.add({
      ...prompt,
      messages: [...(first ? [first] : []), ...prompt.messages.slice(1, prompt.lasting)],
    });
    await converse(runtime, dialog, text);
  }
  await runtime.close();
  return { billed: dialogBill.sum(), appendOnly: appendOnlyBill.sum() };
});

/** A server that keeps what the request before held up to its mark, whole messages only; tools come before them. */
function createBill(): { add(prompt: Prompt): void; sum(): number } {
  let kept: readonly string[] = [];
  let sum = 0;
  return {
    add({ messages, tools, lasting = messages.length }) {
      const blocks = [JSON.stringify(tools), ...messages.map(message => JSON.stringify(message))];
      const same = blocks.findIndex((block, index) => block !== kept[index]);
      const read = Math.min(same < 0 ? blocks.length : same, kept.length);
      const mark = lasting + 1;
      sum +=
        READ * bytesOf(blocks.slice(0, read)) + WRITE * bytesOf(blocks.slice(read, mark)) + bytesOf(blocks.slice(mark));
      kept = blocks.slice(0, mark);
    },
    sum: () => sum,
  };
}

function bytesOf(blocks: readonly string[]): number {
  return blocks.reduce((sum, block) => sum + Buffer.byteLength(block), 0);
}
