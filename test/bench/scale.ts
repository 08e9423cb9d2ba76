// `npm run bench -- --scale`: what much of everything costs, mostly beside a tenth of it. These take twenty minutes and
// 3 GB of the disk, so they are no part of an ordinary run.
import type { Bench, Part } from './parts.ts';
import { bytes, milliseconds, ofAllowed, type Row } from './row.ts';
import type { PreparedScale } from './workers/prepare-scale.ts';
import type { CourseFigures } from './workers/scale-course.ts';
import type { RootsFigures } from './workers/scale-roots.ts';
import type { TreeFigures } from './workers/scale-tree.ts';
import type { WorkFigures } from './workers/scale-work.ts';

const MANY = 100_000;
const FEW = MANY / 10;
const QUESTIONS = 10_000;
const COURSE_BYTES = 200e6;
const FANS = 100;
const DIALOGS = 1_000;
const MINUTES = 10;

export const scaleParts: readonly Part[] = [
  { name: 'scale: roots, questions, a long course', measure: stored },
  { name: 'scale: a tree of subdialogs', measure: tree },
  { name: 'scale: dialogs at work', measure: work },
];

async function stored({ workers, folder, baseUrl }: Bench): Promise<readonly Row[]> {
  const sizes = { few: FEW, many: MANY, asking: QUESTIONS, courseBytes: COURSE_BYTES };
  const prepared = await workers.run<PreparedScale>('prepare-scale', { folder, baseUrl, ...sizes });
  const look = (rtws: string, roots: number, questions: number) =>
    workers.run<RootsFigures>('scale-roots', { rtws, baseUrl, roots, questions });
  const few = await look(prepared.few, FEW, 0);
  const many = await look(prepared.many, MANY, 0);
  const asking = await look(prepared.asking, QUESTIONS, QUESTIONS);
  const { long } = prepared;
  const course = await workers.run<CourseFigures>('scale-course', { baseUrl, long });
  return [
    grown('100,000 roots: start', many.openMs, few.openMs),
    grown('100,000 roots: list', many.listMs, few.listMs),
    grown('100,000 roots: search', many.searchMs, few.searchMs),
    grown('100,000 roots: health check', many.doctorMs, few.doctorMs),
    limited('100,000 roots: a new dialog and its first turn', many.startMs, 50),
    ofAllowed('100,000 roots: memory', { value: many.memory, allowed: 1e9, show: bytes }),
    limited('10,000 open questions: start', asking.openMs, 2_000),
    limited('10,000 open questions: all of them', asking.questionsMs, 2_000),
    limited('a course of 200 MB: opening', course.openMs, 5_000),
    limited('a course of 200 MB: one more turn', course.turnMs, 5_000),
    ofAllowed('a course of 200 MB: memory', { value: course.memory, allowed: 2e9, show: bytes }),
  ];
}

async function tree({ workers, folder, baseUrl }: Bench): Promise<readonly Row[]> {
  const figures = await workers.run<TreeFigures>('scale-tree', { folder, baseUrl, fans: FANS });
  return [
    {
      name: '5,000 subdialogs in a tree: the next fifty',
      ratio: figures.oldMs / figures.youngMs,
      limit: 1.5,
      measured: milliseconds(figures.oldMs),
      floor: `${milliseconds(figures.youngMs)}, the first fifties`,
    },
    limited('5,000 subdialogs in a tree: loading them', figures.loadMs, 2_000),
    ofAllowed('5,000 subdialogs in a tree: memory', { value: figures.memory, allowed: 500e6, show: bytes }),
  ];
}

async function work({ workers, folder, baseUrl }: Bench): Promise<readonly Row[]> {
  const input = { folder, baseUrl, dialogs: DIALOGS, minutes: MINUTES };
  const { delayP99, early, late, replies } = await workers.run<WorkFigures>('scale-work', input);
  return [
    limited(`1,000 dialogs at work, ${MINUTES} min: delay of the event loop, 99 of 100`, delayP99, 20),
    {
      name: `1,000 dialogs at work, ${MINUTES} min: memory for a reply`,
      ratio: (late - early) / replies / 10_000,
      limit: 1,
      measured: bytes(Math.max(0, (late - early) / replies)),
      floor: `10.0 kB allowed; ${replies} replies, ${bytes(late)} at the end`,
    },
  ];
}

/** Ten times as much may cost twelve times as much. */
function grown(name: string, ms: number, tenthMs: number): Row {
  return {
    name,
    ratio: ms / (10 * tenthMs),
    limit: 1.2,
    measured: milliseconds(ms),
    floor: `ten times ${milliseconds(tenthMs)} for a tenth`,
  };
}

function limited(name: string, value: number, allowed: number): Row {
  return ofAllowed(name, { value, allowed, show: milliseconds });
}
