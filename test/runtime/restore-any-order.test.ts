// Files after any order of edits, messages, restores and redos, and after a crash in the middle of a restore (SPEC 25.4).
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import type { CallId } from '../../src/core/base/ids.ts';
import { commit } from '../../src/driver/commit.ts';
import type { Dialog, Tree } from '../../src/driver/driver-context.ts';
import { say, standStill } from '../../src/driver/intents/intents.ts';
import { restoreTalk } from '../../src/driver/intents/restore-talk.ts';
import { recordChange } from '../../src/driver/tools/file-changes.ts';
import { rootOf } from '../../src/driver/tree.ts';
import { createEdits, type Edits } from '../../src/runtime/tools/undo-edits.ts';
import type { UndoneEdits } from '../../src/runtime/tools/undo-entry.ts';
import { diskOnly } from '../../src/tools/files/workspace-files.ts';
import type { FileContent } from '../../src/tools/tool.ts';
import { runs } from '../support/properties.ts';
import { makeTempWorkspace, type TempWorkspace } from '../support/temp-workspace.ts';
import { createTestDriver, dialogsOf, type TestDriver } from '../support/test-driver.ts';

const NAMES = ['a.txt', 'b.txt', 'd/c.bin'] as const;
type Name = (typeof NAMES)[number];

/** A tree with a subdialog over a real folder; its files change by hand and by its dialogs. */
class World {
  #count = 0;
  readonly #folder: string;
  #driver: TestDriver;
  tree!: Tree;
  edits!: Edits;

