// One line of the tree: what it is about, who works on it, how it stands, and why it waits.
import type { JSX } from 'preact';
import type { WaitCause } from '../../src/core/dialog/view/waiting.ts';
import { Button } from '../shared/controls.tsx';
import { EvidenceTag } from '../shared/evidence-tag.tsx';
import type { IconName } from '../shared/icons.tsx';
import { Icon } from '../shared/icons.tsx';
import { LineCounts } from '../shared/line-counts.tsx';
import { pauseWords } from '../shared/pause.ts';
import { StandingMark } from '../shared/standing-mark.tsx';
import { plainTitleOf } from '../shared/text/headline.ts';
import { Age } from '../shared/time.tsx';
import type { PanelWords } from '../shared/words/en/panel.ts';
import { useOverview, useOverviewMember } from './context.ts';
import { type TreeCommand, type TreeIntent, treeCommandsOf } from './tree-keys.ts';
import type { DialogLine, TreeLine } from './tree-lines.ts';

interface TreeRowProps {
  readonly line: TreeLine;
  readonly selected: boolean;
  readonly onIntent: (intent: TreeIntent) => void;
}

/** A group, a dialog, or what shows more of them. */
export function TreeRowView({ line, selected, onIntent }: TreeRowProps): JSX.Element {
  const { words } = useOverview();
  const onClick = (event: MouseEvent) => {
    if ((event.target as Element).closest('.button')) return;
    const onChevron = (event.target as Element).closest('.twisty') && line.expanded !== undefined;
    onIntent({ kind: onChevron ? 'toggle' : 'open', line });
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the tree
    <div
      id={`line ${line.key}`.replaceAll(' ', '-')}
      class={`tree-row ${line.kind} level-${Math.min(line.level, 8)} ${selected ? 'selected' : ''}`}
      role="treeitem"
      tabIndex={-1}
      aria-level={line.level}
      aria-selected={selected}
      aria-expanded={line.expanded}
      onClick={onClick}
    >
      <span class={`twisty ${line.expanded ? 'open' : ''}`}>
        {line.expanded !== undefined && <Icon name="chevron" />}
      </span>
      {line.kind === 'group' && (
        <>
          <span class="group-name">{words.value.standing(line.standing)}</span>
          <span class="faint">{line.count}</span>
        </>
      )}
      {line.kind === 'more' && <span class="link-like">{words.value.overview.more(line.hidden)}</span>}
      {line.kind === 'dialog' && <DialogFace line={line} onIntent={onIntent} />}
    </div>
  );
}

function DialogFace({ line, onIntent }: { line: DialogLine; onIntent: TreeRowProps['onIntent'] }): JSX.Element {
  const { words, now, frame } = useOverview();
  const { icon, name } = useOverviewMember(line.agentId);
  const title = plainTitleOf(line.headline) || words.value.newDialog;
  const states = statesOf(line, words.value);
  const { readOnly, drivenElsewhere } = frame.value ?? {};
  return (
    <>
      <span class="state-mark" title={states}>
        <StandingMark standing={line.standing} need={line.need} />
        <span class="unseen">{states}</span>
      </span>
      <span class="face">
        <span class="face-title" title={line.headline.trim()} dir="auto">
          {title}
        </span>
        <span class="face-detail">
          {icon} {name}
          {line.session !== undefined && <span class="tag">{line.session}</span>}
          {line.need && line.need !== 'question' && <span class="wait">{words.value.need(line.need)}</span>}
          <EvidenceTag evidence={line.evidence} words={words.value} />
          {line.changes && (
            <span class="changes">
              {words.value.changes.files(line.changes.files, line.changes.untold)} <LineCounts {...line.changes} />
            </span>
          )}
          {line.aside && <span class="wait">{words.value.inAside}</span>}
          {line.pause?.kind === 'left' && <span class="wait interrupted">{pauseWords(line.pause, words.value)}</span>}
          <Waits waits={line.waits} />
        </span>
      </span>
      {line.questionsBelow > 0 && (
        <span class="asks" title={words.value.overview.asking(line.questionsBelow)}>
          <span aria-hidden="true">{line.questionsBelow}</span>
          <span class="unseen">{words.value.overview.asking(line.questionsBelow)}</span>
        </span>
      )}
      <span class="row-age">
        <Age at={line.lastModified} now={now.value} />
      </span>
      {readOnly === undefined && (
        <span class="row-actions">
          {treeCommandsOf(line, drivenElsewhere !== undefined).map(command => (
            <RowButton key={command} command={command} onPress={() => onIntent({ kind: 'run', command, line })} />
          ))}
        </span>
      )}
    </>
  );
}

/** How a dialog stands, in words. */
function statesOf({ pause, need, states, standing, aside }: DialogLine, words: PanelWords): string {
  if (pause) return pauseWords(pause, words);
  if (need && need !== 'question') return `${words.standing(standing)}: ${words.need(need)}`;
  return [...states.map(words.state), ...(aside ? [words.inAside] : [])].join(', ');
}

function RowButton({ command, onPress }: { command: TreeCommand; onPress: () => void }): JSX.Element {
  const words = useOverview().words.value;
  return (
    <Button look="icon" label={labels[command](words)} focusable={false} onPress={onPress}>
      <Icon name={icons[command]} />
    </Button>
  );
}

const icons: Record<TreeCommand, IconName> = {
  stop: 'stop',
  retryNow: 'automatic',
  continue: 'play',
  markDone: 'check',
  archive: 'archive',
  reopen: 'automatic',
};

const labels: Record<TreeCommand, (words: PanelWords) => string> = {
  stop: words => words.overview.stop,
  retryNow: words => words.retryNow,
  continue: words => words.continue,
  markDone: words => words.markDone,
  archive: words => words.overview.archive,
  reopen: words => words.reopen,
};

/** Why the dialog waits: the first reason in the line, all of them in the tooltip. */
function Waits({ waits }: { readonly waits: readonly WaitCause[] }): JSX.Element | null {
  const { words, members } = useOverview();
  const nameOf = (id: string) => members.value.get(id)?.name ?? id;
  const lines = waits.map(cause => waitLine(cause, words.value, nameOf));
  if (lines.length === 0) return null;
  return (
    <span class={`wait ${waits[0]?.kind ?? ''}`} title={lines.join('\n')}>
      {lines[0]}
      {lines.length > 1 && ` +${lines.length - 1}`}
    </span>
  );
}

function waitLine(cause: WaitCause, words: PanelWords, nameOf: (id: string) => string): string {
  switch (cause.kind) {
    case 'question':
      return words.wait.question(plainTitleOf(cause.question.tellaskHead) || plainTitleOf(cause.question.bodyContent));
    case 'interrupted': {
      const { heading, detail } = words.interruption(cause.why);
      return words.wait.interrupted(heading, detail);
    }
    case 'retry':
    case 'inLine':
    case 'asleep':
      return pauseWords(cause, words);
    case 'call':
      return words.wait.call(nameOf(cause.call.agentId));
  }
}
