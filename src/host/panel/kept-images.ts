// The images of a composer that were not sent yet, over a reload of the window: the state that the editor keeps of a
// panel is no place for megabytes. A lost or torn file costs the images of one composer.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DialogRef } from '../../core/base/ids.ts';
import type { GivenImage } from '../../core/base/image.ts';
import { realTimer, type Timer } from '../../pages/coalesce.ts';
import { givenImages } from '../../protocol/packet-schemas.ts';

/** Milliseconds: a window that is loaded anew may close its tabs before it goes. */
const CLOSED_FOR_GOOD_MS = 5_000;

export class KeptImages {
  readonly #folder: string;
  readonly #timer: Timer;
  /** The ends of those whose panel was closed, by their files. */
  readonly #ends = new Map<string, { dispose(): void }>();
  /** Writes one after another; never rejects. */
  #turn: Promise<void> = Promise.resolve();

  /** `folder`: absolute, for this alone; it is made when it is needed. */
  constructor(folder: string, timer: Timer = realTimer) {
    this.#folder = folder;
    this.#timer = timer;
  }

  /** The images that were kept for the composer of a dialog. Never rejects. */
  async read(dialog: DialogRef): Promise<readonly GivenImage[]> {
    this.#stay(dialog);
    try {
      await this.#turn;
      const parsed = givenImages().safeParse(JSON.parse(await readFile(this.#fileOf(dialog), 'utf8')));
      return parsed.success ? parsed.data : [];
    } catch {
      return [];
    }
  }

  /** Keeps these in place of others; with none, nothing is left. Resolves when it is done or could not be done. */
  keep(dialog: DialogRef, images: readonly GivenImage[]): Promise<void> {
    const file = this.#fileOf(dialog);
    this.#stay(dialog);
    return this.#inTurn(async () => {
      if (images.length === 0) return rm(file, { force: true });
      await mkdir(this.#folder, { recursive: true });
      await writeFile(file, JSON.stringify(images));
    });
  }

  /** The panel was closed: they go, unless it is opened again or the window goes first. */
  close(dialog: DialogRef): void {
    this.#stay(dialog);
    this.#ends.set(
      this.#fileOf(dialog),
      this.#timer(CLOSED_FOR_GOOD_MS, () => void this.keep(dialog, [])),
    );
  }

  #stay(dialog: DialogRef): void {
    const file = this.#fileOf(dialog);
    this.#ends.get(file)?.dispose();
    this.#ends.delete(file);
  }

  /** No panel is there to give them back to. */
  clear(): Promise<void> {
    return this.#inTurn(() => rm(this.#folder, { recursive: true, force: true }));
  }

  /** Resolves when everything that was kept until now is stored, or could not be. */
  stored(): Promise<void> {
    return this.#turn;
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(work).catch(() => {});
    return this.#turn;
  }

  #fileOf({ rootId, selfId }: DialogRef): string {
    return path.join(this.#folder, `${rootId}.${selfId}.json`);
  }
}
