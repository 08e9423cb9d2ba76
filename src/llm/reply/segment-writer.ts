// Writes text as stream segments (SPEC 8.1): opens, alternates and closes them, so that they never overlap.

import { filterSecrets } from '../../core/text/secret-filter.ts';
import type { LlmEvent, StreamSegment } from '../provider.ts';

/** Appends events to the list it was made with. `source` names the provider's own event. */
export interface SegmentWriter {
  write(segment: StreamSegment, text: string, source: string): void;
  close(source: string): void;
  /** Everything said so far was thinking. */
  wasThinking(source: string): void;
}

/** Makes a writer that appends to `out`, without these secrets. */
export function createSegmentWriter(out: LlmEvent[], secrets: readonly string[] = []): SegmentWriter {
  let open: StreamSegment | undefined;
  const filter = filterSecrets(secrets);
  /** The first half of a character whose second half may come with the next piece. */
  let half = '';
  const close = (source: string) => {
    if (open === undefined) return;
    const rest = filter.pass(half.toWellFormed()) + filter.rest();
    half = '';
    if (rest !== '') out.push({ kind: 'chunk', segment: open, text: rest, source });
    out.push({ kind: 'segmentFinished', segment: open, source });
    open = undefined;
  };
  return {
    write(segment, text, source) {
      if (open !== segment) {
        close(source);
        open = segment;
        out.push({ kind: 'segmentStarted', segment, source });
      }
      const whole = half + text;
      half = endsInHalf(whole) ? whole.slice(-1) : '';
      const shown = filter.pass(whole.slice(0, whole.length - half.length).toWellFormed());
      if (shown !== '') out.push({ kind: 'chunk', segment, text: shown, source });
    },
    close,
    wasThinking(source) {
      close(source);
      out.push({ kind: 'wasThinking' });
    },
  };
}

function endsInHalf(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff;
}
