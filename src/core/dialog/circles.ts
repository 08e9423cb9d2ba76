// Running in circles (SPEC 7.4): what the newest generations did, kept small so that it goes along from course to
// course, and the pattern in it, if there is one. Pure.
import { once } from '../base/once.ts';
import { hashText } from '../text/hash.ts';

/** The actions of one generation and their results. */
export interface Trace {
  /** Equal signs: the same calls with the same results, or the same text. 16 hex digits. */
  readonly sign: string;
  /** The same for people, in one short line. */
  readonly shows: string;
}

/** A call as the generation wrote it, and one text for all spellings of it. */
export interface TracedCall {
  readonly written: string;
  readonly meant: () => string;
}

/** Steps of the longest pattern that is noticed. */
const MAX_PERIOD = 4;
/** How often a pattern comes before the person is asked. */
export const REPEATS = 3;
const WINDOW = MAX_PERIOD * REPEATS;
const SHOWN_MAX = 120;

/**
 * The trace of a generation that has just ended. One that makes calls is told apart by them alone: the words around
 * them tend to change while the work does not.
 */
export function traceOf(calls: readonly TracedCall[], text: string): Trace {
  if (calls.length === 0) return whenAsked(() => ({ sign: hashText(`says\0${text}`), shows: oneLine(text) }));
  return whenAsked(() => ({
    sign: hashText(['calls', ...calls.map(({ meant }) => meant())].join('\0')),
    shows: oneLine(calls.map(({ written }) => written).join('; ')),
  }));
}

/** The newest traces with one more. */
export function withTrace(recent: readonly Trace[], trace: Trace): readonly Trace[] {
  return [...recent, trace].slice(-WINDOW);
}

/**
 * The newest generation led to this; `about` tells equal results of different work apart. Results that come side by
 * side may come in any order.
 */
export function withResult(recent: readonly Trace[], result: string, about?: string): readonly Trace[] {
  const last = recent.at(-1);
  if (last === undefined) return recent;
  const led = whenAsked(() => {
    const sum =
      BigInt(`0x${last.sign}`) + BigInt(`0x${hashText(about === undefined ? result : `${about}\0${result}`)}`);
    const sign = BigInt.asUintN(64, sum).toString(16).padStart(16, '0');
    // A full line stays unchanged, however many results follow.
    const shows = last.shows.length < SHOWN_MAX ? oneLine(`${last.shows} → ${result}`) : last.shows;
    return { sign, shows };
  });
  return [...recent.slice(0, -1), led];
}

/** Of a long history only the newest traces are ever looked at. */
function whenAsked(make: () => Trace): Trace {
  const made = once(make);
  return {
    get sign() {
      return made().sign;
    },
    get shows() {
      return made().shows;
    },
  };
}

/**
 * The steps that the newest generations repeated, the shortest pattern there is; undefined when they repeat nothing.
 */
export function repeatedPattern(recent: readonly Trace[]): readonly Trace[] | undefined {
  for (let period = 1; period <= MAX_PERIOD; period++) {
    const newest = recent.slice(-period * REPEATS);
    const isRepeated = newest.every(({ sign }, index) => sign === newest[index % period]?.sign);
    if (newest.length === period * REPEATS && isRepeated) return newest.slice(-period);
  }
  return undefined;
}

/** Steps as a numbered list; `nothing` stands for a step that said and did nothing. */
export function listSteps(steps: readonly string[], nothing: string): string {
  return steps.map((step, index) => `${index + 1}. ${step || nothing}`).join('\n');
}

function oneLine(text: string): string {
  const line = text
    .slice(0, 2 * SHOWN_MAX)
    .trim()
    .replaceAll(/\s+/g, ' ');
  return line.length > SHOWN_MAX ? `${line.slice(0, SHOWN_MAX - 1)}…` : line;
}
