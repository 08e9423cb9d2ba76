// A prompt gets every key that a page took from it, in the order in which they were typed.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { BACKSPACE, ENTER, TypedAhead } from '../../src/host/notices/typed-ahead.ts';
import { runs } from '../support/properties.ts';

/** The editor's field, to which messages are under way in order, as are those that it sends, and those of a page. */
function prompt(value = '', { echoes = false, takesAnswer = true } = {}) {
  const toEditor: (() => void)[] = [];
  const toHost: (() => void)[] = [];
  const fromPage: (() => void)[] = [];
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
  const accept = (answer: string, rest: string, isAsChosen: boolean) => {
    accepted.push(`${answer}|${rest}|${isAsChosen ? 'as chosen' : 'changed'}`);
    return true;
  };
  const ahead: TypedAhead = new TypedAhead({
    field,
    giveFocus: () => {},
    roundTrip: () => new Promise(resolve => toEditor.push(() => toHost.push(resolve))),
    keysTold: () => new Promise(resolve => fromPage.push(resolve)),
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
    typeInPage(key: string) {
      fromPage.push(() => void ahead.type(key));
    },
    enterThere() {
      toHost.push(() => void ahead.enter());
    },
    toEditor: () => deliver(toEditor),
    toHost: () => deliver(toHost),
    fromPage: () => deliver(fromPage),
    async settle() {
      for (;;) {
        const next = [toEditor, toHost, fromPage].find(queue => queue.length > 0);
        if (!next) return;
        await deliver(next);
      }
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
    const { ahead, typeThere, typeInPage, enterThere, toHost, settle, accepted } = prompt();
    ahead.lose();
    typeInPage('Fix');
    typeThere(' it');
    enterThere();
    await toHost();
    await toHost();
    typeThere('ok');
    assert.deepEqual(accepted, []);
    await settle();
    assert.deepEqual(accepted, ['Fix it|ok|changed']);
  });

  it('take an Enter alone for the answer only when the editor has told what the prompt lists', async () => {
    const { ahead, settle, toEditor, accepted } = prompt();
    void ahead.type(ENTER);
    await toEditor();
    assert.deepEqual(accepted, []);
    await settle();
    assert.deepEqual(accepted, ['||changed']);
  });

  it('are waited for from Enter on, until the answer is taken', async () => {
    const { ahead, typeThere, enterThere, toHost, settle } = prompt();
    typeThere('Fix');
    await toHost();
    assert.equal(ahead.isAnswering, false);
    enterThere();
    await toHost();
    assert.equal(ahead.isAnswering, true);
    await settle();
    assert.equal(ahead.isAnswering, false);
  });

  it('are for the next prompt, too, when they come into the field after the answer was taken', async () => {
    const { ahead, typeThere, settle, accepted } = prompt();
    typeThere('Fix');
    await settle();
    void ahead.enter();
    await settle();
    assert.deepEqual([accepted, ahead.late], [['Fix||as chosen'], '']);
    // Pressed twice, it is meant once.
    void ahead.enter();
    typeThere(' ok');
    await settle();
    void ahead.enter();
    assert.equal(ahead.late, ' ok\n');
    assert.equal(accepted.length, 1);
  });

  it('leave what was chosen as it was, when there are none', async () => {
    const { typeThere, enterThere, settle, accepted } = prompt();
    typeThere('Fix');
    enterThere();
    enterThere();
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

  for (const echoes of [true, false]) {
    const field = `the field ${echoes ? 'tells' : 'does not tell'} what is written`;
    const under = ['to the editor', 'to the host', 'from the page'] as const;
    type Run = ReturnType<typeof prompt>;
    const deliver = (each: (typeof under)[number], { toEditor, toHost, fromPage }: Run) =>
      ({ 'to the editor': toEditor, 'to the host': toHost, 'from the page': fromPage })[each]();
    const typeNext = (into: 'page' | 'prompt', typed: Record<typeof into, string>, run: Run) => {
      const key = String.fromCharCode((into === 'page' ? 0x41 : 0x61) + (typed[into].length % 26));
      typed[into] += key;
      if (into === 'page') run.typeInPage(key);
      else run.typeThere(key);
    };
    const partsOf = (text: string) => ({
      page: text.replaceAll(/[a-z]/g, ''),
      prompt: text.replaceAll(/[A-Z]/g, ''),
    });

    it(`are all there, in order, however late each message comes (${field})`, async () => {
      const step = fc.constantFrom(...under, 'page' as const, 'prompt' as const);
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 60 }), async steps => {
          const run = prompt('', { echoes });
          run.ahead.lose();
          const typed = { page: '', prompt: '' };
          for (const each of steps) {
            if (each === 'page' || each === 'prompt') typeNext(each, typed, run);
            else await deliver(each, run);
          }
          await run.settle();
          assert.deepEqual(partsOf(run.text()), typed);
          assert.equal(run.ahead.typed, run.text());
        }),
        runs(300),
      );
    });

    it(`are in the answer when they were typed before Enter, and for the next prompt otherwise (${field})`, async () => {
      const before = fc.array(fc.constantFrom(...under, 'page' as const, 'prompt' as const), { maxLength: 30 });
      const after = fc.array(fc.constantFrom(...under, 'prompt' as const), { maxLength: 30 });
      await fc.assert(
        fc.asyncProperty(before, after, async (until, from) => {
          const run = prompt('', { echoes });
          run.ahead.lose();
          const typed = { page: '', prompt: '' };
          const perform = async (steps: typeof until) => {
            for (const each of steps) {
              if (each === 'page' || each === 'prompt') typeNext(each, typed, run);
              else await deliver(each, run);
            }
          };
          await perform(until);
          const answer = { ...typed };
          run.enterThere();
          await perform(from);
          await run.settle();
          const [accepted = '', rest = ''] = run.accepted[0]?.split('|') ?? [];
          assert.deepEqual(partsOf(accepted), answer);
          assert.equal(answer.prompt + rest + run.ahead.late, typed.prompt);
        }),
        runs(300),
      );
    });
  }
});
