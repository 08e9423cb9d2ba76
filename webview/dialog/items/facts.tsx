// The facts under an answer and an end (SPEC 23.7), with the command as code.
import type { JSX } from 'preact';
import type { WorkFacts } from '../../../src/core/dialog/work-shape.ts';
import { usePanel } from '../panel-context.ts';

export function Facts({ facts }: { readonly facts: WorkFacts }): JSX.Element {
  const parts = usePanel().words.value.facts(facts).split('`');
  return (
    <div class="facts">{parts.map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part))}</div>
  );
}
