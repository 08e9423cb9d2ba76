// The list of what `@` can stand for, above the composer.
import type { JSX } from 'preact';
import { Icon } from '../../shared/icons.tsx';
import { usePanel } from '../panel-context.ts';
import type { Candidate } from './completion.ts';

const iconOf = { member: 'person', file: 'file', prompt: 'spark', resource: 'layers' } as const;

interface CompletionListProps {
  readonly candidates: readonly Candidate[];
  readonly at: number;
  readonly onChoose: (candidate: Candidate) => void;
}

/** The element id of an option, for the field that points to it. */
export function optionId(at: number): string {
  return `completion-${at}`;
}

/** Chosen by mouse here, by keys in the field. */
export function CompletionList({ candidates, at, onChoose }: CompletionListProps): JSX.Element {
  const words = usePanel().words.value;
  return (
    <div class="completion" id="completion" role="listbox" aria-label={words.composer.mentions}>
      {candidates.map((candidate, index) => (
        <div
          key={candidate.insert}
          id={optionId(index)}
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
