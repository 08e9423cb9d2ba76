// The changes between the two chosen drafts, in the order of their creation.
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { Button } from '../../shared/controls.tsx';
import { Icon } from '../../shared/icons.tsx';
import { scrollToElement } from '../../shared/scroll-to.ts';
import { draftsEn } from '../../shared/words/en/draft.ts';
import { useWords } from '../../shared/words/use-words.ts';
import { diffWords } from '../items/word-diff.ts';
import { usePanel } from '../panel-context.ts';
import type { OfferedDraft } from './draft-item.ts';
import { compared, endComparison } from './draft-ui.ts';

/** The comparison, or what it needs; nothing while no draft is chosen. */
export function DraftDiff(): JSX.Element | null {
  const { items } = usePanel();
  const words = useWords(draftsEn);
  const shownRef = useRef<HTMLElement>(null);
  const chosen = compared.value;
  // It stands above the drafts, which may have been scrolled away from it.
  useEffect(() => {
    if (chosen.length === 2 && shownRef.current) scrollToElement(shownRef.current, 'nearest');
  }, [chosen]);
  if (chosen.length === 0) return null;
  const drafts = items.value.flatMap(item => (item.kind === 'drafts' ? item.drafts : []));
  const [older, newer] = drafts.filter(({ id }) => chosen.includes(id));
  return (
    <section class="card diff" ref={shownRef} aria-label={words.compare}>
      <div class="line">
        <strong>{older && newer ? words.diff(older.id, newer.id) : words.compare}</strong>
        <Button look="icon" label={words.endDiff} onPress={endComparison}>
          <Icon name="cross" />
        </Button>
      </div>
      {older && newer ? <Changes older={older} newer={newer} /> : <p class="faint">{words.compareHint}</p>}
    </section>
  );
}

type Compared = Pick<OfferedDraft, 'id' | 'text'>;

/** What the latest draft changed: the changed words with a few around them (SPEC 15.15). */
export function ChangedSince({ older, newer }: { readonly older: Compared; readonly newer: Compared }): JSX.Element {
  const words = useWords(draftsEn);
  return (
    <details class="changed-since" open>
      <summary class="faint">{words.changedSince(older.id)}</summary>
      <Changes older={older} newer={newer} isShort />
    </details>
  );
}

interface ChangesProps {
  readonly older: Compared;
  readonly newer: Compared;
  /** Leaves out most of what stayed. */
  readonly isShort?: true;
}

function Changes({ older, newer, isShort }: ChangesProps): JSX.Element {
  const words = useWords(draftsEn);
  const { locale } = usePanel().words.value;
  const parts = useMemo(() => diffWords(older.text, newer.text, locale), [older.text, newer.text, locale]);
  if (parts.every(({ kind }) => kind === 'same')) return <p class="faint">{words.same}</p>;
  return (
    <p class="changes" dir="auto">
      {parts.map(({ kind, text }, index) => {
        if (kind === 'removed') return <del key={index}>{text}</del>;
        if (kind === 'added') return <ins key={index}>{text}</ins>;
        return <span key={index}>{isShort ? surroundings(text) : text}</span>;
      })}
    </p>
  );
}

const SHOWN = 40;

/** The ends of a text that stayed. */
function surroundings(text: string): string {
  return text.length > 3 * SHOWN ? `${text.slice(0, SHOWN)} … ${text.slice(-SHOWN)}` : text;
}
