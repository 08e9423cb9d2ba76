// A page over connections that break: everything once, in order, or a new start (SPEC 21.1).
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { TAB_TAKEN } from '../../src/protocol/tab-taken.ts';
import { Tab, type TabWire } from '../../src/serve/tab.ts';
import { manualTimer } from '../host-unit/support.ts';

interface Line extends TabWire {
  readonly sent: { readonly kind: string; readonly n?: number; readonly message?: unknown; readonly id?: number }[];
  isOver: boolean;
  closedAs?: number;
  pings: number;
}

function line(): Line {
  const sent: Line['sent'] = [];
  return {
    sent,
    isOver: false,
    pings: 0,
    bufferedAmount: 0,
    send: text => void sent.push(JSON.parse(text)),
    terminate() {
      this.isOver = true;
    },
    close(code) {
      this.closedAs = code;
    },
    ping() {
      this.pings++;
    },
  };
}

describe('a tab', () => {
  function open() {
    const { timer, fire } = manualTimer();
    const session = { received: [] as unknown[], hidden: 0, disposed: 0 };
    const looking: boolean[] = [];
    let gone = 0;
    let dropped = 0;
    const tab = new Tab({
      createSession: () => ({
        receive: async message => void session.received.push(message),
        hide: () => session.hidden++,
        dispose: () => session.disposed++,
      }),
      timer,
      onLooking: isLooking => looking.push(isLooking),
      onGone: () => gone++,
      onDropped: () => dropped++,
    });
    return { tab, session, fire, looking, counts: () => ({ gone, dropped }) };
  }

  it('says whether its page is in front of the person, which a page without a connection is not', () => {
    const { tab, looking } = open();
    const first = line();
    tab.attach(first, 0);
    tab.receive(first, JSON.stringify({ kind: 'looking', isLooking: true }));
    tab.detach(first);
    assert.deepEqual(looking, [true, false]);
  });

  it('sends what was posted while the page was away, and nothing twice', () => {
    const { tab } = open();
    const first = line();
    tab.attach(first, 0);
    tab.post({ kind: 'a' });
    tab.post({ kind: 'b' });
    tab.detach(first);
    tab.post({ kind: 'c' });
    const second = line();
    tab.attach(second, 1);
    assert.deepEqual(
      second.sent.map(({ n, message }) => [n, message]),
      [
        [2, { kind: 'b' }],
        [3, { kind: 'c' }],
      ],
    );
  });

  it('greets a page that knows another server, and one that missed too much', () => {
    const { tab, session } = open();
    const page = line();
    tab.attach(page, 37);
    assert.deepEqual(page.sent, [{ kind: 'message', n: 1, message: { kind: 'hello' } }]);
    tab.detach(page);
    for (let n = 0; n < 2_100; n++) tab.post({ kind: 'x' });
    assert.ok(session.hidden > 0);
    const back = line();
    tab.attach(back, 1);
    assert.deepEqual(
      back.sent.map(({ message }) => message),
      [{ kind: 'hello' }],
    );
  });

  it('goes to the newest connection, and tells the page of the other that it needs a tab of its own', () => {
    const { tab } = open();
    const [first, second] = [line(), line()];
    tab.attach(first, 0);
    tab.attach(second, 0);
    tab.detach(first);
    tab.post({ kind: 'a' });
    assert.equal(first.closedAs, TAB_TAKEN);
    assert.equal(second.sent.length, 1);
  });

  it('takes nothing more from a page whose tab was taken: its numbers are not those of the other page', () => {
    const { tab, session } = open();
    const [first, second] = [line(), line()];
    const say = (page: Line, n: number, text: string) =>
      tab.receive(page, JSON.stringify({ kind: 'message', n, message: { kind: 'send', text } }));
    tab.attach(first, 0);
    tab.attach(second, 0);
    say(first, 7, 'late');
    say(second, 1, 'mine');
    assert.deepEqual(session.received, [{ kind: 'send', text: 'mine' }]);
    assert.deepEqual(first.sent, []);
  });

  it('asks for signs of life, and ends a connection without any', () => {
    const { tab, fire } = open();
    const page = line();
    tab.attach(page, 0);
    for (let beat = 1; beat < 3; beat++) {
      tab.heard(page);
      fire();
      assert.deepEqual([page.pings, page.isOver], [beat + 1, false]);
    }
    fire();
    assert.deepEqual([page.pings, page.isOver], [3, true]);
  });

  it('is gone when the page stays away', () => {
    const { tab, session, fire, counts } = open();
    const page = line();
    tab.attach(page, 0);
    tab.detach(page);
    fire();
    assert.deepEqual([session.disposed, counts().gone], [1, 1]);
  });

  it('asks, and takes no answer for no', async () => {
    const { tab } = open();
    const page = line();
    tab.attach(page, 0);
    const asked = tab.confirm('Really?');
    tab.receive(page, JSON.stringify({ kind: 'confirmed', id: page.sent[0]?.id, yes: true }));
    assert.equal(await asked, true);
    const again = tab.confirm('Really?');
    tab.dispose();
    assert.equal(await again, false);
  });

  it('drops what it does not understand', () => {
    const { tab, session, counts } = open();
    const page = line();
    tab.attach(page, 0);
    for (const text of ['', '{', '[]', '{"kind":"x"}', 'null']) tab.receive(page, text);
    assert.deepEqual([session.received, counts().dropped], [[], 5]);
    tab.receive(page, '{"kind":"message","message":{"kind":"ready"}}');
    assert.deepEqual(session.received, [{ kind: 'ready' }]);
  });

  it('brings every message once and in order, or a greeting, however connections break', () => {
    const step = fc.oneof(fc.constant('post' as const), fc.constant('break' as const), fc.nat({ max: 3 }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), steps => {
        const { tab } = open();
        let page = line();
        tab.attach(page, 0);
        const seen: number[] = [];
        let posted = 0;
        /** The page has lost the last `lost` messages of its connection when it breaks. */
        const take = (lost: number) => {
          for (const { n } of page.sent.slice(0, page.sent.length - lost)) seen.push(n ?? 0);
        };
        for (const each of steps) {
          if (each === 'post') {
            tab.post({ kind: 'x' });
            posted++;
          } else {
            take(Math.min(each === 'break' ? 0 : each, page.sent.length));
            tab.detach(page);
            page = line();
            tab.attach(page, seen.at(-1) ?? 0);
          }
        }
        take(0);
        assert.deepEqual(
          seen,
          Array.from({ length: posted }, (_, at) => at + 1),
        );
      }),
    );
  });
});
