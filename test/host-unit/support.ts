// Plain stand-ins for what the host's pure parts need: English words, a fixed present, and a timer that tests fire.
import type { DialogId, RootId } from '../../src/core/base/ids.ts';
import { rootRef } from '../../src/core/base/ids.ts';
import type { PendingQuestion, RootSummary } from '../../src/core/dialog/view/projection.ts';
import type { Translate, Wording } from '../../src/host/rows/wording.ts';
import type { Timer } from '../../src/pages/coalesce.ts';
import { question } from '../support/fake-runtime.ts';

export const t: Translate = (message, ...args) => message.replace(/\{(\d)\}/g, (_, at) => `${args[Number(at)]}`);
export const wording: Wording = { t, now: Date.parse('2025-01-02T04:00:00.000Z') };

export function rootId(name: string): RootId {
  return name as RootId;
}

export function summary(name: string, change: Partial<RootSummary> = {}): RootSummary {
  return {
    rootId: rootId(name),
    status: 'running',
    state: 'idle',
    agentId: 'lead' as RootSummary['agentId'],
    mode: 'chat',
    headline: `Task of ${name}`,
    taskDocPath: `tasks/${name}.tsk`,
    createdAt: '2025-01-02T03:00:00.000Z',
    lastModified: '2025-01-02T03:30:00.000Z',
    needsDrive: false,
    edited: null,
    questions: 0,
    subdialogs: 0,
    ...change,
  };
}

export function pending(id: string, change: Partial<PendingQuestion> = {}): PendingQuestion {
  return question({ id: id as PendingQuestion['id'], ...rootRef(rootId('root-1')), ...change });
}

export function dialogId(name: string): DialogId {
  return name as DialogId;
}

/** A timer that runs nothing until `fire`. */
export function manualTimer(): { timer: Timer; fire(): void; readonly waiting: number } {
  let runs: (() => void)[] = [];
  const timer: Timer = (_ms, run) => {
    runs.push(run);
    const dispose = () => {
      runs = runs.filter(each => each !== run);
    };
    return { dispose };
  };
  const fire = () => {
    const due = runs;
    runs = [];
    for (const run of due) run();
  };
  return {
    timer,
    fire,
    get waiting() {
      return runs.length;
    },
  };
}
