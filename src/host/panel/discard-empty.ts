// A dialog that was begun and in which nothing was said does not stay behind when its panel is closed (SPEC 13.14).
import { type DialogRef, isRootRef } from '../../core/base/ids.ts';
import type { Runtime } from '../../runtime.ts';

/** Deletes a root that holds nothing but its beginning. One that another process drives is left alone. */
export async function discardEmpty(runtime: Runtime, dialog: DialogRef): Promise<void> {
  if (!isRootRef(dialog) || runtime.drivenBy() !== 'this') return;
  const viewed = await runtime.view(dialog, { tail: 2 });
  if (!viewed.ok) return;
  const { state, records, earlier } = viewed.view;
  const [first, ...others] = records;
  if (state.course > 1 || earlier > 0 || others.length > 0 || first?.kind !== 'dialogCreated') return;
  const archived = await runtime.perform({ kind: 'archive', dialog });
  if (archived.ok) await runtime.removeArchived([dialog.rootId]);
}
