// The top line: who works here, on what, and in which state.
import type { JSX } from 'preact';
import type { DisplayState } from '../../src/core/dialog/view/display-state.ts';
import { displayState, displayStates, pauseOf } from '../../src/core/dialog/view/display-state.ts';
import { offersDrafts } from '../../src/core/draft/state.ts';
import { Avatar } from '../shared/avatar.tsx';
import { Badge, Button } from '../shared/controls.tsx';
import { EvidenceTag } from '../shared/evidence-tag.tsx';
import { Icon } from '../shared/icons.tsx';
import { pauseWords } from '../shared/pause.ts';
import { StateMark } from '../shared/standing-mark.tsx';
import { plainTitleOf } from '../shared/text/headline.ts';
import { modelEn } from '../shared/words/en/dialog.ts';
import { useWords } from '../shared/words/use-words.ts';
import { isComposerOpen } from './composer/composer.tsx';
import { PermissionTag } from './composer/permissions.tsx';
import { ContextMeter } from './context-meter.tsx';
import type { LivePicture } from './conversation/live.ts';
import { isSteered, type View } from './conversation/transcript.ts';
import { DiligenceChip } from './diligence-chip.tsx';
import { isDrafting } from './draft/is-drafting.ts';
import { ModelName } from './model-name.tsx';
import { useAskers, useMember, useNames, usePanel, useTroubledBelow } from './panel-context.ts';

/** The panel's header. */
export function Header({ view }: { readonly view: View }): JSX.Element {
  const { words, intents } = usePanel();
  const { state, rootStatus, scripted } = view;
  const { identity } = state;
  const { icon, name } = useMember(identity.agentId);
  const session = identity.kind === 'sub' ? identity.tellaskSession : undefined;
  return (
    <header class="header">
      <Avatar icon={icon} name={name} />
      <div class="titles">
        {identity.kind === 'sub' && <ToRoot view={view} />}
        <h1 title={state.headline} dir="auto">
          {plainTitleOf(state.headline) || words.value.newDialog}
        </h1>
        <div class="subtitle">
          <span>{name}</span>
          {session !== undefined && <span class="tag">{session}</span>}
          <States view={view} />
          {!isComposerOpen(view) && <ModelName view={view} />}
          {!view.unbegun && !state.draft && <DiligenceChip view={view} />}
          <WithoutTools view={view} />
          <PermissionTag />
          <Evidence />
        </div>
      </div>
      <div class="header-side">
        {scripted !== undefined && (
          <span title={scripted}>
            <Badge>{words.value.scripted}</Badge>
          </span>
        )}
        {!isComposerOpen(view) && <ContextMeter view={view} />}
        <CoursePicker view={view} />
        <NextQuestion />
        <Button look="icon" label={words.value.find.open} onPress={intents.openFind}>
          <Icon name="search" />
        </Button>
        {identity.kind === 'root' && !view.unbegun && rootStatus === 'running' && isSteered(view) && (
          <Button look="icon" label={words.value.markDone} onPress={() => intents.post({ kind: 'markDone' })}>
            <Icon name="check" />
          </Button>
        )}
      </div>
    </header>
  );
}

/** Of the whole tree, in each of its dialogs. */
function Evidence(): JSX.Element | null {
  const { related, words } = usePanel();
  const evidence = related.value.find(each => each.evidence)?.evidence;
  return <EvidenceTag evidence={evidence} words={words.value} />;
}

/** Says that the model that answers next cannot call tools. */
function WithoutTools({ view }: { readonly view: View }): JSX.Element | null {
  const words = useWords(modelEn);
  if (!view.withoutTools || view.rootStatus !== 'running') return null;
  return (
    <span class="tag" title={words.withoutToolsHint}>
      {words.withoutTools}
    </span>
  );
}

/** The dialog's activity: working, waiting and for what, or paused. */
function States({ view }: { readonly view: View }): JSX.Element {
  const { live, words, open } = usePanel();
  const { state, rootStatus } = view;
  const askers = useAskers(open.value.below);
  const troubled = useTroubledBelow();
  const stuck = useNames(troubled.map(({ agentId }) => agentId));
  const needsYou = words.value.question.needsYou;
  if (open.value.own.length === 0 && askers !== '') return <StateMark state="awaiting-q4h" words={needsYou(askers)} />;
  const [first] = displayState(state, rootStatus) === 'awaiting-subdialogs' ? troubled : [];
  if (first) return <StateMark state="interrupted" interruption={first.interruption} words={needsYou(stuck)} />;
  const pause = pauseOf(state, rootStatus);
  if (pause) return <StateMark state="idle" pause={pause} words={pauseWords(pause, words.value)} />;
  return (
    <>
      {statesOf(view, live.value).map(each => (
        <StateMark
          key={each}
          state={each}
          interruption={state.interruption}
          {...(each === 'idle' && offersDrafts(state.draft) && { need: 'draft' })}
        />
      ))}
    </>
  );
}

/** The way to a question, where one waits in this tree. */
function NextQuestion(): JSX.Element | null {
  const { related, words, intents } = usePanel();
  if (!related.value.some(({ state }) => state === 'awaiting-q4h')) return null;
  return (
    <Button look="icon" label={words.value.question.jump} onPress={intents.nextQuestion}>
      <Icon name="question" />
    </Button>
  );
}

/**
 * While tools run, tellasks are being sent, a provider asked for a pause, or between two steps of a mind nothing is
 * generated, but the dialog is not idle either.
 */
function statesOf({ state, rootStatus }: View, live: LivePicture | undefined): readonly DisplayState[] {
  const states = displayStates(state, rootStatus);
  const working =
    state.toolCalls.length + state.tellasks.length > 0 || isDrafting(state) || live?.retrying !== undefined;
  return working && states[0] === 'idle' ? ['generating'] : states;
}

function ToRoot({ view }: { readonly view: View }): JSX.Element {
  const { words, intents } = usePanel();
  const { rootId } = view.state.identity;
  return (
    <button
      type="button"
      class="text-button to-root"
      title={words.value.root}
      onClick={() => intents.post({ kind: 'openDialog', selfId: rootId })}
    >
      <span dir="auto">{plainTitleOf(view.rootHeadline) || words.value.root}</span>
      <Icon name="chevron" />
    </button>
  );
}

function CoursePicker({ view }: { readonly view: View }): JSX.Element | null {
  const { words, intents } = usePanel();
  const { state, course } = view;
  if (state.course === 1) return null;
  const courses = Array.from({ length: state.course }, (_, index) => state.course - index);
  return (
    <select
      aria-label={words.value.courses}
      value={course}
      onChange={event => intents.post({ kind: 'showCourse', course: Number(event.currentTarget.value) })}
    >
      {courses.map(each => (
        <option key={each} value={each} selected={each === course}>
          {words.value.course(each)}
        </option>
      ))}
    </select>
  );
}
