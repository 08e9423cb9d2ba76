// Images that a person attaches: kept with the dialog, named by what was said, sent with the course, copied by a fork.
import assert from 'node:assert/strict';
import type { GivenImage } from '../../src/core/base/image.ts';
import type { Tree } from '../../src/driver/driver-context.ts';
import { forkRoot } from '../../src/driver/intents/fork-root.ts';
import { answerQuestion, clearMind, say } from '../../src/driver/intents/intents.ts';
import { rootOf } from '../../src/driver/tree.ts';
import { exportDialogs, exportText } from '../../src/runtime/folder/export-dialog.ts';
import { FULL_COURSE_BYTES } from '../../src/store/dialog-store.ts';
import { node } from '../support/fake-runtime.ts';
import { redPixel, redPixelBytes } from '../support/images.ts';
import { createTestDriver, type TestDriver } from '../support/test-driver.ts';
import { told } from '../support/told.ts';
import { createMind } from './draft/draft-support.ts';

const shot: GivenImage = { name: 'shot.png', data: redPixel };

function sayWith(t: TestDriver, tree: Tree, content: string, images: readonly GivenImage[]) {
  return say(t.driver, rootOf(tree), { msgId: t.driver.ctx.newId(), content, images });
}

const saidIn = (tree: Tree) => rootOf(tree).records.flatMap(record => (record.kind === 'userSaid' ? [record] : []));

