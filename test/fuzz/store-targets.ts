// What is fuzzed of the readers of `.dialogs/`: files of a real story, damaged, opened by everything that reads them.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { foldCourse } from '../../src/core/dialog/fold/apply.ts';
import { createTranscript } from '../../src/core/dialog/transcript/transcript.ts';
import { transcriptBlocks } from '../../src/core/dialog/transcript/transcript-blocks.ts';
import { pendingQuestions } from '../../src/core/dialog/view/projection.ts';
import { promptTexts } from '../../src/core/prompt/prompt-texts.ts';
import { buildPrompt } from '../../src/driver/generate/build-prompt.ts';
import { questionsOf, settledOf, treeNode, viewOf } from '../../src/driver/queries.ts';
import { exportText } from '../../src/runtime/folder/export-dialog.ts';
import { readCourseBytes } from '../../src/store/files/courses/course-log.ts';
import { checkCourses } from '../../src/store/files/health/check-courses.ts';
import { countRecords } from '../../src/store/files/health/count-records.ts';
import { openInboxFolder } from '../../src/store/files/inbox.ts';
import { acquireLock, type LockEnvironment, readLock } from '../../src/store/files/lock/lock.ts';
import { openRootsFile } from '../../src/store/files/roots-index.ts';
import { transcriptWords } from '../../src/words/say.ts';
import { toItems } from '../../webview/dialog/items/items.ts';
import { momentsOf } from '../chaos/kills.ts';
import { openStage } from '../chaos/story.ts';
import { createMemoryFiles } from '../support/memory-files.ts';
import { toldProblem } from '../support/told.ts';
import { damaged, damagedJson } from './hostile.ts';
import { type FuzzTarget, target } from './target.ts';

const RTWS = '/rtws';

/** The files of the story at some moments of it. */
const scenes = (await momentsOf()).moments.filter((_, index) => index % 150 === 149).map(({ texts }) => texts);

interface Damage {
  readonly scene: ReadonlyMap<string, string>;
  readonly file: string;
  readonly text: string;
}

const kindsOfFile = /(course-001\.jsonl|\.yaml|\.json|roots\.jsonl)$/;

