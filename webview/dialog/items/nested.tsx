// A subdialog unfolded beneath the tellask that made it: read-only, and with everything that is shown of a dialog (SPEC
// 13.3).
import { computed } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { Nested } from '../../../src/protocol/messages.ts';
import { ProgressRing } from '../../shared/controls.tsx';
import { LiveView } from '../conversation/live-view.tsx';
import type { View } from '../conversation/transcript.ts';
import { PanelContext, usePanel } from '../panel-context.ts';
import type { Panel } from '../state.ts';
import type { Item } from './item.ts';
import { toItems } from './items.ts';
import { groupSteps } from './steps.ts';

interface NestedDialogProps {
  readonly selfId: string;
  /** Shown from this call on. */
  readonly callId: string;
  readonly drawItem: (item: Item) => JSX.Element;
}

/** Asks for the subdialog while it is shown. */
export function NestedDialog({ selfId, callId, drawItem }: NestedDialogProps): JSX.Element {
  const panel = usePanel();
  const { intents, words } = panel;
  useEffect(() => {
    intents.post({ kind: 'unfold', selfId, open: true });
    return () => intents.post({ kind: 'unfold', selfId, open: false });
  }, [selfId]);
  const inner = useMemo(() => nestedPanel(panel, { selfId, callId }), [panel, selfId, callId]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keyboard
    <section class="nested" tabIndex={0} aria-label={words.value.nested}>
      <PanelContext.Provider value={inner}>
        {inner.view.value ? (
          <>
            {inner.items.value.map(drawItem)}
            <LiveView />
          </>
        ) : (
          <ProgressRing label={words.value.loading} />
        )}
      </PanelContext.Provider>
    </section>
  );
}

/** The panel as the parts of the subdialog see it: its own items. Only its questions can be answered. */
function nestedPanel(panel: Panel, { selfId, callId }: Pick<NestedDialogProps, 'selfId' | 'callId'>): Panel {
  const nested = computed(() => panel.nested.value.get(selfId)?.dialog);
  return {
    ...panel,
    view: computed(() => nestedView(panel.view.value, nested.value)),
    items: computed(() => (nested.value ? itemsFrom(nested.value, callId) : [])),
    live: computed(() => panel.nested.value.get(selfId)?.live),
    intents: {
      ...panel.intents,
      show: on => {
        const call = on.kind === 'call' ? { callId: on.callId } : {};
        panel.intents.post({ kind: 'openDialog', selfId, ...call });
      },
    },
  };
}

function nestedView(outer: View | undefined, nested: Nested | undefined): View | undefined {
  if (!outer || !nested) return undefined;
  const { state, earlier } = nested;
  return { ...outer, state, course: state.course, firstCourse: state.course, earlier, nested: true };
}

/** From the assignment of the call on; all there is when it came in an earlier course. */
function itemsFrom({ selfId, state, records, earlier }: Nested, callId: string): readonly Item[] {
  const items = toItems(records, { course: state.course, earlier });
  const start = items.findIndex(item => item.kind === 'assignment' && item.call.callId === callId);
  // The assignment says what the card above says already.
  return groupSteps(items.slice(start + 1).map(item => ({ ...item, key: `${selfId} ${item.key}` })));
}
