// Whether Git sees `.dialogs/`, from the texts of its ignore files; and the line to add so that it does not (SPEC
// 13.14). Pure.

/** True if one of these texts has a rule that excludes `.dialogs/`. */
export function leavesDialogsOut(texts: readonly string[]): boolean {
  return texts.some(text => text.split(/\r?\n/).some(line => /^\/?\.dialogs(\/\**)?\s*$/.test(line)));
}

/** `.git/info/exclude` with a rule for `.dialogs/`, which is of this clone alone and changes no file of the project. */
export function withDialogsOut(text: string): string {
  const end = text === '' || text.endsWith('\n') ? '' : '\n';
  return `${text}${end}.dialogs/\n`;
}
