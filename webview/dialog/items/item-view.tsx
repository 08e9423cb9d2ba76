// One item of the conversation, drawn by its kind.
import type { JSX } from 'preact';
import { assertNever } from '../../../src/core/base/assert.ts';
import { Icon } from '../../shared/icons.tsx';
import { memo } from '../../shared/memo.ts';
import { OtherDrafts, PrunedLine } from '../draft/draft-history.tsx';
import { usePanel } from '../panel-context.ts';
import { AnswerCard, AssignmentCard, GivenLine } from './answer-card.tsx';
import { AsideEndLine, AsideLine, ToldMessage } from './aside-marks.tsx';
import { ChangedFiles } from './changed-files.tsx';
import { Fold } from './fold.tsx';
import type { Item, StepsItem } from './item.ts';
import { CourseLine, InterruptionLine, MetaLine, MilestoneLine } from './marks.tsx';
import { Responder } from './member-name.tsx';
import { AutomaticMessage, Saying, Thinking, UserBubble } from './messages.tsx';
import { QuestionCard } from './question-card.tsx';
import { isMarkDone } from './steps.ts';
import { TellaskCard } from './tellask-card.tsx';
import { ToolRow } from './tool-row.tsx';

interface ItemViewProps {
  readonly item: Item;
  /** Was just brought into view. */
  readonly flashed: boolean;
}

/** An item with its place in the list; rendered again only when it is another one. */
export const ItemView = memo(function ItemView({ item, flashed }: ItemViewProps) {
  return (
    <div
      class={`item ${item.kind}-item ${item.inAside ? 'in-aside' : ''} ${flashed ? 'flashed' : ''}`}
      data-key={item.key}
    >
      {'opens' in item && item.opens && <Responder at={item.at} />}
      {draw(item)}
    </div>
  );
});

function drawNested(item: Item): JSX.Element {
  return <ItemView key={item.key} item={item} flashed={false} />;
}

function draw(item: Item): JSX.Element | null {
  switch (item.kind) {
    case 'user':
      return <UserBubble content={item.content} images={item.images ?? []} msgId={item.msgId} />;
    case 'automatic':
      return <AutomaticMessage item={item} />;
    case 'assignment':
      return <AssignmentCard item={item} />;
    case 'thinking':
      return <Thinking item={item} />;
    case 'prose':
      return <Saying item={item} />;
    case 'tellask':
      return <TellaskCard item={item} drawItem={drawNested} />;
    case 'tool':
      // That it was marked done is said by the milestone.
      return isMarkDone(item) ? null : <ToolRow item={item} />;
    case 'steps':
      return <StepsGroup item={item} />;
    case 'changed':
      return <ChangedFiles item={item} />;
    case 'question':
      return <QuestionCard item={item} />;
    case 'answer':
      return <AnswerCard item={item} />;
    case 'given':
      return <GivenLine item={item} />;
    case 'aside':
      return <AsideLine item={item} />;
    case 'asideEnd':
      return <AsideEndLine item={item} />;
    case 'told':
      return <ToldMessage item={item} />;
    case 'course':
      return <CourseLine item={item} />;
    case 'interruption':
      return <InterruptionLine item={item} />;
    case 'milestone':
      return <MilestoneLine item={item} />;
    case 'meta':
      return <MetaLine item={item} />;
    case 'drafts':
      return <OtherDrafts item={item} />;
    case 'pruned':
      return <PrunedLine item={item} />;
    default:
      return assertNever(item);
  }
}

/** Steps in one line, with the files that they changed beneath it; they unfold. */
function StepsGroup({ item: { key, steps, count, facts, files } }: { readonly item: StepsItem }): JSX.Element {
  const words = usePanel().words.value;
  const summary = (
    <>
      <Icon name={facts.tools?.failed ? 'warning' : 'check'} />
      <span>{words.steps(count)}</span>
      <span class="preview">{facts.tools && words.facts(facts)}</span>
    </>
  );
  return (
    <>
      <Fold id={key} class="steps-group" summary={summary}>
        {() =>
          steps.map(step => (
            <div key={step.key} class={`item ${step.kind}-item`}>
              {draw(step)}
            </div>
          ))
        }
      </Fold>
      <ChangedFiles item={{ changes: { files } }} />
    </>
  );
}
