// A command that runs: its last lines, and what the person can do about it (SPEC 25.8).
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../shared/controls.tsx';
import { runsOf } from '../../shared/text/styled-runs.ts';
import { isSteered } from '../conversation/transcript.ts';
import { usePanel } from '../panel-context.ts';
import type { ToolItem } from './item.ts';

const LINES = 8;
/** Milliseconds after which a command is worth stopping; most are over before. */
const QUICK = 1_000;

/** Beneath the row of a command that takes its time; nothing for any other call. */
export function RunningCommand({ item: { callId, name, state } }: { readonly item: ToolItem }): JSX.Element | null {
  const { words, outputs, view, intents } = usePanel();
  const isRunning = name === 'run_shell' && state.kind === 'running';
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setTimeout(() => setLasts(true), QUICK);
    return () => clearTimeout(timer);
  }, [isRunning]);
  if (!isRunning || !lasts || !view.value) return null;
  const own = words.value.tool;
  const output = (outputs.value.get(callId) ?? '').trimEnd();
  const steer = (how: 'stop' | 'runOn') => () => intents.post({ kind: 'steerCommand', callId, how });
  return (
    <div class="running-command">
      {output !== '' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keyboard
        <pre tabIndex={0}>
          <Styled text={output.split('\n').slice(-LINES).join('\n')} />
        </pre>
      )}
      {isSteered(view.value) && (
        <div class="choices">
          <Button look="secondary" onPress={steer('stop')}>
            {own.stop}
          </Button>
          <span title={own.runOnTitle}>
            <Button look="secondary" onPress={steer('runOn')}>
              {own.runOn}
            </Button>
          </span>
        </div>
      )}
    </div>
  );
}

/** A text with its colours. */
function Styled({ text }: { readonly text: string }): JSX.Element {
  return (
    <>
      {runsOf(text).map(({ text: run, style: { color, bold, dim } }, at) => (
        <span
          key={at}
          class={dim ? 'faint' : ''}
          style={{ ...(color && { color: `var(${color})` }), ...(bold && { fontWeight: 600 }) }}
        >
          {run}
        </span>
      ))}
    </>
  );
}
