// The running generation, below the recorded conversation.
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { assertNever } from '../../../src/core/base/assert.ts';
import { Button, ProgressRing } from '../../shared/controls.tsx';
import { Icon } from '../../shared/icons.tsx';
import { GrowingProse } from '../../shared/text/prose.tsx';
import { Fold } from '../items/fold.tsx';
import { Mention, Responder } from '../items/member-name.tsx';
import { ThinkingLine } from '../items/messages.tsx';
import { TellaskText } from '../items/tellask-text.tsx';
import { usePanel } from '../panel-context.ts';
import type { LivePart, LivePicture, LiveText, Retrying } from './live.ts';

/** The running generation. Its growth is not announced; finished parts are. */
export function LiveView(): JSX.Element | null {
  const { live, items, view, words } = usePanel();
  const picture = live.value;
  if (!picture) return null;
  const last = items.value.at(-1);
  const selfId = view.value?.state.identity.selfId ?? '';
  const opens = !(last && (last.kind === 'meta' || 'opens' in last));
  return (
    <div class="live" aria-busy="true">
      {opens && <Responder at={view.value?.state.lastModified ?? ''} />}
      {picture.parts.map((part, index) => (
        <LivePartView key={index} part={part} id={`live ${selfId} ${picture.genseq} ${index}`} />
      ))}
      {picture.retrying ? (
        <Countdown retrying={picture.retrying} />
      ) : (
        isSilent(picture) && (
          <div class="working">
            <ProgressRing label={words.value.state('generating')} />
          </div>
        )
      )}
      {picture.silentFor !== undefined && (
        <div class="note">
          <Icon name="clock" />
          {words.value.noReply(picture.silentFor)}
        </div>
      )}
    </div>
  );
}

function isSilent({ parts }: LivePicture): boolean {
  const last = parts.at(-1);
  return last === undefined || last.kind === 'tellask' || ('growing' in last && !last.growing);
}

function LivePartView({ part, id }: { readonly part: LivePart; readonly id: string }): JSX.Element {
  const words = usePanel().words.value;
  switch (part.kind) {
    case 'thinking':
      return <LiveThinking text={part} id={id} />;
    case 'prose':
      return (
        <div class="saying">
          <GrowingProse blocks={part.blocks} tail={part.tail} />
        </div>
      );
    case 'tellask':
      return <LiveTellask {...part.tellask} state={words.tellask.said} id={id} />;
    case 'writing':
      return <LiveTellask mention={mentionOf(part.headline)} {...part} state={words.tellask.writing} id={id} />;
    default:
      return assertNever(part);
  }
}

function LiveThinking({ text, id }: { readonly text: LiveText; readonly id: string }): JSX.Element {
  const words = usePanel().words.value;
  const newest = text.tail.text.trim() || text.blocks.at(-1) || '';
  const line = <ThinkingLine label={text.growing ? words.thinking : words.thought} text={newest.slice(-160)} />;
  return (
    <Fold id={id} class={`thinking ${text.growing ? 'growing' : ''}`} summary={line}>
      {() => <GrowingProse blocks={text.blocks} tail={text.tail} />}
    </Fold>
  );
}

interface LiveTellaskProps {
  readonly id: string;
  readonly mention: string;
  readonly headline: string;
  readonly body: string;
  readonly state: string;
}

function LiveTellask({ id, mention, headline, body, state }: LiveTellaskProps): JSX.Element {
  return (
    <div class="card tellask quiet">
      <div class="line">
        <Icon name="arrow" />
        {mention !== '' && <Mention id={mention} />}
        <span class="state">{state}</span>
      </div>
      <TellaskText id={id} headline={headline} body={body} />
    </div>
  );
}

function mentionOf(headline: string): string {
  return /^\s*@([\w-]+)/.exec(headline)?.[1] ?? '';
}

/** The seconds until a request is sent again. */
function Countdown({ retrying }: { readonly retrying: Retrying }): JSX.Element {
  const { words: spoken, intents, view } = usePanel();
  const words = spoken.value;
  const [left, setLeft] = useState(Math.ceil(retrying.inMs / 1000));
  useEffect(() => {
    const end = Date.now() + retrying.inMs;
    const tick = () => setLeft(Math.max(Math.ceil((end - Date.now()) / 1000), 0));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [retrying]);
  return (
    <div class="note retrying">
      <Icon name="clock" />
      <span dir="auto">{`${words.retrying(left, retrying.attempt)}: ${retrying.reason}`}</span>
      {view.value?.readOnly === undefined && (
        <Button onPress={() => intents.post({ kind: 'retryNow' })}>{words.retryNow}</Button>
      )}
    </div>
  );
}
