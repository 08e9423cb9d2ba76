// What a domain says of a conversation, as the real editor shows it: a request, no preference, values carried over, a
// question that is always asked, slots that depend on others, a confirmation (SPEC 16.12 - 16.15).
import { predictionTool } from '../../src/core/belief/prediction.ts';
import type { MockReply } from '../support/mock-reply.ts';
import { type MockRequest, type MockServer, startMockServer } from '../support/mock-server.ts';
import { openEditor } from './support/editor.ts';
import { begin } from './support/start-dialog.ts';
import { hasNoFaults } from './support/webview-page.ts';

const rooms = `name: rooms
intents: {Look: read, Collect: prepare, Book: transform, Remind: schedule}
slot_types: [FormulaSlot, ChartSlot, ProposalSlot, ScoreSlot]
flows:
  - name: find_room
    intent: Look
    entity: town
    description: Find a place to stay
    slots:
      town: {type: BaseSlot, priority: required}
      breakfast: {type: CategorySlot, priority: optional, options: ["yes", "no"]}
      price: {type: LevelSlot, priority: optional, set_by: agent}
  - name: book_room
    intent: Book
    description: Book a place to stay
    confirm: true
    slots:
      town: {type: BaseSlot, priority: required, from: [find_room.town]}
      nights: {type: LevelSlot, priority: required, min: 1}
      pay: {type: CategorySlot, priority: required, options: [card, at the desk], ask: always}
      card: {type: ExactSlot, priority: required, pattern: '\\d{8}', when: pay == "card"}
`;

/** What the person's words mean, by some of them. */
const meanings: Readonly<Record<string, object>> = {
  'Any rooms': {
    predictions: [
      { flow: 'find_room', confidence: 0.9 },
      { flow: 'book_room', confidence: 0.2 },
    ],
    commands: [
      { start: 'find_room' },
      { set: { flow: 'find_room', slot: 'town', value: 'Oslo' } },
      { set: { flow: 'find_room', slot: 'breakfast', value: 'dontcare' } },
      { request: { flow: 'find_room', slot: 'price' } },
    ],
  },
  'Book it': {
    predictions: [{ flow: 'book_room', confidence: 0.8 }],
    commands: [
      { start: 'book_room' },
      { set: { flow: 'book_room', slot: 'nights', value: 2 } },
      { set: { flow: 'book_room', slot: 'pay', value: 'card' } },
    ],
  },
  'at the desk': { commands: [{ set: { flow: 'book_room', slot: 'pay', value: 'at the desk' } }] },
};

const finished = { name: 'finish_flow', args: { outcome: 'completed' } };

/** Predicts what words mean; the responder speaks in this order, first when the price is known. */
function story(priced: Promise<void>): (request: MockRequest) => MockReply {
  const replies: MockReply[] = [
    {
      before: priced,
      say: 'Two are free. I look up the price.',
      tools: [{ name: 'set_slot', args: { flow: 'find_room', slot: 'price', value: 90 } }],
    },
    { tools: [finished] },
    { say: 'A room in Oslo costs 90 a night.' },
    { tools: [finished] },
  ];
  return ({ body: { messages, tools = [] } }) => {
    const [first, second] = tools;
    if (first?.function.name !== predictionTool || second) return replies.shift() ?? { say: 'Booked.' };
    const words = messages.at(-1)?.content ?? '';
    const [, meaning = { commands: [] }] = Object.entries(meanings).find(([each]) => words.includes(each)) ?? [];
    return { say: JSON.stringify(meaning) };
  };
}

describe('what a domain says of a conversation, in the editor', () => {
  let server: MockServer;
  let priced: PromiseWithResolvers<void>;
  beforeEach(async () => {
    priced = Promise.withResolvers();
    server = await startMockServer({ respond: story(priced.promise) });
  });
  afterEach(() => server.close());

  it('is seen in the dialogue state', async () => {
    const editor = await openEditor({
      size: { width: 1300, height: 1100 },
      workspaceFiles: {
        '.minds/team.yaml': 'members:\n  lead: {name: Lena, diligence-push-max: 0}\n',
        '.minds/domains/rooms.yaml': rooms,
      },
      modelServer: server.baseUrl,
    });
    const { page } = editor;
    const quick = page.locator('.quick-input-widget');
    await editor.runCommand('Dominds: New Dialog in a Domain…');
    await quick.getByText('rooms').first().waitFor();
    await page.keyboard.type('rooms');
    await page.keyboard.press('Enter');
    const panel = await begin(editor, 'Any rooms in Oslo? Breakfast or not, and what does it cost?');
    const flow = (name: string) => panel.getByRole('article', { name });
    const slot = (flowName: string, name: string) => flow(flowName).locator('.slot', { hasText: name });
    await panel.locator('.belief-line').click();
    await panel.locator('.requested').getByText('price').waitFor();
    await slot('find room', 'breakfast').getByText('No preference').waitFor();
    await editor.screenshotInThemes('seen-belief-1-requested', () => hasNoFaults(panel));
    await slot('find room', 'price').getByText('the agent sets it').waitFor();
    priced.resolve();
    await panel.getByText('costs 90 a night').first().waitFor();
    await panel.getByText('find room: Completed').or(panel.getByText('No active flow')).first().waitFor();

    const say = async (text: string) => {
      await panel.locator('.composer textarea').fill(text);
      await panel.locator('.composer textarea').press('Enter');
    };
    await say('Book it for two nights, I pay by card.');
    await panel.locator('.composer.answering').waitFor();
    await slot('book room', 'town').getByText('from find room · town').waitFor();
    await slot('book room', 'pay').getByText('always asked').waitFor();
    await editor.screenshotInThemes('seen-belief-2-carried', () => hasNoFaults(panel));

    await say('No, at the desk.');
    await panel.locator('.belief-line').getByText('waits for confirmation').waitFor();
    await slot('book room', 'card').getByText('not used').waitFor();
    await editor.screenshotInThemes('seen-belief-3-confirm', () => hasNoFaults(panel));
    await panel.getByRole('button', { name: 'approve' }).first().click();
    await panel.getByText('Booked.').first().waitFor();
    await editor.screenshot('seen-belief-4-done');
  });
});
