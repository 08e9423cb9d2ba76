// What a member reads when the user restored its dialog to an earlier message (SPEC 25.4), in both languages.

/** `files`: those that were restored; none where they were left as they are. */
export interface RestoreTexts {
  /** The first thing that a fork is told. */
  readonly fork: (files: readonly string[]) => string;
  /** Opens the new course. */
  readonly course: (files: readonly string[]) => string;
}

export const restoreEn: RestoreTexts = {
  fork: files =>
    `[Fork] The user goes on from this point of another dialog. ${filesEn(files)} Calls and questions that were open there are not open here; make those that you still need again.`,
  course: files =>
    `[Restored] The user goes back to an earlier point of the dialog. What was said and done after it does not count any more. ${filesEn(files)}`,
};

export const restoreZh: RestoreTexts = {
  fork: files =>
    `【分叉】用户从另一个对话的此处继续。${filesZh(files)}那边未了的诉请和问题在这里并未打开；仍需要的请重新提出。`,
  course: files => `【已恢复】用户回到对话里较早的位置，此后说过和做过的都不再算数。${filesZh(files)}`,
};

function filesEn(files: readonly string[]): string {
  if (files.length === 0) return 'Files were not taken back: they are as they are now.';
  return `These files were taken back to what they were then: ${files.join(', ')}. Read files again before you change them.`;
}

function filesZh(files: readonly string[]): string {
  if (files.length === 0) return '文件没有退回，就是现在的样子。';
  return `这些文件已退回到当时的样子：${files.join('、')}。再次修改之前请先重读。`;
}
