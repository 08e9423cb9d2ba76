// Images that are chosen for a message or dropped on a dialog panel are read here (SPEC 10, 18.1).
import * as path from 'node:path';
import { Uri, window, workspace } from 'vscode';
import {
  type GivenImage,
  hasImageName,
  MAX_IMAGE_BYTES,
  MAX_IMAGES,
  type RefusedImage,
} from '../../core/base/image.ts';
import type { ToWebview } from '../../protocol/messages.ts';
import { t } from '../words.ts';

/** The dependencies of a panel's images. */
export interface PanelImagesPorts {
  readonly post: (message: ToWebview) => void;
  readonly folder: () => Uri | undefined;
}

export class PanelImages {
  readonly #ports: PanelImagesPorts;

  constructor(ports: PanelImagesPorts) {
    this.#ports = ports;
  }

  /** Attaches the image files among dropped ones; gives back the others. */
  async attach(uris: readonly string[]): Promise<readonly string[]> {
    const images = uris.filter(hasImageName);
    await this.#read(images.flatMap(parsed));
    return uris.filter(uri => !hasImageName(uri));
  }

  /** Lets the person choose image files for the next message. */
  async pick(): Promise<void> {
    const folder = this.#ports.folder();
    const uris = await window.showOpenDialog({
      canSelectMany: true,
      ...(folder && { defaultUri: folder }),
      filters: { [t('Images')]: ['png', 'jpg', 'jpeg', 'gif', 'webp'] },
      title: t('Attach Images'),
      openLabel: t('Attach'),
    });
    await this.#read(uris ?? []);
  }

  async #read(uris: readonly Uri[]): Promise<void> {
    const images: GivenImage[] = [];
    const refused: RefusedImage[] = uris.slice(MAX_IMAGES).map(uri => ({ name: nameOf(uri), why: 'too-many' }));
    for (const uri of uris.slice(0, MAX_IMAGES)) {
      const name = nameOf(uri);
      try {
        const { size } = await workspace.fs.stat(uri);
        if (size > MAX_IMAGE_BYTES) refused.push({ name, why: 'too-large' });
        else images.push({ name, data: Buffer.from(await workspace.fs.readFile(uri)).toString('base64') });
      } catch {
        refused.push({ name, why: 'unreadable' });
      }
    }
    if (uris.length > 0) this.#ports.post({ kind: 'attached', images, refused });
  }
}

function nameOf(uri: Uri): string {
  return path.posix.basename(uri.path);
}

function parsed(uri: string): Uri[] {
  try {
    return [Uri.parse(uri, true)];
  } catch {
    return [];
  }
}
