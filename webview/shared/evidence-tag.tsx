// The state of a dialog's evidence beside its name (SPEC 26.4).
import type { JSX } from 'preact';
import type { EvidenceCount } from '../../src/core/evidence/evidence.ts';
import type { PanelWords } from './words/en/panel.ts';

/** Verified, claimed, failed or still open, with how many lines hold on hover; nothing without acceptance lines. */
export function EvidenceTag({
  evidence,
  words,
}: {
  readonly evidence: EvidenceCount | undefined;
  readonly words: PanelWords;
}): JSX.Element | null {
  if (!evidence) return null;
  const { state } = evidence;
  return (
    <span class={`tag evidence ${state === 'failed' ? 'warn' : ''}`} title={words.evidence(evidence)}>
      {words.evidenceState(state)}
    </span>
  );
}