describe('images in what a person says', () => {
  it('are kept in the folder of the dialog, recorded by name, and go with every request of the course', async () => {
    const t = createTestDriver({ script: () => 'Seen.' });
    const tree = await t.start('go');
    assert.equal(sayWith(t, tree, 'Look', [shot]).ok, true);
    await t.driver.quiet(tree);
    await t.say(tree, 'And now?');
    const [image] = saidIn(tree)[1]?.images ?? [];
    assert.deepEqual([image?.name, image?.type, image?.bytes], ['shot.png', 'image/png', redPixelBytes.length]);
    assert.ok(t.files.texts.has(`/rtws/.dialogs/run/${tree.rootId}/images/${image?.hash}.png`));
    const imagesOf = (nth: number) => {
      const request = t.llm.requests.at(nth);
      const refs = request?.prompt.messages.flatMap(each => (each.role === 'user' ? (each.images ?? []) : [])) ?? [];
      return refs.map(each => Buffer.from(request?.images?.read(each) ?? []).toString('base64'));
    };
    assert.deepEqual([imagesOf(0), imagesOf(1), imagesOf(2)], [[], [redPixel], [redPixel]]);
    assert.equal((await clearMind(t.driver, rootOf(tree), undefined)).ok, true);
    await t.driver.quiet(tree);
    assert.deepEqual(imagesOf(-1), [], 'a new course leaves them behind');
  });

  it('may come without a text; the list shows their name then', async () => {
    const t = createTestDriver({ script: () => 'Seen.' });
    const tree = t.launch('x');
    await t.driver.quiet(tree);
    assert.equal(sayWith(t, tree, ' ', []).ok, false);
    assert.equal(sayWith(t, tree, '', [shot]).ok, true);
    await t.driver.quiet(tree);
    assert.deepEqual([saidIn(tree)[1]?.content, saidIn(tree)[1]?.images?.length], ['', 1]);
  });

  it('go over into the next course when the model has not seen them yet, and into a fork of that course', async () => {
    let bytes = FULL_COURSE_BYTES;
    const t = createTestDriver({ courseBytes: () => bytes, script: () => 'Seen.' });
    const tree = await t.start('go');
    sayWith(t, tree, 'Look', [shot]);
    await t.driver.quiet(tree);
    assert.equal(rootOf(tree).state.course, 2);
    bytes = 0;
    const sent = () => {
      const request = t.llm.requests.at(-1);
      const refs = request?.prompt.messages.flatMap(each => (each.role === 'user' ? (each.images ?? []) : [])) ?? [];
      return refs.map(each => [each.name, Buffer.from(request?.images?.read(each) ?? []).toString('base64')]);
    };
    assert.deepEqual(sent(), [['shot.png', redPixel]]);
    await t.say(tree, 'And now?');
    assert.deepEqual(sent(), [['shot.png', redPixel]]);
    const forked = await forkRoot(t.driver, tree, { course: 2, genseq: 2 });
    assert.ok(forked.ok);
    const fork = await t.driver.tree(forked.rootId);
    assert.ok(fork);
    await t.say(fork, 'And here?');
    assert.deepEqual(sent(), [['shot.png', redPixel]]);
  });

  it('of a queued message are delivered with it, after a restart too', async () => {
    const t = createTestDriver({ script: { lead: ['!?@human Which?'] } });
    const tree = await t.start('go');
    assert.deepEqual(sayWith(t, tree, 'Look', [shot]), { ok: true, queued: true });
    const again = t.restart({ lead: ['Seen.'] });
    const loaded = await again.onlyTree();
    assert.equal(rootOf(loaded).state.queued[0]?.images?.[0]?.name, 'shot.png');
    await again.answer(loaded, 'this');
    assert.equal(saidIn(loaded).at(-1)?.images?.[0]?.name, 'shot.png');
  });

  it('of an answer follow it in the same request, also where a call asked', async () => {
    const t = createTestDriver({
      dialect: 'tools',
      script: { lead: [{ tools: [{ name: 'ask_human', args: { question: 'How does it look?' } }] }, 'Seen.'] },
    });
    const tree = await t.start('go');
    const [question] = rootOf(tree).state.questions;
    assert.ok(question);
    const by = { kind: 'person', surface: 'panel' } as const;
    const answer = { questionId: question.questionId, msgId: 'a-1', content: 'Like this.', by };
    const tooMany = Array.from({ length: 99 }, () => shot);
    assert.equal(answerQuestion(t.driver, tree, { ...answer, images: tooMany }).ok, false);
    assert.equal(answerQuestion(t.driver, tree, { ...answer, images: [shot] }).ok, true);
    await t.driver.quiet(tree);
    const messages = t.llm.requests.at(-1)?.prompt.messages ?? [];
    const at = messages.findIndex(({ content }) => /Like this\./.test(String(content)));
    const last = messages.at(-1);
    assert.ok(at >= 0 && at < messages.length - 1);
    assert.deepEqual(last?.role === 'user' && last.images?.map(({ name }) => name), ['shot.png']);
  });

  it('that models do not take are refused with what to do, and nothing is recorded', async () => {
    const t = createTestDriver({ script: () => 'Seen.' });
    const tree = await t.start('go');
    const before = rootOf(tree).records.length;
    const large = Buffer.concat([redPixelBytes, Buffer.alloc(6_000_000)]).toString('base64');
    for (const [images, message] of [
      [[{ name: 'a.svg', data: btoa('<svg/>') }], /a\.svg is not a supported image/],
      [[{ name: 'a.png', data: large }], /a\.png has 5\.7 MB/],
      [Array.from({ length: 9 }, () => shot), /9 images are too many/],
    ] as const) {
      const said = told(sayWith(t, tree, 'Look', images));
      assert.match(said.ok ? '' : said.message, message);
    }
    assert.equal(rootOf(tree).records.length, before);
    assert.equal(
      [...t.files.texts.keys()].some(file => file.includes('/images/')),
      false,
    );
  });

  it('are nothing for the mind of a draft dialogue', async () => {
    const mind = createMind([]);
    const said = told(sayWith(mind.t, mind.tree, 'Look', [shot]));
    assert.match(said.ok ? '' : said.message, /takes no images/);
  });

  it('are copied by a fork, so that both folders stay whole', async () => {
    const t = createTestDriver({ script: () => 'Seen.' });
    const tree = await t.start('go');
    sayWith(t, tree, 'Look', [shot]);
    await t.driver.quiet(tree);
    const forked = await forkRoot(t.driver, tree, { course: 1, genseq: 2 });
    assert.ok(forked.ok);
    const fork = await t.driver.tree(forked.rootId);
    assert.ok(fork);
    const [image] = saidIn(fork)[1]?.images ?? [];
    assert.ok(image && (await t.driver.ctx.store.readAttached(rootOf(fork).ref, image)));
  });

  it('are in both forms of an export, which is one file', async () => {
    const t = createTestDriver({ script: () => 'Seen.' });
    const tree = await t.start('go');
    sayWith(t, tree, 'Look', [{ ...shot, name: 'a [1].png' }]);
    await t.driver.quiet(tree);
    const { ref, state, records } = rootOf(tree);
    const found = await exportDialogs(
      {
        tree: async () => ({
          ok: true,
          tree: node(ref, 'lead'),
        }),
        view: async () => ({ ok: true, view: { state, rootStatus: 'running', course: 1, records, earlier: 0 } }),
        image: async (_, image) => ({
          ok: true,
          bytes: (await t.driver.ctx.store.readAttached(ref, image)) ?? new Uint8Array(),
        }),
      },
      ref,
    );
    assert.ok(found.ok);
    const url = `data:image/png;base64,${redPixel}`;
    assert.match(exportText(found.dialogs, 'md'), /\[image a \[1\]\.png \(1 kB\)\]/);
    assert.ok(exportText(found.dialogs, 'md').includes(`![a 1.png](${url})`));
    assert.deepEqual(Object.values(JSON.parse(exportText(found.dialogs, 'json')).dialogs[0].images), [url]);
  });
});
