// The lines at which an aside opens and ends, and additions to an assignment (SPEC 19).
import type { JSX } from 'preact';
import { Icon } from '../../shared/icons.tsx';
import { Prose } from '../../shared/text/prose.tsx';
import { Time } from '../../shared/time.tsx';
import { asidesEn } from '../../shared/words/en/dialog.ts';
import { useWords } from '../../shared/words/use-words.ts';
import type { Item } from './item.ts';
import { Mention } from './member-name.tsx';
import { UserBubble } from './messages.tsx';

type Of<K extends Item['kind']> = Extract<Item, { kind: K }>;

/** The beginning of an aside, and the callees that the work below it waits for. */
export function AsideLine({ item }: { readonly item: Of<'aside'> }): JSX.Element {
  const words = useWords(asidesEn);
  return (
    <div class="mark aside-line">
      <Icon name={item.because === 'words' ? 'flag' : 'layers'} />
      <span>{item.because === 'words' ? words.whileWaiting : words.answersRead}</span>
      {item.because === 'words' && item.waitsFor.map(id => <Mention key={id} id={id} />)}
      <Time at={item.at} />
    </div>
  );
}

/** The end of an aside, and its changes. */
export function AsideEndLine({ item }: { readonly item: Of<'asideEnd'> }): JSX.Element {
  const words = useWords(asidesEn);
  return (
    <div class="mark aside-line">
      <Icon name="clock" />
      <span>{[words.ended, ...words.changed(item.deeds)].join(' · ')}</span>
      <Time at={item.at} />
    </div>
  );
}

/** Words for the one who works here: of the caller, or of a person. */
export function ToldMessage({ item }: { readonly item: Of<'told'> }): JSX.Element {
  const words = useWords(asidesEn);
  if (item.by === 'person') return <UserBubble content={item.content} />;
  const label = words.adds(`@${item.agentId}`);
  return (
    <article class="card assignment" aria-label={label}>
      <div class="line">
        <Icon name="flag" />
        <strong>{label}</strong>
        <Time at={item.at} />
      </div>
      <Prose text={item.content} />
    </article>
  );
}
