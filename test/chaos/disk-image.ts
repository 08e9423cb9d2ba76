// Power cuts of a real ext4: a history is played on a file system in an image. At the moment something is shown as
// done, the image is copied as it lies on the disk, and the copy is mounted, so that its journal is replayed as at the
// next start of a computer. Needs the rights to mount, and Linux.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { diskFiles, type Files } from '../../src/store/disk-files.ts';
import type { PowerState } from './power-cuts.ts';
import { playHistory } from './power-story.ts';

const IMAGE_BYTES = 16 * 1024 * 1024;
/** The journal writes by itself at the end of a time only, which no history lasts: what is on the disk was synced. */
const OPTIONS = 'loop,commit=300';

/** Whether this process may mount an image. */
export function canMount(): boolean {
  return withImage(() => true) ?? false;
}

/**
 * The states that power cuts leave of the history of a seed, one for each promise. Without `syncs` every sync is left
 * out, which must break promises: it shows that the images are what a power cut leaves.
 */
export async function statesOnDisk(seed: number, { syncs = true } = {}): Promise<readonly PowerState[]> {
  const states: PowerState[] = [];
  await withImage(({ image, mounted }) => {
    const files = filesAt(mounted, syncs);
    return playHistory(seed, {
      disk: () => files,
      onPromise: promises =>
        states.push({ at: `promise ${promises.length}`, texts: afterCut(image), promises: [...promises] }),
    });
  });
  return states;
}

/** Every text file of the copy of an image, its journal replayed, as if its root were the rtws. */
function afterCut(image: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const copy = `${image}.copy`;
  fs.copyFileSync(image, copy);
  withMounted(copy, mounted => {
    for (const entry of fs.readdirSync(mounted, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      if (entry.isFile())
        texts.set(path.posix.join('/rtws', path.relative(mounted, file)), fs.readFileSync(file, 'utf8'));
    }
  });
  fs.rmSync(copy);
  return texts;
}

function withImage<T>(work: (at: { readonly image: string; readonly mounted: string }) => T): T | undefined {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dominds-image-'));
  const image = path.join(folder, 'disk');
  const end = () => fs.rmSync(folder, { recursive: true, force: true });
  fs.writeFileSync(image, '');
  fs.truncateSync(image, IMAGE_BYTES);
  if (!runs('mkfs.ext4', ['-q', '-F', image])) {
    end();
    return undefined;
  }
  return withMounted(image, mounted => work({ image, mounted }), end);
}

/** Mounts an image while the work lasts; `undefined` when this process may not. */
function withMounted<T>(image: string, work: (mounted: string) => T, after = () => {}): T | undefined {
  const mounted = `${image}.mounted`;
  fs.mkdirSync(mounted);
  const end = () => {
    // Syncs in the background may still hold it open.
    runs('umount', ['--lazy', mounted]);
    fs.rmdirSync(mounted);
    after();
  };
  if (!runs('mount', ['-o', OPTIONS, image, mounted])) {
    fs.rmdirSync(mounted);
    after();
    return undefined;
  }
  let result: T | undefined;
  try {
    result = work(mounted);
  } finally {
    if (result instanceof Promise) result.then(end, end);
    else end();
  }
  return result;
}

function runs(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

/** The real disk, with what is below `/rtws` in a folder of it. */
function filesAt(folder: string, syncs: boolean): Files {
  const at = (file: string) => path.join(folder, path.relative('/rtws', file));
  const { openAppend } = diskFiles;
  return {
    read: file => diskFiles.read(at(file)),
    readBytes: (file, from, length) => diskFiles.readBytes(at(file), from, length),
    stat: file => diskFiles.stat(at(file)),
    list: place => diskFiles.list(at(place)),
    names: place => diskFiles.names(at(place)),
    exists: file => diskFiles.exists(at(file)),
    openAppend: file => (syncs ? openAppend(at(file)) : { ...openAppend(at(file)), sync: () => {} }),
    replace: (file, content, durable) => diskFiles.replace(at(file), content, durable && syncs),
    createExclusive: (file, text) => diskFiles.createExclusive(at(file), text),
    truncate: (file, bytes) => diskFiles.truncate(at(file), bytes),
    makeFolder: place => diskFiles.makeFolder(at(place)),
    rename: (from, to) => (syncs ? diskFiles.rename(at(from), at(to)) : fs.renameSync(at(from), at(to))),
    remove: file => diskFiles.remove(at(file)),
    sync: place => syncs && diskFiles.sync(at(place)),
    synced: async place => (syncs ? diskFiles.synced(at(place)) : undefined),
  };
}
