// Going back to before a message, as a page and the command line list it (SPEC 25.4).
import type { DialogRef } from '../core/base/ids.ts';
import type { GivenImage } from '../core/base/image.ts';
import { flattenTree } from '../core/dialog/view/waiting.ts';
import type { Outcome } from '../core/facts/trouble.ts';
import type { RestoredFile, RestoreOffer } from '../protocol/messages.ts';
import type { RestorePlan, Runtime } from '../runtime.ts';

/** What becomes of the files of a plan. */
export function restoredFiles({ files }: Pick<RestorePlan, 'files'>): readonly RestoredFile[] {
  return files.map(({ path, kind, entry, state, lines, isKept }) => ({
    path: entry === 'folder' ? `${path}/` : path,
    action: ({ created: 'deleted', deleted: 'created', edited: 'changed' } as const)[kind],
    state,
    ...(lines && { added: lines.removed, removed: lines.added }),
    ...(isKept && { isKept }),
  }));
}

/** The list for a page, with the message as it can be edited. */
export async function restoreOffer(
  runtime: Pick<Runtime, 'restorePlan' | 'image'>,
  dialog: DialogRef,
  to: string,
): Promise<Outcome<{ offer: RestoreOffer }>> {
  const planned = await runtime.restorePlan(dialog, to);
  if (!planned.ok) return planned;
  const { course: _, images, ...plan } = planned.plan;
  const given: GivenImage[] = [];
  for (const image of images) {
    const read = await runtime.image(dialog, image);
    if (read.ok) given.push({ name: image.name, data: Buffer.from(read.bytes).toString('base64') });
  }
  return { ok: true, offer: { ...plan, images: given, files: restoredFiles(plan) } };
}

/** A message of the person that reached the talk. */
export interface PersonsMessage {
  readonly dialog: DialogRef;
  readonly agentId: string;
  readonly course: number;
  readonly msgId: string;
  readonly at: string;
  readonly content: string;
}

/** The messages of the person in a dialog, or for a root in its whole tree, the oldest first. */
export async function messagesIn(
  runtime: Pick<Runtime, 'tree' | 'view'>,
  { rootId, selfId }: DialogRef,
): Promise<Outcome<{ messages: PersonsMessage[] }>> {
  const found = await runtime.tree(rootId);
  if (!found.ok) return found;
  const messages: PersonsMessage[] = [];
  for (const node of flattenTree(found.tree)) {
    if (selfId !== String(rootId) && node.selfId !== selfId) continue;
    const dialog = { rootId, selfId: node.selfId };
    let course = 1;
    for (let last = 1; course <= last; course++) {
      const viewed = await runtime.view(dialog, { course });
      if (!viewed.ok) continue;
      last = viewed.view.state.course;
      for (const record of viewed.view.records) {
        if (record.kind !== 'userSaid') continue;
        const { msgId, at, content } = record;
        messages.push({ dialog, agentId: node.agentId, course, msgId, at, content });
      }
    }
  }
  return { ok: true, messages: messages.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at))) };
}
