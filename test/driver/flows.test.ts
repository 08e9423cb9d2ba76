// One golden transcript for each flow of the dialog system: the three kinds of tellask, questions for the human,
// clarity.
import { clearMind } from '../../src/driver/intents/intents.ts';
import { rootOf } from '../../src/driver/tree.ts';
import { mindTools } from '../../src/tools/minds/mind-tools.ts';
import { checkDrive } from './check-drive.ts';

const noTaskdoc = { ok: false, message: 'there is no taskdoc here' };
const tools = mindTools({ write: () => noTaskdoc, recall: () => noTaskdoc });

describe('flows', () => {
  it('A: a subdialog asks back, its caller answers although it waits, the subdialog goes on', () =>
    checkDrive('tellask-back', {
      script: {
        lead: ['!?@researcher find the port\n!?of the server', 'Of the test server.', 'The port is 8080.'],
        researcher: ['Which server is meant?\n!?@tellasker Which server?\n!?test or live', 'It is 8080.'],
      },
    }));

  it('B, first call: the subdialog is made and registered', () =>
    checkDrive('registered-first-call', {
      script: {
        lead: ['!?@researcher !tellaskSession market look at prices', 'Thanks.'],
        researcher: ['Prices rise.'],
      },
    }));

  it('B, second call: the same subdialog goes on where it left off', () =>
    checkDrive('registered-second-call', {
      script: {
        lead: [
          '!?@researcher !tellaskSession market look at prices',
          '!?@researcher !tellaskSession market and why?',
          'Thanks.',
        ],
        researcher: ['Prices rise.', 'For want of supply.'],
      },
    }));

  it('B, second caller: another dialog of the tree calls the same subdialog and gets the answer itself', () =>
    checkDrive('registered-second-caller', {
      script: {
        lead: ['!?@researcher !tellaskSession market look at prices', '!?@coder write the table', 'Thanks.'],
        researcher: ['Prices rise.', 'By 3 % since May.'],
        coder: ['!?@researcher !tellaskSession market by how much?', 'Table: May +3 %.'],
      },
    }));

  it('C twice: each call makes a subdialog of its own, none is registered', () =>
    checkDrive('fresh-twice', {
      script: {
        lead: ['!?@coder review the first change', '!?@coder review the second change', 'Both are fine.'],
        coder: ['The first is fine.', 'The second is fine.'],
      },
    }));

  it('C to self: a fresh start of the same member', () =>
    checkDrive('fresh-self', {
      script: request => {
        const last = request.prompt.messages.at(-1)?.content ?? '';
        if (last === 'Begin') return '!?@self think it over\n!?from the start';
        return last.includes('tellasks you') ? 'Seen freshly, it is simple.' : 'So be it.';
      },
    }));

  it('a main dialog asks the human and goes on with the answer', () =>
    checkDrive(
      'main-question',
      { script: { lead: ['Two ways lead there.\n!?@human Which way?\n!?left or right', 'Going left.'] } },
      (t, tree) => t.answer(tree, 'left'),
    ));

  it('a subdialog asks the human; answered through the root, it goes on and revives its supdialog', () =>
    checkDrive(
      'subdialog-question',
      {
        script: {
          lead: ['!?@researcher find the price', 'It costs 12.'],
          researcher: ['I need the currency.\n!?@human Which currency?', '12 euros.'],
        },
      },
      (t, tree) => t.answer(tree, 'Euro'),
    ));

  it('clearing the mind drops talk and questions, and keeps reminders and the registry', () =>
    checkDrive(
      'clarity-keeps-registry',
      {
        tools,
        script: {
          lead: [
            '!?@researcher !tellaskSession market look at prices',
            { say: 'Enough.', tools: [{ name: 'clear_mind', args: { reminder_content: 'prices rise' } }] },
            '!?@human Which market?',
            '!?@researcher !tellaskSession market and now?',
            'Done.',
          ],
          researcher: ['Prices rise.', 'They still rise.'],
        },
      },
      async ({ driver }, tree) => {
        await clearMind(driver, rootOf(tree), undefined);
        await driver.quiet(tree);
      },
    ));
});
