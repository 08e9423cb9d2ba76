// Counts what is recorded of one dialog, whatever engine stores it (SPEC 14.2).
import type { Usage } from '../core/base/chat.ts';
import type { CourseRecord, RecordOf } from '../core/dialog/record.ts';

export interface RecordCounts {
  readonly isRegistered: boolean;
  readonly answersGiven: number;
  readonly questionsAnswered: number;
  readonly generations: number;
  readonly tokens: { readonly prompt: number; readonly completion: number; readonly cached: number };
  readonly cost: number;
  readonly generationMs: number;
  /** Generations that were tried again after a failure, without a person. */
  readonly retries: number;
  readonly diligencePushes: number;
  /** That the dialog takes where it is stored. */
  readonly bytes: number;
}

/** Counts the records of a dialog, course by course; `bytes` is what it takes. */
export function countCourses(courses: Iterable<Iterable<CourseRecord>>, bytes: number): RecordCounts {
  const counting: Counting = {
    isRegistered: false,
    answersGiven: 0,
    questionsAnswered: 0,
    generations: 0,
    tokens: { prompt: 0, completion: 0, cached: 0 },
    cost: 0,
    generationMs: 0,
    retries: 0,
    diligencePushes: 0,
    hasFailed: false,
  };
  for (const course of courses) for (const record of course) count(counting, record);
  const { hasFailed: _, ...counts } = counting;
  return { ...counts, bytes };
}

type Counting = { -readonly [K in Exclude<keyof RecordCounts, 'bytes' | 'tokens'>]: RecordCounts[K] } & Spent & {
    /** The last attempt failed: a generation that follows is a retry. */
    hasFailed: boolean;
  };

function count(counting: Counting, record: CourseRecord): void {
  switch (record.kind) {
    case 'dialogCreated':
      counting.isRegistered = record.identity.kind === 'sub' && record.identity.tellaskSession !== undefined;
      break;
    case 'responseGiven':
      counting.answersGiven += 1;
      break;
    case 'questionAnswered':
      counting.questionsAnswered += 1;
      break;
    case 'diligencePushed':
      counting.diligencePushes += 1;
      break;
    case 'generationStarted':
      if (counting.hasFailed) counting.retries += 1;
      counting.hasFailed = false;
      break;
    case 'generationEnded':
      counting.hasFailed = record.outcome === 'failed' || record.outcome === 'cut';
      if (record.outcome === 'complete') counting.generations += 1;
      addEnd(counting, record);
      break;
    case 'draftStepped':
      counting.hasFailed = false;
      counting.generations += 1;
      addEnd(counting, record);
      break;
    case 'predictionUnread':
      counting.hasFailed = false;
      addUsage(counting, record.usage);
      break;
    case 'turnBegan':
    case 'beliefChanged':
      counting.hasFailed = false;
      addUsage(counting, record.call?.usage);
      break;
    default:
      counting.hasFailed = false;
  }
}

interface Spent {
  readonly tokens: { prompt: number; completion: number; cached: number };
  cost: number;
  generationMs: number;
}

function addEnd(counts: Spent, { usage, cost, ms }: RecordOf<'generationEnded' | 'draftStepped'>): void {
  addUsage(counts, usage);
  counts.cost += cost ?? 0;
  counts.generationMs += ms ?? 0;
}

function addUsage({ tokens }: Pick<Spent, 'tokens'>, usage: Usage | undefined): void {
  tokens.prompt += usage?.promptTokens ?? 0;
  tokens.completion += usage?.completionTokens ?? 0;
  tokens.cached += usage?.cachedTokens ?? 0;
}
