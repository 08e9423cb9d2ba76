// Thin lines between messages: courses, milestones, interruptions, and what a generation took.
import type { JSX } from 'preact';
import type { AnsweredBy } from '../../../src/core/dialog/answered-by.ts';
import { isTrouble } from '../../../src/core/facts/interruption.ts';
import type { IconName } from '../../shared/icons.tsx';
import { Icon } from '../../shared/icons.tsx';
import { Time } from '../../shared/time.tsx';
import type { PanelWords } from '../../shared/words/en/panel.ts';
import { usePanel } from '../panel-context.ts';
import { Facts } from './facts.tsx';
import { Clamp, Fold } from './fold.tsx';
import { generationsOf, takenBy } from './generations.ts';
import type { Item, MetaItem, Milestone } from './item.ts';

type Of<K extends Item['kind']> = Extract<Item, { kind: K }>;

/** The beginning of a course, with the context it took over. */
export function CourseLine({ item }: { readonly item: Of<'course'> }): JSX.Element {
  const words = usePanel().words.value;
  const { reminders, calls, queued } = item.survived;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a rule that carries its name */}
      <div class="course-line" role="separator">
        <span>{words.course(item.course)}</span>
      </div>
      <Fold id={`${item.key} survived`} summary={<span class="preview">{words.survived.title}</span>}>
        {() => (
          <ul class="survived">
            <li>{words.survived.always}</li>
            {listed(words.survived.reminders, reminders)}
            {listed(words.survived.calls, calls)}
            {listed(words.survived.queued, queued)}
          </ul>
        )}
      </Fold>
    </>
  );
}

function listed(title: string, texts: readonly string[]): JSX.Element {
  return (
    <li>
      {title}: {texts.length === 0 ? '–' : ''}
      {texts.length > 0 && (
        <ul>
          {texts.map(text => (
            <li key={text} dir="auto">
              {text}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Something that happened to the dialog as a whole. */
export function MilestoneLine({ item: { what, at, askedBy } }: { readonly item: Of<'milestone'> }): JSX.Element {
  const words = usePanel().words.value;
  return (
    <div class={`mark ${what.kind}`}>
      <Icon name={milestoneIcons[what.kind]} />
      <span>{withPlace(milestoneWords(what, words), askedBy, words)}</span>
      <Time at={at} />
      {what.kind === 'completed' && what.facts && <Facts facts={what.facts} />}
    </div>
  );
}

/** Why work stopped here; the remedy is above the composer as long as it applies. */
export function InterruptionLine({ item }: { readonly item: Of<'interruption'> }): JSX.Element {
  const words = usePanel().words.value;
  const { key, why, at, askedBy } = item;
  const { heading, detail } = words.interruption(why);
  return (
    <div class="mark interruption">
      <Icon name={isTrouble(why.code) ? 'warning' : 'pause'} />
      <span>{withPlace(heading, askedBy, words)}</span>
      <Time at={at} />
      {detail !== '' && (
        <div class="detail">
          <Clamp id={`${key} detail`} text={detail}>
            <div dir="auto">{detail}</div>
          </Clamp>
        </div>
      )}
    </div>
  );
}

/** What happened, and where the person did it. */
function withPlace(what: string, by: AnsweredBy | undefined, { place }: PanelWords): string {
  return by ? `${what} · ${place(by)}` : what;
}

/** Model, tokens and time of a turn, with those of each of its generations to unfold. */
export function MetaLine({ item }: { readonly item: MetaItem }): JSX.Element {
  const words = usePanel().words.value;
  return (
    <>
      {item.imagesLeftOut !== undefined && (
        <div class="note images-left-out">
          <Icon name="warning" />
          {words.images.leftOut(item.imagesLeftOut)}
        </div>
      )}
      {item.isFolded ? null : <Turn generations={generationsOf(item)} />}
    </>
  );
}

function Turn({ generations }: { readonly generations: readonly MetaItem[] }): JSX.Element | null {
  const words = usePanel().words.value;
  const [first, last] = [generations[0], generations.at(-1)];
  if (!first || !last) return null;
  if (first === last) return <div class={`meta ${last.outcome}`}>{tookWords(last, [last], words)}</div>;
  return (
    <Fold
      id={`${first.key} generations`}
      class={`meta ${last.outcome}`}
      summary={<span class="took">{tookWords(last, generations, words)}</span>}
    >
      {() => (
        <ol class="generations">
          {generations.map(each => (
            <li key={each.key}>{tookWords(each, [each], words)}</li>
          ))}
        </ol>
      )}
    </Fold>
  );
}

/** How the last of some generations ended, and what they took together. */
function tookWords({ outcome, finish }: MetaItem, generations: readonly MetaItem[], words: PanelWords): string {
  const { models, tokens, unknown, estimate, cost, ms } = takenBy(generations);
  const { length } = generations;
  const parts = [
    words.outcome(outcome),
    finish === undefined ? '' : words.finish(finish),
    models.join(', '),
    length > 1 ? words.generations(length) : '',
    tokens ? words.usage(tokens.prompt, tokens.completion, tokens.cached) : '',
    unknown > 0 ? words.unknownUsage(estimate, tokens && unknown) : '',
    cost === undefined ? '' : words.cost(cost),
    ms === undefined ? '' : words.duration(ms),
  ];
  return parts.filter(part => part !== '').join(' · ');
}

const milestoneIcons: Record<Milestone['kind'], IconName> = {
  completed: 'check',
  archived: 'archive',
  reopened: 'play',
  continued: 'play',
  retried: 'automatic',
  dropped: 'cross',
  rolledBack: 'flag',
};

function milestoneWords(what: Milestone, { milestone }: PanelWords): string {
  switch (what.kind) {
    case 'completed':
      return milestone.completed(what.by);
    case 'retried':
      return milestone.retried(what.by);
    case 'rolledBack':
      return milestone.rolledBack(what.from, what.to);
    default:
      return milestone[what.kind];
  }
}
