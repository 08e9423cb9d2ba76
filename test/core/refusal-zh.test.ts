import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { translatedBeliefRefusals } from '../../src/core/belief-refusal-zh.ts';
import { refusalSentences } from '../../src/core/refusal-text.ts';
import { refusalInChinese, translatedRefusals } from '../../src/core/refusal-zh.ts';

describe('refusals in Chinese', () => {
  it('there are words for every refusal that the source writes out, and for nothing else', () => {
    const written = new Set(
      globSync('src/{core,driver,minds,runtime,store}/**/*.ts').concat('src/runtime.ts').flatMap(textsOf),
    );
    const statuses = ['This root dialog is completed', 'This root dialog is archived'];
    const known = new Set(translatedRefusals());
    assert.deepEqual(
      [...written].filter(text => !known.has(text)),
      [],
    );
    assert.deepEqual(
      [...known].filter(text => !written.has(text) && !statuses.includes(text)),
      [],
    );
  });

  it('there are words for why a slot or a flow refuses something, and for nothing else', () => {
    const files = ['fit-value', 'fit-entities', 'slots', 'stack'].map(name => `src/core/belief/${name}.ts`);
    const written = new Set(files.flatMap(reasonsOf));
    const ofFormula = ['{0} at {1} does not belong in a formula', 'a closing {0} is missing'];
    assert.deepEqual(translatedBeliefRefusals().toSorted(), [...written, ...ofFormula].toSorted());
  });

  it('says why a slot refuses behind its name', () => {
    assert.equal(refusalInChinese('Limit: 7 is above 5'), 'Limit：7 大于 5');
    assert.equal(refusalInChinese('There is no flow f-9'), '没有流程 f-9');
    assert.equal(
      refusalInChinese('Range: {start, stop} or {unit, length} is needed'),
      'Range：需要 {start, stop} 或 {unit, length}',
    );
    assert.equal(refusalInChinese('colour: nobody knows'), 'colour: nobody knows');
  });

  it('takes over what a message names', () => {
    assert.equal(refusalInChinese('There is no member casey'), '没有成员 casey');
    assert.equal(refusalInChinese('Process 12 on desk drives this folder'), 'desk 上的进程 12 正在驱动此文件夹');
    assert.equal(refusalInChinese('This root dialog is archived'), '这个根对话已归档');
    assert.equal(refusalInChinese('constructor'), 'constructor');
  });

  it('are two sentences, in English too', () => {
    const refusal = { message: 'The task is empty', remedy: 'say what is to be done' };
    assert.deepEqual(refusalSentences(refusal, 'en'), {
      message: 'The task is empty.',
      remedy: 'Say what is to be done.',
    });
    assert.deepEqual(refusalSentences(refusal, 'zh'), { message: '任务是空的。', remedy: '请说明要做什么。' });
    const told = { message: 'No folder is open.', remedy: '' };
    assert.deepEqual(refusalSentences(told, 'en'), told);
  });

  it('has the same placeholders in both languages', () => {
    const names = (text: string) => [...text.matchAll(/\{\d\}/g)].map(([name]) => name).sort();
    for (const english of translatedRefusals()) {
      const filled = english.replace(/\{(\d)\}/g, '‹$1›');
      assert.deepEqual(names(refusalInChinese(filled).replace(/‹(\d)›/g, '{$1}')), names(english), english);
    }
  });
});

/** Messages and remedies of a file's `refuse('code', message, remedy)`, those made of others aside; `{0}` for what is filled in. */
function textsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(/(?<![.\w])refuse\(/g)].flatMap(({ 0: call, index }) => {
    const [code = '', ...texts] = argumentsFrom(source, index + call.length);
    return code.startsWith("'") && texts.length === 2 ? texts.flatMap(templateOf) : [];
  });
}

/** The reasons that a file of the dialogue state writes out: of `wrong(…)`, and as `reason: …`; those made of others aside. */
function reasonsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const called = [...source.matchAll(/(?<![.\w]|function )wrong\(/g)].map(
    ({ 0: call, index }) => argumentsFrom(source, index + call.length).at(-1) ?? '',
  );
  const named = [...source.matchAll(/ok: false, reason: ('[^']*'|`(?:[^`$]|\$\{[^}]*\})*`)/g)].map(
    ([, text = '']) => text,
  );
  return [...called, ...named].flatMap(templateOf).filter(text => text !== '{0}: {1}');
}

function templateOf(argument: string): string[] {
  const [, plain, filled] = /^(?:'([^']*)'|`([\s\S]*)`)$/.exec(argument) ?? [];
  let count = 0;
  const template = (plain ?? filled ?? '')
    .replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, () => `{${count++}}`)
    .replaceAll('\\`', '`');
  return /[a-z]{2}/i.test(template) ? [template] : [];
}

/** The arguments of a call whose opening parenthesis was just passed, as they are written. */
function argumentsFrom(source: string, start: number): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = start;
  for (let at = start; at < source.length; at++) {
    const letter = source.charAt(at);
    if (letter === "'" || letter === '`') at = source.indexOf(letter, at + 1);
    else if ('([{'.includes(letter)) depth += 1;
    else if (letter === ',' && depth === 0) {
      found.push(source.slice(from, at).trim());
      from = at + 1;
    } else if (')]}'.includes(letter) && depth-- === 0)
      return [...found, source.slice(from, at).trim()].filter(Boolean);
  }
  return found;
}
