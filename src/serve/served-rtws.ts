// The rtws of a server without an editor: one open runtime, as pages ask for it.
import type { PageRtws } from '../pages/page-rtws.ts';
import type { Runtime } from '../runtime.ts';

/** A runtime for pages; it stays theirs until it is closed. */
export function servedRtws(runtime: Runtime): PageRtws {
  return {
    runtime,
    open: async () => ({ ok: true, runtime }),
    refusalToDrive: () => undefined,
    onEvent: listener => runtime.subscribe(listener),
    onChange: listener => runtime.onDriverChange(listener),
  };
}
