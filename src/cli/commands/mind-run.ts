// `mind run`: lets the mind make steps and waits until it rests. Ctrl-C stops it: exit code 4.
import { type RootId, rootRef } from '../../core/base/ids.ts';
import type { FeedEvent } from '../../core/dialog/view/feed-event.ts';
import type { DraftIntent } from '../../core/draft/intent.ts';
import type { Runtime } from '../../runtime.ts';
import type { CommandCall } from '../command.ts';
import { judgeSettled, printInterruptions, questionText } from '../drive.ts';
import type { ExitCode } from '../exit-code.ts';
import { exitCodes } from '../exit-code.ts';
import { refused } from '../open.ts';
import { printDrafts } from '../print/draft-text.ts';
import { shorten } from '../print/output.ts';
import { draftJson } from '../print/shapes.ts';

/** Asks for the run and follows it. */
export async function runMind(
  call: CommandCall,
  { runtime, rootId, intent }: { runtime: Runtime; rootId: RootId; intent: DraftIntent },
): Promise<ExitCode> {
  let isStopped = false;
  const interrupt = call.io.onInterrupt(() => {
    isStopped = true;
    void runtime.perform({ kind: 'stop', dialog: rootRef(rootId) });
  });
  const feed = runtime.subscribe(event => showStep(call, rootId, event));
  try {
    const asked = await runtime.perform({ kind: 'draft', dialog: rootRef(rootId), draft: intent });
    if (!asked.ok) return refused(call, asked);
    const settled = await runtime.settled(rootId);
    const code = judgeSettled(call, runtime, settled);
    printInterruptions(call, settled);
    const draft = settled.draft ?? asked.draft;
    call.output.json(draftJson(draft));
    printDrafts(call.output, draft, { root: rootId, asks: settled.questions.length > 0 });
    for (const question of settled.questions) call.output.text(questionText(call, question));
    return isStopped ? exitCodes.interrupted : code;
  } finally {
    feed.dispose();
    interrupt.dispose();
  }
}

function showStep({ output, json }: CommandCall, rootId: RootId, event: FeedEvent): void {
  const { words } = output;
  if (json || event.type !== 'recorded' || event.rootId !== rootId || event.record.kind !== 'draftStepped') return;
  const { draft, thoughts, warning } = event.record;
  const brought = [
    ...words.step(draft && { id: draft.id, text: shorten(draft.text, 60) }, thoughts.length),
    ...(warning === undefined ? [] : [warning]),
  ];
  output.note(output.paint('dim', words.stepWith(brought)));
}
