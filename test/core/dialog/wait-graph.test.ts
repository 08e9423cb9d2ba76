// Who waits for whom, on trees drawn by hand: a frame is empty (its own task), a call (it answers that TellaskBack) or
// `~id` (an aside).
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AgentId, AsideId, CallId, DialogId } from '../../../src/core/base/ids.ts';
import { foldCourse } from '../../../src/core/dialog/fold/apply.ts';
import type { DialogState, Frame } from '../../../src/core/dialog/state.ts';
import { type Lookup, waitsForAnswerTo, wouldWaitOnItself } from '../../../src/core/dialog/view/wait-graph.ts';
import { anyBeginning } from './random-records.ts';

/** Frames of each dialog, lowest first; each lists its calls as `call>target`, a TellaskBack as `call^target`. */
function treeOf(drawn: Readonly<Record<string, readonly (readonly [answers: string, ...calls: string[]])[]>>): Lookup {
  const [beginning] = fc.sample(anyBeginning, { seed: 1, numRuns: 1 });
  const blank = beginning && foldCourse([beginning]);
  const states = Object.entries(drawn).map(([name, frames]): [string, DialogState] => {
    const [main, ...backs] = frames.map(frameOf);
    if (!blank || !main) throw new Error('a dialog has a frame');
    return [name, { ...blank, identity: { ...blank.identity, selfId: name as DialogId }, frames: [main, ...backs] }];
  });
  const byName = new Map<string, DialogState>(states);
  return selfId => byName.get(selfId);
}

function frameOf([answers, ...calls]: readonly [string, ...string[]]): Frame {
  const agentId = 'x' as AgentId;
  const pending = calls.map(drawn => {
    const [callId = '', target = ''] = drawn.split(/[>^]/);
    const callKind = drawn.includes('^') ? ('A' as const) : ('C' as const);
    const targets = [target as DialogId];
    return { callId: callId as CallId, callKind, targets, agentId, headline: '', body: '', since: '' };
  });
  const call = {
    callKind: 'A' as const,
    callerDialogId: '?' as DialogId,
    callerAgentId: agentId,
    headline: '',
    body: '',
  };
  if (answers.startsWith('~')) {
    const aside = { asideId: answers as AsideId, because: 'words', since: '' } as const;
    return { pending, attention: 'answered', aside };
  }
  return { pending, attention: 'answered', ...(answers && { inbound: { ...call, callId: answers as CallId } }) };
}

function wouldDeadlock(tree: Lookup, caller: string, target: string): boolean {
  const state = tree(caller as DialogId);
  assert.ok(state);
  return wouldWaitOnItself(state, target as DialogId, tree);
}

function mayTake(tree: Lookup, dialog: string, callId: string): boolean {
  const state = tree(dialog as DialogId);
  assert.ok(state);
  return waitsForAnswerTo(state, callId as CallId, tree);
}

describe('a call', () => {
  it('to itself, or to one that waits for the caller, would wait on itself', () => {
    const tree = treeOf({ a: [['', '1>b']], b: [['', '2>c']], c: [['']], d: [['']] });
    assert.equal(wouldDeadlock(tree, 'c', 'c'), true);
    assert.equal(wouldDeadlock(tree, 'c', 'a'), true);
    assert.equal(wouldDeadlock(tree, 'c', 'd'), false);
    assert.equal(wouldDeadlock(tree, 'd', 'a'), false);
  });

  it('of a frame that answers a TellaskBack waits for what waits for that answer', () => {
    const tree = treeOf({ a: [['', '1>b'], ['2']], b: [['', '2^a']], c: [['', '3>b']], d: [['', '4>a']] });
    assert.equal(wouldDeadlock(tree, 'a', 'b'), true);
    assert.equal(wouldDeadlock(tree, 'a', 'c'), true);
  });

  it('waits for the TellaskBacks that the called dialog is answering, and so for the dialog beneath', () => {
    const tree = treeOf({ a: [['', '1>b'], ['2']], b: [['']], c: [['', '2^a']], d: [['', '4>a']] });
    assert.equal(wouldDeadlock(tree, 'a', 'd'), true);
    assert.equal(wouldDeadlock(tree, 'a', 'b'), false);
  });

  it('is not held up by a TellaskBack that is still in line', () => {
    const tree = treeOf({
      a: [
        ['', '1>b'],
        ['2', '5>d'],
      ],
      b: [['', '2^a']],
      c: [['', '3^a']],
      d: [['']],
    });
    assert.equal(wouldDeadlock(tree, 'd', 'c'), false);
  });

  it('to a dialog that does not exist yet waits for no dialog', () => {
    assert.equal(wouldDeadlock(treeOf({ a: [['']] }), 'a', 'new'), false);
  });
});

describe('a call made in an aside', () => {
  it('waits on itself when the called dialog waits for the task beneath, which waits for the aside', () => {
    const tree = treeOf({ a: [['', '1>b'], ['~x']], b: [['']], c: [['', '2>a']] });
    assert.equal(wouldDeadlock(tree, 'a', 'c'), true);
    assert.equal(wouldDeadlock(tree, 'a', 'b'), false);
  });

  it('may go to a dialog that works for the task beneath', () => {
    const tree = treeOf({ a: [['', '1>b'], ['~x']], b: [['', '2^a']] });
    assert.equal(wouldDeadlock(tree, 'a', 'b'), false);
  });
});

describe('a TellaskBack goes before the answer in work', () => {
  it('when that answer waits for it', () => {
    const tree = treeOf({
      a: [
        ['', '1>b'],
        ['2', '3>c'],
      ],
      b: [['', '2^a']],
      c: [['', '4^a']],
      d: [['', '5^a']],
    });
    assert.equal(mayTake(tree, 'a', '4'), true);
    assert.equal(mayTake(tree, 'a', '5'), false);
  });

  it('when that answer waits for a TellaskBack which is in line behind this one', () => {
    // a answers 2 by asking b back (3); b answers 9 by asking a back (4): 3 is in line behind 9, and 9 waits for 4.
    const tree = treeOf({ a: [[''], ['2', '3^b']], b: [[''], ['9', '4^a']] });
    assert.equal(mayTake(tree, 'a', '4'), true);
    assert.equal(mayTake(tree, 'b', '3'), true);
  });
});
