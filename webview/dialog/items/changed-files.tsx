// The files that a tool call changed, beneath its row: each a link to its diff, with lines, and the first lines of an edit
// (SPEC 25.1).
import type { JSX } from 'preact';
import type { FileChange } from '../../../src/core/dialog/file-changes.ts';
import { LineCounts } from '../../shared/line-counts.tsx';
import { usePanel } from '../panel-context.ts';
import type { ToolItem } from './item.ts';

/** Files that are named; the rest is one click away. */
const NAMED = 8;

/** What a call changed; nothing for one that changed nothing. */
export function ChangedFiles({ item: { changes } }: { readonly item: Pick<ToolItem, 'changes'> }): JSX.Element | null {
  const { words, intents } = usePanel();
  if (!changes) return null;
  const own = words.value.changes;
  const files = changes.files.filter(({ before, after }) => (after ?? before)?.kind !== 'folder');
  const { untold, unsure } = changes;
  if (files.length === 0 && !untold && !unsure) return null;
  const rest = files.length - NAMED;
  return (
    <div class="changed-files">
      {files.slice(0, NAMED).map(file => (
        <ChangedFile key={file.path} file={file} />
      ))}
      {rest > 0 && (
        <button type="button" class="text-button" onClick={() => intents.post({ kind: 'showChanges' })}>
          {own.more(rest)}
        </button>
      )}
      {untold && <div class="faint">{own.untold[untold]}</div>}
      {unsure && <div class="faint">{files.length > 0 ? own.unsure[unsure] : own.elsewhere}</div>}
    </div>
  );
}

function ChangedFile({
  file: { path, before, after, lines, isUnsaved, preview },
}: {
  readonly file: FileChange;
}): JSX.Element {
  const { words, intents } = usePanel();
  const own = words.value.changes;
  const fate = !before ? own.created : after ? undefined : own.deleted;
  return (
    <>
      <div class="changed-file">
        <button
          type="button"
          class="text-button"
          title={own.show(path)}
          onClick={() => intents.post({ kind: 'showChanges', path })}
        >
          {path}
        </button>
        {lines && <LineCounts {...(lines.alone ?? lines)} />}
        {fate !== undefined && <span class="faint">{fate}</span>}
        {isUnsaved && (
          <>
            <span class="unsaved">{own.unsaved}</span>
            <button type="button" class="text-button" onClick={() => intents.post({ kind: 'saveFile', path })}>
              {own.save}
            </button>
          </>
        )}
      </div>
      {preview && <Preview lines={preview} />}
    </>
  );
}

const tones: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed' };

function Preview({ lines }: { readonly lines: readonly string[] }): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keyboard
    <pre class="change-preview" tabIndex={0}>
      {lines.map((line, at) => (
        <span key={at} class={tones[line.charAt(0)] ?? ''}>
          {`${line}\n`}
        </span>
      ))}
    </pre>
  );
}
