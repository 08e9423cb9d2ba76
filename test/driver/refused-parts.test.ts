// A model server that refuses one tool or one image stops nobody: the request goes out once more without it (SPEC 10.3,
// 12.4).
import assert from 'node:assert/strict';
import { say } from '../../src/driver/intents/intents.ts';
import { rootOf } from '../../src/driver/tree.ts';
import type { LlmFailure, LlmRequest } from '../../src/llm/provider.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { redPixel } from '../support/images.ts';
import { createTestDriver } from '../support/test-driver.ts';

const told: string[] = [];
const toolOf = (name: string, isForeign = true): Tool => ({
  spec: { name, description: '', parameters: { type: 'object' } },
  call: async () => ({ ok: true, content: '' }),
  ...(isForeign && { refused: (why: string) => void told.push(`${name}: ${why}`) }),
});
const tools = [toolOf('own', false), ...Array.from({ length: 10 }, (_, at) => toolOf(`srv_t${at}`))];
const namesIn = ({ prompt }: LlmRequest) => prompt.tools.map(({ name }) => name);

/**
 * Plays a server that answers requests which `why` finds nothing wrong with; the names of the tools in each request.
 */
async function play(why: (request: LlmRequest) => string | undefined, code: LlmFailure['code'] = 'bad-request') {
  told.length = 0;
  const t = createTestDriver({
    tools,
    script: request => {
      const message = why(request);
      return message === undefined ? 'Works.' : { fail: { code, message, retryable: false } };
    },
  });
  const tree = await t.start('go');
  return { t, tree, sent: t.llm.requests.map(namesIn) };
}

const without = (...left: readonly string[]) => tools.map(({ spec }) => spec.name).filter(name => !left.includes(name));

describe('a tool that the model server refuses', () => {
  for (const [what, message] of [
    ['by its name', "Invalid schema for function 'srv_t1': schema must not have 'anyOf' at the top level."],
    ['by its place, as OpenAI writes it', 'Invalid schema (tools[2].function.parameters)'],
    ['by its place, as Anthropic writes it', 'tools.2.custom.input_schema: JSON schema is invalid'],
    [
      'by its place, as Google writes it',
      'tools[0].function_declarations[2].parameters.properties: should be non-empty',
    ],
  ] as const)
    it(`is left out when it is told ${what}, now and later`, async () => {
      const { t, tree, sent } = await play(request => (namesIn(request).includes('srv_t1') ? message : undefined));
      assert.deepEqual(sent, [without(), without('srv_t1')]);
      assert.deepEqual(told, [`srv_t1: ${message}`]);
      await t.say(tree, 'And now?');
      assert.deepEqual(namesIn(t.llm.requests.at(-1) as LlmRequest), without('srv_t1'));
      assert.equal(rootOf(tree).state.interruption, null);
    });

  it('takes no other with it whose name begins alike, and several go one after another', async () => {
    const bad = ['srv_t3', 'srv_t5'];
    const { sent } = await play(request => {
      const first = bad.find(name => namesIn(request).includes(name));
      return first && `tool ${first}: unknown keyword`;
    });
    assert.deepEqual(sent.at(-1), without(...bad));
  });
  it('goes with all others when it is not said which one it is', async () => {
    const { sent } = await play(request => (namesIn(request).length > 1 ? 'failed to parse grammar' : undefined));
    assert.deepEqual(sent, [without(), ['own']]);
  });
  it('goes with those that are too many, the last ones first', async () => {
    const { sent } = await play(request =>
      namesIn(request).length > 4 ? 'Invalid tools: array too long. Expected maximum length 4, got 11.' : undefined,
    );
    assert.deepEqual(sent.at(-1), ['own', 'srv_t0', 'srv_t1', 'srv_t2']);
  });
  it('is not looked for in a refusal about something else, nor among tools of the product', async () => {
    for (const message of ['Unknown model', 'Invalid schema for function own']) {
      const { tree, sent } = await play(() => message);
      assert.equal(rootOf(tree).state.interruption?.code, 'bad-request');
      assert.ok(sent.length <= 2);
    }
  });
});

describe('an image that the model server refuses', () => {
  it('is named in words from then on, the others go on', async () => {
    const read = (request: LlmRequest) =>
      request.prompt.messages.flatMap(each =>
        (each.role === 'user' ? (each.images ?? []) : []).map(image =>
          request.images?.read(image) ? image.name : request.images?.inWords(image, 'missing'),
        ),
      );
    const { t, tree } = await play(request =>
      read(request).includes('bad.png') ? 'Could not process image' : undefined,
    );
    const other = Buffer.concat([Buffer.from(redPixel, 'base64'), Buffer.from([0])]).toString('base64');
    for (const [name, data] of [
      ['good.png', redPixel],
      ['bad.png', other],
    ] as const) {
      say(t.driver, rootOf(tree), { msgId: name, content: 'Look', images: [{ name, data }] });
      await t.driver.quiet(tree);
    }
    const [good, bad] = read(t.llm.requests.at(-1) as LlmRequest);
    assert.equal(good, 'good.png');
    assert.match(bad ?? '', /bad\.png: attached by the person, but the model server could not use it/);
    assert.equal(rootOf(tree).state.interruption, null);
    await t.say(tree, 'And now?');
    assert.equal(t.llm.requests.length, 5);
  });
});
