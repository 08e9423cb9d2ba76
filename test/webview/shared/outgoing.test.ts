// What a page says over connections that break reaches its tab once, in order (SPEC 21.1).
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Tab, type TabWire } from '../../../src/serve/tab.ts';
import { createOutgoing } from '../../../webview/shared/outgoing.ts';
import { manualTimer } from '../../host-unit/support.ts';

function rig() {
  const came: unknown[] = [];
  const tab = new Tab({
    createSession: () => ({ receive: async message => void came.push(message), hide() {}, dispose() {} }),
    timer: manualTimer().timer,
    onLooking() {},
    onGone() {},
    onDropped() {},
  });
  let page = createOutgoing();
  let sent: string[] = [];
  let confirmed: string[] = [];
  const wire: TabWire = {
    bufferedAmount: 0,
    terminate() {},
    close() {},
    ping() {},
    send: text => void confirmed.push(text),
  };
  return {
    came,
    say: (message: unknown) => void sent.push(page.add({ kind: 'message', message })),
    /** So many of the messages under way arrive, and so many of the confirmations of them. */
    pass(messages: number, confirmations: number) {
      for (const text of sent.splice(0, messages)) tab.receive(wire, text);
      for (const text of confirmed.splice(0, confirmations)) {
        const { kind, n } = JSON.parse(text);
        if (kind === 'got') page.got(n);
      }
    },
    load() {
      page = createOutgoing();
      tab.attach(wire, 0);
    },
    reconnect() {
      tab.detach(wire);
      confirmed = [];
      tab.attach(wire, 1);
      sent = [...page.left()];
    },
  };
}

describe('what a page says', () => {
  it('reaches the server once, in order, however connections break', () => {
    const step = fc.oneof(
      fc.constant('say' as const),
      fc.constant('break' as const),
      fc.record({ messages: fc.nat({ max: 3 }), confirmations: fc.nat({ max: 3 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), steps => {
        const at = rig();
        at.reconnect();
        let said = 0;
        for (const each of steps) {
          if (each === 'say') at.say(++said);
          else if (each === 'break') at.reconnect();
          else at.pass(each.messages, each.confirmations);
        }
        at.reconnect();
        at.pass(Number.POSITIVE_INFINITY, 0);
        assert.deepEqual(
          at.came,
          Array.from({ length: said }, (_, index) => index + 1),
        );
      }),
    );
  });

  it('is heard after the page was loaded again, which counts from the beginning', () => {
    const at = rig();
    at.load();
    at.say('before');
    at.pass(1, 1);
    at.load();
    at.say('after');
    at.pass(1, 1);
    assert.deepEqual(at.came, ['before', 'after']);
  });
});
