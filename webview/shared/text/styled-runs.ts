// Output of commands with its colours (SGR codes), as those of the editor's terminal. Pure.

const names = ['Black', 'Red', 'Green', 'Yellow', 'Blue', 'Magenta', 'Cyan', 'White'] as const;

interface Style {
  readonly color?: string;
  readonly bold?: boolean;
  readonly dim?: boolean;
}

/** A run of text in one style. */
export interface StyledRun {
  readonly text: string;
  readonly style: Style;
}

/** The runs of a text; codes of which nothing is known change nothing. */
export function runsOf(text: string): readonly StyledRun[] {
  const runs: StyledRun[] = [];
  let style: Style = {};
  text.split(code).forEach((part, at) => {
    if (at % 2 === 1) style = part.split(';').map(Number).reduce(styleAfter, style);
    else if (part !== '') runs.push({ text: part, style });
  });
  return runs;
}

// Its parameters are every second part of a split text.
const code = new RegExp(`${'\x1b'}\\[([\\d;]*)m`);

function styleAfter(style: Style, parameter: number): Style {
  if (parameter === 0) return {};
  if (parameter === 1) return { ...style, bold: true };
  if (parameter === 2) return { ...style, dim: true };
  if (parameter === 22) return style.color === undefined ? {} : { color: style.color };
  const { color: _, ...plain } = style;
  if (parameter === 39) return plain;
  const bright = parameter >= 90;
  const name = names[parameter - (bright ? 90 : 30)];
  return name === undefined ? style : { ...style, color: `--vscode-terminal-ansi${bright ? 'Bright' : ''}${name}` };
}
