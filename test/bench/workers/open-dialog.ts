// The host's part of opening a dialog with 10,000 messages: from a folder that was just opened to the snapshot on its
// way.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { rootRef } from '../../../src/core/base/ids.ts';
import { takeSnapshot } from '../../../src/pages/snapshot.ts';
import { openBench } from '../bench-rtws.ts';
import { answer } from '../worker.ts';
import type { Prepared } from './prepare.ts';

/** Milliseconds; files with the snapshot and with all records of the course, both as JSON. */
export interface DialogFigures {
  readonly ms: number;
  readonly snapshotFile: string;
  readonly recordsFile: string;
}

await answer<{ folder: string; baseUrl: string; messages: Prepared['messages'] }>(
  async ({ folder, baseUrl, messages }): Promise<DialogFigures> => {
    const runtime = await openBench(messages.rtws, baseUrl);
    const dialog = rootRef(messages.rootId);
    const before = performance.now();
    const taken = await takeSnapshot(runtime, { dialog, language: 'en', scripted: false });
    if (!taken.ok) throw new Error(taken.why.id);
    const snapshot = JSON.stringify(taken.snapshot);
    const ms = performance.now() - before;
    const viewed = await runtime.view(dialog);
    if (!viewed.ok) throw new Error(viewed.why.id);
    const snapshotFile = path.join(folder, 'snapshot.json');
    const recordsFile = path.join(folder, 'records.json');
    writeFileSync(snapshotFile, snapshot);
    writeFileSync(recordsFile, JSON.stringify(viewed.view.records));
    await runtime.close();
    return { ms, snapshotFile, recordsFile };
  },
);
