// An rtws on the disk for one measurement, and its runtime against the mock server.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { invariant } from '../../src/core/base/assert.ts';
import type { DialogRef } from '../../src/core/base/ids.ts';
import { rootRef } from '../../src/core/base/ids.ts';
import { type OpenOptions, openRuntime, type Runtime } from '../../src/runtime.ts';
import { teamFile } from './models.ts';

/** Writes the team of the measurements into a folder. */
export function writeTeam(rtws: string): void {
  mkdirSync(path.join(rtws, '.minds'), { recursive: true });
  writeFileSync(path.join(rtws, '.minds', 'team.yaml'), teamFile);
}

/** A runtime that drives `rtws`, with the model server at `baseUrl`. */
export async function openBench(rtws: string, baseUrl: string, more: Partial<OpenOptions> = {}): Promise<Runtime> {
  const env = { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: 'bench' };
  const opened = await openRuntime({ rtws, env, mode: 'drive', ...more });
  if (!opened.ok) throw new Error(opened.why.id);
  return opened.runtime;
}

/** A new root dialog that waits for its first message. */
export async function newRoot(runtime: Runtime, agentId?: string): Promise<DialogRef> {
  const started = await runtime.perform({ kind: 'start', ...(agentId === undefined ? {} : { agentId }) });
  if (!started.ok) throw new Error(started.why.id);
  return rootRef(started.rootId);
}

let said = 0;

/** Says something to a dialog. */
export async function say(runtime: Runtime, dialog: DialogRef, content: string): Promise<void> {
  const outcome = await runtime.perform({ kind: 'say', dialog, content, msgId: `bench-${++said}` });
  invariant(outcome.ok, 'the message was taken');
}

/**
 * Says something to a dialog and waits for its last record: the end of so many generations of that dialog. By then
 * every record is stored; index files follow late, so what they cost falls into the turns after it. Throws when a
 * dialog of the tree is interrupted.
 */
export async function converse(runtime: Runtime, dialog: DialogRef, content: string, generations = 1): Promise<void> {
  let left = generations;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const following = runtime.subscribe(event => {
    if (event.type !== 'recorded' || event.rootId !== dialog.rootId) return;
    if (event.record.kind === 'interrupted') reject(new Error(event.record.message));
    if (event.record.kind === 'generationEnded' && event.selfId === dialog.selfId && --left === 0) resolve();
  });
  await say(runtime, dialog, content);
  await promise;
  following.dispose();
}