  constructor(folder: string) {
    this.#folder = folder;
    this.#driver = createTestDriver({
      script: { lead: ['!?@coder go', ...Array(30).fill('Fine.')], coder: ['Done.'] },
    });
  }

  async begin(): Promise<void> {
    this.#plug(this.#driver);
    this.tree = await this.#driver.start('Begin');
  }

  /** A new process finds what is stored. */
  async restart(): Promise<void> {
    const { rootId } = this.tree;
    this.#driver = this.#driver.restart();
    this.#plug(this.#driver);
    this.tree = (await this.#driver.driver.tree(rootId)) ?? assert.fail();
  }

  #plug({ driver }: TestDriver): void {
    const stop = (tree: Tree) => standStill(driver, tree);
    this.edits = createEdits(diskOnly, {
      newId: driver.ctx.newId,
      standStill: stop,
      goOn: (tree, restored) => restoreTalk({ driver, say, standStill: stop }, tree, restored),
    });
    Object.assign(driver.ctx, { rtws: this.#folder, finishReverts: (tree: Tree) => this.edits.finish(tree) });
  }

  get root(): Dialog {
    return rootOf(this.tree);
  }

  async say(): Promise<string> {
    const msgId = `said-${++this.#count}`;
    const { driver } = this.#driver;
    say(driver, this.root, { msgId, content: 'Go on' });
    await driver.quiet(this.tree);
    return msgId;
  }

  read(name: Name): string | undefined {
    const file = path.join(this.#folder, name);
    return existsSync(file) ? readFileSync(file, 'latin1') : undefined;
  }

  all(): readonly (string | undefined)[] {
    return NAMES.map(name => this.read(name));
  }

  byHand(name: Name, text: string | undefined): void {
    const file = path.join(this.#folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    if (text === undefined) rmSync(file, { force: true });
    else writeFileSync(file, text, 'latin1');
  }

  byDialog(name: Name, text: string | undefined, who: 'lead' | 'coder'): void {
    const dialog = dialogsOf(this.tree, who)[0] ?? assert.fail();
    const before = this.#content(name);
    this.byHand(name, text);
    const after = this.#content(name);
    const changed = { path: name, ...(before && { before }), ...(after && { after }) };
    commit(dialog, {
      kind: 'filesChanged',
      callId: `call-${++this.#count}` as CallId,
      changes: [recordChange(dialog, changed)],
    });
  }

  #content(name: Name): FileContent | undefined {
    const text = this.read(name);
    return text === undefined ? undefined : { bytes: Buffer.from(text, 'latin1'), mode: 0o644 };
  }
}

const name = fc.constantFrom(...NAMES);
const text = fc.option(fc.constantFrom('one\n', 'two\n', '\0\x01bin', ''), { nil: undefined });
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      name,
      text,
      who: fc.constantFrom('lead' as const, 'coder' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('say' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('hand' as const), name, text }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('keep' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restore' as const), to: fc.nat(9), redone: fc.boolean() }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Said {
  readonly msgId: string;
  readonly files: readonly (string | undefined)[];
  /** Files that were changed by hand since. */
  readonly touched: Set<Name>;
}

async function play(world: World, steps: readonly Step[], restoreTo: (to: string) => Promise<UndoneEdits>) {
  const said: Said[] = [{ msgId: await world.say(), files: world.all(), touched: new Set() }];
  for (const each of steps) {
    if (each.kind === 'edit') world.byDialog(each.name, each.text, each.who);
    else if (each.kind === 'say') said.push({ msgId: await world.say(), files: world.all(), touched: new Set() });
    else if (each.kind === 'keep') await world.edits.keep(world.root);
    else if (each.kind === 'hand') {
      if (world.read(each.name) === each.text) continue;
      world.byHand(each.name, each.text);
      for (const { touched } of said) touched.add(each.name);
    } else {
      const to = said[each.to % said.length] ?? assert.fail();
      const before = world.all();
      const { left, restored } = await restoreTo(to.msgId);
      for (const [at, file] of NAMES.entries()) {
        const now = world.read(file);
        if (left.some(each => each.path === file)) assert.equal(now, before[at], `${file} was left, and changed`);
        else if (!to.touched.has(file)) assert.equal(now, to.files[at], `${file} is not as it was`);
      }
      if (each.redone && restored.length > 0) {
        const redone = await world.edits.redo(world.root);
        assert.ok(redone.ok);
        assert.deepEqual(redone.redone.left, []);
        assert.deepEqual(world.all(), before);
      }
    }
  }
}

describe('files in any order of edits, messages and restores', () => {
  let place: TempWorkspace;
  beforeEach(async () => {
    place = await makeTempWorkspace({});
  });
  afterEach(() => place.remove());

  /** Each run has a folder of its own. */
  let count = 0;
  const world = async () => {
    const folder = path.join(place.folder, `${++count}`);
    mkdirSync(folder);
    const made = new World(folder);
    await made.begin();
    return made;
  };
  const restore = async (at: World, to: string) => {
    const done = await at.edits.restore(at.root, { kind: 'restore', dialog: at.root.ref, to, talk: 'stay' });
    assert.ok(done.ok, JSON.stringify(done));
    return done.restored;
  };

  it('are as they were at the message, or are named and left; a redo gives back exactly what was there', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async steps => {
        const at = await world();
        await play(at, steps, to => restore(at, to));
      }),
      runs(60),
    )).timeout(60_000);

  it('are the same where the process dies after any number of files', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          step.filter(({ kind }) => kind === 'edit' || kind === 'hand' || kind === 'say'),
          { maxLength: 10 },
        ),
        fc.nat(3),
        fc.constantFrom('stay' as const, 'course' as const, 'fork' as const),
        async (steps, written, talk) => {
          const [whole, cut] = [await world(), await world()];
          for (const at of [whole, cut]) await play(at, steps, async () => ({ restored: [], left: [] }));
          const to = 'said-1';
          await restore(whole, to);
          const plan = await cut.edits.restorePlan(cut.root, to);
          assert.ok(plan.ok);
          // The record and some of the writes, as the restore does them.
          const undone = plan.plan.files.filter(({ state }) => state === 'as-written');
          await cutShort(cut, { to, talk, written });
          await cut.restart();
          assert.deepEqual(cut.all(), whole.all());
          assert.equal(cut.root.state.reverting, undefined);
          assert.equal(cut.root.state.course, talk === 'course' ? 2 : 1);
          if (undone.length > 0) {
            const redone = await cut.edits.redo(cut.root);
            assert.ok(redone.ok);
          }
        },
      ),
      runs(30),
    )).timeout(60_000);
});

/** Begins a restore, which dies once it has written so many files. */
async function cutShort(
  world: World,
  { to, talk, written }: { readonly to: string; readonly talk: 'stay' | 'course' | 'fork'; readonly written: number },
): Promise<void> {
  const { store } = world.tree.ctx;
  let left = written;
  const append = store.append.bind(store);
  let hasBegun = false;
  const died = new Error('died');
  Object.assign(store, {
    append: (...args: Parameters<typeof append>) => {
      if (hasBegun) throw died;
      hasBegun = args[1].some(({ kind }) => kind === 'revertBegan');
      append(...args);
    },
  });
  const keep = store.keepPrevious.bind(store);
  Object.assign(store, {
    keepPrevious: (...args: Parameters<typeof keep>) => {
      if (hasBegun && left-- === 0) throw died;
      return keep(...args);
    },
  });
  await world.edits.restore(world.root, { kind: 'restore', dialog: world.root.ref, to, talk }).catch(() => {});
}
