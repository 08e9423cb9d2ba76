import assert from 'node:assert/strict';
import { languageOf, workLanguage } from '../../../src/core/base/language.ts';
import { promptTexts, remindersFooter } from '../../../src/core/prompt/prompt-texts.ts';

const call = { caller: 'bob', headline: '@alice !tellaskSession s check it\n', body: 'line 1\n\nline 2\n' };

describe('the texts of the runtime', () => {
  it('number the reminders from 1, with their further lines indented', () => {
    assert.equal(remindersFooter([], 'en'), '');
    assert.equal(remindersFooter(['one', 'two\nmore\n'], 'en'), '[Your reminders]\n1. one\n2. two\n   more');
    assert.equal(remindersFooter(['一'], 'zh'), '【你的提醒】\n1. 一');
  });

  for (const language of ['en', 'zh'] as const) {
    const texts = promptTexts(language);

    it(`repeat who asked, headline and body in an arriving tellask and a new course (${language})`, () => {
      for (const text of [texts.arrivingTellask(call), texts.arrivingTellaskBack(call), texts.openingPrompt(3, call)]) {
        assert.match(text, /@bob/);
        assert.match(text, /\n\n@alice !tellaskSession s check it\n\nline 1\n\nline 2$/);
      }
      assert.match(texts.openingPrompt(3, call), /3/);
      assert.doesNotMatch(texts.openingPrompt(3), /@/);
    });

    it(`leave out an empty body (${language})`, () => {
      assert.match(texts.arrivingTellask({ ...call, body: ' \n' }), /check it$/);
    });

    it(`name member and headline of an answer, and tell failed ones apart (${language})`, () => {
      const answer = { member: 'bob', headline: '@bob look\n', content: 'found\n' };
      const good = texts.suppliedAnswer({ ...answer, ok: true });
      const bad = texts.suppliedAnswer({ ...answer, ok: false });
      assert.match(good, /@bob.*@bob look.*\n\nfound$/s);
      assert.notEqual(good.split('\n')[0], bad.split('\n')[0]);
      assert.match(texts.suppliedAnswer({ ...answer, ok: true, part: { number: 2, of: 3 } }), /2.*3/);
    });

    it(`quote no headline of a call that was made in an earlier course (${language})`, () => {
      const text = texts.suppliedAnswer({ member: 'bob', content: 'found', ok: true });
      assert.match(text, /@bob.*\n\nfound$/s);
      assert.doesNotMatch(text, /["“”]|undefined/);
    });

    it(`tie an answer of the person to its question (${language})`, () => {
      assert.match(texts.questionAnswered({ headline: '@human which?\n', body: '' }, 'this'), /which\?.*\n\nthis$/s);
    });

    it(`offer continue and stop when the budget is spent (${language})`, () => {
      const stopped = { dialog: 'Notes', who: 'Lena', pushes: 3, lastWords: 'Shall I\ngo on?' };
      assert.deepEqual(texts.continueQuestion(stopped).options, ['continue', 'stop', 'stop reminding']);
      assert.match(texts.continueQuestion(stopped).body, /\n\n> Shall I\n> go on\?\n\n/);
      assert.match(texts.continueQuestion(stopped).headline, /^Notes[:：] ?Lena .*3/);
      assert.match(texts.circleQuestion('agent', ['same words'], '').body, /3[\s\S]*1\. same words/);
      assert.match(texts.circleQuestion('agent', ['A'], '', true).body, /No tool ran|没有运行过工具/);
      assert.match(texts.circleQuestion('mind', ['A', ''], '').body, /6[\s\S]*1\. A\n2\. \S+/);
    });

    for (const canTidy of [true, false])
      it(`count down to a new course ${canTidy ? 'with' : 'without'} tools to take notes (${language})`, () => {
        assert.match(texts.contextCritical(93, 2, canTidy), /93[\s\S]*2/);
        assert.notEqual(texts.contextCritical(93, 0, canTidy), texts.contextCritical(93, 1, canTidy));
        assert.match(texts.contextCaution(120000, 100000, canTidy), /120000[\s\S]*100000/);
        const all = [texts.contextCritical(93, 0, canTidy), texts.contextCaution(120000, 100000, canTidy)];
        for (const text of all) assert.equal(/reminders|提醒/.test(text), canTidy, text);
      });
  }

  it('have no text in one language that the other lacks', () => {
    assert.deepEqual(Object.keys(promptTexts('zh')).sort(), Object.keys(promptTexts('en')).sort());
  });

  it('leave any other tag as it is, and read locales', () => {
    assert.deepEqual(
      ['fr', 'pt_BR.UTF-8', 'ZH-hant-tw', 'C', 'C.UTF-8', 'POSIX', 'x', 'de@euro', '../x'].map(
        tag => workLanguage(tag).tag,
      ),
      ['fr', 'pt-BR', 'zh-Hant-TW', 'en', 'en', 'en', 'en', 'de', 'en'],
    );
  });

  it('follow the language tag', () => {
    assert.deepEqual(['zh', 'zh-CN', 'zh_TW.UTF-8', 'ZH', 'en', 'de', '', undefined, 'zhx'].map(languageOf), [
      'zh',
      'zh',
      'zh',
      'zh',
      'en',
      'en',
      'en',
      'en',
      'en',
    ]);
  });
});
