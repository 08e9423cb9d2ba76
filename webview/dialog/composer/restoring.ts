// What a person does to go back to before a message (SPEC 25.4): chooses what is restored, and edits the message meanwhile.
// No page.
import { withoutBlankEdges } from '../../../src/core/text/blank-edges.ts';
import type { RestoreOffer, ToWebview } from '../../../src/protocol/messages.ts';
import type { RestoreTalk } from '../../shared/words/en/files.ts';
import { wordsFor } from '../../shared/words/use-words.ts';
import { isNewest } from '../conversation/transcript.ts';
import type { Door, Restoring, Signals } from '../signals.ts';
import type { RestoreChoice } from '../ui.ts';
import { givenImage, withImages } from './attached.ts';

/** Begins to go back to a message, from wherever it is read. */
export function startRestore(signals: Signals, door: Door, to: string, content?: string): void {
  const view = signals.picture.value?.view;
  if (view && !isNewest(view)) door.post({ kind: 'showCourse', course: view.state.course });
  beginRestore(signals, to, content);
}

/** Begins to go back to a message; `content`: it is edited in the composer and sent from there. */
export function beginRestore(signals: Signals, to: string, content?: string): void {
  leaveRestore(signals);
  const { drafts, attached } = signals;
  if (content === undefined) {
    signals.restoring.value = { to };
    return;
  }
  signals.restoring.value = { to, held: { text: drafts.value[''] ?? '', images: attached.value } };
  signals.aim.value = { kind: 'message', by: 'person' };
  drafts.value = { ...drafts.value, '': content };
  attached.value = [];
  signals.composerFocus.value += 1;
}

/** Ends it; nothing was restored. */
export function leaveRestore(signals: Signals): void {
  const { held } = signals.restoring.value ?? {};
  signals.restoring.value = undefined;
  if (!held) return;
  signals.drafts.value = { ...signals.drafts.value, '': held.text };
  signals.attached.value = held.images;
}

/** The choice that can be made for a message: a dialog without a fork or course has fewer. */
export function choiceFor({ talk, files }: RestoreChoice, { offer, held }: Restoring): RestoreChoice {
  const talks: readonly RestoreTalk[] = [...(offer?.talks ?? ['fork', 'course']), ...(held ? [] : ['stay' as const])];
  const possible = talks.includes(talk) ? talk : (talks[0] ?? 'stay');
  return { talk: possible, files: files || possible === 'stay' };
}

/** Asks the host for it. In edit mode the composer's text is sent; false when that is empty. */
export function restoreNow(signals: Signals, door: Door): boolean {
  const { restoring, restoreChoice, drafts, attached, outbox } = signals;
  const now = restoring.value;
  if (!now || now.msgId !== undefined) return true;
  const choice = choiceFor(restoreChoice.value, now);
  const msgId = door.newId();
  const ask = { kind: 'restore', msgId, to: now.to, ...choice } as const;
  if (!now.held) {
    door.post({ ...ask, ...(now.offer && choice.talk === 'fork' && { draft: now.offer.content }) });
    restoring.value = { ...now, msgId };
    return true;
  }
  const content = withoutBlankEdges(drafts.value[''] ?? '');
  const images = attached.value;
  if (content === '' && images.length === 0) return false;
  door.post({ ...ask, say: { content, images: images.map(givenImage) } });
  outbox.value = [...outbox.value, { msgId, content, images, questionId: '' }];
  drafts.value = { ...drafts.value, '': '' };
  attached.value = [];
  restoring.value = { ...now, msgId };
  return true;
}

/** The list of what would happen has come; the images of an edited message come with it. */
export function takeOffer(signals: Signals, offer: RestoreOffer): void {
  const { restoring, attached } = signals;
  const now = restoring.value;
  if (now?.to !== offer.to || now.offer) return;
  restoring.value = { ...now, offer };
  if (now.held && offer.images.length > 0) attached.value = withImages(attached.value, offer.images).images;
}

/** It was done. A message that was not sent waits in the composer of the new course. */
export function takeRestored(signals: Signals, { msgId, left }: Extract<ToWebview, { kind: 'restored' }>): void {
  const { restoring, outbox, drafts, attached, notice, picture } = signals;
  const now = restoring.value;
  outbox.value = outbox.value.filter(sent => sent.msgId !== msgId);
  if (left.length > 0) {
    const words = wordsFor(picture.value?.view.language ?? 'en').restore;
    notice.value = { message: words.skipped, remedy: left.join(', ') };
  }
  if (now?.msgId !== msgId) return;
  restoring.value = undefined;
  const { held, offer } = now;
  // Typed before the message was edited; it is not lost.
  if (held) {
    drafts.value = { ...drafts.value, '': held.text };
    attached.value = held.images;
  } else if (offer && choiceFor(signals.restoreChoice.value, now).talk === 'course') {
    if ((drafts.value[''] ?? '').trim() === '') drafts.value = { ...drafts.value, '': offer.content };
    attached.value = withImages(attached.value, offer.images).images;
    signals.composerFocus.value += 1;
  }
}

/** It was refused: it can be tried again, or left. */
export function takeRefusal({ restoring }: Signals, msgId: string | undefined): void {
  const now = restoring.value;
  if (!now) return;
  if (msgId === now.to) restoring.value = undefined;
  else if (now.msgId !== undefined && msgId === now.msgId) {
    const { msgId: _, ...again } = now;
    restoring.value = again;
  }
}
