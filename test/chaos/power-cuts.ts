// What the power leaves of a history, state by state, and what must be true of each (SPEC 9.1): everything that was
// shown as done is there, the trees are whole, nothing is removed without a word.
import assert from 'node:assert/strict';
import type { RootId } from '../../src/core/base/ids.ts';
import { hashText } from '../../src/core/text/hash.ts';
import type { Tree } from '../../src/driver/driver-context.ts';
import { checkTree, storedRecords } from '../driver/check-tree.ts';
import { members } from '../driver/random-model.ts';
import { createMemoryFiles } from '../support/memory-files.ts';
import { createTestDriver, type TestDriver } from '../support/test-driver.ts';
import type { DiskStep } from './disk-steps.ts';
import { type ByteLoss, byteLosses, type NameLoss, PowerDisk } from './power-disk.ts';
import { actingTool, type History, type Promised } from './power-story.ts';
import { seeded } from './seeded.ts';

/** Files after the power failed, and what had been shown as done by then. */
export interface PowerState {
  readonly at: string;
  readonly texts: ReadonlyMap<string, string>;
  readonly promises: readonly Promised[];
}

/** States of a history that differ; `stride`: the power fails after every so many steps only. */
export function* statesOf({ steps, promises }: History, { stride = 1, seed = 1 } = {}): Generator<PowerState> {
  const disk = new PowerDisk('/rtws');
  const random = seeded(seed);
  const seen = new Set<string>();
  for (const [index, step] of steps.entries()) {
    disk.perform(step);
    if (index % stride !== 0 || isWithinIndex(step)) continue;
    const kept = promises.filter(({ after }) => after <= index + 1);
    for (const { names, bytes, how } of lossesOf(disk.unsure, random)) {
      const texts = disk.after(names, bytes);
      const key = keyOf(texts, kept.length);
      if (seen.has(key)) continue;
      seen.add(key);
      yield { at: `after step ${index + 1} (${step.op} ${step.file}), ${how}`, texts, promises: kept };
    }
  }
}

/** Index files are replaced whole, and their names are tried like any other: what lies between adds nothing. */
function isWithinIndex({ op, file }: DiskStep): boolean {
  return op !== 'rename' && /\.(?:yaml|json)(?:\.1\.tmp)?$/.test(file);
}

interface Loss {
  readonly names: NameLoss;
  readonly bytes: (inode: number) => ByteLoss;
  readonly how: string;
}

/**
 * Names: all, none, as many in order as chance says, any that it says; bytes: each way for all files, and by chance.
 */
function lossesOf(unsure: number, random: () => number): Loss[] {
  const cut = Math.floor(random() * (unsure + 1));
  const coins = Array.from({ length: unsure }, () => random() < 0.5);
  const names: readonly [string, NameLoss][] = [
    ['no name lost', { kind: 'inOrder', keep: unsure }],
    ['names lost in order', { kind: 'inOrder', keep: cut }],
    ['all names lost that were not synced', { kind: 'any', keeps: () => false }],
    ['any names lost', { kind: 'any', keeps: at => coins[at] === true }],
  ];
  const salt = Math.floor(random() * 1_000);
  const mixed = (inode: number) => byteLosses[(inode * 7 + salt) % byteLosses.length] ?? 'all';
  return names.flatMap(([lost, name], index) => [
    ...(index === 0 ? byteLosses : fewer).map(loss => ({
      names: name,
      bytes: () => loss,
      how: `${lost}, bytes: ${loss}`,
    })),
    { names: name, bytes: mixed, how: `${lost}, bytes: any` },
  ]);
}

const fewer: readonly ByteLoss[] = ['all', 'none'];

function keyOf(texts: ReadonlyMap<string, string>, promised: number): string {
  return hashText([promised, ...[...texts].sort().flat()].join('\u0001'));
}

/** What is wrong when such a folder is opened again; nothing when all promises are kept. */
export async function brokenIn({ texts, promises }: PowerState): Promise<string[]> {
  const files = createMemoryFiles(new Map(texts));
  const t = createTestDriver({
    script: () => 'Nothing.',
    members: [...members, 'drafter'],
    files,
    tools: [actingTool(() => {})],
  });
  try {
    const trees = await loadAll(t);
    return [
      ...brokenTrees(t, trees),
      ...brokenPromises(t, trees, promises),
      ...removedFrom(texts, files.texts, { t, trees }),
    ];
  } catch (error) {
    return [`it throws: ${error instanceof Error ? error.stack : error}`];
  }
}

/** The trees of all roots that can be read. */
async function loadAll({ courses, driver }: TestDriver): Promise<ReadonlyMap<RootId, Tree>> {
  const trees = new Map<RootId, Tree>();
  for (const rootId of courses.listRoots().keys()) {
    const tree = await driver.tree(rootId);
    if (tree) trees.set(rootId, tree);
  }
  return trees;
}

function brokenTrees(t: TestDriver, trees: ReadonlyMap<RootId, Tree>): string[] {
  return [...trees.values()].flatMap(tree => {
    try {
      checkTree(t, tree);
      return [];
    } catch (error) {
      assert.ok(error instanceof assert.AssertionError);
      return [`not whole: ${error.message}`];
    }
  });
}

function brokenPromises(t: TestDriver, trees: ReadonlyMap<RootId, Tree>, promises: readonly Promised[]): string[] {
  const stored = new Map<string, Set<string>>();
  const recordsOf = ({ dialog }: Promised) => {
    const { rootId, selfId } = dialog;
    const known = stored.get(selfId);
    if (known) return known;
    const loaded = trees.get(rootId)?.dialogs.get(selfId);
    const records = loaded ? storedRecords(t, loaded) : [];
    const lines = new Set(
      records.map(record => (record.kind === 'toolStarted' ? `acting ${record.callId}` : JSON.stringify(record))),
    );
    stored.set(selfId, lines);
    return lines;
  };
  return promises
    .filter(
      promised =>
        !recordsOf(promised).has(
          'record' in promised.what ? JSON.stringify(promised.what.record) : `acting ${promised.what.acting}`,
        ),
    )
    .map(
      ({ dialog, what }) =>
        `lost: ${'record' in what ? what.record.kind : 'toolStarted'} of ${dialog.rootId}#${dialog.selfId}`,
    );
}

/**
 * Roots and course files that are gone, unless nothing had begun in them; a root that cannot be read must be reported.
 */
function removedFrom(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  { t, trees }: { readonly t: TestDriver; readonly trees: ReadonlyMap<RootId, Tree> },
): string[] {
  const begun = new Set([...before].flatMap(([file, text]) => (isUnbegun(file, text) ? [] : (rootIn(file) ?? []))));
  const left = new Set([...after.keys()].map(rootIn));
  return [...begun]
    .filter(
      rootId =>
        !left.has(rootId) ||
        !(trees.has(rootId as RootId) || t.courses.problems.some(({ file }) => file.includes(rootId))),
    )
    .map(rootId => `removed without a word: ${rootId}`);
}

function rootIn(file: string): string | undefined {
  return /\/(?:run|done|archive)\/([^/]+)\//.exec(file)?.[1];
}

/** A course file of a root without a whole line. */
function isUnbegun(file: string, text: string): boolean {
  return /\/(?:run|done|archive)\/[^/]+\/course-\d+\.jsonl$/.test(file) && !text.includes('\n');
}
