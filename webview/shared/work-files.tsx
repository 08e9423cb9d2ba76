// The files of a teammate's changes on the question about them: each with its lines, its diff in the editor, and a box
// for itself and for its hunks, so that a part can be taken (SPEC 27.2).
import type { JSX } from 'preact';
import { type Picked, takeAnswer } from '../../src/core/changes/picked.ts';
import type { ShownWork } from '../../src/core/dialog/workplace.ts';
import { Button, Checkbox } from './controls.tsx';
import { LineCounts } from './line-counts.tsx';
import { useWords } from './words/use-words.ts';

type WorkFile = ShownWork['files'][number];

interface WorkFilesProps {
  readonly work: ShownWork;
  /** The parts that are left out, as they were given to `onKeep`. */
  readonly kept: string | undefined;
  readonly locked: boolean;
  readonly onKeep: (kept: string | undefined) => void;
  readonly onAnswer: (answer: string) => void;
  /** Shows the diff of a file; absent: the page has no way to. */
  readonly onShow?: (path: string) => void;
}

export function WorkFiles({ work, kept, locked, onKeep, onAnswer, onShow }: WorkFilesProps): JSX.Element {
  const { question } = useWords();
  const left = new Set<string>(parse(kept));
  const all = work.files.flatMap(keysOf);
  const chosen = all.filter(key => !left.has(key));
  const set = (keys: readonly string[], isChosen: boolean) => {
    for (const key of keys) {
      if (isChosen) left.delete(key);
      else left.add(key);
    }
    onKeep(left.size > 0 ? JSON.stringify([...left]) : undefined);
  };
  return (
    <fieldset class="work-files" aria-label={question.files}>
      {work.files.map(file => (
        <FileLine
          key={file.path}
          file={file}
          left={left}
          isOnly={all.length < 2}
          locked={locked}
          set={set}
          {...(onShow && { onShow })}
        />
      ))}
      {chosen.length < all.length && (
        <div class="form-buttons">
          <Button
            look="primary"
            disabled={locked || chosen.length === 0}
            onPress={() => onAnswer(takeAnswer(pickedIn(work.files, left)))}
          >
            {question.takeSelected(chosen.length, all.length)}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

interface FileLineProps extends Pick<WorkFilesProps, 'locked' | 'onShow'> {
  readonly file: WorkFile;
  readonly left: ReadonlySet<string>;
  /** There is nothing to choose. */
  readonly isOnly: boolean;
  readonly set: (keys: readonly string[], isChosen: boolean) => void;
}

function FileLine({ file, left, isOnly, locked, set, onShow }: FileLineProps): JSX.Element {
  const { question } = useWords();
  const { path, added, removed } = file;
  const keys = keysOf(file);
  const isChosen = keys.every(key => !left.has(key));
  return (
    <div class="work-file">
      {isOnly ? (
        <span class="path">{path}</span>
      ) : (
        <Checkbox checked={isChosen} disabled={locked} onToggle={() => set(keys, !isChosen)}>
          <span class="path">{path}</span>
        </Checkbox>
      )}
      {added !== undefined && removed !== undefined && <LineCounts added={added} removed={removed} />}
      {keys.length > 1 && (
        <span class="work-hunks">
          {keys.map((key, at) => (
            <button
              key={key}
              type="button"
              disabled={locked}
              aria-pressed={!left.has(key)}
              aria-label={question.hunk(at + 1, path)}
              title={question.hunk(at + 1, path)}
              onClick={() => set([key], left.has(key))}
            >
              #{at + 1}
            </button>
          ))}
        </span>
      )}
      {onShow && (
        <button type="button" class="text-button" onClick={() => onShow(path)}>
          {question.showDiff}
          <span class="unseen"> {path}</span>
        </button>
      )}
    </div>
  );
}

/** The parts of a file that are taken or left one by one. */
function keysOf({ path, hunks = 1 }: WorkFile): readonly string[] {
  return Array.from({ length: hunks }, (_, at) => `${at + 1} ${path}`);
}

function pickedIn(files: readonly WorkFile[], left: ReadonlySet<string>): readonly Picked[] {
  return files.flatMap(file => {
    const keys = keysOf(file);
    const hunks = keys.flatMap((key, at) => (left.has(key) ? [] : [at + 1]));
    if (hunks.length === 0) return [];
    return [{ path: file.path, ...(hunks.length < keys.length && { hunks }) }];
  });
}

function parse(kept: string | undefined): readonly string[] {
  try {
    return kept === undefined ? [] : (JSON.parse(kept) as string[]);
  } catch {
    return [];
  }
}
