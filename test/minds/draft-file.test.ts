import assert from 'node:assert/strict';
import { readDraftLimits } from '../../src/core/draft/limits.ts';
import { parseDraftFile } from '../../src/minds/draft-file.ts';
import { sayFault } from '../../src/words/say.ts';
import { toldProblem } from '../support/told.ts';

describe('the limits of draft dialogues', () => {
  it('are read by their keys; 0 is allowed', () => {
    const given = { draft_buffer_size: 0, history_pairs: 3, idle_thinking: true, cluster_distance: 0.5, seed: 7 };
    assert.deepEqual(readDraftLimits({ ...given, embeddings_model: ' small ' }), {
      limits: {
        bufferSize: 0,
        historyPairs: 3,
        idleThinking: true,
        clusterDistance: 0.5,
        seed: 7,
        embeddingsModel: 'small',
      },
      problems: [],
    });
  });

  for (const [key, value, message] of [
    ['draft_buffer_size', -1, 'draft_buffer_size is a whole number from 0 to 1000'],
    ['draft_buffer_size', 2.5, 'draft_buffer_size is a whole number from 0 to 1000'],
    ['draft_max_iterations', '20', 'draft_max_iterations is a whole number from 0 to 100000'],
    ['cluster_distance', 2.1, 'cluster_distance is a number from 0 to 2'],
    ['cluster_size', 1, 'cluster_size is a whole number from 2 to 1000'],
    ['idle_thinking', 1, 'idle_thinking is true or false'],
    ['embeddings_model', '', 'embeddings_model is the name of a model'],
    ['constructor', 1, 'unknown key constructor'],
  ] as const) {
    it(`${key}: ${JSON.stringify(value)} is told and left at its default`, () => {
      const { limits, problems } = readDraftLimits({ [key]: value });
      const told = problems.map(fault => ({ key: fault.name, message: sayFault(fault, 'en').message }));
      assert.deepEqual({ limits, problems: told }, { limits: {}, problems: [{ key, message }] });
    });
  }

  it('a file that is no map is told', () => {
    for (const text of ['- history_pairs: 2\n', 'many\n']) {
      assert.deepEqual(
        parseDraftFile(text)
          .problems.map(toldProblem)
          .map(({ line, column, message }) => [line, column, message]),
        [[1, 1, 'the file must be a map']],
      );
    }
    for (const text of ['', '# nothing\n', '~\n']) assert.deepEqual(parseDraftFile(text).problems, [], text);
  });

  it('what is wrong in the file has its place, and the rest holds', () => {
    const { limits, problems } = parseDraftFile('history_pairs: 2\nquiet_steps: many\n');
    assert.deepEqual(limits, { historyPairs: 2 });
    assert.deepEqual(
      problems.map(({ file, line, column }) => [file, line, column]),
      [['.minds/draft.yaml', 2, 1]],
    );
    assert.equal(parseDraftFile('[').problems.length, 1);
    assert.deepEqual(parseDraftFile('').limits, {});
  });
});
