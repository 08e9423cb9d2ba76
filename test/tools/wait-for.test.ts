// `wait_for` refuses what would never end (SPEC 21.4).
import assert from 'node:assert/strict';
import type { RootId } from '../../src/core/base/ids.ts';
import type { Sleep } from '../../src/core/dialog/tool-call.ts';
import { promptTexts } from '../../src/core/prompt/prompt-texts.ts';
import type { ToolContext } from '../../src/tools/tool.ts';
import { waitForTool } from '../../src/tools/wait-for.ts';

const id = (name: string) => name as RootId;

/** What comes of a wait of the root `a`, with these sleeps in the trees of the others. */
async function wait(args: object, others: Readonly<Record<string, readonly Sleep[]>>) {
  const tool = waitForTool({
    now: () => 0,
    root: name => (others[name] ? { rootId: id(name), status: 'running' } : undefined),
    sleepsIn: rootId => others[rootId] ?? [],
  });
  const state = { identity: { rootId: 'a' }, toolCalls: [], tellasks: [] };
  const context = { state, callId: 'c', texts: promptTexts('en') } as unknown as ToolContext;
  const result = await tool.call(JSON.stringify(args), context, new AbortController().signal);
  return result.orElse?.() ?? result;
}

describe('wait_for the end of another root', () => {
  it('is refused when that root waits for the end of this one', async () => {
    const { ok, content } = await wait({ root: 'b' }, { b: [{ root: id('a') }] });
    assert.equal(ok, false);
    assert.match(content, /^Dialog b waits for the end of this one/);
  });

  it('is refused when that root waits for this one by way of others', async () => {
    const circle = { b: [{ root: id('c') }], c: [{ root: id('d') }, { root: id('a') }], d: [{ root: id('c') }] };
    assert.equal((await wait({ root: 'b' }, circle)).ok, false);
  });

  it('sleeps when one of the waits ends by itself', async () => {
    const until = '1970-01-02T00:00:00.000Z';
    assert.equal((await wait({ root: 'b' }, { b: [{ root: id('a'), until }] })).ok, true);
    assert.equal((await wait({ root: 'b', minutes: 5 }, { b: [{ root: id('a') }] })).ok, true);
  });

  it('sleeps when others wait for each other', async () => {
    assert.equal((await wait({ root: 'b' }, { b: [{ root: id('c') }], c: [{ root: id('b') }] })).ok, true);
  });
});
