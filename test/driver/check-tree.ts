// What must hold of every tree at every moment, and what must hold once nothing in it can go on (SPEC 3, 4).
import assert from 'node:assert/strict';
import { type CallId, registryKey } from '../../src/core/base/ids.ts';
import { foldCourse } from '../../src/core/dialog/fold/apply.ts';
import type { CourseRecord, RecordOf } from '../../src/core/dialog/record.ts';
import { type DialogState, openCalls } from '../../src/core/dialog/state.ts';
import type { Dialog, Tree } from '../../src/driver/driver-context.ts';
import type { TestDriver } from '../support/test-driver.ts';

/** Every record of a dialog, over all courses, as stored. */
export function storedRecords({ courses: files }: TestDriver, { ref, state }: Dialog): CourseRecord[] {
  const courses = Array.from({ length: state.course }, (_, index) => files.readCourse(ref, index + 1) ?? []);
  return courses.flat();
}

/** The records of one kind in a whole tree, dialog by dialog in the order of creation. */
export function recordsIn<K extends CourseRecord['kind']>(t: TestDriver, tree: Tree, kind: K): RecordOf<K>[] {
  const isKind = (record: CourseRecord): record is RecordOf<K> => record.kind === kind;
  return [...tree.dialogs.values()].flatMap(dialog => storedRecords(t, dialog).filter(isKind));
}

/** At rest: who waits is known where it waits, who works is waited for, and memory agrees with the files. */
export function checkTree(t: TestDriver, tree: Tree): void {
  for (const dialog of tree.dialogs.values()) {
    checkCalls(tree, dialog);
    checkInbound(t, tree, dialog);
    checkAnswers(t, dialog);
    checkWords(t, dialog);
    checkFold(t, dialog);
  }
  assert.deepEqual(t.llm.faults, []);
  checkRegistry(tree);
  checkTotals(tree);
}

/** The sums are those of the states. */
function checkTotals({ totals, dialogs }: Tree): void {
  const states = [...dialogs.values()].map(({ state }) => state);
  const sum = (of: (state: DialogState) => number) => states.reduce((all, state) => all + of(state), 0);
  const generations = sum(state => state.generations);
  const heard = states.map(({ heardAt = 0 }) => heardAt).filter(heardAt => heardAt <= generations);
  assert.deepEqual(
    [totals.generations, totals.prompt, totals.completion, totals.unattended()],
    [
      generations,
      sum(({ tokens }) => tokens.prompt),
      sum(({ tokens }) => tokens.completion),
      generations - Math.max(0, ...heard),
    ],
  );
  const idsOf = (holds: (state: DialogState) => boolean) => states.filter(holds).map(({ identity }) => identity.selfId);
  assert.deepEqual([...totals.asking].sort(), idsOf(({ questions }) => questions.length > 0).sort());
  assert.deepEqual([...totals.marked].sort(), idsOf(({ marks }) => marks.length > 0).sort());
}

/** The same, and nothing is left to do: no open call, no question, no line, nobody interrupted. */
export function checkSettled(t: TestDriver, tree: Tree): void {
  checkTree(t, tree);
  assert.equal(tree.callQueues.size, 0);
  for (const { state } of tree.dialogs.values()) {
    assert.deepEqual(openCalls(state), []);
    assert.deepEqual(state.questions, []);
    assert.equal(state.interruption, null);
    assert.equal(state.frames.length, 1);
    assert.equal(state.frames[0].inbound, undefined);
  }
  checkEachAnsweredOnce(t, tree);
}

function checkCalls(tree: Tree, { ref, state }: Dialog): void {
  for (const { callId, targets } of openCalls(state)) {
    for (const target of targets) {
      const callee = tree.dialogs.get(target);
      assert.ok(callee, `${ref.selfId} waits for ${target}, which does not exist`);
      const works = callee.state.frames.some(({ inbound }) => inbound?.callId === callId);
      const inLine = tree.callQueues.get(target)?.some(waiting => waiting.callId === callId);
      assert.ok(works || inLine, `${ref.selfId} waits for ${target}, which does not know of ${callId}`);
    }
  }
}

