// Words about changed files, in both languages.
import type { UntoldChanges } from '../../../src/core/dialog/file-changes.ts';

export const changesEn = {
  title: 'Changed files',
  files: (count: number): string => (count === 1 ? '1 file' : `${count} files`),
  review: 'Review',
  keep: 'Keep',
  revert: 'Revert',
  /** Follows the name of a file. */
  created: 'new',
  deleted: 'deleted',
  show: (path: string): string => `Show the changes of ${path}`,
  unsaved: 'in your unsaved editor; commands do not see it yet',
  save: 'Save',
  more: (count: number): string => `${count} more`,
  untold: {
    some: 'The command changed more files than are listed.',
    all: 'Changes made by this command are not known: the folder has too many files, or comparing took too long.',
  } as Readonly<Record<UntoldChanges, string>>,
};

export type ChangesWords = typeof changesEn;

export const changesZh: ChangesWords = {
  title: '改动的文件',
  files: count => `${count} 个文件`,
  review: '查看',
  keep: '保留',
  revert: '还原',
  created: '新建',
  deleted: '已删除',
  show: path => `查看 ${path} 的改动`,
  unsaved: '在你未保存的编辑器里，命令还看不到',
  save: '保存',
  more: count => `还有 ${count} 个`,
  untold: {
    some: '该命令改动的文件比列出的更多。',
    all: '该命令改动了什么未知：文件夹里的文件太多，或比较用时过长。',
  },
};
