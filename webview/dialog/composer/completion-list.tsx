// The list of what `@` or `/` can stand for, above the composer.
import type { JSX } from 'preact';
import { Icon } from '../../shared/icons.tsx';
import { usePanel } from '../panel-context.ts';
import { type Candidate, candidateKey } from './completion.ts';

const iconOf = { member: 'person', file: 'file', command: 'play', prompt: 'spark', resource: 'layers' } as const;

interface CompletionListProps {
  readonly candidates: readonly Candidate[];
  readonly at: number;
  readonly onChoose: (candidate: Candidate) => void;
}

/** The element id of an option, for the field that points to it. */
export function optionId(at: number): string {
  return `completion-${at}`;
}

function intoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}

/** Chosen by mouse here, by keys in the field. */
export function CompletionList({ candidates, at, onChoose }: CompletionListProps): JSX.Element {
  const { composer } = usePanel().words.value;
  const isOfCommands = candidates.some(({ kind }) => kind === 'command' || kind === 'prompt');
  return (
    <div
      class="completion"
      id="completion"
      role="listbox"
      aria-label={isOfCommands ? composer.commandsAndPrompts : composer.mentions}
    >
      {candidates.map((candidate, index) => (
        <div
          key={candidateKey(candidate)}
          id={optionId(index)}
          ref={index === at ? intoView : null}
          class={`option ${index === at ? 'selected' : ''}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          // Before the field loses the focus and closes the list.
          onMouseDown={event => {
            event.preventDefault();
            onChoose(candidate);
          }}
        >
          <Icon name={iconOf[candidate.kind]} />
          <span class="option-label">{candidate.label}</span>
          <span class="option-detail">{candidate.detail}</span>
        </div>
      ))}
    </div>
  );
}