/** One file of a scene, damaged as a text or in one of its records. */
const damage: fc.Arbitrary<Damage> = fc
  .tuple(fc.constantFrom(...scenes), fc.nat(1_000), fc.nat(1_000), fc.boolean())
  .chain(([scene, pick, line, asRecord]) => {
    const files = [...scene.keys()].filter(file => kindsOfFile.test(file));
    const file = files[pick % files.length] ?? '';
    const text = scene.get(file) ?? '';
    const lines = text.trimEnd().split('\n');
    const at = line % lines.length;
    const seed = asRecord && file.endsWith('.jsonl') ? parse(lines[at] ?? '') : undefined;
    if (seed === undefined) return damaged(text).map(changed => ({ scene, file, text: changed }));
    return damagedJson(seed).map(record => {
      const changed = lines.with(at, record);
      return { scene, file, text: `${changed.join('\n')}\n` };
    });
  });

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Everything that shows a folder works, and what is wrong says where and what to do. */
async function readAll({ scene, file, text }: Damage): Promise<void> {
  const files = createMemoryFiles(new Map([...scene, [file, text]]));
  const t = openStage({ files, world: new Map() });
  const { driver } = t;
  const { courses: store } = t;
  for (const rootId of store.listRoots().keys()) {
    const tree = await driver.tree(rootId);
    if (!tree) continue;
    treeNode(tree);
    questionsOf(tree);
    settledOf(tree);
    driver.summaryOf(tree);
    driver.registryOf(tree);
    for (const dialog of tree.dialogs.values()) {
      assert.ok((await viewOf(dialog)).ok);
      buildPrompt(dialog, 'person');
      toItems(dialog.records, { course: dialog.state.course, earlier: 0 });
      transcriptBlocks(dialog.records, transcriptWords('en'));
      const { ref, state, records } = dialog;
      const exported = { ...ref, agentId: state.identity.agentId, headline: state.headline };
      exportText([{ ...exported, courses: [{ course: 1, records }] }], 'md');
    }
    // What is left to do may be driven: it ends in whatever way, and never throws.
    await t.goOn(tree);
  }
  const folder = [...scene.keys()].find(each => each.endsWith('course-001.jsonl'))?.replace(/\/[^/]*$/, '') ?? '';
  checkCourses(files, folder, { rootId: 'id-000001', selfId: 'id-000001' } as never);
  countRecords(files, folder);
  for (const problem of store.problems.map(toldProblem)) {
    assert.match(problem.file, /^\.dialogs\//);
    assert.notEqual(problem.message, '');
    assert.notEqual(problem.remedy, '');
  }
  // Nothing is written anywhere else.
  for (const each of files.texts.keys()) assert.ok(each.startsWith(`${RTWS}/.dialogs/`), each);
}

const lockText = JSON.stringify({ pid: 1, host: 'here', token: 't', heartbeatAt: '2026-01-01T00:00:00.000Z' });
const environment = (text: string): LockEnvironment => ({
  files: createMemoryFiles(new Map([[`${RTWS}/.dialogs/lock`, text]])),
  pid: 2,
  host: 'here',
  pidSpace: 'one',
  now: () => Date.UTC(2026, 0, 1),
  elapsed: () => 0,
  turn: () => 0,
  isAlive: pid => pid === 1,
});

const intent = {
  v: 1,
  msgId: 'm-1',
  to: 't',
  at: '2026-01-01T00:00:00.000Z',
  kind: 'drive_dialog_by_user_answer',
  continuationType: 'answer',
  targetSubdialogId: 'abd',
  by: { kind: 'person', surface: 'cli' },
  questionId: 'q',
  content: 'x',
  dialog: { rootId: 'abc', selfId: 'abc' },
};
const summary = {
  rootId: 'abc',
  status: 'running',
  state: 'idle',
  agentId: 'a',
  createdAt: '2026-01-01T00:00:00.000Z',
};
const someCourse =
  scenes.at(-1)?.get(`${RTWS}/.dialogs/run/id-000001/course-001.jsonl`) ?? scenes.at(-1)?.values().next().value ?? '';
const records = readCourseBytes(Buffer.from(someCourse)).records;

export const storeTargets: readonly FuzzTarget[] = [
  target('folder of dialogs', damage, readAll),
  target('bytes of a course', fc.tuple(damaged(someCourse), fc.boolean()), ([text, latin]) => {
    const { records, wholeBytes } = readCourseBytes(Buffer.from(text, latin ? 'latin1' : 'utf8'));
    const state = foldCourse(records);
    assert.ok(wholeBytes >= 0);
    if (state) pendingQuestions(state);
  }),
  target('records in views', damagedJson([...records]), json => {
    const value: unknown = JSON.parse(json);
    if (!Array.isArray(value)) return;
    const { records } = readCourseBytes(Buffer.from(value.map(each => `${JSON.stringify(each)}\n`).join('')));
    toItems(records, { course: 1, earlier: 0 });
    transcriptBlocks(records, transcriptWords('en'));
    const transcript = createTranscript(promptTexts('en'), 'tellask');
    for (const record of records) transcript.add(record);
    transcript.messages();
  }),
  target('lock', damaged(lockText), text => {
    const place = environment(text);
    readLock(RTWS, place);
    const taken = acquireLock(RTWS, 'mine', place);
    if (taken.kind === 'held') assert.ok(taken.lock.beat());
  }),
  target('message in the inbox', fc.oneof(damaged(JSON.stringify(intent)), damagedJson(intent)), text => {
    const files = createMemoryFiles(new Map([[`${RTWS}/.dialogs/inbox/m-1.json`, text]]));
    const inbox = openInboxFolder(RTWS, files);
    const look = inbox.look().next();
    assert.ok(look.done);
    const waiting = look.value;
    assert.equal(waiting.length + inbox.problems.length, 1);
  }),
  target(
    'list of roots',
    fc.oneof(
      damaged(`${JSON.stringify(summary)}\n`),
      damagedJson(summary).map(line => `${line}\n`),
    ),
    text => {
      const files = createMemoryFiles(new Map([[`${RTWS}/.dialogs/roots.jsonl`, text]]));
      const index = openRootsFile({ rtws: RTWS, files, readOnly: false });
      index.rewrite();
      const again = openRootsFile({ rtws: RTWS, files, readOnly: true });
      assert.deepEqual([...again.summaries], [...index.summaries]);
      index.rewrite();
      assert.deepEqual([...again.refresh()], []);
    },
  ),
];
