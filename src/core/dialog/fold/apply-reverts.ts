// Edits of files that a person reverts, restores and keeps (SPEC 12.4, 25.2, 25.4). Pure.
import type { RecordOf } from '../record.ts';
import type { DialogState } from '../state.ts';
import { withChanges, withKept } from './work-facts.ts';

type RevertKind = 'editsUndone' | 'editsRedone' | 'editsKept' | 'revertBegan' | 'revertEnded';

type Changes = { readonly [K in RevertKind]: (state: DialogState, record: RecordOf<K>) => Partial<DialogState> };

export const revertChanges: Changes = {
  editsUndone: (state, { changes }) => ({
    undone: (state.undone ?? 0) + 1,
    ...withChanges(state, changes),
    ...written(state),
    ...(state.reverting && { reverted: changes.length }),
  }),
  editsRedone: (state, { changes }) => ({
    undone: Math.max(0, (state.undone ?? 0) - 1),
    ...withChanges(state, changes),
    ...written(state),
    ...nothingReverted(state),
  }),
  editsKept: (state, { changes }) => ({ kept: withKept(state.kept, changes), ...nothingReverted(state) }),
  revertBegan: (_, { revertId, how, changes, restore }) => ({
    reverting: { revertId, how, changes, ...(restore && { restore }) },
  }),
  revertEnded: () => ({ reverting: undefined }),
};

/** The files of a revert are written: after a crash they are not written again. */
function written({ reverting }: DialogState): Partial<DialogState> {
  return reverting ? { reverting: { ...reverting, isWritten: true } } : {};
}

/** Something happened since the last revert, so that it is no longer offered to be redone. */
export function nothingReverted({ reverted }: DialogState): Partial<DialogState> {
  return reverted ? { reverted: 0 } : {};
}
