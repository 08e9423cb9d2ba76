// A model that is slower than the limits of the built-in HTTP client, in the real extension host (SPEC 10.8). Its clock
// is moved.

import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import * as vscode from 'vscode';
import { rootRef } from '../../src/core/base/ids.ts';
import { startMockServer } from '../support/mock-server.ts';
import { inRtws, openRuntime, write } from './rtws.ts';

const TWELVE_MINUTES = 12 * 60_000;

describe('a slow model in the extension host', () => {
  it('is waited for: a first token after 12 minutes arrives, over a connection whose limits have passed', async () => {
    const held = Promise.withResolvers<void>();
    const server = await startMockServer({ respond: () => ({ before: held.promise, say: 'at last' }) });
    await write('.minds/llm.yaml', `base_url: ${server.baseUrl}\nmodel: slow\nfirst_token_s: 0\n`);
    const clock = movableClock();
    try {
      const runtime = await openRuntime();
      const started = await runtime.perform({
        kind: 'start',
        text: 'take your time',
        noDiligence: true,
        msgId: 'slow-1',
      });
      assert.ok(started.ok);
      await server.arrived(1);
      const silent = new Promise<number>(resolve => {
        const following = runtime.subscribe(event => {
          if (event.type !== 'no_reply') return;
          following.dispose();
          resolve(event.seconds);
        });
      });
      clock.pass(TWELVE_MINUTES);
      assert.equal(await silent, 720);
      // The agent's limit for idle connections must not end one that waits.
      const connections = socketsTo(Number(new URL(server.baseUrl).port));
      assert.equal(connections.length, 1);
      for (const connection of connections) connection.emit('timeout');
      held.resolve();
      assert.equal((await runtime.settled(started.rootId)).response, 'at last');
      assert.equal(server.requests.length, 1);
      await runtime.perform({ kind: 'archive', dialog: rootRef(started.rootId) });
    } finally {
      clock.restore();
      held.resolve();
      await vscode.workspace.fs.delete(inRtws('.minds/llm.yaml'));
      await server.close();
    }
  });
});

/** Connections of this process to a port. */
function socketsTo(port: number): readonly Socket[] {
  const { _getActiveHandles: handles } = process as unknown as { _getActiveHandles(): readonly unknown[] };
  return handles.call(process).filter(each => each instanceof Socket && each.remotePort === port) as Socket[];
}

/** The watch over a request wakes every ten seconds, counted from its last piece. */
function isStep(ms = 0): boolean {
  return ms > 9_000 && ms <= 10_000;
}

/** The clock of the extension: `pass` moves it, and ends the timers with which it watches over a request. */
function movableClock(): { pass(ms: number): void; restore(): void } {
  const { setTimeout: real } = globalThis;
  const now = performance.now.bind(performance);
  const watching: { readonly end: () => void; readonly work: () => void }[] = [];
  let passed = 0;
  performance.now = () => now() + passed;
  globalThis.setTimeout = Object.assign((work: () => void, ms?: number, ...args: unknown[]) => {
    const timer = real(work, ms, ...args);
    if (isStep(ms) && /[/\\]dominds\.dominds-/.test(new Error().stack ?? ''))
      watching.push({ end: () => clearTimeout(timer), work });
    return timer;
  }, real) as typeof setTimeout;
  return {
    pass(ms) {
      passed += ms;
      for (const { end, work } of watching.splice(0)) {
        end();
        work();
      }
    },
    restore() {
      globalThis.setTimeout = real;
      Reflect.deleteProperty(performance, 'now');
    },
  };
}
