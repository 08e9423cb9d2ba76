// Whether Git sees `.dialogs/`, from the texts of its ignore files; and the lines by which it does not (SPEC 9.7,
// 13.14). Pure.

const why = '# Dominds keeps its dialogs out of Git. To show them instead: !.dialogs/';
const rule = '.dialogs/';
const ours = `${why}\n${rule}\n`;

/** True if a line of these texts is about `.dialogs/`, for or against it: somebody has chosen. */
export function namesDialogs(texts: readonly string[]): boolean {
  return texts.some(text => text.split(/\r?\n/).some(line => /^!?\/?(?:[^#].*\/)?\.dialogs(?:\/.*)?\s*$/.test(line)));
}

/** `.git/info/exclude` with a rule for `.dialogs/`, which is of this clone alone and changes no file of the project. */
export function withDialogsOut(text: string): string {
  return `${ended(text)}${ours}`;
}

/** The same without the lines that `withDialogsOut` adds. */
export function withoutRule(text: string): string {
  return text.replace(ours, '');
}

/** The same when the person wants to see them in Git: no rule of ours is added again. */
export function withDialogsShown(text: string): string {
  const others = withoutRule(text)
    .split('\n')
    .filter(line => !/^!?\/?\.dialogs(\/\**)?\s*$/.test(line));
  return `${ended(others.join('\n'))}!${rule}\n`;
}

function ended(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