/** A call of which its caller knows nothing was lost in a power cut: the one who works on it goes on. */
function checkInbound(t: TestDriver, tree: Tree, { ref, state }: Dialog): void {
  for (const { inbound } of state.frames) {
    if (!inbound) continue;
    const caller = tree.dialogs.get(inbound.callerDialogId);
    const isMade = (record: CourseRecord) =>
      (record.kind === 'tellaskMade' || record.kind === 'reviewAsked') && record.callId === inbound.callId;
    if (!caller || !storedRecords(t, caller).some(isMade)) continue;
    const open = openCalls(caller.state).find(({ callId }) => callId === inbound.callId);
    assert.ok(open?.targets.includes(ref.selfId), `${ref.selfId} works on ${inbound.callId}, which nobody waits for`);
  }
}

function checkAnswers(t: TestDriver, dialog: Dialog): void {
  const answers = storedRecords(t, dialog).flatMap(record =>
    record.kind === 'responseSupplied' ? [`${record.callId} from ${record.from}`] : [],
  );
  assert.deepEqual(answers, [...new Set(answers)], 'an answer was supplied twice');
}

/**
 * Each word of the person comes into the talk once, in the order in which it was said; where a line was lost, that line
 * may be the one that took a word up: the word waits then, and later ones come before it.
 */
function checkWords(t: TestDriver, dialog: Dialog): void {
  const waiting: string[] = [];
  const said: string[] = [];
  for (const record of storedRecords(t, dialog)) {
    if (record.kind === 'messageQueued') waiting.push(record.msgId);
    else if (record.kind === 'queuedRemoved') waiting.splice(waiting.indexOf(record.msgId), 1);
    else if (record.kind === 'userSaid') {
      const at = waiting.indexOf(record.msgId);
      if (!hasLostLines(t, dialog)) assert.ok(at === 0 || waiting.length === 0, 'words were taken up in another order');
      if (at !== -1) waiting.splice(at, 1);
      said.push(record.msgId);
    }
  }
  assert.deepEqual(said, [...new Set(said)], 'words were taken up twice');
  assert.deepEqual(
    waiting,
    dialog.state.queued.map(({ msgId }) => msgId),
  );
}

/** True if loading kept something of its course files aside. */
function hasLostLines({ courses }: TestDriver, { ref }: Dialog): boolean {
  return courses.problems.some(({ file }) => file.includes(`/${ref.selfId}/course-`));
}

function checkFold(t: TestDriver, { ref, state }: Dialog): void {
  const stored = t.courses.readCourse(ref, state.course) ?? [];
  assert.deepEqual(foldCourse(stored), state, `${ref.selfId} folds to another state than the one in memory`);
}

function checkRegistry(tree: Tree): void {
  const registered = [...tree.dialogs.values()].flatMap(({ state: { identity } }): [string, string][] =>
    identity.kind === 'sub' && identity.tellaskSession !== undefined
      ? [[registryKey(identity.agentId, identity.tellaskSession), identity.selfId]]
      : [],
  );
  // A name may be reserved for a dialog that is still to be made.
  const made = [...tree.registry].filter(([, selfId]) => tree.dialogs.has(selfId));
  assert.deepEqual(made.sort(), registered.sort());
}

function checkEachAnsweredOnce(t: TestDriver, tree: Tree): void {
  for (const dialog of tree.dialogs.values()) {
    const records = storedRecords(t, dialog);
    const made = records.flatMap(record => {
      if (record.kind === 'reviewAsked') return [`${record.callId} from ${record.target}`];
      return record.kind === 'tellaskMade' ? record.targets.map(target => `${record.callId} from ${target}`) : [];
    });
    const replaced = new Set(records.flatMap(record => (record.kind === 'tellaskMade' ? (record.instead ?? []) : [])));
    const supplied = records.flatMap(record =>
      record.kind === 'responseSupplied' ? [`${record.callId} from ${record.from}`] : [],
    );
    // Of a call that was re-assigned some targets may have answered before.
    const due = made.filter(each => supplied.includes(each) || !replaced.has(each.split(' ')[0] as CallId));
    assert.deepEqual(supplied.sort(), due.sort(), `${dialog.ref.selfId}: each call has exactly one answer`);
  }
}
