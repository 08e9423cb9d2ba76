// Memories of a member and of the team: markdown files below `.minds/memory/` (SPEC 12.2), read into each system
// prompt.

import path from 'node:path';
import type { AgentId } from '../core/base/ids.ts';
import type { Memory } from '../core/prompt/brief.ts';
import type { PromptTexts } from '../core/prompt/prompt-texts.ts';
import type { Said } from '../core/prompt/said.ts';
import { confine } from './files/confine.ts';
import { cutText } from './files/cut-text.ts';
import type { TextFiles } from './files/text-files.ts';
import type { Done, MindFiles } from './mind-files.ts';
import { refuseChange, tryOnDisk } from './mind-files.ts';

/** The owner of a memory: one member, or the team. */
export type MemoryOwner = AgentId | 'team';

/** Characters of one memory, and of all memories of an owner, that a prompt shows. */
const MEMORY_CAP = 8_000;
const MEMORIES_CAP = 32_000;
const MAX_MEMORIES = 300;
const MAX_DEPTH = 4;

/** Changes memories for tools. A memory is named by a path like `build/windows`. Refusals are values. */
export interface Memories {
  add(owner: MemoryOwner, name: string, content: string): Done;
  replace(owner: MemoryOwner, name: string, content: string): Done;
  drop(owner: MemoryOwner, name: string): Done;
}

/** The folder of an owner's memories, relative to the rtws. */
export function memoryFolder(owner: MemoryOwner): string {
  return owner === 'team' ? '.minds/memory/team_shared' : `.minds/memory/individual/${owner}`;
}

/** All memories of a folder in the order of their paths, capped; those without room are named at the end. */
export function readMemories(files: TextFiles, folder: string, texts: PromptTexts): readonly Memory[] {
  const memories: Memory[] = [];
  const leftOut: string[] = [];
  let room = MEMORIES_CAP;
  for (const file of markdownFiles(files, folder, MAX_DEPTH)) {
    const read = files.read(file);
    if (read.kind !== 'text' || read.text.trim() === '') continue;
    const name = file.slice(folder.length + 1, -'.md'.length);
    const text = cutText(read.text.trim(), MEMORY_CAP, texts);
    if (text.length > room || memories.length >= MAX_MEMORIES) {
      leftOut.push(name);
      continue;
    }
    memories.push({ path: name, text });
    room -= text.length;
  }
  return leftOut.length === 0 ? memories : [...memories, { path: '', text: texts.leftOutNote(firstOf(leftOut)) }];
}

/** The memories of an rtws, for tools. */
export function createMemories(rtws: string, files: MindFiles, texts: TextFiles): Memories {
  const find = (owner: MemoryOwner, name: string) => findMemory(rtws, owner, name);
  const exists = (file: string) => texts.read(file).kind !== 'missing';
  const write = (absolute: string, content: string, done: Said): Done => {
    if (content.trim() === '') return refuseChange(w => w.emptyContent);
    if (content.length > MEMORY_CAP) return refuseChange(w => w.memoryTooLong(MEMORY_CAP));
    return tryOnDisk(() => {
      files.makeFolder(path.dirname(absolute));
      files.replace(absolute, content, true);
    }, done);
  };
  return {
    add(owner, name, content) {
      const found = find(owner, name);
      if ('why' in found) return refuseChange(found.why);
      if (exists(found.file)) return refuseChange(w => w.memoryThere(found.name));
      return write(found.absolute, content, w => w.memoryAdded(found.name));
    },
    replace(owner, name, content) {
      const found = find(owner, name);
      if ('why' in found) return refuseChange(found.why);
      if (!exists(found.file)) return refuseChange(w => w.noMemoryToReplace(found.name));
      return write(found.absolute, content, w => w.memoryReplaced(found.name));
    },
    drop(owner, name) {
      const found = find(owner, name);
      if ('why' in found) return refuseChange(found.why);
      if (!exists(found.file)) return refuseChange(w => w.noMemory(found.name));
      return tryOnDisk(
        () => files.remove(found.absolute),
        w => w.memoryDropped(found.name),
      );
    },
  };
}

function markdownFiles(files: TextFiles, folder: string, depth: number): readonly string[] {
  if (depth === 0) return [];
  return files.list(folder).flatMap(({ name, kind }) => {
    if (kind === 'folder') return markdownFiles(files, `${folder}/${name}`, depth - 1);
    return kind === 'link' || name.endsWith('.md') ? [`${folder}/${name}`] : [];
  });
}

function findMemory(
  rtws: string,
  owner: MemoryOwner,
  given: string,
): { readonly name: string; readonly file: string; readonly absolute: string } | { readonly why: Said } {
  const name = given.trim().replaceAll('\\', '/').replace(/\.md$/i, '');
  const steps = name.split('/');
  if (steps.length > MAX_DEPTH || !steps.every(step => stepPattern.test(step)))
    return { why: w => w.badMemoryName(MAX_DEPTH) };
  const folder = memoryFolder(owner);
  const file = `${folder}/${name}.md`;
  const absolute = path.join(rtws, file);
  if (!confine(rtws, path.join(rtws, folder))) return { why: w => w.memoryLeadsOut(folder) };
  const isInside = confine(path.join(rtws, folder), absolute);
  return isInside ? { name, file, absolute } : { why: w => w.pathLeadsOut };
}

const stepPattern = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_.-]{0,63}$/u;

function firstOf(names: readonly string[]): readonly string[] {
  return names.length <= 20 ? names : [...names.slice(0, 20), '…'];
}
