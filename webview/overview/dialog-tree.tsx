// All dialogs as one tree: one stop of the Tab key, arrows move within it.
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { scrollToElement } from '../shared/scroll-to.ts';
import { useOverview } from './context.ts';
import { keyIntent, type TreeIntent, treeCommandsOf } from './tree-keys.ts';
import type { TreeLine } from './tree-lines.ts';
import { TreeRowView } from './tree-row.tsx';

/** The tree with its heading. */
export function DialogTree(): JSX.Element {
  const overview = useOverview();
  const { lines, words, selected, root, frame } = overview;
  const view = useRef<HTMLDivElement>(null);
  const current =
    lines.value.find(({ key }) => key === selected.value) ??
    lines.value.find(({ key }) => key === root.value) ??
    lines.value[0];
  const moved = useRef(false);
  useLayoutEffect(() => {
    const chosen = moved.current ? view.current?.querySelector('[aria-selected=true]') : undefined;
    if (chosen) scrollToElement(chosen, 'nearest');
    moved.current = false;
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const intent = keyIntent(event.key, lines.value, current);
    if (!intent) return;
    event.preventDefault();
    moved.current = true;
    perform(overview, intent);
  };
  const { overview: own } = words.value;
  return (
    <section class="region" aria-labelledby="dialogs-heading">
      <h2 id="dialogs-heading">{own.dialogs}</h2>
      {lines.value.length === 0 ? (
        <p class="nothing">{frame.value?.firstStep ?? own.noDialogs}</p>
      ) : (
        <div
          ref={view}
          class="tree"
          role="tree"
          tabIndex={0}
          aria-labelledby="dialogs-heading"
          aria-describedby="dialogs-keys"
          aria-activedescendant={current && `line ${current.key}`.replaceAll(' ', '-')}
          onKeyDown={onKeyDown}
        >
          {lines.value.map(line => (
            <TreeRowView
              key={line.key}
              line={line}
              selected={line === current}
              onIntent={intent => perform(overview, intent)}
            />
          ))}
        </div>
      )}
      <div id="dialogs-keys" class="unseen">
        {own.keys}
      </div>
    </section>
  );
}

function perform(
  { selected, toggle, post, showMore, frame }: ReturnType<typeof useOverview>,
  intent: TreeIntent,
): void {
  switch (intent.kind) {
    case 'select':
      selected.value = intent.line.key;
      return;
    case 'toggle':
      selected.value = intent.line.key;
      toggle(intent.line.key);
      return;
    case 'open':
      selected.value = intent.line.key;
      openLine(intent.line, { post, toggle, showMore });
      return;
    case 'run': {
      const { readOnly, drivenElsewhere } = frame.value ?? {};
      const isTaken = treeCommandsOf(intent.line, drivenElsewhere !== undefined).includes(intent.command);
      if (readOnly !== undefined || !isTaken) return;
      const { rootId, selfId } = intent.line;
      post({ kind: 'run', command: intent.command, rootId, selfId });
      return;
    }
  }
}

function openLine(
  line: TreeLine,
  { post, toggle, showMore }: Pick<ReturnType<typeof useOverview>, 'post' | 'toggle' | 'showMore'>,
): void {
  if (line.kind === 'group') toggle(line.key);
  else if (line.kind === 'more') showMore(line.standing);
  else post({ kind: 'openDialog', rootId: line.rootId, selfId: line.selfId });
}
