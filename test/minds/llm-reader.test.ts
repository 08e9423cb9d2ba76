import assert from 'node:assert/strict';
import type { TextFile } from '../../src/minds/files/text-files.ts';
import { emptyLlmConfig, type LlmConfig } from '../../src/minds/models/llm-file.ts';
import { createLlmReader } from '../../src/minds/models/llm-reader.ts';

const sound = 'provider: openai\nbase_url: http://127.0.0.1:1/v1\nmax_cost: 2\nprices: {input: 1, output: 2}\n';
const config: LlmConfig = {
  provider: 'openai',
  baseUrl: 'http://127.0.0.1:1/v1',
  prices: { input: 1, output: 2 },
  caps: { maxCost: 2 },
  providers: {},
};

const fileOf = (text: string): TextFile => ({ kind: 'text', text });
const binary: TextFile = {
  kind: 'broken',
  problem: { file: '.minds/llm.yaml', fault: { id: 'binary' }, severity: 'error' },
};

/** Each hides a cap, its prices or an address, with the fault that says so. */
const torn: Readonly<Record<string, TextFile>> = {
  'yaml-broken': fileOf(sound.slice(0, -3)),
  'bad-setting': fileOf(sound.replace('max_cost: 2', 'max_cost:')),
  'unknown-setting': fileOf(sound.replace('max_cost', 'max_cots')),
  'not-a-map': fileOf('42\n'),
  binary,
};

const ids = (reading: ReturnType<ReturnType<typeof createLlmReader>>) => reading.problems.map(({ fault }) => fault.id);

describe('the settings of models', () => {
  for (const [fault, file] of Object.entries(torn)) {
    it(`keep what was last read of them, caps included, while they have a fault (${fault})`, () => {
      const read = createLlmReader();
      read(fileOf(sound));
      const reading = read(file);
      assert.deepEqual(reading.config, config);
      assert.equal(reading.unread, undefined);
      assert.deepEqual([ids(reading)[0], ids(reading).at(-1)], [fault, 'settings-held']);
      assert.deepEqual(read(fileOf('model: m\n')), { config: { model: 'm', caps: {}, providers: {} }, problems: [] });
    });

    it(`let no model be asked where nothing was read before (${fault})`, () => {
      const reading = createLlmReader()(file);
      assert.equal(reading.unread?.fault.id, fault);
      assert.equal(ids(reading).at(-1), 'settings-withheld');
    });
  }

  it('keep what was last read while the file is empty, as it is in the middle of being written', () => {
    const read = createLlmReader();
    read(fileOf(sound));
    const reading = read(fileOf(' \n'));
    assert.deepEqual(reading.config, config);
    assert.deepEqual(ids(reading), ['settings-empty', 'settings-held']);
    assert.deepEqual(createLlmReader()(fileOf('')), { config: emptyLlmConfig, problems: [] });
  });

  it('are none once the file is deleted', () => {
    const read = createLlmReader();
    read(fileOf(sound));
    assert.deepEqual(read({ kind: 'missing' }), { config: emptyLlmConfig, problems: [] });
    assert.equal(read(binary).unread?.fault.id, 'binary');
  });

  it('hold as far as they can be read where a fault hides neither cap nor address', () => {
    const { config: read, unread } = createLlmReader()(fileOf(`${sound}silence_s: soon\nmodell: x\n`));
    assert.deepEqual([read, unread], [config, undefined]);
  });
});
