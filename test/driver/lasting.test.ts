// What lasts, and from when on: what a record rests on is on the disk before the record is shown as done, and before a
// tool acts that cannot be run a second time (SPEC 9.1).
import assert from 'node:assert/strict';
import * as z from 'zod';
import { factTraits } from '../../src/core/dialog/fact-traits.ts';
import { rootOf } from '../../src/driver/tree.ts';
import { defineTool } from '../../src/tools/tool.ts';
import { createMemoryFiles, type MemoryFiles, watchLines } from '../support/memory-files.ts';
import { createTestDriver, dialogsOf } from '../support/test-driver.ts';

const nestedScript = {
  lead: ['!?@coder build', 'Fine.'],
  coder: ['!?@researcher find', 'Built.'],
  researcher: ['!?@human Where?', 'Found.'],
};

describe('what lasts', () => {
  it('is an answer with every course and folder up to the root', async () => {
    const synced = new Set<string>();
    const t = createTestDriver({
      script: nestedScript,
      disk: files =>
        watchLines(
          files,
          () => {},
          place => synced.add(place),
        ),
    });
    const tree = await t.start('Begin');
    const held: string[][] = [];
    t.driver.ctx.feed.subscribe(event => {
      if (event.type === 'recorded' && event.record.kind === 'questionAnswered') held.push([...synced]);
    });
    await t.answer(tree, 'there');
    const root = `/rtws/.dialogs/run/${tree.rootId}`;
    const course = (agent: string) => {
      const { selfId } = dialogsOf(tree, agent)[0]?.ref ?? assert.fail();
      return `${root}/${agent === 'lead' ? '' : `subdialogs/${selfId}/`}course-001.jsonl`;
    };
    const missing = [
      ...['lead', 'coder', 'researcher'].map(course),
      ...['/rtws', '/rtws/.dialogs', '/rtws/.dialogs/run', root, `${root}/subdialogs`],
      '/rtws/.dialogs/roots.jsonl',
    ].filter(place => !held[0]?.includes(place));
    assert.deepEqual(missing, []);
  });

  it('is the start of a tool that acts, before it acts; reading needs no sync', async () => {
    const synced: string[] = [];
    const syncsBefore = new Map<string, boolean>();
    const tool = (name: string, isRepeatable: boolean) =>
      defineTool({
        name,
        description: 'test',
        args: () => z.object({}),
        ...(isRepeatable && { isRepeatable }),
        run: () => {
          syncsBefore.set(
            name,
            synced.some(place => place.endsWith('course-001.jsonl')),
          );
          return { ok: true, content: 'done' };
        },
      });
    const t = createTestDriver({
      script: { lead: [{ tools: [{ name: 'looks' }, { name: 'acts' }] }, 'Done.'] },
      tools: [tool('acts', false), tool('looks', true)],
      storesAtOnce: true,
      disk: files =>
        watchLines(
          files,
          () => {},
          place => synced.push(place),
        ),
    });
    await t.start('Begin');
    assert.deepEqual(
      [...syncsBefore],
      [
        ['looks', false],
        ['acts', true],
      ],
    );
  });

  it('keeps a tool from acting when the disk does not hold its start', async () => {
    let ran = 0;
    const acts = defineTool({
      name: 'acts',
      description: 'test',
      args: () => z.object({}),
      run: () => {
        ran += 1;
        return { ok: true, content: 'done' };
      },
    });
    const t = createTestDriver({
      script: { lead: [{ tools: [{ name: 'acts' }] }, 'Done.'] },
      tools: [acts],
      storesAtOnce: true,
      disk: files => ({ ...files, synced: () => Promise.reject(new Error('EIO')) }),
    });
    const tree = await t.start('Begin');
    assert.equal(rootOf(tree).state.interruption?.code, 'disk');
    assert.equal(ran, 0);
  });

  it('is decided for each kind of record', () => {
    const lasting = Object.entries(factTraits).flatMap(([kind, { lasts }]) =>
      lasts === 'later' ? [] : [`${kind} ${lasts}`],
    );
    assert.deepEqual(lasting.sort(), [
      'dialogArchived atOnce',
      'dialogCompleted atOnce',
      'dialogReopened atOnce',
      'draftAccepted atOnce',
      'permissionModeSet atOnce',
      'permissionRevoked atOnce',
      'questionAnswered atOnce',
      'questionAsked soon',
      'responseSupplied beforeShown',
      'revertBegan atOnce',
      'toolStarted beforeActing',
      'workSettled atOnce',
    ]);
  });

  it('is an answered subdialog whose call a power cut took from its caller', async () => {
    const files = createMemoryFiles();
    const t = createTestDriver({ script: nestedScript, files });
    const tree = await t.start('Begin');
    await t.answer(tree, 'there');
    const folder = `/rtws/.dialogs/run/${tree.rootId}`;
    const { selfId } = dialogsOf(tree, 'coder')[0]?.ref ?? assert.fail();
    cutAt(files, `${folder}/course-001.jsonl`, 'tellaskMade');
    cutAt(files, `${folder}/subdialogs/${selfId}/course-001.jsonl`, 'responseGiven');
    const after = t.restart();
    const again = await after.onlyTree();
    const kept = dialogsOf(again, 'coder')[0] ?? assert.fail();
    assert.ok(!kept.records.some(({ kind }) => kind === 'assignmentDropped'));
    assert.ok(kept.state.frames[0].inbound);
  });
});

/** Takes away the first record of a kind and all after it. */
function cutAt({ texts }: MemoryFiles, file: string, kind: string): void {
  const lines = texts.get(file)?.split(/(?<=\n)/) ?? assert.fail();
  const at = lines.findIndex(line => line.includes(`"kind":"${kind}"`));
  assert.ok(at > 0);
  texts.set(file, lines.slice(0, at).join(''));
}
