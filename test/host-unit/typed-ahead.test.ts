// A prompt gets every key that a page took from it, in the order in which they were typed.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { BACKSPACE, ENTER, TypedAhead } from '../../src/host/notices/typed-ahead.ts';
import { runs } from '../support/properties.ts';

/** The editor's field, to which messages are under way in order, as are those that it sends. */
function prompt(value = '', { echoes = false, pageTold = Promise.resolve(), takesAnswer = true } = {}) {
  const toEditor: (() => void)[] = [];
  const toHost: (() => void)[] = [];
  let inEditor = value;
  let told = value;
  const accepted: string[] = [];
  const tell = () => {
    const now = inEditor;
    toHost.push(() => {
      told = now;
      ahead.changed(now);
    });
  };
  const field = {
    get value() {
      return told;
    },
    set value(text: string) {
      told = text;
      toEditor.push(() => {
        inEditor = text;
        if (echoes) tell();
      });
    },
  };
  const accept = (rest: string, isAsChosen: boolean) =>
    accepted.push(`${field.value}|${rest}|${isAsChosen ? 'as chosen' : 'changed'}`);
  const ahead: TypedAhead = new TypedAhead({
    field,
    giveFocus: () => {},
    roundTrip: () => new Promise(resolve => toEditor.push(() => toHost.push(resolve))),
    keysTold: () => pageTold,
    accept: takesAnswer ? accept : undefined,
  });
  const deliver = async (queue: (() => void)[]) => {
    queue.shift()?.();
    // What waits for it goes on.
    for (let n = 0; n < 5; n++) await Promise.resolve();
  };
  return {
    ahead,
    accepted,
    text: () => inEditor,
    typeThere(key: string) {
      inEditor += key;
      tell();
    },
    toEditor: () => deliver(toEditor),
    toHost: () => deliver(toHost),
    async settle() {
      while (toEditor.length + toHost.length > 0) await deliver(toEditor.length > 0 ? toEditor : toHost);
    },
  };
}

describe('keys that a page took from a prompt', () => {
  it('come before those that are typed into the prompt afterwards', async () => {
    const { ahead, typeThere, settle, text } = prompt();
    ahead.lose();
    void ahead.type('Fix');
    typeThere(' it');
    await settle();
    assert.equal(text(), 'Fix it');
    assert.equal(ahead.typed, 'Fix it');
  });

  it('follow the text that the prompt had before, and after Enter are for the next prompt', async () => {
    const { ahead, settle, accepted } = prompt('Fix');
    ahead.lose();
    for (const key of [' ', 'i', 'x', BACKSPACE, 't', ENTER, 'o', 'k', ENTER]) void ahead.type(key);
    await settle();
    assert.deepEqual(accepted, ['Fix it|ok\n|changed']);
  });

  it('are in the answer that is given before the prompt shows them', async () => {
    const { ahead, typeThere, toHost } = prompt();
    ahead.lose();
    void ahead.type('Fix');
    typeThere(' it');
    await toHost();
    assert.equal(ahead.typed, 'Fix it');
    assert.equal(ahead.isSettled, false);
  });

  it('come before an Enter that overtook them, and are part of the answer', async () => {
    const page = Promise.withResolvers<void>();
    const { ahead, typeThere, toHost, settle, accepted } = prompt('', { pageTold: page.promise });
    ahead.lose();
    typeThere(' it');
    await toHost();
    void ahead.enter();
    typeThere('ok');
    await settle();
    assert.deepEqual(accepted, []);
    void ahead.type('Fix');
    page.resolve();
    for (let n = 0; n < 5; n++) await settle();
    assert.deepEqual(accepted, ['Fix it|ok|changed']);
  });

  it('leave what was chosen as it was, when there are none', async () => {
    const { ahead, typeThere, settle, accepted } = prompt();
    typeThere('Fix');
    await settle();
    void ahead.enter();
    void ahead.enter();
    await settle();
    await settle();
    assert.deepEqual(accepted, ['Fix||as chosen']);
  });

  it('are kept with Enter among them where no answer is taken', async () => {
    const { ahead, typeThere, settle } = prompt('', { takesAnswer: false });
    typeThere('To');
    await settle();
    void ahead.enter();
    typeThere(' the');
    await settle();
    ahead.lose();
    void ahead.type(' left\n');
    await settle();
    assert.equal(ahead.typed, 'To\n the left\n');
  });

  it('are not asked for twice when the prompt is typed back', async () => {
    const { ahead, settle, text } = prompt('Fix');
    ahead.lose();
    void ahead.type(BACKSPACE);
    await settle();
    assert.equal(text(), 'Fi');
    assert.equal(ahead.isSettled, true);
  });

  for (const echoes of [true, false])
    it(`are all there, in order, however late each message comes (the field ${echoes ? 'tells' : 'does not tell'} what is written)`, async () => {
      const step = fc.constantFrom('to the editor', 'to the host', 'page', 'prompt');
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 60 }), async steps => {
          const { ahead, typeThere, toEditor, toHost, settle, text } = prompt('', { echoes });
          ahead.lose();
          const typed = { page: '', prompt: '' };
          for (const each of steps) {
            if (each === 'to the editor') await toEditor();
            else if (each === 'to the host') await toHost();
            else {
              const key = String.fromCharCode((each === 'page' ? 0x41 : 0x61) + (typed[each].length % 26));
              typed[each] += key;
              if (each === 'page') void ahead.type(key);
              else typeThere(key);
            }
          }
          await settle();
          assert.equal(text().replaceAll(/[a-z]/g, ''), typed.page);
          assert.equal(text().replaceAll(/[A-Z]/g, ''), typed.prompt);
          assert.equal(ahead.typed, text());
        }),
        runs(300),
      );
    });
});
