// Identifies the space in which a process id is unique: one running system and, on Linux, one pid namespace in it.
// Containers may share a host name and a folder and still give the same id to different processes.
import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';

/**
 * A text that is equal for two processes only if each can ask the system about the other's id. Where the system does
 * not say (Linux without `/proc`), it is unique.
 */
export function pidSpace(platform: NodeJS.Platform = process.platform): string {
  if (platform !== 'linux') return platform;
  try {
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `linux ${bootId} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return `linux ${randomUUID()}`;
  }
}
