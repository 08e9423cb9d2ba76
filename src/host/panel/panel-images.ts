// Images of a dialog panel: chosen or dropped ones are read here, those of the composer are held while its page is hidden,
// and those of the conversation are read from the dialog's folder (SPEC 10, 18.1).
import * as path from 'node:path';
import { Uri, window, workspace } from 'vscode';
import type { DialogRef } from '../../core/dialog/ids.ts';
import { type GivenImage, hasImageName, MAX_IMAGE_BYTES, MAX_IMAGES } from '../../core/image.ts';
import type { ToHost, ToWebview } from '../../protocol/messages.ts';
import type { Runtime } from '../../runtime.ts';
import { t } from '../words.ts';

type ImageMessage = Extract<ToHost, { kind: 'pickImages' | 'holdImages' | 'showImage' }>;

/** What the images of a panel need. `related` are subdialogs that are unfolded in it. */
export interface PanelImagesPorts {
  readonly dialog: DialogRef;
  readonly post: (message: ToWebview) => void;
  readonly runtime: () => Pick<Runtime, 'image'> | undefined;
  readonly folder: () => Uri | undefined;
  readonly related: () => Iterable<string>;
}

export class PanelImages {
  readonly #ports: PanelImagesPorts;
  #held: readonly GivenImage[] = [];

  constructor(ports: PanelImagesPorts) {
    this.#ports = ports;
  }

  /** Gives back what the composer held, now that its page is there again. */
  giveBack(): void {
    if (this.#held.length > 0) this.#ports.post({ kind: 'attached', images: this.#held });
  }

  receive(message: ImageMessage): Promise<void> | void {
    switch (message.kind) {
      case 'holdImages':
        this.#held = message.images;
        return;
      case 'pickImages':
        return this.#pick();
      case 'showImage':
        return this.#show(message);
    }
  }

  /** Attaches the image files among dropped ones; gives back the others. */
  async attach(uris: readonly string[]): Promise<readonly string[]> {
    const images = uris.filter(hasImageName);
    await this.#read(images.flatMap(parsed));
    return uris.filter(uri => !hasImageName(uri));
  }

  async #pick(): Promise<void> {
    const folder = this.#ports.folder();
    const uris = await window.showOpenDialog({
      canSelectMany: true,
      ...(folder && { defaultUri: folder }),
      filters: { [t('Images')]: ['png', 'jpg', 'jpeg', 'gif', 'webp'] },
      openLabel: t('Attach'),
    });
    await this.#read(uris ?? []);
  }

  async #read(uris: readonly Uri[]): Promise<void> {
    const images: GivenImage[] = [];
    for (const uri of uris.slice(0, MAX_IMAGES)) {
      const name = path.posix.basename(uri.path);
      try {
        const { size } = await workspace.fs.stat(uri);
        if (size > MAX_IMAGE_BYTES) {
          this.#refuse(
            t('{0} is too large.', name),
            t('Attach images of up to {0} MB.', MAX_IMAGE_BYTES / 1024 / 1024),
          );
          continue;
        }
        images.push({ name, data: Buffer.from(await workspace.fs.readFile(uri)).toString('base64') });
      } catch {
        this.#refuse(t('{0} cannot be read.', name), t('Choose a file that you may read.'));
      }
    }
    if (images.length > 0) this.#ports.post({ kind: 'attached', images });
  }

  async #show({ hash, type }: Extract<ImageMessage, { kind: 'showImage' }>): Promise<void> {
    const { dialog, post, runtime, related } = this.#ports;
    for (const selfId of [dialog.selfId, ...related()]) {
      const read = await runtime()?.image(
        { rootId: dialog.rootId, selfId: selfId as DialogRef['selfId'] },
        { hash, type },
      );
      if (!read?.ok) continue;
      return post({ kind: 'image', hash, type, data: Buffer.from(read.bytes).toString('base64') });
    }
    post({ kind: 'image', hash, type });
  }

  #refuse(message: string, remedy: string): void {
    this.#ports.post({ kind: 'refused', message, remedy });
  }
}

function parsed(uri: string): Uri[] {
  try {
    return [Uri.parse(uri, true)];
  } catch {
    return [];
  }
}
