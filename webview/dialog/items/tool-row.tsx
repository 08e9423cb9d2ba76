// A tool call in one line; arguments and result unfold beneath it.
import type { JSX } from 'preact';
import { toolKindOf } from '../../../src/core/dialog/fold/work-facts.ts';
import type { IconName } from '../../shared/icons.tsx';
import { Icon } from '../../shared/icons.tsx';
import { runsOf } from '../../shared/text/styled-runs.ts';
import type { PanelWords } from '../../shared/words/en/panel.ts';
import { usePanel } from '../panel-context.ts';
import { ChangedFiles } from './changed-files.tsx';
import { Fold } from './fold.tsx';
import type { ToolItem, ToolState } from './item.ts';
import { RunningCommand } from './running-command.tsx';

/** Characters shown of arguments, results and output; the rest is in the course file. */
const SHOWN_MAX = 20_000;

/** One tool call. */
export function ToolRow({ item }: { readonly item: ToolItem }): JSX.Element {
  const { words, outputs } = usePanel();
  const { key, callId, args, state } = item;
  const output = state.kind === 'running' ? outputs.value.get(callId) : undefined;
  return (
    <>
      <Fold id={key} class={`tool ${toneOf(state)}`} summary={<ToolLine item={item} words={words.value} />}>
        {() => (
          <div class="tool-body">
            <Part title={words.value.tool.args} text={pretty(args)} words={words.value} />
            {output !== undefined && (
              <Part
                title={words.value.tool.output}
                text={runsOf(output)
                  .map(({ text }) => text)
                  .join('')}
                words={words.value}
              />
            )}
            {state.kind === 'returned' && (
              <Part title={words.value.tool.result} text={state.content} words={words.value} />
            )}
          </div>
        )}
      </Fold>
      <RunningCommand item={item} />
      <ChangedFiles item={item} />
    </>
  );
}

function ToolLine({ item: { name, args, state }, words }: { item: ToolItem; words: PanelWords }): JSX.Element {
  return (
    <>
      <Icon name={kindIcons[toolKindOf(name)]} />
      <span class="tool-name">{name}</span>
      <span class="preview mono">{inOneLine(args)}</span>
      <span class="state">
        {state.kind === 'returned' && state.ms !== undefined && <span>{words.duration(state.ms)}</span>}
        <Icon name={iconOf(state)} />
        <span class={state.kind === 'returned' && state.ok ? 'unseen' : ''}>{stateWord(state, words)}</span>
      </span>
    </>
  );
}

function Part({ title, text, words }: { title: string; text: string; words: PanelWords }): JSX.Element {
  const cut = text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}\n…` : text;
  return (
    <>
      <div class="part-title">{title}</div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keyboard */}
      <pre tabIndex={0}>{cut === '' ? words.tool.empty : cut}</pre>
    </>
  );
}

/** One icon for each kind of tool. */
const kindIcons = { read: 'file', edit: 'edit', command: 'terminal', other: 'tool', none: 'tool' } as const;

function toneOf(state: ToolState): string {
  return state.kind === 'returned' ? (state.ok ? 'good' : 'bad') : 'waiting';
}

function iconOf(state: ToolState): IconName {
  if (state.kind !== 'returned') return 'clock';
  return state.ok ? 'check' : 'warning';
}

function stateWord(state: ToolState, { tool }: PanelWords): string {
  if (state.kind === 'returned') {
    if (state.exitCode) return tool.exits(state.exitCode);
    return state.ok ? tool.ok : tool.failed;
  }
  return tool[state.kind];
}

/** The values of the arguments, as short as they can be read: `src/a.ts · 10`. */
function inOneLine(args: string): string {
  const value = parse(args);
  if (typeof value !== 'object' || value === null) return args.slice(0, 200);
  const shown = Object.values(value).map(each => (typeof each === 'string' ? each : JSON.stringify(each)));
  return shown.join(' · ').replace(/\s+/g, ' ').slice(0, 200);
}

function pretty(args: string): string {
  const value = parse(args);
  return value === undefined ? args : JSON.stringify(value, null, 2);
}

/** The model writes the arguments, so they may be no JSON. */
function parse(args: string): unknown {
  try {
    return JSON.parse(args);
  } catch {
    return undefined;
  }
}
